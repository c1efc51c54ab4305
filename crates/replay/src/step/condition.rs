//! Runs exactly one of two branches.

use retap_model::program::{Condition, Presence, Target, Test};
use retap_model::reason::Unclear;
use retap_model::select::is_seen;

use crate::run::run_steps;
use crate::screen_cache::Look;
use crate::wait::Settled;

use super::{At, Context, Freshness, Perform, Reason, StepResult, Stop, Verdict, Visible};

impl Perform for Condition {
    /// Decides on a settled screen which branch runs, and runs it.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let holds = decide(context, &self.test)?;
        let branch = if holds { &self.then } else { &self.otherwise };
        // Where the author says what to do without it, the ends differ.
        let deferred = context.progress.deferred.take();
        let deferred = deferred.filter(|_| context.progress.is_last && self.otherwise.is_empty());
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

fn decide(context: &mut Context<'_>, test: &Test) -> Result<bool, Stop> {
    let target = context.recall(&test.target)?;
    let is_visible = is_visible_now(context, &target)?;
    Ok(is_visible == (test.presence == Presence::Visible))
}

/// Returns whether the target is in view: at once if it is, and on a settled screen if it is not,
/// because on a loading one everything is absent.
pub(super) fn is_visible_now(context: &mut Context<'_>, target: &Target) -> Result<bool, Stop> {
    let first = context.first_look();
    if let Look::Screen(screen) = context.look(first)?
        && is_seen(&screen, target)
    {
        return Ok(true);
    }
    match context.settle(context.options.timeout, Freshness::Recent)? {
        Settled::Still(screen) => {
            let expected = format!("whether {} is visible", target.title());
            context.note_held(expected, Visible::of(&screen).to_string());
            Ok(is_seen(&screen, target))
        }
        Settled::Restless(_) => {
            let about = Unclear::IsVisible(target.label.to_string());
            Err(Stop::failed(Reason::Restless { about }))
        }
    }
}
