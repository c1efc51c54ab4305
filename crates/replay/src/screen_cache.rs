//! Looking at the screen, and not looking again when that would tell nothing new.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Ability, Change, Deadline, Device, DeviceError, Moment};
use retap_model::event::RunMode;
use retap_model::reason::Reason;
use retap_model::screen::{Element, PIXEL_STATUS_BAR, RevisionCounter, Screen, ScreenSource};
use retap_model::verify::SelfChanges;

use crate::context::{Context, Known};
use crate::held_secrets::HeldSecrets;
use crate::options::ScreenTexts;
use crate::parts::Fact;
use crate::step::field::value;
use crate::stop::Stop;

/// How long a reading counts as recent on a device that cannot signal changes.
const RECENT: Duration = Duration::from_millis(250);

/// How new a reading must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// Read now.
    New,
    /// The last reading will do if nothing was done or seen to change since.
    Recent,
}

/// The result of a look: the screen, or why it gave nothing usable; another may do better.
pub(crate) type Look = Result<Arc<Screen>, String>;

/// The last readings of the device in use.
#[derive(Debug, Default)]
pub(crate) struct ScreenCache {
    last: Option<(Arc<Screen>, Moment)>,
    /// Whether there was a password field that held something when the screen was last read, however long ago.
    pub(crate) holds_password: Option<bool>,
    pub(crate) held_secrets: HeldSecrets,
    /// What changed while nothing was done.
    pub(crate) self_changes: SelfChanges,
    counter: RevisionCounter,
    /// The app that was last seen in front by a step that proved it; `None` before there is one.
    front: Option<Option<String>>,
    /// The app that was in front before that one: a reading that shows it may be an old one.
    left: Option<Option<String>>,
}

impl ScreenCache {
    /// Returns the last reading, if nothing was done since.
    pub(crate) fn last_screen(&self) -> Option<Arc<Screen>> {
        self.last.as_ref().map(|(screen, _)| Arc::clone(screen))
    }

    /// Drops the last reading: something was done since.
    pub(crate) fn forget(&mut self) {
        self.last = None;
        self.self_changes.note_act();
    }

    /// Drops everything but the count of revisions: somebody else used the device.
    pub(crate) fn forget_all(&mut self) {
        self.forget();
        (self.front, self.left) = (None, None);
    }

    /// Notes which app a step has proven to be in front.
    pub(crate) fn note_front(&mut self, before: Option<&Screen>, now: &Screen) {
        let known = self.front.replace(now.app.clone());
        if self.front != known {
            // Where nothing was seen before, the run began on the home screen.
            let seen = known.or_else(|| before.map(|before| before.app.clone()));
            self.left = Some(seen.unwrap_or_default());
        }
    }

    /// Returns whether a reading may be an old one: it shows the app that was left for the one last proven to be
    /// in front, and what it lacks says nothing.
    pub(crate) fn may_be_old(&self, screen: &Screen) -> bool {
        let is_front = self.front.as_ref().is_none_or(|front| *front == screen.app);
        !is_front && self.left.as_ref() == Some(&screen.app)
    }
}

