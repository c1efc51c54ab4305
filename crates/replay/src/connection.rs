//! A device that is lost and comes back: the run goes on where that is honest.

use retap_model::device::{Change, Deadline, DeviceError, Png};

use crate::context::Context;
use crate::stop::Stop;

impl Context<'_> {
    /// Waits until a device that was lost is there again, no longer than any wait; what it showed before
    /// no longer counts. Other errors, and a device that stays away, end the run.
    pub(crate) fn recover(&mut self, error: DeviceError) -> Result<(), Stop> {
        if !matches!(error, DeviceError::Disconnected { .. }) {
            return Err(error.into());
        }
        self.link.check_stop()?;
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
        let deadline = self.round_trip();
        match self.device().screenshot(deadline) {
            Ok(picture) => Ok(picture),
            Err(error) => {
                self.recover(error)?;
                let deadline = self.round_trip();
                Ok(self.device().screenshot(deadline)?)
            }
        }
    }
}
