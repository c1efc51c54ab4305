//! One step of an agent: through the one executor, judged, and put into the history.

use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_learn::compile::{Observed, observe};
use retap_model::device::{Clock as _, DeviceError};
use retap_model::program::{
    CompiledAction, Draft, Header, Nature, Pin, Place, Program, Step, StepId, StepKind,
};
use retap_model::reason::Reason;
use retap_model::screen::Screen;
use retap_model::select::Evidence;
use retap_model::time::Timestamp;
use retap_model::verdict::Verdict;
use retap_model::verify::{ActionType, FailureCode};
use retap_replay::RunReport;

use crate::mcp::act_history::{HistoryEntry, Unkept};
use crate::mcp::device_session::options;
use crate::mcp::{Refusal, ToolCall};

/// A step to be done, and what is known of its target.
pub(crate) struct AgentStep {
    pub(crate) kind: StepKind,
    pub(crate) evidence: Option<Evidence>,
    /// Whether it may touch more than the screen.
    pub(crate) action_type: ActionType,
    /// How long its target is waited for.
    pub(crate) timeout: Duration,
}

/// How long a target is waited for, and how long an app may take to come to the front.
const FIND: Duration = Duration::from_secs(5);
const START: Duration = Duration::from_secs(20);

impl AgentStep {
    /// Returns a step of this kind with the usual time, and with what the kind may touch.
    pub(crate) fn new(kind: impl Into<StepKind>) -> Self {
        let kind = kind.into();
        let is_touch = kind.nature() == Nature::Touch && !matches!(kind, StepKind::Hover(_));
        let touched = kind.acted_target().filter(|_| is_touch);
        let reaches_out = matches!(
            kind,
            StepKind::Launch(_)
                | StepKind::OpenUrl(_)
                | StepKind::ResetApp(_)
                | StepKind::SetNetwork(_)
                | StepKind::Measure(_)
        );
        Self {
            action_type: match touched {
                Some(target) => ActionType::of_touching(&target.label.reveal()),
                None if reaches_out => ActionType::SideEffect,
                None => ActionType::LocalState,
            },
            timeout: if reaches_out { START } else { FIND },
            evidence: None,
            kind,
        }
    }
}

/// The result of a step.
pub(crate) struct ActResult {
    /// The number of the act on this device.
    pub(crate) number: u64,
    /// When it began.
    pub(crate) at: Timestamp,
    /// Whether it may touch more than the screen.
    pub(crate) action_type: ActionType,
    /// How retap judges it.
    pub(crate) verdict: Verdict,
    /// Whether anything was sent to the device.
    pub(crate) is_sent: bool,
    /// How many acts were sent for it.
    pub(crate) acts: u32,
    /// How long the screen took to answer, where that was measured.
    pub(crate) measured: Option<Duration>,
    /// Why not, where nothing was.
    pub(crate) failure: Option<FailureCode>,
    pub(crate) before: Option<Arc<Screen>>,
    pub(crate) after: Option<Arc<Screen>>,
    /// The element that was touched: its number, and the screen it was found on.
    pub(crate) resolved: Option<(usize, Arc<Screen>)>,
}

impl ActResult {
    /// Returns whether a search by scrolling ended with a swipe that moved nothing.
    pub(crate) fn reached_scroll_end(&self) -> bool {
        matches!(
            self.verdict.reason,
            Reason::NotScrolledTo { is_end: true, .. }
        )
    }