impl Context<'_> {
    /// Looks at the screen.
    pub(crate) fn look(&mut self, freshness: Freshness) -> Result<Look, Stop> {
        let deadline = self.round_trip();
        self.look_by(freshness, deadline)
    }

    /// Looks at the screen, which must be read by then.
    pub(crate) fn look_by(
        &mut self,
        freshness: Freshness,
        deadline: Deadline,
    ) -> Result<Look, Stop> {
        self.check_stop()?;
        if freshness == Freshness::Recent
            && let Some(screen) = self.recent()?
        {
            return Ok(Ok(screen));
        }
        Ok(self.read(deadline)?.map(|screen| self.note_read(screen)))
    }

    /// Looks at the screen as it is, for painting over what must not be seen.
    pub(crate) fn look_unmasked(&mut self) -> Result<Reading, Stop> {
        self.check_stop()?;
        let deadline = self.round_trip();
        let read = self.read(deadline)?;
        Ok(read.inspect(|screen| drop(self.note_read(screen.clone()))))
    }

    /// Returns all of the page behind a reading, with more of it than the screen shows, where the device knows of any.
    pub(crate) fn look_beyond(&mut self, screen: &Screen) -> Result<Option<Screen>, Stop> {
        if !screen.may_go_on() {
            return Ok(None);
        }
        self.check_stop()?;
        let deadline = self.round_trip();
        let mut whole = match self.device().read_whole(deadline) {
            Ok(whole) => whole,
            Err(DeviceError::Unreadable { reason }) => return Err(Stop::unreadable(reason)),
            Err(error) => {
                self.recover(error)?;
                return Err(Stop::unreadable(
                    "the device was lost for a moment".to_owned(),
                ));
            }
        };
        if let Some(whole) = &mut whole
            && self.options.screen_texts == ScreenTexts::Masked
        {
            self.mask_screen(whole);
        }
        Ok(whole)
    }

    /// Stamps a reading, masks it where that is wanted, and remembers it as the last one.
    fn note_read(&mut self, mut screen: Screen) -> Arc<Screen> {
        self.known.screens.counter.stamp(&mut screen);
        screen.captured_at = self.parts.clock.timestamp();
        let holds_password = screen.elements.iter().any(Element::holds_password);
        self.known.screens.holds_password = Some(holds_password);
        let Known {
            screens, secrets, ..
        } = &mut self.known;
        secrets.extend(screens.held_secrets.note(&screen, secrets));
        if self.options.screen_texts == ScreenTexts::Masked {
            self.mask_screen(&mut screen);
        }
        let screen = Arc::new(screen);
        self.tell(Fact::Saw(&screen));
        if self.options.mode == RunMode::Learning {
            // When an answer came must be known as soon as something shows of it.
            self.note_new_writes();
        }
        let now = self.now();
        let cache = &mut self.known.screens;
        let last = cache.last.replace((Arc::clone(&screen), now));
        if let Some((last, _)) = last.filter(|(last, _)| last.revision != screen.revision) {
            cache.self_changes.note(&last, &screen, now);
        }
        screen
    }

    /// Masks what is secret on a reading; a field that whoever asks typed into shows what they typed, which is as good as
    /// said.
    fn mask_screen(&mut self, screen: &mut Screen) {
        let Known {
            screens,
            secrets,
            said,
            ..
        } = &mut self.known;
        let are_own = screens.held_secrets.mask(screen);
        if let Some(name) = &mut screen.name {
            secrets.apply(name);
        }
        for (element, is_own) in screen.elements.iter_mut().zip(are_own) {
            let typed = is_own.then(|| value(element).to_owned());
            element.for_each_text(&mut |text| {
                if typed.as_ref() != Some(text) {
                    secrets.apply(text);
                }
            });
            if let Some(typed) = typed {
                said.join(secrets.shown_in(&typed));
            }
        }
    }

    /// Returns what the screen shows; a step that needs it fails where it cannot be read.
    pub(crate) fn see(&mut self, freshness: Freshness) -> Result<Arc<Screen>, Stop> {
        self.look(freshness)?.map_err(Stop::unreadable)
    }

    /// Returns how new a reading a step needs to begin with: a live run looks, a replay relies on
    /// what the step before has just verified.
    pub(crate) fn first_look(&self) -> Freshness {
        if self.is_replay() {
            Freshness::Recent
        } else {
            Freshness::New
        }
    }

    /// Returns whether the last reading still holds, as far as can be told without another.
    pub(crate) fn is_still(&mut self) -> Result<bool, Stop> {
        Ok(self.device().can(Ability::SignalsChange) && self.recent()?.is_some())
    }

    fn recent(&mut self) -> Result<Option<Arc<Screen>>, Stop> {
        let Some((screen, at)) = self.known.screens.last.clone() else {
            return Ok(None);
        };
        let now = self.now();
        let is_current = if self.device().can(Ability::SignalsChange) {
            self.await_signal(Deadline(now))? == Change::None
        } else {
            now.since(at) <= RECENT
        };
        Ok(is_current.then_some(screen))
    }

    /// Reads the screen; the inner error says why this one reading is unusable.
    fn read(&mut self, deadline: Deadline) -> Result<Reading, Stop> {
        self.progress.tally.reads += 1;
        if !self.device().can(Ability::Tree) {
            return self.read_pixels(deadline);
        }
        match self.device().read_screen(deadline) {
            Ok(screen) => Ok(Ok(screen)),
            Err(DeviceError::Unreadable { reason }) => Ok(Err(reason)),
            // The act before led where nobody may go: that is known now, and no wait changes it.
            Err(error @ DeviceError::NotPermitted { .. }) => {
                Err(Stop::failed(Reason::device(&error)))
            }
            Err(error) => {
                self.recover(error)?;
                Ok(Err("the device was lost for a moment".to_owned()))
            }
        }
    }

    /// Returns a text as it is read from the screen: with its secrets masked where they are.
    pub(crate) fn as_read(&self, text: &str) -> String {
        match self.options.screen_texts {
            ScreenTexts::Real => text.to_owned(),
            ScreenTexts::Masked => self.known.secrets.mask(text).into_owned(),
        }
    }

    /// Reads text from a picture, for devices without a tree; never in a replay.
    fn read_pixels(&mut self, deadline: Deadline) -> Result<Reading, Stop> {
        let is_replay = self.is_replay();
        let device: &mut dyn Device = match &mut self.opened {
            Some(device) => device.as_mut(),
            None => &mut *self.parts.device,
        };
        let reader = self.parts.reader.as_deref_mut();
        let Some(reader) = reader.filter(|_| !is_replay) else {
            let device = device.info().address.clone();
            let ability = Ability::Tree;
            return Err(DeviceError::Unsupported { device, ability }.into());
        };
        let info = device.info().clone();
        let picture = device.screenshot(deadline)?;
        let elements = reader.read_text(&picture, &info, deadline);
        self.progress.tally.text_reads += 1;
        let screen = elements.map(|elements| Screen {
            size: info.size,
            elements,
            status_bar: PIXEL_STATUS_BAR,
            source: ScreenSource::Pixels,
            ..Screen::default()
        });
        Ok(screen.map_err(|error| error.to_string()))
    }
}

/// One reading, or why it is unusable.
pub(crate) type Reading = Result<Screen, String>;
