//! Everything a step may use while it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use retap_model::device::{
    Ability, Action, Advisor, Clock, Deadline, Device, DeviceError, Landed, Moment, Png,
    TextReader, Typed,
};
use retap_model::event::{Event, EventSink, Record, RunMode, Tally};
use retap_model::geometry::{Point, Rect};
use retap_model::program::{Program, StepId, StepKind, Target};
use retap_model::screen::Screen;
use retap_model::secret::{MASK, as_written, mask};
use retap_model::time::Timestamp;
use retap_model::verdict::Verdict;

use crate::eyes::Eyes;
use crate::observer::{Fact, Observer};
use crate::owed::Owed;

/// The longest one round trip to a device may take.
const ROUND_TRIP: Duration = Duration::from_secs(30);

/// Tells a run from outside that it should end; clones share the signal.
#[derive(Debug, Clone, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Asks every run that has this signal to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the run should end.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Which pictures a run keeps besides those its `screenshot` steps ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pictures {
    /// None.
    Never,
    /// One when a step fails.
    #[default]
    OnFailure,
    /// Before and after every act, and when a step fails; of a scenario, before and after every
    /// sentence, with the tree.
    EveryStep,
}

/// How a run should go about it.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// The name of the run in events.
    pub run: String,
    /// The file the program came from, for events.
    pub file: String,
    /// How the run is labelled in events.
    pub mode: RunMode,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// How long a wait lasts at the most when a step does not say.
    pub timeout: Duration,
    /// How long to wait between looks at a device that must be polled; by and by longer when not said.
    pub poll: Option<Duration>,
    /// Which pictures to keep.
    pub pictures: Pictures,
    /// When the run starts, for files and reports; the device's own date when not said.
    pub started_at: Option<Timestamp>,
    /// Whether steps nothing could judge still let the run pass; they are listed all the same.
    pub allow_not_judged: bool,
    /// Whether the steps after one that failed are run too.
    pub keep_going: bool,
    /// The compiled file the program came from, for events.
    pub compiled_from: Option<String>,
}

impl RunOptions {
    /// How long a wait lasts at the most when nobody says.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);

    /// Returns the usual options for a run of this name.
    pub fn new(run: impl Into<String>, file: impl Into<String>, mode: RunMode) -> Self {
        Self {
            run: run.into(),
            file: file.into(),
            mode,
            attempt: 1,
            timeout: Self::DEFAULT_TIMEOUT,
            poll: None,
            pictures: Pictures::default(),
            started_at: None,
            allow_not_judged: false,
            keep_going: false,
            compiled_from: None,
        }
    }
}

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

/// What a run is given to work with.
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

/// Why a run cannot go on. A failed step is a [`Verdict`], not this.
#[derive(Debug)]
pub(crate) enum Abort {
    /// The device or the way to it is at fault.
    Device(DeviceError),
    /// Somebody asked to stop.
    Stopped,
    /// The whole run took longer than its author allows.
    OutOfTime(Duration),
    /// What must come before the first step could not be done.
    Unprepared(String),
}

