//! Learned changes that an act has not brought yet, because something else came up.

use std::sync::Arc;

use retap_model::program::{Step, StepKind};
use retap_model::reason::{Reason, Visible};
use retap_model::screen::Screen;
use retap_model::verdict::Verdict;
use retap_model::verify::{Expectation, check};

use crate::act::words;
use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::StepResult;
use crate::wait::Waited;

/// The changes that an act still has to bring.
pub(crate) struct DeferredExpectations {
    pub(crate) before: Arc<Screen>,
    pub(crate) expectations: Vec<Expectation>,
}

/// Returns whether steps prove nothing of how an act before them ended.
pub(crate) fn prove_nothing(steps: &[Step]) -> bool {
    let is_idle = |step: &Step| matches!(step.kind, StepKind::Screenshot(_));
    steps.iter().all(is_idle)
}

impl Context<'_> {
    /// Judges the end of a run whose last act was answered by what the author says may come up: once that
    /// was dealt with, what was learned shows, or nobody knows how it ended.
    pub(crate) fn settle_deferred(
        &mut self,
        deferred: &DeferredExpectations,
        done: Reason,
    ) -> StepResult {
        let checked = |now: &Screen| check(&deferred.expectations, &deferred.before, now);
        let waited = self.wait_until(self.options.timeout, Freshness::New, |now| {
            checked(now).is_proven().then_some(())
        })?;
        Ok(match waited {
            Waited::Held((), _) => Verdict::passed(done),
            Waited::TimedOut(screen) => Verdict::not_judged(Reason::EndUnknown {
                done: Box::new(done),
                missing: words(&checked(&screen).missing),
                visible: Visible::of(&screen),
            }),
        })
    }
}
