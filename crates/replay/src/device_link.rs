//! The device in use, its clock, and what limits the run on it.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Clock, Deadline, Device, Moment, TextReader};

use crate::options::StopSignal;
use crate::parts::OpenDevice;
use crate::stop::Stop;

/// The longest one round trip to a device may take.
const ROUND_TRIP: Duration = Duration::from_secs(30);

/// The device in use: the one the run was given, or one a `target` step opened.
enum ActiveDevice<'a> {
    Given(&'a mut dyn Device),
    Opened(Box<dyn Device>),
}

/// The device in use, its clock, and what limits the run on it.
pub(crate) struct DeviceLink<'a> {
    active: ActiveDevice<'a>,
    /// Reads text where the device gives no tree.
    pub(crate) reader: Option<&'a mut dyn TextReader>,
    pub(crate) clock: Arc<dyn Clock>,
    started: Moment,
    /// Time spent on clocks of devices used before, so that switching loses none.
    earlier: Duration,
    stop: StopSignal,
    /// How long the whole run may take.
    limit: Option<Duration>,
    /// The number of the newest signal that was looked at.
    pub(crate) newest_signal: u64,
    /// The number of the newest signal before the run.
    pub(crate) first_signal: u64,
}

impl<'a> DeviceLink<'a> {
    pub(crate) fn new(
        device: &'a mut dyn Device,
        clock: Arc<dyn Clock>,
        reader: Option<&'a mut dyn TextReader>,
        stop: StopSignal,
        limit: Option<Duration>,
    ) -> Self {
        Self {
            active: ActiveDevice::Given(device),
            reader,
            started: clock.now(),
            clock,
            earlier: Duration::ZERO,
            stop,
            limit,
            newest_signal: 0,
            first_signal: 0,
        }
    }

    pub(crate) fn device(&mut self) -> &mut dyn Device {
        match &mut self.active {
            ActiveDevice::Given(device) => *device,
            ActiveDevice::Opened(device) => device.as_mut(),
        }
    }

    pub(crate) fn device_and_reader(
        &mut self,
    ) -> (&mut dyn Device, Option<&mut (dyn TextReader + 'a)>) {
        let device = match &mut self.active {
            ActiveDevice::Given(device) => &mut **device,
            ActiveDevice::Opened(device) => device.as_mut(),
        };
        (device, self.reader.as_deref_mut())
    }

    /// Returns whether the device in use is still the one the run was given.
    pub(crate) const fn is_given(&self) -> bool {
        matches!(self.active, ActiveDevice::Given(_))
    }

    pub(crate) fn switch_to(&mut self, opened: OpenDevice) {
        self.earlier = self.elapsed();
        self.started = opened.clock.now();
        self.clock = opened.clock;
        self.active = ActiveDevice::Opened(opened.device);
        self.newest_signal = 0;
        self.first_signal = 0;
    }

    /// Returns the deadline of one round trip to the device.
    pub(crate) fn round_trip(&self) -> Deadline {
        Deadline::after(self.clock.now(), ROUND_TRIP)
    }

    /// Returns the time the run has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.earlier + self.clock.now().since(self.started)
    }

    /// Returns an error when somebody asked to stop or the time of the whole run is up.
    pub(crate) fn check_stop(&self) -> Result<(), Stop> {
        if self.stop.is_stopped() {
            return Err(Stop::Requested);
        }
        match self.limit {
            Some(limit) if self.elapsed() > limit => Err(Stop::OutOfTime(limit)),
            Some(_) | None => Ok(()),
        }
    }
}
