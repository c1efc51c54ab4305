//! Steps that hold steps: one of two branches, rounds, and steps of earlier sections again.

use crate::find::LOADING_PATIENCE;

use super::prelude::*;

impl Perform for Condition {
    /// Decides on a settled screen which branch runs, and runs it.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let target = context.recall(&self.test.target)?;
        let is_visible = is_visible_now(context, &target)?;
        let holds = is_visible != self.test.presence.is_absence();
        let branch = if holds { &self.then } else { &self.otherwise };
        // Where the author says what to do without it, the ends differ.
        let deferred = context.progress.deferred.take();
        let deferred =
            deferred.filter(|_| !context.progress.is_followed && self.otherwise.is_empty());
        run_steps(context, branch, at.depth + 1, &|number, why| {
            Reason::InBranch { holds, number, why }
        })?;
        let test = self.test.title();
        if branch.is_empty() {
            return Ok(Verdict::passed(Reason::NothingToDo { test, holds }));
        }
        let ran = Reason::BranchRan { test, holds };
        match deferred {
            Some(deferred) => context.settle_deferred(&deferred, ran),
            None => Ok(Verdict::passed(ran)),
        }
    }
}

/// Returns whether the target is on the page: at once if it shows, and on a settled screen if it does not, because on a
/// loading one everything is absent.
fn is_visible_now(context: &mut Context<'_>, target: &Target) -> Result<bool, Stop> {
    let first = context.first_look();
    if let Ok(screen) = context.look(first)?
        && is_seen(&screen, target)
    {
        return Ok(true);
    }
    let about = Unclear::IsVisible(target.label.to_string());
    let screen = context.screen_at_rest(context.options.timeout, Freshness::Recent, about)?;
    let expected = format!("whether {} is visible", target.title());
    context.note_held(expected, Visible::of(&screen).to_string());
    if is_seen(&screen, target) {
        return Ok(true);
    }
    if screen.may_go_on() {
        // What comes below the fold is no change of what shows.
        context.wait_while_open(LOADING_PATIENCE.min(context.options.timeout));
    }
    let whole = context.look_beyond(&screen)?;
    Ok(whole.is_some_and(|whole| is_seen(&whole, target)))
}

impl Perform for Repeat {
    /// Tests before each round whether there is another; reaching `max` with the test still asking
    /// for more is a failure.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let mut count = 0;
        while wants_another(context, &self.rounds, count)? {
            if count == self.max {
                return Err(Stop::failed(Reason::TooManyRounds { max: self.max }));
            }
            context.progress.all_rounds += 1;
            let max = context.options.most_rounds;
            if context.progress.all_rounds > max {
                return Err(Stop::failed(Reason::TooManyRoundsOfRun { max }));
            }
            let round = count + 1;
            context.progress.rounds.push(round);
            let ended = run_steps(context, &self.steps, at.depth + 1, &|number, why| {
                Reason::InRound { round, number, why }
            });
            context.progress.rounds.pop();
            ended?;
            count = round;
        }
        Ok(Verdict::passed(Reason::Rounds { count }))
    }
}

fn wants_another(context: &mut Context<'_>, rounds: &Rounds, done: u32) -> Result<bool, Stop> {
    let (target, is_wanted) = match rounds {
        Rounds::WhileVisible(target) => (target, true),
        Rounds::UntilVisible(target) => (target, false),
        Rounds::Times(times) => return Ok(done < *times),
    };
    let target = context.recall(target)?;
    Ok(is_visible_now(context, &target)? == is_wanted)
}

impl Perform for Group {
    /// Runs the steps in order; the first that fails is the group's failure. To do nothing again proves
    /// nothing.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        if self.steps.is_empty() {
            return Err(Stop::failed(Reason::NothingAgain));
        }
        let before = context.progress.tally.failed;
        run_steps(context, &self.steps, at.depth + 1, &|number, why| {
            Reason::AtStep { number, why }
        })?;
        let steps = self.steps.len();
        Ok(match context.progress.tally.failed - before {
            0 => Verdict::passed(Reason::RanAgain { steps }),
            failed => Verdict::failed(Reason::AgainFailed { failed }),
        })
    }
}
