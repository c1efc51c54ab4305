//! What was typed and showed in the lesson once its write was taken: it must show again. A server may take a write and
//! leave out a field of it.

use std::sync::Arc;

use retap_model::program::StepId;
use retap_model::reason::{Reason, Visible};
use retap_model::screen::Screen;
use retap_model::verify::{ShownIn, shows_typed};

use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::Stop;
use crate::wait::{Patience, Waited};

/// A text that must show when the next act is sent, or at the end of the run.
pub(crate) struct KeptText {
    /// The step whose write carried it.
    pub(crate) act: StepId,
    /// The step that typed it.
    pub(crate) typed: StepId,
    pub(crate) text: String,
    /// Where it must show.
    pub(crate) place: ShownIn,
}

impl Context<'_> {
    /// Stops before an act where a text does not show that was sent before it.
    pub(crate) fn require_kept_texts(&mut self) -> Result<(), Stop> {
        let screen = self.known.screens.last_screen();
        let lost = screen.and_then(|screen| self.lost_text(&screen));
        let lost = lost.or_else(|| self.wrong_rows());
        lost.map_or(Ok(()), |reason| Err(Stop::failed(reason)))
    }

    /// Waits until all texts show that were sent, and returns why the run stops where one does not.
    pub(crate) fn lost_text(&mut self, screen: &Arc<Screen>) -> Option<Reason> {
        let kept = std::mem::take(&mut self.progress.effects.kept);
        let missing = |screen: &Screen| {
            kept.iter()
                .find(|it| !shows_typed(screen, &it.text, it.place))
        };
        let mut last = Arc::clone(screen);
        if missing(screen).is_some() {
            let shows_all = |screen: &Screen| missing(screen).is_none().then_some(());
            let patience = Patience {
                within: self.options.timeout,
                rest: self.rest_patience(None),
            };
            let waited = self.wait_past_interruptions(patience, Freshness::New, shows_all);
            // A screen that cannot be read shows nothing.
            last = waited.map_or(last, Waited::into_screen);
        }
        let lost = missing(&last);
        for text in &kept {
            let expected = format!("what step {} typed shows", text.typed.0 + 1);
            match shows_typed(&last, &text.text, text.place) {
                true => self.note_held(expected, "it does"),
                false => self.note_unmet(expected, "it does not"),
            }
        }
        lost.map(|lost| Reason::NotKept {
            number: lost.act.0 + 1,
            typed: lost.typed.0 + 1,
            visible: Visible::of(&last),
        })
    }
}
