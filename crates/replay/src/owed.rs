//! What an act brought when it was learned and has not brought yet, because something else came up.

use std::sync::Arc;

use retap_model::program::{Step, StepKind};
use retap_model::screen::Screen;
use retap_model::verdict::Verdict;
use retap_model::verify::{Expectation, check};

use crate::act::join;
use crate::context::{Context, StepResult};
use crate::eyes::Need;
use crate::find::{unreadable, visible_texts};
use crate::wait::Waited;

/// What an act still has to bring.
pub(crate) struct Owed {
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
    pub(crate) fn settle_owed(&mut self, owed: &Owed, done: Verdict) -> StepResult {
        let waited = self.wait_until(self.options.timeout, Need::Fresh, |now| {
            let checked = check(&owed.expectations, &owed.before, now);
            checked.is_proven().then_some(())
        })?;
        Ok(match waited {
            Waited::Held((), _) => done,
            Waited::TimedOut(Ok(screen)) => {
                let missing = check(&owed.expectations, &owed.before, &screen).missing;
                Verdict::not_judged(format!(
                    "{}, but nothing tells how it ended: when this was learned, {}; say with `assert_visible` what should show; visible: {}",
                    done.reason,
                    join(&missing),
                    visible_texts(&screen)
                ))
            }
            Waited::TimedOut(Err(reason)) => unreadable(&reason),
        })
    }
}
