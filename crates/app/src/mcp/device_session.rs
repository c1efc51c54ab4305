//! One open device and everything one client knows of it; lives on the device's own thread.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{
    Ability, Action, Deadline, Device, DeviceError, DeviceInfo, Moment, Png, TextReader,
};
use retap_model::event::{EventSink, RunMode};
use retap_model::program::InterruptionPolicy;
use retap_model::screen::Screen;
use retap_model::secret::Secret;
use retap_replay::{
    Engine, NotSeen, Parts, Pictures, RunOptions, ScreenTexts, StopSignal, WatchResult,
};

use crate::devices::Opened;
use crate::fan_out::FanOut;
use crate::mcp::act_history::{ActHistory, Unkept};
use crate::mcp::compat::CompatState;
use crate::mcp::outline::ShownScreens;
use crate::mcp::{Refusal, ToolCall};
use crate::operation::Operation;
use crate::paint_over::GreyBoxes;

/// How long one round trip to a device may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// One open device and everything one client knows of it.
pub(crate) struct DeviceSession {
    pub(crate) engine: Engine,
    /// The device and the reader of its pictures.
    pub(crate) connection: Connection,
    pub(crate) shown: ShownScreens,
    /// The acts, for keeping them as a skill.
    pub(crate) history: ActHistory,
    /// The secrets that were typed, by the names of the inputs they become.
    inputs: BTreeMap<String, Secret>,
    /// The state of the tools of other servers.
    pub(crate) compat: CompatState,
    /// Whether the connection is gone, so that the device must be opened again.
    pub(crate) is_lost: bool,
    pub(crate) next_action: u64,
}

/// The device and what reads text from its pictures.
pub(crate) struct Connection {
    pub(crate) opened: Opened,
    reader: Option<Box<dyn TextReader>>,
}

impl Connection {
    fn new(opened: Opened) -> Self {
        Self {
            reader: opened.text_reader(),
            opened,
        }
    }

    /// Returns what the executor works with for one call.
    pub(crate) fn parts<'a>(
        &'a mut self,
        sink: &'a mut dyn EventSink,
        stop: &StopSignal,
    ) -> Parts<'a> {
        Parts {
            reader: match &mut self.reader {
                Some(reader) => Some(reader.as_mut()),
                None => None,
            },
            stop: stop.clone(),
            painter: Some(&GreyBoxes),
            ..Parts::new(
                self.opened.device.as_mut(),
                Arc::clone(&self.opened.clock),
                sink,
            )
        }
    }
}

impl DeviceSession {
    /// Returns the session of a device that was just opened.
    pub(crate) fn new(opened: Opened) -> Self {
        Self {
            connection: Connection::new(opened),
            engine: Engine::default(),
            shown: ShownScreens::default(),
            history: ActHistory::default(),
            inputs: BTreeMap::new(),
            compat: CompatState::default(),
            is_lost: false,
            next_action: 1,
        }
    }

    /// Goes on with the device after its connection was lost; what was done is still remembered.
    pub(crate) fn reconnect(&mut self, opened: Opened) {
        self.connection = Connection::new(opened);
        self.engine.forget();
        self.is_lost = false;
    }

    /// Notes what an error says about the connection, and passes it on.
    fn note_lost(&mut self, unseen: NotSeen) -> Refusal {
        self.is_lost |= matches!(unseen, NotSeen::Device(DeviceError::Disconnected { .. }));
        unseen.into()
    }

    /// Returns what is known of the device.
    pub(crate) fn info(&self) -> &DeviceInfo {
        self.connection.opened.device.info()
    }

    /// Returns the device itself, for what is no step.
    pub(crate) fn device(&mut self) -> &mut dyn Device {
        self.connection.opened.device.as_mut()
    }

    /// Returns the time on the device's clock.
    pub(crate) fn now(&self) -> Moment {
        self.connection.opened.clock.now()
    }

    /// Remembers that the client has seen a screen.
    pub(crate) fn note_shown(&mut self, screen: Option<&Arc<Screen>>) {
        if let Some(screen) = screen {
            self.shown.note(screen);
        }
    }

    /// Returns the address the device was opened by.
    pub(crate) fn address(&self) -> String {
        self.info().address.clone()
    }

    /// Returns the name of the input that a secret becomes: this one, with a number where another secret has it.
    pub(crate) fn name_input(&mut self, name: &str, secret: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let is_free = |name: &String| match self.inputs.get(name) {
            Some(other) => other.reveal() == secret,
            None => true,
        };
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(is_free).unwrap_or_default();
        self.inputs.insert(free.clone(), Secret::new(secret));
        free
    }

