//! The device, clock and helpers that a run works with, and what its observer is told.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{
    Action, Advisor, Clock, Device, DeviceError, Identifiers, Png, Request, TextReader, TreeDump,
};
use retap_model::event::EventSink;
use retap_model::geometry::Rect;
use retap_model::program::{StepId, Target};
use retap_model::screen::Screen;
use retap_model::select::Found;
use retap_model::verdict::Verdict;

use crate::options::StopSignal;

/// A device and the clock its deadlines are on.
pub struct OpenDevice {
    /// The device.
    pub device: Box<dyn Device>,
    /// Its clock.
    pub clock: Arc<dyn Clock>,
}

/// The device that a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedDevice {
    /// The one the run was given.
    OfRun,
    /// Another one; names that stand for the same one have the same key.
    Other(String),
}

/// Opens the other devices a program names with `target`.
///
/// A run asks for each device once, and goes back to it while it lasts.
pub trait DeviceSource {
    /// Returns which device is meant by this name; nothing is opened.
    fn device_of(&mut self, name: &str) -> Result<NamedDevice, DeviceError>;

    /// Opens the device of this name; a new one each time.
    fn open_device(&mut self, name: &str) -> Result<OpenDevice, DeviceError>;
}

/// What of a picture must not be kept, in its pixels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cover {
    /// What is painted over, and a little around it.
    pub areas: Vec<Rect>,
    /// What is left of the picture: what is in one of each list. Without a list, all of it.
    pub only: Vec<Vec<Rect>>,
}

/// Paints over parts of a picture, so that a secret an app shows is not kept.
pub trait Painter: Sync {
    /// Returns the picture with all painted over that must not be kept, or why that cannot be done.
    fn paint_over(&self, picture: &Png, cover: &Cover) -> Result<Png, String>;
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

    /// Returns the same parts for a shorter time, so that one of them can be replaced by what lives no longer.
    pub fn reborrow(&mut self) -> Parts<'_> {
        Parts {
            device: &mut *self.device,
            clock: Arc::clone(&self.clock),
            sink: &mut *self.sink,
            reader: self.reader.as_deref_mut().map(|it| it as _),
            advisor: self.advisor.as_deref_mut().map(|it| it as _),
            devices: self.devices.as_deref_mut().map(|it| it as _),
            painter: self.painter,
            observer: self.observer.as_deref_mut().map(|it| it as _),
            stop: self.stop.clone(),
        }
    }
}

/// One fact of a run, as it happens. Events are made from the same facts with secrets masked; here nothing is.
#[derive(Debug, Clone, Copy)]
pub enum Fact<'a> {
    /// A step began.
    Started(StepId),
    /// The screen was read.
    Saw(&'a Arc<Screen>),
    /// A target was found on a reading.
    Found {
        /// The target, with what was remembered filled in.
        target: &'a Target,
        /// The element that was found.
        found: &'a Found,
        /// The reading.
        screen: &'a Arc<Screen>,
    },
    /// All of the page that an act is about to be sent to, where the screen shows a part of it.
    Page(&'a Arc<Screen>),
    /// An act was sent to the device.
    Sent(&'a Action),
    /// The words with figures that may identify what the target of an act is about.
    Identifiers(&'a Identifiers),
    /// The tree of the page before the first act of a step, until the run has changed something.
    Tree(&'a TreeDump),
    /// The run caused this write; told at its end. The step is that whose act came last before it.
    Wrote {
        /// The step; none where nothing had been sent yet.
        step: Option<StepId>,
        /// The request.
        request: &'a Request,
    },
    /// The page was watched after the answer to what this step wrote.
    Watched {
        /// The step.
        step: StepId,
        /// How long after the answer it still did something.
        late: Option<Duration>,
        /// What it showed then.
        screen: &'a Arc<Screen>,
    },
    /// Something that no step speaks of was closed; this is the screen without it.
    Interrupted(&'a Arc<Screen>),
    /// A `remember` step captured this text.
    Captured(&'a str),
    /// A `measure` step has its figure.
    Measured(Duration),
    /// The step that began last and has not ended yet ended.
    Finished {
        /// How.
        verdict: &'a Verdict,
        /// How long it took, on the device's clock.
        took: Duration,
    },
}

/// Takes the facts of a run in the order in which they happen. Learning and MCP are observers.
pub trait Observer {
    /// Takes one fact.
    fn observe(&mut self, fact: Fact<'_>);
}