impl From<DeviceError> for Abort {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

/// How a step ends, unless the run cannot go on.
pub(crate) type StepResult = Result<Verdict, Abort>;

/// The device in use: the one the run was given, or one a `target` step opened.
enum ActiveDevice<'a> {
    Given(&'a mut dyn Device),
    Opened(Box<dyn Device>),
}

/// Everything a step may use.
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) options: &'a RunOptions,
    pub(crate) eyes: Eyes,
    /// What `remember` steps captured, by name.
    pub(crate) memory: BTreeMap<String, String>,
    /// Which round of each enclosing loop is running, outermost first.
    pub(crate) rounds: Vec<u32>,
    pub(crate) tally: Tally,
    pub(crate) advisor: Option<&'a mut dyn Advisor>,
    pub(crate) devices: Option<&'a mut dyn DeviceSource>,
    /// The number of the step that is running, for names of pictures.
    pub(crate) current: usize,
    /// The names of pictures kept so far, so that none overwrites another.
    pub(crate) picture_names: BTreeSet<String>,
    /// The app that was last seen in front by a step that proved it; `None` before there is one.
    pub(crate) front: Option<Option<String>>,
    /// The app that was in front before that one: a reading that shows it may be an old one.
    pub(crate) left: Option<Option<String>>,
    /// What steps no rule could decide turned out to mean.
    pub(crate) resolved: BTreeMap<StepId, StepKind>,
    /// Whether the step that is running stays unjudged because its author wants it so.
    pub(crate) is_allowed_unjudged: bool,
    /// Whether the last search by scrolling ended with a swipe that moved nothing.
    pub(crate) stood_still: bool,
    /// How many steps did.
    pub(crate) allowed_unjudged: u32,
    /// The first step that failed, by its number, and why; only known where the run goes on after it.
    pub(crate) first_failure: Option<(usize, String)>,
    /// Whether the step that is running is a sentence of a scenario, which has its own pictures.
    pub(crate) in_sentence: bool,
    /// The place of the step that is running in each list of steps around it, from 1.
    pub(crate) numbers: Vec<usize>,
    /// What the author says may come up after the step that is running.
    pub(crate) may_come_up: Option<Target>,
    /// What the act before has not brought, because that came up.
    pub(crate) owed: Option<Owed>,
    /// Whether no step after the one that is running proves anything.
    pub(crate) is_last: bool,
    /// How long the whole run may take.
    limit: Option<Duration>,
    /// The number of the newest signal that was looked at.
    pub(crate) signal: u64,
    /// The number of the newest signal before the run.
    pub(crate) first_signal: u64,
    /// Whether events must not tell what is touched, nor pictures show it.
    pub(crate) hide_acts: bool,
    /// Values that no event may show.
    secrets: BTreeSet<String>,
    pub(crate) painter: Option<&'a dyn Painter>,
    observer: Option<&'a mut dyn Observer>,
    active: ActiveDevice<'a>,
    clock: Arc<dyn Clock>,
    /// Time spent on clocks of devices used before, so that switching loses none.
    earlier: Duration,
    started: Moment,
    sink: &'a mut dyn EventSink,
    reader: Option<&'a mut dyn TextReader>,
    stop: StopSignal,
}

impl<'a> Context<'a> {
    pub(crate) fn new(program: &'a Program, parts: Parts<'a>, options: &'a RunOptions) -> Self {
        let started = parts.clock.now();
        Self {
            program,
            options,
            eyes: Eyes::default(),
            memory: BTreeMap::new(),
            rounds: Vec::new(),
            tally: Tally::default(),
            advisor: parts.advisor,
            devices: parts.devices,
            current: 0,
            picture_names: BTreeSet::new(),
            front: None,
            left: None,
            resolved: BTreeMap::new(),
            is_allowed_unjudged: false,
            stood_still: false,
            allowed_unjudged: 0,
            first_failure: None,
            may_come_up: None,
            owed: None,
            is_last: true,
            in_sentence: false,
            numbers: Vec::new(),
            limit: program
                .draft
                .header
                .frame
                .as_ref()
                .and_then(|frame| frame.timeout),
            signal: 0,
            first_signal: 0,
            hide_acts: false,
            secrets: program.draft.secrets(),
            painter: parts.painter,
            observer: parts.observer,
            active: ActiveDevice::Given(parts.device),
            clock: parts.clock,
            earlier: Duration::ZERO,
            started,
            sink: parts.sink,
            reader: parts.reader,
            stop: parts.stop,
        }
    }

    /// Returns whether the device in use is still the one the run was given.
    pub(crate) const fn is_on_given_device(&self) -> bool {
        matches!(self.active, ActiveDevice::Given(_))
    }

    pub(crate) fn device(&mut self) -> &mut dyn Device {
        match &mut self.active {
            ActiveDevice::Given(device) => *device,
            ActiveDevice::Opened(device) => device.as_mut(),
        }
    }