    /// Returns what could have been meant, where several could.
    pub(crate) fn candidates(&self) -> Vec<String> {
        match &self.verdict.reason {
            Reason::Ambiguous { candidates, .. } => candidates.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the code of what kept it from being sent: an act that was sent and had no effect has none.
    pub(crate) fn unsent(&self) -> Option<FailureCode> {
        self.failure.filter(|_| !self.is_sent)
    }

    /// Returns the revision of the screen after it.
    pub(crate) fn revision(&self) -> Option<u64> {
        self.after.as_ref().map(|screen| screen.revision)
    }
}

impl ToolCall<'_> {
    /// Does a step of this kind as it is usually done.
    pub(crate) fn step(&mut self, kind: impl Into<StepKind>) -> ActResult {
        self.act(AgentStep::new(kind))
    }

    /// Does a step through the one executor, and puts it into the history; one that is not permitted is
    /// answered without any.
    pub(crate) fn act(&mut self, step: AgentStep) -> ActResult {
        match self.permit_step(&step.kind) {
            Ok(()) => self.act_permitted(step),
            Err(refusal) => self.refused(&step, refusal),
        }
    }

    /// Returns the result of a step that nobody carried out.
    fn refused(&mut self, step: &AgentStep, refusal: Refusal) -> ActResult {
        let seen = self.engine.last();
        ActResult {
            number: self.number_act(),
            at: SystemClock::new().timestamp(),
            action_type: step.action_type,
            verdict: Verdict::failed(Reason::Device {
                code: refusal.code,
                message: refusal.message,
            }),
            is_sent: false,
            acts: 0,
            measured: None,
            failure: Some(refusal.code),
            before: seen.clone(),
            after: seen,
            resolved: None,
        }
    }

    fn act_permitted(&mut self, step: AgentStep) -> ActResult {
        if !matches!(step.kind.nature(), Nature::Proof | Nature::Record) {
            self.note_sending();
        }
        self.note_step(&step.kind);
        let program = program_of(&step);
        let options = options(step.timeout);
        let at = SystemClock::new().timestamp();
        let known = self.engine.last();
        let mut sink = self.handle.sink();
        let session = &mut *self.session;
        let parts = session.connection.parts(&mut sink, &self.handle.stop);
        let Observed { report, seen } = observe(&mut session.engine, &program, parts, &options);
        let (before, after) = (seen.first.clone().or(known), self.engine.last());
        self.record_frame();
        let is_gone = |error: &DeviceError| matches!(error, DeviceError::Disconnected { .. });
        self.is_lost |= report.device_error.as_ref().is_some_and(is_gone);
        // The run is this one step, so its own reason says all there is.
        let own = seen.verdict.as_ref().unwrap_or(&report.verdict);
        let verdict = Verdict {
            reason: own.reason.clone(),
            outcome: report.verdict.outcome,
        };
        let number = self.number_act();
        let is_sent = report.tally.acts > 0;
        match &step.kind {
            // Nothing would find the place again.
            kind @ StepKind::Gesture(_) if is_sent => {
                let title = kind.title();
                self.history.unnamed.add(Unkept { number, title });
            }
            StepKind::Gesture(_) => {}
            kind => self.history.acts.add(HistoryEntry {
                number,
                kind: kind.clone(),
                is_passed: verdict.is_passed(),
                observation: seen.observations.into_iter().last(),
                before: before.clone(),
                after: after.clone(),
            }),
        }
        ActResult {
            number,
            at,
            action_type: step.action_type,
            failure: failure_code(&report, &verdict, &step.kind),
            is_sent,
            acts: report.tally.acts,
            measured: sink.notes.measured,
            resolved: seen.found.map(|it| (it.found.index, it.screen)),
            verdict,
            before,
            after,
        }
    }
}

impl ToolCall<'_> {
    /// Notes the words of a step as they were understood: what the client wrote may have had them in parts.
    fn note_step(&mut self, kind: &StepKind) {
        let mut words = vec![kind.title()];
        kind.clone().phrases_mut(&mut |phrase| {
            if !phrase.is_secret() {
                words.push(phrase.reveal().to_string());
            }
        });
        self.session.engine.note_said(&words.join("\n"));
    }
}

/// Returns why a step did not pass, as programs read it.
fn failure_code(report: &RunReport, verdict: &Verdict, kind: &StepKind) -> Option<FailureCode> {
    let is_cut = report.is_stopped || report.is_device_error();
    match &verdict.reason {
        _ if verdict.is_passed() => None,
        _ if !is_cut && kind.nature() == Nature::Proof => Some(FailureCode::Timeout),
        // What was sent had not the effect it should have; the verdict says which.
        _ if !is_cut && report.tally.acts > 0 => Some(FailureCode::Unknown),
        reason => Some(reason.failure_code()),
    }
}

fn program_of(asked: &AgentStep) -> Program {
    let step = Step::new(asked.kind.clone(), Place::default());
    let mut program = Program::live(Draft::new(Header::default(), vec![step]));
    if let Some(evidence) = &asked.evidence {
        let pin = Pin {
            evidence: Some(evidence.clone()),
            ..Pin::new(CompiledAction::Passthrough)
        };
        program.pins.insert(StepId(0), pin);
    }
    program
}
