//! One run: source, variables, compiled file, device, engine, events. Every command ends up here.

use std::time::Duration;

use retap_drivers::SystemClock;
use retap_learn::compile::{Learned, learn};
use retap_model::device::{Clock as _, TextReader};
use retap_model::event::{EventSink, RunMode};
use retap_model::program::{CompiledSkill, Program};
use retap_replay::{Parts, Pictures, RunOptions, RunReport, StopSignal, run};

use crate::compiled_file::{Compiled, broken};
use crate::config::Config;
use crate::devices::{ConfiguredDevices, Opened};
use crate::error::AppError;
use crate::fan_out::Warning;
use crate::paint_over::GreyBoxes;
use crate::skill::Skill;

/// What a compiled file beside a skill means for its runs.
#[derive(Debug, Clone)]
pub(crate) enum Plan {
    /// Targets are found by their words; what the reader should know about why.
    Live {
        /// Why a compiled file that is there is not used.
        warnings: Vec<String>,
    },
    /// Targets come from a compiled file.
    Compiled(Box<CompiledSkill>),
}

impl Plan {
    /// Returns how the skill is run, or the error that a broken compiled file is.
    pub(crate) fn of(skill: &Skill) -> Result<Self, AppError> {
        match Compiled::beside(skill) {
            Compiled::Absent => Ok(Self::live()),
            Compiled::Fresh { skill, .. } => Ok(Self::Compiled(skill)),
            Compiled::Stale { reason, .. } => Ok(Self::Live {
                warnings: vec![stale_warning(&reason)],
            }),
            Compiled::Broken { path, reason } => Err(broken(&path, &reason, &skill.path)),
        }
    }

    /// Returns the plan that looks at no compiled file.
    pub(crate) const fn live() -> Self {
        Self::Live {
            warnings: Vec::new(),
        }
    }

    /// Returns the program for this screen, how it is labelled, and what to warn of.
    fn program(&self, skill: &Skill, opened: &Opened) -> (Program, RunMode, Vec<String>) {
        let draft = skill.draft.clone();
        let compiled = match self {
            Self::Live { warnings } => {
                return (Program::live(draft), RunMode::Live, warnings.clone());
            }
            Self::Compiled(compiled) => compiled,
        };
        let screen = opened.device.info().size;
        match Program::join(draft.clone(), compiled, &skill.sha256, screen) {
            Ok(program) => (program, RunMode::Compiled, Vec::new()),
            Err(stale) => {
                let warning = stale_warning(&stale.to_string());
                (Program::live(draft), RunMode::Live, vec![warning])
            }
        }
    }
}

fn stale_warning(reason: &str) -> String {
    format!("the compiled file is stale and was not used: {reason}")
}

/// How runs of one command go about it.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// How long a wait lasts at the most when a step does not say.
    pub(crate) timeout: Duration,
    /// Which pictures to keep.
    pub(crate) pictures: Pictures,
    /// Whether steps nothing could judge still let a run pass.
    pub(crate) allow_not_judged: bool,
}

/// What one run needs besides its skill.
pub(crate) struct Session<'a> {
    /// How to go about it.
    pub(crate) settings: &'a Settings,
    /// Names of devices for `target` steps.
    pub(crate) config: &'a Config,
    /// The device.
    pub(crate) opened: &'a mut Opened,
    /// Where events go.
    pub(crate) sink: &'a mut dyn EventSink,
    /// Ends it from outside.
    pub(crate) stop: StopSignal,
    /// The name of the run in events.
    pub(crate) run: &'a str,
    /// Which try this is, from 1.
    pub(crate) attempt: u32,
}

impl Session<'_> {
    /// Runs the skill once as planned.
    pub(crate) fn test(self, skill: &Skill, plan: &Plan) -> RunReport {
        let (program, mode, warnings) = plan.program(skill, self.opened);
        let options = self.options(skill, mode);
        let mut extras = Extras::new(self.opened, self.config);
        let mut sink = Warning::new(self.sink, &warnings);
        let parts = extras.parts(self.opened, &mut sink, self.stop);
        run(&program, parts, &options)
    }

    /// Runs the skill once and compiles what was seen.
    pub(crate) fn learn(self, skill: &Skill) -> Learned {
        let options = self.options(skill, RunMode::Learning);
        let mut extras = Extras::new(self.opened, self.config);
        let parts = extras.parts(self.opened, self.sink, self.stop);
        learn(skill.draft.clone(), &skill.bytes, parts, &options)
    }

    fn options(&self, skill: &Skill, mode: RunMode) -> RunOptions {
        RunOptions {
            attempt: self.attempt,
            timeout: self.settings.timeout,
            pictures: self.settings.pictures,
            allow_not_judged: self.settings.allow_not_judged,
            started_at: Some(SystemClock::new().timestamp()),
            ..RunOptions::new(self.run, skill.path.display().to_string(), mode)
        }
    }
}

/// What a run uses besides its device, for as long as the run lasts.
struct Extras<'a> {
    reader: Option<Box<dyn TextReader>>,
    devices: ConfiguredDevices<'a>,
}

impl<'a> Extras<'a> {
    fn new(opened: &Opened, config: &'a Config) -> Self {
        Self {
            reader: opened.text_reader(),
            devices: ConfiguredDevices::new(config),
        }
    }

    fn parts<'p>(
        &'p mut self,
        opened: &'p mut Opened,
        sink: &'p mut dyn EventSink,
        stop: StopSignal,
    ) -> Parts<'p> {
        Parts {
            device: opened.device.as_mut(),
            clock: opened.clock.clone(),
            sink,
            reader: match &mut self.reader {
                Some(reader) => Some(reader.as_mut()),
                None => None,
            },
            advisor: None,
            devices: Some(&mut self.devices),
            painter: Some(&GreyBoxes),
            stop,
        }
    }
}
