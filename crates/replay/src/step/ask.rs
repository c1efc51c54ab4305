//! Asks an advisor for a judgement no rule can make.

use retap_model::device::{Ability, Advice};
use retap_model::program::Ask;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::find::unreadable;
use crate::wait::Settled;

/// Asks, if the caller configured an advisor; otherwise the step stays unjudged.
pub(super) fn perform(context: &mut Context<'_>, ask: &Ask) -> StepResult {
    if context.advisor.is_none() {
        return Ok(Verdict::not_judged(format!(
            "no rule can judge \"{}\", and no advisor is configured",
            ask.text
        )));
    }
    let first = context.first_need();
    let screen = match context.settle(context.options.timeout, first)? {
        Settled::Still(screen) | Settled::Restless(screen) => screen,
        Settled::Unreadable(reason) => return Ok(unreadable(&reason)),
    };
    let deadline = context.round_trip();
    let picture = if context.device().can(Ability::Screenshot) {
        Some(context.device().screenshot(deadline)?)
    } else {
        None
    };
    let Some(advisor) = context.advisor.as_deref_mut() else {
        return Ok(Verdict::not_judged("no advisor is configured"));
    };
    let name = advisor.name().to_owned();
    let question = ask.text.to_string();
    Ok(
        match advisor.judge(&question, &screen, picture.as_ref(), deadline) {
            Ok(Advice::Yes { reason }) => Verdict::passed(format!("{name} says yes: {reason}")),
            Ok(Advice::No { reason }) => Verdict::failed(format!("{name} says no: {reason}")),
            Ok(Advice::Unsure { reason }) => {
                Verdict::not_judged(format!("{name} is not sure: {reason}"))
            }
            Err(error) => Verdict::not_judged(error.to_string()),
        },
    )
}
