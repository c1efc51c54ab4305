//! One open device and everything one client knows of it; lives on the device's own thread.

use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_learn::compile::observe;
use retap_model::device::{Ability, Action, Clock as _, Deadline, DeviceError, TextReader};
use retap_model::event::{Event, EventSink, RunMode};
use retap_model::program::{
    CompiledAction, Draft, Header, Mode, Pin, Place, Program, Step, StepId, StepKind, Target,
};
use retap_model::screen::Screen;
use retap_model::select::{Candidate, Evidence, Search, locate};
use retap_model::time::Timestamp;
use retap_model::verdict::Verdict;
use retap_model::verify::{ActionType, FailureCode, failure_of};
use retap_replay::{Engine, Parts, Pictures, RunOptions, StopSignal, Unseen, Watched};

use super::call::Call;
use super::element_ids::ElementIds;
use super::outline::Shown;
use super::reply::{Refusal, code_of};
use super::ring::{Ring, RingEntry};
use crate::devices::Opened;

/// How long one round trip to a device may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// One open device and everything one client knows of it.
pub(crate) struct Desk {
    /// The executor on this device.
    pub(crate) engine: Engine,
    /// What the executor works with.
    pub(crate) hands: Hands,
    /// What the client was shown.
    pub(crate) shown: Shown,
    /// What was done, for keeping it.
    pub(crate) ring: Ring,
    /// The ids of elements that were told.
    pub(crate) ids: ElementIds,
    /// The lines of the log that were read and not told yet.
    pub(crate) log: Vec<String>,
    /// Whether the connection is gone, so that the device must be opened again.
    pub(crate) is_lost: bool,
    next_action: u64,
}

/// The device and what reads text from its pictures.
pub(crate) struct Hands {
    /// The device.
    pub(crate) opened: Opened,
    reader: Option<Box<dyn TextReader>>,
}

impl Hands {
    /// Returns what the executor works with for one call.
    pub(crate) fn parts<'a>(
        &'a mut self,
        sink: &'a mut dyn EventSink,
        stop: &StopSignal,
    ) -> Parts<'a> {
        Parts {
            device: self.opened.device.as_mut(),
            clock: Arc::clone(&self.opened.clock),
            sink,
            reader: match &mut self.reader {
                Some(reader) => Some(reader.as_mut()),
                None => None,
            },
            advisor: None,
            devices: None,
            painter: None,
            stop: stop.clone(),
        }
    }
}

/// A step to be done, and what is known of its target.
pub(crate) struct Deed {
    /// The step.
    pub(crate) kind: StepKind,
    /// What the element it is about was recognised by.
    pub(crate) evidence: Option<Evidence>,
    /// What it may touch besides the screen.
    pub(crate) action_type: ActionType,
    /// How long its target is waited for.
    pub(crate) timeout: Duration,
}

/// What came of a step.
pub(crate) struct Acted {
    /// The number of the act on this device.
    pub(crate) number: u64,
    /// When it began.
    pub(crate) at: Timestamp,
    /// What it may touch besides the screen.
    pub(crate) action_type: ActionType,
    /// How retap judges it.
    pub(crate) verdict: Verdict,
    /// Whether anything was sent to the device.
    pub(crate) is_sent: bool,
    /// Why not, where nothing was.
    pub(crate) failure: Option<FailureCode>,
    /// What could have been meant, where several could.
    pub(crate) candidates: Vec<Candidate>,
    /// The screen before.
    pub(crate) before: Option<Arc<Screen>>,
    /// The screen after.
    pub(crate) after: Option<Arc<Screen>>,
    /// What was touched.
    pub(crate) resolved: Option<usize>,
}

impl Desk {
    /// Returns the desk of a device that was just opened.
    pub(crate) fn new(opened: Opened) -> Self {
        Self {
            hands: Hands {
                reader: opened.text_reader(),
                opened,
            },
            engine: Engine::default(),
            shown: Shown::default(),
            ring: Ring::default(),
            ids: ElementIds::default(),
            log: Vec::new(),
            is_lost: false,
            next_action: 1,
        }
    }

