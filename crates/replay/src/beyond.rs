//! Looking for what is on the page and out of view: it is there, and what is to be acted on is brought into view.
//!
//! Not here: what must be loaded by scrolling, which no device knows of; that is the step `scroll_to`.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{DeviceError, Moment};
use retap_model::event::{Event, RunMode};
use retap_model::program::StepId;
use retap_model::screen::Screen;

use crate::context::Context;
use crate::stop::{Stop, or_unseen};

/// How long a page is left alone between two looks at all of it.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// How often one wait scrolls: a page that scrolls back by itself does not want to be scrolled.
const MOST_SCROLLS: u32 = 3;

/// What a wait makes of what is on the page and out of view.
pub(crate) enum Beyond<'b> {
    /// What is waited for must be in view.
    DoesNotCount,
    /// Being anywhere on the page is enough.
    Counts,
    /// It must be in view, and what this finds on all of the page is brought there.
    IsBrought(&'b mut dyn FnMut(&Screen) -> Option<FoundBeyond>),
}

/// Where what an act brings may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ProofPlace {
    /// In view.
    #[default]
    View,
    /// Anywhere on the page: nothing of it was anywhere before the act, in the lesson and now.
    Page,
}

/// An element that was found on all of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FoundBeyond {
    /// Its place in the reading.
    pub(crate) element: usize,
    /// Whether it is what was recorded, without any change.
    pub(crate) is_as_recorded: bool,
}

/// What one wait has done about what is out of view.
#[derive(Debug, Default)]
pub(crate) struct BeyondSearch {
    /// The screen that was seen last, and since when.
    seen: Option<(u64, Moment)>,
    /// The screen behind which all of the page was looked at, when, and whether the screen rested then.
    tried: Option<Tried>,
    scrolls: u32,
    /// Whether the device knows no more than it shows.
    is_useless: bool,
}

#[derive(Debug, Clone, Copy)]
struct Tried {
    revision: u64,
    at: Moment,
    has_rested: bool,
}

/// What came of a look at all of a page.
pub(crate) enum BeyondView<T> {
    /// Nothing.
    Nothing,
    /// The condition holds there.
    Held(T, Arc<Screen>),
    /// What was looked for is in view now.
    Brought,
}

impl Beyond<'_> {
    /// Returns what counts as the proof of an act.
    pub(crate) const fn of_proof(place: ProofPlace) -> Self {
        match place {
            ProofPlace::Page => Self::Counts,
            ProofPlace::View => Self::DoesNotCount,
        }
    }
}

impl BeyondSearch {
    /// Returns whether a screen has rested since it was first seen.
    fn has_rested(&mut self, screen: &Screen, now: Moment) -> bool {
        match self.seen {
            Some((revision, since)) if revision == screen.revision => {
                now.since(since) >= BETWEEN_LOOKS
            }
            Some(_) | None => {
                self.seen = Some((screen.revision, now));
                false
            }
        }
    }

    /// Returns whether another look at all of the page may tell something new.
    fn is_due(&self, screen: &Screen, has_rested: bool, now: Moment) -> bool {
        !self.is_useless
            && self.tried.is_none_or(|tried| {
                let is_new = tried.revision != screen.revision || (has_rested && !tried.has_rested);
                is_new && (has_rested || now.since(tried.at) >= BETWEEN_LOOKS)
            })
    }

    /// Returns how soon it is worth looking again although nothing may have changed, if it is.
    pub(crate) fn next_look(&self, screen: &Screen) -> Option<Duration> {
        let is_done = |tried: Tried| tried.revision == screen.revision && tried.has_rested;
        let is_waiting = self.seen.is_some() && !self.tried.is_some_and(is_done);
        (is_waiting && !self.is_useless).then_some(BETWEEN_LOOKS)
    }
}

impl Context<'_> {
    /// Looks at all of a page of which the screen shows a part, where that may tell something new.
    pub(crate) fn look_past_view<T>(
        &mut self,
        beyond: &mut Beyond<'_>,
        search: &mut BeyondSearch,
        screen: &Arc<Screen>,
        judge: &mut impl FnMut(&Screen) -> Option<T>,
    ) -> Result<BeyondView<T>, Stop> {
        let is_ready = screen.may_go_on() && screen.loading().is_none();
        if matches!(beyond, Beyond::DoesNotCount) || !is_ready {
            return Ok(BeyondView::Nothing);
        }
        let now = self.now();
        let has_rested = search.has_rested(screen, now) && !self.has_open_request();
        if !search.is_due(screen, has_rested, now) {
            return Ok(BeyondView::Nothing);
        }
        search.tried = Some(Tried {
            revision: screen.revision,
            at: now,
            has_rested,
        });
        let looked = or_unseen(self.look_beyond(screen))?;
        search.is_useless = matches!(looked, Some(None));
        let Some(Some(whole)) = looked else {
            return Ok(BeyondView::Nothing);
        };
        match beyond {
            Beyond::DoesNotCount => Ok(BeyondView::Nothing),
            Beyond::Counts => {
                let held = judge(&whole);
                if held.is_none() {
                    // The last word of a judge is about the screen that is there.
                    judge(screen);
                }
                Ok(held.map_or(BeyondView::Nothing, |held| {
                    BeyondView::Held(held, Arc::new(whole))
                }))
            }
            Beyond::IsBrought(find) => {
                let is_sure = |found: &FoundBeyond| {
                    has_rested || (found.is_as_recorded && self.options.mode == RunMode::Compiled)
                };
                let found = find(&whole).filter(is_sure);
                let Some(found) = found.filter(|_| search.scrolls < MOST_SCROLLS) else {
                    return Ok(BeyondView::Nothing);
                };
                search.scrolls += 1;
                Ok(match self.scroll_into_view(found.element)? {
                    true => BeyondView::Brought,
                    false => BeyondView::Nothing,
                })
            }
        }
    }

    /// Returns where what an act brings may show. A text that stands below the fold already would prove a dead button.
    pub(crate) fn proof_place(&mut self, before: &Screen) -> Result<ProofPlace, Stop> {
        let pin = self.program.pin(StepId(self.progress.current));
        let Some(pin) = pin.filter(|pin| pin.is_new_on_page && self.is_replay()) else {
            return Ok(ProofPlace::View);
        };
        let page = or_unseen(self.look_beyond(before))?.flatten();
        let is_new_on = |page: &Screen| pin.expect.iter().all(|it| it.is_new_on_page(page));
        let is_new = match &page {
            Some(page) => is_new_on(page),
            // The screen shows all of it, or nobody knows more.
            None => !before.may_go_on() && is_new_on(before),
        };
        Ok(match is_new {
            true => ProofPlace::Page,
            false => ProofPlace::View,
        })
    }

    /// Scrolls until an element of the last whole reading is in view, and tells so; returns whether it is still there.
    pub(crate) fn scroll_into_view(&mut self, element: usize) -> Result<bool, Stop> {
        let deadline = self.round_trip();
        match self.device().bring_into_view(element, deadline) {
            Ok(()) => {
                self.known.screens.forget();
                self.emit(Event::Acted {
                    action: "scroll until it is in view".to_owned(),
                    point: None,
                });
                Ok(true)
            }
            Err(DeviceError::Missed { .. } | DeviceError::Unreadable { .. }) => Ok(false),
            Err(error) => self.recover(error).map(|()| false),
        }
    }
}
