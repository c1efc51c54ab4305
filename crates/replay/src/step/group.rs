//! Runs steps of earlier sections again.

use retap_model::program::Group;

use crate::run::run_steps;

use super::{At, Blind, Context, Perform, Reason, StepResult, Stop, Verdict};

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

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Ok(Blind::AsAlways)
    }
}