    /// Takes a picture, what is secret painted over; or returns why none may be shown.
    pub(crate) fn picture_without_secrets(&mut self) -> Result<Result<Png, String>, NotSeen> {
        let options = options(PATIENCE);
        let mut sink = FanOut {
            sinks: Vec::new(),
            warnings: &[],
        };
        let parts = self.connection.parts(&mut sink, &StopSignal::default());
        self.engine.picture(parts, &options)
    }

    /// Returns the deadline of one round trip.
    pub(crate) fn deadline(&self) -> Deadline {
        Deadline::after(self.now(), PATIENCE)
    }

    /// Refuses what the device cannot do, naming both.
    pub(crate) fn need(&self, ability: Ability) -> Result<(), Refusal> {
        if self.connection.opened.device.can(ability) {
            return Ok(());
        }
        let device = self.address();
        Err(DeviceError::Unsupported { device, ability }.into())
    }

    /// Notes something done to the device that is no act on its screen; what was seen may be old.
    pub(crate) fn note_aside(&mut self, title: String) {
        self.engine.forget();
        self.note_unnamed(title);
    }

    fn note_unnamed(&mut self, title: String) -> u64 {
        let number = self.number_act();
        self.history.unnamed.add(Unkept { number, title });
        number
    }

    /// Returns the number of an act, which no other act of this device gets.
    pub(crate) fn number_act(&mut self) -> u64 {
        self.next_action += 1;
        self.next_action - 1
    }
}

impl ToolCall<'_> {
    /// Reads the screen now.
    pub(crate) fn look(&mut self) -> Result<Arc<Screen>, Refusal> {
        let options = options(PATIENCE);
        let mut sink = self.handle.sink();
        let parts = self.session.connection.parts(&mut sink, &self.handle.stop);
        let seen = self.session.engine.look(parts, &options);
        seen.map_err(|unseen| self.note_lost(unseen))
    }

    /// Returns what was last seen, or looks where nothing was.
    pub(crate) fn seen(&mut self) -> Result<Arc<Screen>, Refusal> {
        match self.engine.last() {
            Some(screen) => Ok(screen),
            None => self.look(),
        }
    }

    /// Looks until `judge` finds what it wants; tells progress at every reading.
    pub(crate) fn watch<T>(
        &mut self,
        timeout: Duration,
        judge: impl FnMut(&Screen) -> Option<T>,
    ) -> WatchResult<T> {
        self.watch_every(None, timeout, judge)
    }

    /// Does the same, with so much time between looks at a device that cannot signal.
    pub(crate) fn watch_every<T>(
        &mut self,
        poll: Option<Duration>,
        timeout: Duration,
        mut judge: impl FnMut(&Screen) -> Option<T>,
    ) -> WatchResult<T> {
        let options = RunOptions {
            poll,
            ..options(timeout)
        };
        let handle = self.handle;
        let mut sink = handle.sink();
        let mut reads = 0.0;
        let parts = self.session.connection.parts(&mut sink, &self.handle.stop);
        self.session
            .engine
            .watch(parts, &options, timeout, |screen| {
                reads += 1.0;
                handle.tell(reads, None, "looking");
                judge(screen)
            })
    }

    /// Lets time pass on the device's clock.
    pub(crate) fn pause(&mut self, time: Duration) -> Result<(), Refusal> {
        let options = options(time);
        let mut sink = self.handle.sink();
        let parts = self.session.connection.parts(&mut sink, &self.handle.stop);
        let paused = self.session.engine.pause(parts, &options, time);
        paused.map_err(|unseen| self.note_lost(unseen))
    }

    /// Sends an act that is no step; nothing of it can be kept.
    pub(crate) fn send(&mut self, action: &Action) -> Result<u64, Refusal> {
        self.permit(&Operation::of_action(action))?;
        self.need(action.ability())?;
        self.note_sending();
        let options = options(PATIENCE);
        let mut sink = self.handle.sink();
        let parts = self.session.connection.parts(&mut sink, &self.handle.stop);
        let sent = self.session.engine.send(parts, &options, action);
        sent.map_err(|unseen| self.note_lost(unseen))?;
        self.record_frame();
        Ok(self.note_unnamed(action.to_string()))
    }
}

/// Returns the usual options of one step an agent sends: the screen comes to rest after it, so that
/// what is shown and mined is what will still be there.
pub(super) fn options(timeout: Duration) -> RunOptions {
    RunOptions {
        timeout,
        pictures: Pictures::Never,
        screen_texts: ScreenTexts::Masked,
        allow_not_judged: true,
        is_part: true,
        // An agent decides itself; it is told what is in front.
        interruptions: InterruptionPolicy::Stop,
        ..RunOptions::new("mcp", "-", RunMode::Learning)
    }
}
