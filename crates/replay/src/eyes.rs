//! Looking at the screen, and not looking again when that would tell nothing new.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Ability, Change, Deadline, DeviceError, Moment};
use retap_model::screen::{PIXEL_STATUS_BAR, RevisionCounter, Screen, ScreenSource};

use crate::context::{Abort, Context};
use crate::observer::Fact;

/// How long a reading counts as recent on a device that cannot signal changes.
const RECENT: Duration = Duration::from_millis(250);

/// How new a reading must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Read now.
    Fresh,
    /// The last reading will do if nothing was done or seen to change since.
    Recent,
}

/// What a look gave.
#[derive(Debug, Clone)]
pub(crate) enum Look {
    /// The screen.
    Screen(Arc<Screen>),
    /// Nothing usable, and why; another look may do better.
    Unreadable(String),
}

/// The memory of what was last seen on the device in use.
#[derive(Debug, Default)]
pub(crate) struct Eyes {
    last: Option<(Arc<Screen>, Moment)>,
    counter: RevisionCounter,
}

impl Eyes {
    /// Returns the last reading, if nothing was done since.
    pub(crate) fn last_screen(&self) -> Option<Arc<Screen>> {
        self.last.as_ref().map(|(screen, _)| Arc::clone(screen))
    }

    /// Drops the last reading: something was done since.
    pub(crate) fn forget(&mut self) {
        self.last = None;
    }
}

impl Context<'_> {
    /// Looks at the screen.
    pub(crate) fn look(&mut self, need: Need) -> Result<Look, Abort> {
        self.check_stop()?;
        if need == Need::Recent
            && let Some(screen) = self.recent()?
        {
            return Ok(Look::Screen(screen));
        }
        match self.read()? {
            Ok(mut screen) => {
                self.eyes.counter.stamp(&mut screen);
                screen.captured_at = self.clock().timestamp();
                let screen = Arc::new(screen);
                self.tell(Fact::Saw(&screen));
                self.eyes.last = Some((Arc::clone(&screen), self.now()));
                Ok(Look::Screen(screen))
            }
            Err(reason) => Ok(Look::Unreadable(reason)),
        }
    }

    /// Returns how new a reading a step needs to begin with: a live run looks, a replay relies on
    /// what the step before has just verified.
    pub(crate) fn first_need(&self) -> Need {
        if self.is_replay() {
            Need::Recent
        } else {
            Need::Fresh
        }
    }

    /// Returns whether the last reading still holds, as far as can be told without another.
    pub(crate) fn is_still(&mut self) -> Result<bool, Abort> {
        Ok(self.device().can(Ability::SignalsChange) && self.recent()?.is_some())
    }

    fn recent(&mut self) -> Result<Option<Arc<Screen>>, Abort> {
        let Some((screen, at)) = self.eyes.last.clone() else {
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

    fn read(&mut self) -> Result<Result<Screen, String>, Abort> {
        self.tally.reads += 1;
        let deadline = self.round_trip();
        if !self.device().can(Ability::Tree) {
            return self.read_pixels(deadline);
        }
        match self.device().read_screen(deadline) {
            Ok(screen) => Ok(Ok(screen)),
            Err(DeviceError::Unreadable { reason }) => Ok(Err(reason)),
            Err(error) => {
                self.recover(error)?;
                Ok(Err("the device was lost for a moment".to_owned()))
            }
        }
    }

    /// Reads text from a picture, for devices without a tree; never in a replay.
    fn read_pixels(&mut self, deadline: Deadline) -> Result<Result<Screen, String>, Abort> {
        let is_replay = self.is_replay();
        let (device, reader) = self.device_and_reader();
        let Some(reader) = reader.filter(|_| !is_replay) else {
            let device = device.info().address.clone();
            return Err(DeviceError::Unsupported {
                device,
                ability: Ability::Tree,
            }
            .into());
        };
        let info = device.info().clone();
        let picture = device.screenshot(deadline)?;
        let elements = reader.read_text(&picture, &info, deadline);
        self.tally.text_reads += 1;
        Ok(elements
            .map_err(|error| error.to_string())
            .map(|elements| Screen {
                size: info.size,
                elements,
                status_bar: PIXEL_STATUS_BAR,
                source: ScreenSource::Pixels,
                ..Screen::default()
            }))
    }
}
