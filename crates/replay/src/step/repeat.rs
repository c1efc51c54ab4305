//! Runs steps several times.

use retap_model::program::{Repeat, Rounds};
use retap_model::verdict::Verdict;

use crate::context::{Abort, Context, StepResult};
use crate::run::{Ended, run_steps};

use super::condition::is_visible_now;

/// Tests before each round whether there is another; reaching `max` with the test still asking
/// for more is a failure.
pub(super) fn perform(context: &mut Context<'_>, repeat: &Repeat, depth: usize) -> StepResult {
    let own = context.current;
    for round in 0..=repeat.max {
        match wants_another(context, &repeat.rounds, round)? {
            Ok(true) => {}
            Ok(false) => return Ok(Verdict::passed(rounds(round))),
            Err(verdict) => return Ok(verdict),
        }
        if round == repeat.max {
            break;
        }
        context.rounds.push(round + 1);
        let ended = run_steps(context, &repeat.steps, depth + 1);
        context.rounds.pop();
        context.current = own;
        if let Ended::StoppedAt { number, reason } = ended? {
            return Ok(Verdict::failed(format!(
                "in round {}, step {number}: {reason}",
                round + 1
            )));
        }
    }
    Ok(Verdict::failed(format!(
        "not done after the most rounds allowed, {}",
        repeat.max
    )))
}

fn wants_another(
    context: &mut Context<'_>,
    rounds: &Rounds,
    done: u32,
) -> Result<Result<bool, Verdict>, Abort> {
    let (target, is_wanted) = match rounds {
        Rounds::WhileVisible(target) => (target, true),
        Rounds::UntilVisible(target) => (target, false),
        Rounds::Times(times) => return Ok(Ok(done < *times)),
    };
    let target = match context.recall(target) {
        Ok(target) => target,
        Err(verdict) => return Ok(Err(verdict)),
    };
    Ok(is_visible_now(context, &target)?.map(|is_visible| is_visible == is_wanted))
}

fn rounds(count: u32) -> String {
    match count {
        1 => "1 round".to_owned(),
        count => format!("{count} rounds"),
    }
}
