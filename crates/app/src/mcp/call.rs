//! One call under way: what it is about, how it is stopped from outside, and how far it says it is.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retap_drivers::web::Uploads;
use retap_model::event::{Event, EventSink, Record};
use retap_model::program::{Draft, StepKind};
use retap_replay::StopSignal;
use tokio::sync::mpsc::Sender;

use crate::agent_limits::{AgentLimits, NamedFor};
use crate::config::trusts;
use crate::mcp::registry::{Profile, find_tool};
use crate::mcp::run_notes::RunNotes;
use crate::mcp::tool_spec::{denial_of_step, names_of_step};
use crate::mcp::tools::skills::RUN_SKILL;
use crate::mcp::{Args, Client, DeviceSession, Refusal};
use crate::operation::Operation;
use crate::permission_rules::Asked;
use crate::skill::Skill;

/// One call of a tool on a device. It stands for the session of its device wherever one is asked for.
pub(crate) struct ToolCall<'a> {
    pub(crate) tool: &'static str,
    /// The name it was called by: the tool's, or that of a skill's own tool.
    pub(crate) called: &'a str,
    pub(crate) session: &'a mut DeviceSession,
    pub(crate) client: &'a Client,
    pub(crate) args: &'a Args,
    /// How it is stopped, and how far it is.
    pub(crate) handle: &'a Call,
}

impl Deref for ToolCall<'_> {
    type Target = DeviceSession;

    fn deref(&self) -> &DeviceSession {
        self.session
    }
}

impl DerefMut for ToolCall<'_> {
    fn deref_mut(&mut self) -> &mut DeviceSession {
        self.session
    }
}

impl ToolCall<'_> {
    /// Hides on this device what is secret on any other, and the other way round: one may show what was typed into another.
    pub(crate) fn share_secrets(&mut self) {
        let mut known = self.client.host.secrets.lock();
        known.join(self.session.engine.secrets().clone());
        self.session.engine.hide_all(known.clone());
    }

    /// Notes what the client says in this call; what it calls a secret itself stays one.
    pub(crate) fn note_said(&mut self) {
        let said = self.args.said();
        self.session.engine.note_said(&said);
    }

    /// Lets the device do what this call may: acts are judged again where they are sent, and pages are given files of
    /// the project where `files` is permitted.
    pub(crate) fn limit_device(&self) {
        let tool = find_tool(Profile::Full, self.tool);
        let does = tool.map(|tool| [tool.operations, tool.sometimes].concat());
        let names = &[self.tool, self.called];
        let limits = self.limits(names, NamedFor::These(does.unwrap_or_default()));
        let project = self.client.host.environment.own_project();
        let folders: Vec<PathBuf> = project.into_iter().map(Path::to_path_buf).collect();
        self.limit_device_to(limits, &folders);
    }

    /// Does the same for a skill that the call runs, whose files are those of its own folder.
    pub(crate) fn limit_device_to_skill(&self, skill_tool: &str, skill: &Skill) {
        let names = [self.tool, self.called, RUN_SKILL, skill_tool];
        let limits = self.limits(&names, NamedFor::Everything);
        let environment = &self.client.host.environment;
        let trusted = Some(&environment.project).filter(|_| trusts(environment));
        let own = Path::new(".").join(skill.path.parent().unwrap_or(Path::new("")));
        let folders: Vec<PathBuf> = std::iter::once(own).chain(trusted.cloned()).collect();
        self.limit_device_to(limits, &folders);
    }

    fn limits(&self, names: &[&str], named_for: NamedFor) -> AgentLimits {
        AgentLimits {
            policy: self.client.host.policy.now(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            named_for,
        }
    }

    fn limit_device_to(&self, limits: AgentLimits, folders: &[PathBuf]) {
        let browsers = &self.client.host.opener.browsers;
        let opened = &self.session.connection.opened;
        opened
            .uploads
            .replace(match limits.refuses(&[Operation::ReadFile]) {
                None => browsers.uploads_of_agent(folders),
                Some(reason) => Uploads {
                    refusal: Some(format!("that gives a file to the page; {reason}")),
                    ..Uploads::default()
                },
            });
        opened.limits.replace(Some(Arc::new(limits)));
    }

    /// Refuses what a call would do besides, where the policy does not permit it.
    pub(crate) fn permit(&self, operations: &[Operation]) -> Result<(), Refusal> {
        self.permit_as(&[self.tool, self.called], operations)
    }

    /// Refuses a step that the policy does not permit, by its verbs or by what it does.
    pub(crate) fn permit_step(&self, kind: &StepKind) -> Result<(), Refusal> {
        self.permit_step_as(&[self.tool, self.called], kind)
    }

    /// Refuses a skill with anything in it that the policy does not permit, before its first step.
    pub(crate) fn permit_skill(&self, skill_tool: &str, draft: &Draft) -> Result<(), Refusal> {
        let names = [self.tool, self.called, RUN_SKILL, skill_tool];
        self.permit_as(&names, &[Operation::RunSkill])?;
        if let Some(frame) = &draft.header.frame {
            self.permit_as(&names, &Operation::of_frame(frame))?;
        }
        let steps = draft.flat().into_iter();
        let kinds: Vec<&StepKind> = steps.map(|(_, step)| &step.kind).collect();
        self.permit_steps_as(&names, &kinds)
    }

    /// Refuses steps of which the policy does not permit one, before the first of them.
    pub(crate) fn permit_steps(&self, kinds: &[&StepKind]) -> Result<(), Refusal> {
        self.permit_steps_as(&[self.tool, self.called], kinds)
    }

    /// Does the same. Where something is missing, all is told that the steps take.
    fn permit_steps_as(&self, names: &[&str], kinds: &[&StepKind]) -> Result<(), Refusal> {
        let mut steps = kinds.iter();
        let refused = steps.find_map(|kind| Some((kind, self.permit_step_as(names, kind).err()?)));
        let Some((kind, refusal)) = refused else {
            return Ok(());
        };
        let policy = self.client.host.policy.now();
        let is_device = matches!(kind, StepKind::Target(_));
        if is_device || denial_of_step(&policy, names, kind).is_some() {
            return Err(refusal);
        }
        let asked = Asked {
            names,
            operations: &operations_of(kinds.iter().copied()),
        };
        match policy.allowance(&asked) {
            Ok(_) => Err(refusal),
            Err(all) => Err(Refusal::not_permitted(format!("`{}`: {all}", kind.verb()))),
        }
    }

    fn permit_step_as(&self, names: &[&str], kind: &StepKind) -> Result<(), Refusal> {
        // Which device a step goes on with decides, not that it does.
        if let StepKind::Target(switch) = kind {
            return self.client.host.permit_device(&switch.name.reveal());
        }
        let names = names.iter().copied().chain(names_of_step(kind));
        let names: Vec<&str> = names.collect();
        self.permit_as(&names, &Operation::of_step(kind))
            .map_err(|refusal| {
                let message = format!("`{}`: {}", kind.verb(), refusal.message);
                Refusal::new(refusal.code, message)
            })
    }

    fn permit_as(&self, names: &[&str], operations: &[Operation]) -> Result<(), Refusal> {
        let policy = self.client.host.policy.now();
        let permitted = policy.permission(&Asked { names, operations });
        permitted.map(drop).map_err(Refusal::not_permitted)
    }
}