    /// Goes on with another device; nothing read before counts any more.
    pub(crate) fn switch_to(&mut self, opened: OpenDevice) {
        self.earlier = self.elapsed();
        self.started = opened.clock.now();
        self.clock = opened.clock;
        self.active = ActiveDevice::Opened(opened.device);
        self.signal = 0;
        self.first_signal = 0;
        self.eyes = Eyes::default();
        self.front = None;
        self.left = None;
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

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    pub(crate) fn clock_handle(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    pub(crate) fn now(&self) -> Moment {
        self.clock.now()
    }

    /// Returns the deadline of one round trip to the device.
    pub(crate) fn round_trip(&self) -> Deadline {
        Deadline::after(self.now(), ROUND_TRIP)
    }

    /// Returns the time the run has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.earlier + self.now().since(self.started)
    }

    pub(crate) fn check_stop(&self) -> Result<(), Abort> {
        if self.stop.is_stopped() {
            return Err(Abort::Stopped);
        }
        match self.limit {
            Some(limit) if self.elapsed() > limit => Err(Abort::OutOfTime(limit)),
            Some(_) | None => Ok(()),
        }
    }

    /// Returns whether pins are used, so that what was read a moment ago may be relied on.
    pub(crate) fn is_replay(&self) -> bool {
        self.options.mode == RunMode::Compiled
    }

    /// Returns whether nothing on the screen can be told: no tree, and text is not read.
    pub(crate) fn is_blind(&mut self) -> bool {
        let may_read_text = self.reader.is_some() && !self.is_replay();
        !self.device().can(Ability::Tree) && !may_read_text
    }

    /// Sends an event to the sink, with every secret in it masked. All events go through here.
    pub(crate) fn emit(&mut self, mut event: Event) {
        event.for_each_text(&mut |text| *text = mask(text, &self.secrets));
        let at_ms = self.elapsed().as_millis() as u64;
        self.sink.event(&Record {
            run: self.options.run.clone(),
            at_ms,
            event,
        });
    }

    /// Tells the observer, if there is one.
    pub(crate) fn tell(&mut self, fact: Fact<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.observe(fact);
        }
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

    /// Tells something the reader should know that is no verdict.
    pub(crate) fn warn(&mut self, message: impl Into<String>) {
        let message = message.into();
        self.emit(Event::Warned { message });
    }

    /// Tells that something that must hold was checked.
    pub(crate) fn note_check(
        &mut self,
        expected: impl Into<String>,
        seen: impl Into<String>,
        held: bool,
    ) {
        let (expected, seen) = (expected.into(), seen.into());
        self.emit(Event::Checked {
            expected,
            seen,
            held,
        });
    }

    /// Returns the verdict with every secret in its reason masked.
    pub(crate) fn masked(&self, verdict: Verdict) -> Verdict {
        Verdict {
            reason: mask(&verdict.reason, &self.secrets),
            ..verdict
        }
    }

    pub(crate) fn has_secrets(&self) -> bool {
        !self.secrets.is_empty()
    }

    /// Returns whether a text shows a secret.
    pub(crate) fn shows_secret(&self, text: &str) -> bool {
        mask(text, &self.secrets) != text
    }

    /// Returns the secrets as they are and as they stand in XML and JSON files.
    pub(crate) fn written_secrets(&self) -> BTreeSet<String> {
        self.secrets
            .iter()
            .flat_map(|text| as_written(text))
            .collect()
    }

    /// Treats a text as secret from now on.
    pub(crate) fn keep_secret(&mut self, text: &str) {
        self.secrets.insert(text.to_owned());
    }

    pub(crate) fn sink(&mut self) -> &mut dyn EventSink {
        self.sink
    }

    /// Sends one act and notes that what was read before no longer counts.
    pub(crate) fn perform(&mut self, action: &Action) -> Result<(), Abort> {
        self.check_stop()?;
        let deadline = self.round_trip();
        if let Err(error) = self.device().perform(action, deadline) {
            if matches!(error, DeviceError::Missed { .. }) {
                self.eyes.forget();
            }
            // Nobody knows whether it arrived; what shows afterwards will tell.
            self.recover(error)?;
        }
        self.eyes.forget();
        self.note_act(action);
        Ok(())
    }

    /// Touches a field that was read as empty and types into it, at once where the device can. What the
    /// device refuses is the step's failure.
    pub(crate) fn type_into(
        &mut self,
        field: Point,
        text: Typed,
    ) -> Result<Result<Landed, Verdict>, Abort> {
        self.check_stop()?;
        let deadline = self.round_trip();
        let landed = match self.device().type_into(field, &text, deadline) {
            Ok(landed) => landed,
            Err(error @ DeviceError::Refused { .. }) => {
                return Ok(Err(Verdict::failed(error.to_string())));
            }
            Err(error) => {
                self.eyes.forget();
                // Nobody knows whether it arrived; it is not sent twice.
                self.recover(error)?;
                Landed::Typed
            }
        };
        self.eyes.forget();
        self.note_act(&Action::Tap(field));
        if landed == Landed::Typed {
            self.note_act(&Action::Type(text));
        }
        Ok(Ok(landed))
    }

    fn note_act(&mut self, action: &Action) {
        self.tally.acts += 1;
        self.tell(Fact::Sent(action));
        self.emit(if self.hide_acts {
            Event::Acted {
                action: MASK.to_owned(),
                point: None,
            }
        } else {
            Event::Acted {
                action: action.to_string(),
                point: action.point().map(|point| [point.x, point.y]),
            }
        });
    }
}