    /// Goes on with the device after its connection was lost; what was done is still remembered.
    pub(crate) fn put_back(&mut self, opened: Opened) {
        self.hands = Hands {
            reader: opened.text_reader(),
            opened,
        };
        self.engine.forget();
        self.is_lost = false;
    }

    /// Notes what an error says about the connection, and passes it on.
    fn note_lost(&mut self, unseen: Unseen) -> Refusal {
        self.is_lost |= matches!(unseen, Unseen::Device(DeviceError::Disconnected { .. }));
        unseen.into()
    }

    /// Returns the address the device was opened by.
    pub(crate) fn address(&self) -> String {
        self.hands.opened.device.info().address.clone()
    }

    /// Returns the deadline of one round trip.
    pub(crate) fn deadline(&self) -> Deadline {
        Deadline::after(self.hands.opened.clock.now(), PATIENCE)
    }

    /// Refuses what the device cannot do, naming both.
    pub(crate) fn need(&self, ability: Ability) -> Result<(), Refusal> {
        let device = &self.hands.opened.device;
        if device.can(ability) {
            return Ok(());
        }
        let device = device.info().address.clone();
        Err(DeviceError::Unsupported { device, ability }.into())
    }

    /// Reads the screen now.
    pub(crate) fn look(&mut self, call: &Call) -> Result<Arc<Screen>, Refusal> {
        let options = options(PATIENCE);
        let mut sink = call.sink();
        let parts = self.hands.parts(&mut sink, &call.stop);
        let seen = self.engine.look(parts, &options);
        seen.map_err(|unseen| self.note_lost(unseen))
    }

    /// Returns what was last seen, or looks where nothing was.
    pub(crate) fn seen(&mut self, call: &Call) -> Result<Arc<Screen>, Refusal> {
        match self.engine.last() {
            Some(screen) => Ok(screen),
            None => self.look(call),
        }
    }

    /// Looks until `judge` finds what it wants; tells progress at every reading.
    pub(crate) fn watch<T>(
        &mut self,
        call: &Call,
        timeout: Duration,
        mut judge: impl FnMut(&Screen) -> Option<T>,
    ) -> Watched<T> {
        let options = options(timeout);
        let mut sink = call.sink();
        let mut reads = 0.0;
        let parts = self.hands.parts(&mut sink, &call.stop);
        self.engine.watch(parts, &options, timeout, |screen| {
            reads += 1.0;
            call.tell(reads, None, "looking");
            judge(screen)
        })
    }

    /// Lets time pass on the device's clock.
    pub(crate) fn pause(&mut self, call: &Call, time: Duration) -> Result<(), Refusal> {
        let options = options(time);
        let mut sink = call.sink();
        let parts = self.hands.parts(&mut sink, &call.stop);
        let paused = self.engine.pause(parts, &options, time);
        paused.map_err(|unseen| self.note_lost(unseen))
    }