/// Returns what steps do that are judged by their abilities; for another device it decides which one it is.
pub(crate) fn operations_of<'a>(kinds: impl Iterator<Item = &'a StepKind>) -> Vec<Operation> {
    let judged = kinds.filter(|kind| !matches!(kind, StepKind::Target(_)));
    judged.flat_map(Operation::of_step).collect()
}

/// How far a call is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Progress {
    /// How much is done; it only grows.
    pub(crate) done: f64,
    /// How much there is, where that is known.
    pub(crate) total: Option<f64>,
    /// The work under way, in words.
    pub(crate) words: String,
}

/// One call under way.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) stop: StopSignal,
    progress: Sender<Progress>,
}

impl Call {
    /// Returns a call that tells its progress there.
    pub(crate) fn new(progress: Sender<Progress>) -> Self {
        Self {
            stop: StopSignal::default(),
            progress,
        }
    }

    /// Says how far it is. Nobody need be listening, and who listens slowly is told less.
    pub(crate) fn tell(&self, done: f64, total: Option<f64>, words: impl Into<String>) {
        let words = words.into();
        let _ = self.progress.try_send(Progress { done, total, words });
    }

    /// Returns a sink that turns the steps of a run into progress and notes what answers say of it.
    pub(crate) fn sink(&self) -> CallSink<'_> {
        CallSink {
            call: self,
            steps: 0,
            total: None,
            notes: RunNotes::default(),
        }
    }
}

/// The sink of the runs of one call.
pub(crate) struct CallSink<'a> {
    call: &'a Call,
    steps: u32,
    total: Option<f64>,
    pub(crate) notes: RunNotes,
}

impl EventSink for CallSink<'_> {
    fn event(&mut self, record: &Record) {
        if let Event::RunStarted(run) = &record.event {
            self.total = Some(run.steps as f64);
        }
        if let Event::StepStarted(step) = &record.event {
            let done = f64::from(self.steps);
            self.call.tell(done, self.total, step.title.clone());
            self.steps += 1;
        }
        self.notes.add(&record.event);
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}
