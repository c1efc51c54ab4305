//! Runs steps several times.

use retap_model::program::{Repeat, Rounds};

use crate::run::run_steps;

use super::condition::is_visible_now;
use super::{At, Context, Perform, Reason, StepResult, Stop, Verdict};

impl Perform for Repeat {
    /// Tests before each round whether there is another; reaching `max` with the test still asking
    /// for more is a failure.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let mut count = 0;
        while wants_another(context, &self.rounds, count)? {
            if count == self.max {
                return Err(Stop::failed(Reason::TooManyRounds { max: self.max }));
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
