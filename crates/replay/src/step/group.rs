//! Runs steps of earlier sections again.

use retap_model::program::Group;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::run::{Ended, run_steps};

/// Runs the steps in order; the first that fails is the group's failure. To do nothing again proves
/// nothing.
pub(super) fn perform(context: &mut Context<'_>, group: &Group, depth: usize) -> StepResult {
    if group.steps.is_empty() {
        return Ok(Verdict::failed("there is nothing to do again"));
    }
    let own = context.current;
    let failed = context.tally.failed;
    let ended = run_steps(context, &group.steps, depth + 1)?;
    context.current = own;
    let again = context.tally.failed - failed;
    Ok(match ended {
        Ended::StoppedAt { number, reason } => Verdict::failed(format!("step {number}: {reason}")),
        Ended::Undone { number, reason } => Verdict::not_judged(format!("step {number}: {reason}")),
        Ended::Through if again > 0 => Verdict::failed(format!("{again} of its steps failed")),
        Ended::Through => Verdict::passed(format!("{} steps again", group.steps.len())),
    })
}
