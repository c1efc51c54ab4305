//! Times how long the screen takes to answer an act, or lets time pass because the author says so.

use super::prelude::*;

impl Perform for Measure {
    /// Sends the act and waits for what ends the measurement; the clock starts when the act is sent.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let until = context.recall(&self.until)?;
        match &self.act {
            Measured::Tap(target) => context.find_and(target, at.evidence(), |context, located| {
                time(context, self, &until, &Action::Tap(located.found.point))
            }),
            Measured::Launch(app) => {
                let app = context.recall_phrase(app)?.reveal();
                time(context, self, &until, &Action::Launch(app))
            }
            Measured::PressKey(press) => {
                let action = Action::PressKey(press.key.clone(), press.modifiers.clone());
                time(context, self, &until, &action)
            }
        }
    }
}

fn time(
    context: &mut Context<'_>,
    measure: &Measure,
    until: &Target,
    action: &Action,
) -> StepResult {
    refuse_if_there(context, until)?;
    let within = measure.max.unwrap_or(context.options.timeout);
    let started = context.elapsed();
    context.send(action)?;
    let waited = context.wait_until(within, Freshness::New, |screen| is_shown(screen, until))?;
    let took = context.elapsed().saturating_sub(started);
    let name = measure.name.clone().unwrap_or_else(|| "measure".to_owned());
    Ok(match waited {
        Waited::Held(..) if took <= within => {
            context.tell(Fact::Measured(took));
            context.emit(Event::Measured {
                name: name.clone(),
                took_ms: took.as_millis() as u64,
            });
            Verdict::passed(Reason::Measured { name, took })
        }
        Waited::Held(..) => Verdict::failed(Reason::TooSlow {
            name,
            took,
            allowed: within,
        }),
        Waited::TimedOut(screen) => Verdict::failed(Reason::NeverEnded {
            name,
            until: until.label.to_string(),
            within,
            visible: Visible::of(&screen),
        }),
    })
}

/// Fails the step when what ends the measurement is there before the act.
fn refuse_if_there(context: &mut Context<'_>, until: &Target) -> Result<(), Stop> {
    let seen = context.look(Freshness::Recent)?;
    if seen.is_ok_and(|screen| is_shown(&screen, until).is_some()) {
        let until = until.label.to_string();
        return Err(Stop::failed(Reason::NothingToMeasure { until }));
    }
    Ok(())
}

impl Perform for Pause {
    /// Waits and looks: a device that is gone by then does not pass.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        context.pause(self.duration)?;
        context.see(Freshness::New)?;
        let time = self.duration;
        Ok(Verdict::passed(Reason::Waited { time }))
    }

    fn acts_unseen(&self, context: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        context.pause(self.duration)?;
        Ok(Vec::new())
    }
}
