//! Times how long the screen takes to answer an act.

use retap_model::device::Action;
use retap_model::event::Event;
use retap_model::program::{Measure, Measured, Pin, Target};
use retap_model::select::is_shown;
use retap_model::verdict::Verdict;

use crate::context::{Abort, Context, StepResult};
use crate::eyes::{Look, Need};
use crate::find::{unreadable, visible_texts};
use crate::observer::Fact;
use crate::wait::Waited;

/// Sends the act and waits for what ends the measurement; the clock starts when the act is sent.
pub(super) fn perform(
    context: &mut Context<'_>,
    measure: &Measure,
    pin: Option<&Pin>,
) -> StepResult {
    let until = match context.recall(&measure.until) {
        Ok(until) => until,
        Err(verdict) => return Ok(verdict),
    };
    let measured = match &measure.act {
        Measured::Tap(target) => {
            let evidence = pin.and_then(|pin| pin.evidence.as_ref());
            context.find_and(target, evidence, |context, sighting| {
                time(context, measure, &until, &Action::Tap(sighting.found.point))
            })?
        }
        Measured::Launch(app) => match context.recall_phrase(app) {
            Ok(app) => Ok(time(
                context,
                measure,
                &until,
                &Action::Launch(app.reveal()),
            )?),
            Err(verdict) => Err(verdict),
        },
        Measured::PressKey(press) => {
            let action = Action::PressKey(press.key.clone(), press.modifiers.clone());
            Ok(time(context, measure, &until, &action)?)
        }
    };
    Ok(measured.unwrap_or_else(|verdict| verdict))
}

fn time(
    context: &mut Context<'_>,
    measure: &Measure,
    until: &Target,
    action: &Action,
) -> StepResult {
    if let Some(verdict) = already_there(context, until)? {
        return Ok(verdict);
    }
    let timeout = measure.max.unwrap_or(context.options.timeout);
    let started = context.elapsed();
    if let Some(verdict) = context.send(action)? {
        return Ok(verdict);
    }
    let waited = context.wait_until(timeout, Need::Fresh, |screen| is_shown(screen, until))?;
    let took = context.elapsed().saturating_sub(started);
    let name = measure.name.clone().unwrap_or_else(|| "measure".to_owned());
    match waited {
        Waited::Held(..) if took <= timeout => {
            context.tell(Fact::Measured(took));
            context.emit(Event::Measured {
                name: name.clone(),
                took_ms: took.as_millis() as u64,
            });
            Ok(Verdict::passed(format!(
                "{name}: {:.3} s",
                took.as_secs_f64()
            )))
        }
        Waited::Held(..) => Ok(Verdict::failed(format!(
            "{name}: {:.3} s, more than the {timeout:?} allowed",
            took.as_secs_f64()
        ))),
        Waited::TimedOut(Ok(screen)) => Ok(Verdict::failed(format!(
            "{name}: `{}` did not appear within {timeout:?}; visible: {}",
            until.label,
            visible_texts(&screen)
        ))),
        Waited::TimedOut(Err(reason)) => Ok(unreadable(&reason)),
    }
}

/// What is there before the act cannot end its measurement.
fn already_there(context: &mut Context<'_>, until: &Target) -> Result<Option<Verdict>, Abort> {
    let Look::Screen(screen) = context.look(Need::Recent)? else {
        return Ok(None);
    };
    Ok(is_shown(&screen, until).map(|_| {
        Verdict::failed(format!(
            "`{}` is on the screen already, so there is nothing to measure",
            until.label
        ))
    }))
}
