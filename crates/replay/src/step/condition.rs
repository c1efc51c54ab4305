//! Runs exactly one of two branches.

use retap_model::program::{Condition, Presence, Target, Test};
use retap_model::select::is_seen;
use retap_model::verdict::Verdict;

use crate::context::{Abort, Context, StepResult};
use crate::eyes::Look;
use crate::find::{unreadable, visible_texts};
use crate::run::{Ended, run_steps};
use crate::wait::Settled;

/// Decides on a settled screen which branch runs, and runs it.
pub(super) fn perform(
    context: &mut Context<'_>,
    condition: &Condition,
    depth: usize,
) -> StepResult {
    let holds = match decide(context, &condition.test)? {
        Ok(holds) => holds,
        Err(verdict) => return Ok(verdict),
    };
    let (branch, name) = if holds {
        (&condition.then, "first")
    } else {
        (&condition.otherwise, "other")
    };
    // Where the author says what to do without it, the ends differ.
    let owed = context.owed.take();
    let owed = owed.filter(|_| context.is_last && condition.otherwise.is_empty());
    let own = context.current;
    let ended = run_steps(context, branch, depth + 1)?;
    context.current = own;
    Ok(match ended {
        Ended::Through if branch.is_empty() => Verdict::passed(format!(
            "{}: there is nothing to do",
            answer(&condition.test, holds)
        )),
        Ended::Through => {
            let ran = format!("{}: the {name} branch ran", answer(&condition.test, holds));
            match owed {
                Some(owed) => return context.settle_owed(&owed, Verdict::passed(ran)),
                None => Verdict::passed(ran),
            }
        }
        Ended::StoppedAt { number, reason } => {
            Verdict::failed(format!("in the {name} branch, step {number}: {reason}"))
        }
        Ended::Undone { number, reason } => {
            Verdict::not_judged(format!("in the {name} branch, step {number}: {reason}"))
        }
    })
}

fn answer(test: &Test, holds: bool) -> String {
    let truth = if holds { "holds" } else { "does not hold" };
    format!("{} {truth}", test.title())
}

fn decide(context: &mut Context<'_>, test: &Test) -> Result<Result<bool, Verdict>, Abort> {
    let target = match context.recall(&test.target) {
        Ok(target) => target,
        Err(verdict) => return Ok(Err(verdict)),
    };
    Ok(
        is_visible_now(context, &target)?.map(|is_visible| match test.presence {
            Presence::Visible => is_visible,
            Presence::NotVisible => !is_visible,
        }),
    )
}

/// Returns whether the target is in view: at once if it is, and on a settled screen if it is not,
/// because on a loading one everything is absent.
pub(super) fn is_visible_now(
    context: &mut Context<'_>,
    target: &Target,
) -> Result<Result<bool, Verdict>, Abort> {
    let first = context.first_need();
    if let Look::Screen(screen) = context.look(first)?
        && is_seen(&screen, target)
    {
        return Ok(Ok(true));
    }
    match context.settle(context.options.timeout, crate::eyes::Need::Recent)? {
        Settled::Still(screen) => {
            let is_visible = is_seen(&screen, target);
            let expected = format!("whether {} is visible", target.title());
            let seen = visible_texts(&screen);
            context.note_check(expected, seen, true);
            Ok(Ok(is_visible))
        }
        Settled::Restless(_) => Ok(Err(Verdict::failed(format!(
            "the screen did not come to rest, so it cannot be told whether `{}` is visible",
            target.label
        )))),
        Settled::Unreadable(reason) => Ok(Err(unreadable(&reason))),
    }
}
