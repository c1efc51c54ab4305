//! The device in use and its clock: what limits a run on it, and how the run goes on where it was lost.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Ability, Change, Clock, Deadline, Device, DeviceError, Moment, Png};

use crate::context::Context;
use crate::options::RunOptions;
use crate::parts::{NamedDevice, OpenDevice};
use crate::screen_cache::ScreenCache;
use crate::stop::Stop;

/// The longest one round trip to a device may take.
const ROUND_TRIP: Duration = Duration::from_secs(30);

/// The least time for one, however short waits are to be: on a device that tells of changes, and on one that must be
/// polled, where a reading alone may take seconds.
const LEAST: Duration = Duration::from_secs(2);
const LEAST_POLLED: Duration = Duration::from_secs(15);

/// A device of the run, and what is known of it.
pub(crate) struct DeviceAside {
    name: NamedDevice,
    /// `None` for the one the run was given.
    device: Option<Box<dyn Device>>,
    clock: Arc<dyn Clock>,
    screens: ScreenCache,
    newest_signal: u64,
    first_signal: u64,
}

impl Context<'_> {
    /// Returns the device in use: the one the run was given, or one a `target` step opened.
    pub(crate) fn device(&mut self) -> &mut dyn Device {
        match &mut self.opened {
            Some(device) => device.as_mut(),
            None => self.parts.device,
        }
    }

    /// Goes on with this device if the run has it open; returns whether it has.
    pub(crate) fn switch_back_to(&mut self, name: &NamedDevice) -> bool {
        if self.in_use == *name {
            return true;
        }
        let known = self.aside.iter().position(|it| it.name == *name);
        let Some(known) = known else {
            return false;
        };
        let next = self.aside.swap_remove(known);
        self.exchange(next);
        true
    }

    /// Goes on with a device that was opened just now; nothing read before counts for it.
    pub(crate) fn switch_to(&mut self, name: NamedDevice, opened: OpenDevice) {
        self.exchange(DeviceAside {
            name,
            device: Some(opened.device),
            clock: opened.clock,
            screens: ScreenCache::default(),
            newest_signal: 0,
            first_signal: 0,
        });
    }

    /// Uses another device, and keeps the one in use until the run ends: its state is what later steps go by.
    fn exchange(&mut self, next: DeviceAside) {
        self.earlier = self.elapsed();
        self.started = next.clock.now();
        // What happens on the other device may change what this one shows.
        self.known.screens.forget();
        let progress = &mut self.progress;
        let last = DeviceAside {
            name: mem::replace(&mut self.in_use, next.name),
            device: mem::replace(&mut self.opened, next.device),
            clock: mem::replace(&mut self.parts.clock, next.clock),
            screens: mem::replace(&mut self.known.screens, next.screens),
            newest_signal: mem::replace(&mut progress.newest_signal, next.newest_signal),
            first_signal: mem::replace(&mut progress.first_signal, next.first_signal),
        };
        self.aside.push(last);
    }

    pub(crate) fn now(&self) -> Moment {
        self.parts.clock.now()
    }

    /// Returns the deadline of one round trip to the device: it takes no longer than any wait.
    pub(crate) fn round_trip(&mut self) -> Deadline {
        let time = self.options.timeout.clamp(self.least_time(), ROUND_TRIP);
        Deadline::after(self.now(), time)
    }

    /// Returns the deadline of one round trip by which something is opened. A server may take longer than a touch, unless
    /// waits are to be shorter than usual.
    pub(crate) fn arrival(&mut self) -> Deadline {
        match self.options.timeout < RunOptions::DEFAULT_TIMEOUT {
            true => self.round_trip(),
            false => Deadline::after(self.now(), ROUND_TRIP),
        }
    }

    /// Returns the deadline of a look within a wait that ends then: a last look takes the least time there is.
    pub(crate) fn look_within(&mut self, end: Deadline) -> Deadline {
        let least = Deadline::after(self.now(), self.least_time());
        end.max(least).min(self.round_trip())
    }

    fn least_time(&mut self) -> Duration {
        match self.device().can(Ability::SignalsChange) {
            true => LEAST,
            false => LEAST_POLLED,
        }
    }

    /// Returns the time the run has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.earlier + self.now().since(self.started)
    }

    /// Returns an error when somebody asked to stop or the time of the whole run is up.
    pub(crate) fn check_stop(&self) -> Result<(), Stop> {
        if self.parts.stop.is_stopped() {
            return Err(Stop::Requested);
        }
        let frame = self.program.draft.header.frame.as_ref();
        match frame.and_then(|frame| frame.timeout) {
            Some(limit) if self.elapsed() > limit => Err(Stop::OutOfTime(limit)),
            Some(_) | None => Ok(()),
        }
    }

    /// Waits until a device that was lost is there again, no longer than any wait; what it showed before
    /// no longer counts. Other errors, and a device that stays away, end the run.
    pub(crate) fn recover(&mut self, error: DeviceError) -> Result<(), Stop> {
        if !matches!(error, DeviceError::Disconnected { .. }) {
            return Err(error.into());
        }
        self.check_stop()?;
        let since = self.now();
        let deadline = Deadline::after(since, self.options.timeout);
        if self.device().reconnect(deadline).is_err() {
            return Err(error.into());
        }
        self.known.screens.forget();
        let gone = self.now().since(since);
        self.warn(format!("{error}; it was there again after {gone:.1?}"));
        Ok(())
    }

    /// Waits for a signal of the device; one that was lost meanwhile may have changed.
    pub(crate) fn await_signal(&mut self, deadline: Deadline) -> Result<Change, Stop> {
        match self.device().wait_for_change(deadline) {
            Ok(change) => Ok(change),
            Err(error) => self.recover(error).map(|()| Change::Happened),
        }
    }

    /// Takes a picture, once more where the device was lost over it.
    pub(crate) fn screenshot(&mut self) -> Result<Png, Stop> {
        self.ask(|device, deadline| device.screenshot(deadline))
    }

    /// Asks the device something, once more where it was lost over it. One that cannot be asked ends the run: what an act
    /// depends on is not taken for granted.
    pub(crate) fn ask<T>(
        &mut self,
        mut question: impl FnMut(&mut dyn Device, Deadline) -> Result<T, DeviceError>,
    ) -> Result<T, Stop> {
        let deadline = self.round_trip();
        match question(self.device(), deadline) {
            Ok(answer) => Ok(answer),
            Err(error) => {
                self.recover(error)?;
                let deadline = self.round_trip();
                Ok(question(self.device(), deadline)?)
            }
        }
    }
}
