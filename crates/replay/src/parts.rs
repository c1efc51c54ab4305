//! The device, clock and helpers that a run works with.

use std::sync::Arc;

use retap_model::device::{Advisor, Clock, Device, DeviceError, Png, TextReader};
use retap_model::event::EventSink;
use retap_model::geometry::Rect;

use crate::observer::Observer;
use crate::options::StopSignal;

/// A device and the clock its deadlines are on.
pub struct OpenDevice {
    /// The device.
    pub device: Box<dyn Device>,
    /// Its clock.
    pub clock: Arc<dyn Clock>,
}

/// Opens the other devices a program names with `target`.
pub trait DeviceSource {
    /// Opens the device of this name.
    fn open_device(&mut self, name: &str) -> Result<OpenDevice, DeviceError>;
}

/// Paints over parts of a picture, so that a secret an app shows is not kept.
pub trait Painter: Sync {
    /// Returns the picture with these areas, in pixels, painted over, or why that cannot be done.
    fn paint_over(&self, picture: &Png, areas: &[Rect]) -> Result<Png, String>;
}

/// The device, clock and helpers that a run works with.
pub struct Parts<'a> {
    /// The device to drive.
    pub device: &'a mut dyn Device,
    /// The clock its deadlines are on.
    pub clock: Arc<dyn Clock>,
    /// Where events go.
    pub sink: &'a mut dyn EventSink,
    /// Reads text where the device gives no tree; only used while not replaying.
    pub reader: Option<&'a mut dyn TextReader>,
    /// Judges what no rule can.
    pub advisor: Option<&'a mut dyn Advisor>,
    /// Opens further devices.
    pub devices: Option<&'a mut dyn DeviceSource>,
    /// Paints over secrets in pictures; without it, pictures that show one are not kept.
    pub painter: Option<&'a dyn Painter>,
    /// Is told what the engine found, sent and saw.
    pub observer: Option<&'a mut dyn Observer>,
    /// Ends the run from outside.
    pub stop: StopSignal,
}

impl<'a> Parts<'a> {
    /// Returns the parts every run needs; whatever else there may be is left out.
    pub fn new(
        device: &'a mut dyn Device,
        clock: Arc<dyn Clock>,
        sink: &'a mut dyn EventSink,
    ) -> Self {
        Self {
            device,
            clock,
            sink,
            reader: None,
            advisor: None,
            devices: None,
            painter: None,
            observer: None,
            stop: StopSignal::default(),
        }
    }

    /// Returns the same parts for a shorter time, so that they can be used again afterwards.
    pub fn reborrow(&mut self) -> Parts<'_> {
        Parts {
            device: &mut *self.device,
            clock: Arc::clone(&self.clock),
            sink: &mut *self.sink,
            reader: match &mut self.reader {
                Some(reader) => Some(&mut **reader),
                None => None,
            },
            advisor: match &mut self.advisor {
                Some(advisor) => Some(&mut **advisor),
                None => None,
            },
            devices: match &mut self.devices {
                Some(devices) => Some(&mut **devices),
                None => None,
            },
            painter: self.painter,
            observer: match &mut self.observer {
                Some(observer) => Some(&mut **observer),
                None => None,
            },
            stop: self.stop.clone(),
        }
    }
}
