//! The rows that an act brought: what was stored twice, or shows elsewhere than in a new row, is not what the lesson did.

use std::sync::Arc;
use std::time::Duration;

use retap_model::reason::{Reason, Visible};
use retap_model::screen::Screen;
use retap_model::verify::RowFault;

use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::wait::Waited;

/// How long a page may take to show the rows as its server has them.
const IN_ORDER: Duration = Duration::from_secs(1);

impl Context<'_> {
    /// Returns what is wrong with the rows that the last act brought, once its write was taken.
    pub(crate) fn wrong_rows(&mut self) -> Option<Reason> {
        if !self.is_replay() {
            return None;
        }
        let last = self.progress.last_act.as_ref()?;
        let (before, step) = (Arc::clone(&last.before), last.step);
        let gain = self.program.pin(step)?.rows.as_ref()?;
        if self.progress.effects.are_met(step) != Some(true) {
            return None;
        }
        let typed = self.progress.effects.typed_texts();
        let fault = |now: &Screen| gain.fault(&before, now, &typed);
        let screen = self.known.screens.last_screen()?;
        fault(&screen)?;
        let is_right = |now: &Screen| fault(now).is_none().then_some(());
        let Ok(Waited::TimedOut(screen)) = self.wait_until(IN_ORDER, Freshness::New, is_right)
        else {
            return None;
        };
        let number = step.0 + 1;
        let reason = match fault(&screen)? {
            RowFault::Doubled(row) => Reason::RowDoubled { number, row },
            RowFault::Without(typed) => Reason::NotInNewRow {
                number,
                typed: typed.0 + 1,
                visible: Visible::of(&screen),
            },
            RowFault::Missing => Reason::RowMissing {
                number,
                visible: Visible::of(&screen),
            },
        };
        self.note_unmet("the rows that came are those of the lesson", "they are not");
        Some(reason)
    }
}