    /// Does a step through the one executor, and puts it into the ring.
    pub(crate) fn act(&mut self, deed: Deed, call: &Call) -> Acted {
        let program = program_of(&deed);
        let options = options(deed.timeout);
        let at = SystemClock::new().timestamp();
        let known = self.engine.last();
        let mut sink = call.sink();
        let parts = self.hands.parts(&mut sink, &call.stop);
        let observed = observe(&mut self.engine, &program, parts, &options);
        let after = self.engine.last();
        let report = observed.report;
        let is_gone = |error: &DeviceError| matches!(error, DeviceError::Disconnected { .. });
        self.is_lost |= report.device_error.as_ref().is_some_and(is_gone);
        let before = observed.first.or(known);
        let target = deed.kind.acted_target();
        let search = match (&after, target) {
            (Some(screen), Some(target)) if !report.verdict.is_passed() => {
                Some((locate(screen, target, deed.evidence.as_ref()), screen))
            }
            (_, _) => None,
        };
        let is_sent = report.tally.acts > 0;
        let failure = match (&report.device_error, &search) {
            _ if report.verdict.is_passed() => None,
            (Some(error), _) => Some(code_of(error)),
            (None, _) if report.is_stopped => Some(FailureCode::Cancelled),
            (None, Some((search, screen))) if !is_sent => {
                failure_of(search, screen).or(Some(FailureCode::Unknown))
            }
            (None, _) if !is_sent && target.is_none() && looks_only(&deed.kind) => {
                Some(FailureCode::Timeout)
            }
            (None, _) => Some(FailureCode::Unknown),
        };
        let resolved = match (&before, target) {
            (Some(screen), Some(target)) => match locate(screen, target, deed.evidence.as_ref()) {
                Search::Found(found) => Some(found.index),
                Search::Ambiguous(_) | Search::Missing(_) => None,
            },
            (_, _) => None,
        };
        let verdict = Verdict {
            // The run is this one step, so its own reason says all there is.
            reason: own_reason(&sink.events).unwrap_or(report.verdict.reason),
            outcome: report.verdict.outcome,
        };
        let number = self.next_action;
        self.next_action += 1;
        self.ring.add(RingEntry {
            number,
            kind: deed.kind.clone(),
            is_passed: verdict.is_passed(),
            observation: observed.observations.into_iter().last(),
            before: before.clone(),
            after: after.clone(),
        });
        Acted {
            number,
            at,
            action_type: deed.action_type,
            verdict,
            is_sent,
            failure,
            candidates: match search {
                Some((Search::Ambiguous(candidates), _)) => candidates,
                Some((Search::Found(_) | Search::Missing(_), _)) | None => Vec::new(),
            },
            before,
            after,
            resolved,
        }
    }

    /// Sends an act that is no step; nothing of it can be kept.
    pub(crate) fn send(&mut self, action: &Action, call: &Call) -> Result<u64, Refusal> {
        self.need(action.ability())?;
        let options = options(PATIENCE);
        let mut sink = call.sink();
        let parts = self.hands.parts(&mut sink, &call.stop);
        let sent = self.engine.send(parts, &options, action);
        sent.map_err(|unseen| self.note_lost(unseen))?;
        self.ring.add_nameless(self.next_action, action.to_string());
        self.next_action += 1;
        Ok(self.next_action - 1)
    }
}

/// Returns the usual options of one step an agent sends: the screen comes to rest after it, so that
/// what is shown and mined is what will still be there.
fn options(timeout: Duration) -> RunOptions {
    RunOptions {
        timeout,
        pictures: Pictures::Never,
        allow_not_judged: true,
        ..RunOptions::new("mcp", "-", RunMode::Learning)
    }
}

fn program_of(deed: &Deed) -> Program {
    let step = Step {
        id: StepId::default(),
        place: Place::default(),
        notes: Vec::new(),
        kind: deed.kind.clone(),
        sentence: None,
    };
    let mut program = Program::live(Draft::new(Header::default(), vec![step]));
    if let Some(evidence) = &deed.evidence {
        let pin = Pin {
            evidence: Some(evidence.clone()),
            ..Pin::new(CompiledAction::Passthrough)
        };
        program.pins.insert(StepId(0), pin);
        program.mode = Mode::Compiled;
    }
    program
}

/// Returns why the last step that ended ended so.
fn own_reason(events: &[Event]) -> Option<String> {
    events.iter().rev().find_map(|event| match event {
        Event::StepFinished(step) => Some(step.reason.clone()),
        _ => None,
    })
}

/// Returns whether a step sends nothing by nature.
fn looks_only(kind: &StepKind) -> bool {
    matches!(kind, StepKind::WaitFor(_) | StepKind::Assert(_))
}

/// What of a step is acted on.
pub(crate) trait ActedTarget {
    /// Returns the target that is touched, where there is one.
    fn acted_target(&self) -> Option<&Target>;
}

impl ActedTarget for StepKind {
    fn acted_target(&self) -> Option<&Target> {
        match self {
            Self::Tap(tap) => Some(&tap.target),
            Self::DoubleTap(tap) => Some(&tap.target),
            Self::LongPress(press) => Some(&press.target),
            Self::Type(text) => text.into.as_ref(),
            Self::Drag(drag) => Some(&drag.from),
            _ => None,
        }
    }
}
