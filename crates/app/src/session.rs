//! One run: source, variables, compiled file, device, engine, events. Every command ends up here.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_learn::ai::{AdvisorConfig, Agent, Clocks};
use retap_learn::compile::{Learned, learn};
use retap_learn::scenario::{LearnedScenario, Lesson, ScenarioDraft, learn_scenario};
use retap_model::device::{Clock as _, DeviceInfo, Platform, TextReader};
use retap_model::event::{EventSink, RunMode};
use retap_model::program::scenario_ir::{CompiledScenario, ScreenSize};
use retap_model::program::{CompiledSkill, Draft, Program, label_values};
use retap_replay::{Parts, Pictures, RunOptions, RunReport, StopSignal, run};

use crate::compiled_file::{Compiled, broken};
use crate::config::Config;
use crate::devices::{ConfiguredDevices, Opened};
use crate::error::AppError;
use crate::fan_out::Warning;
use crate::paint_over::GreyBoxes;
use crate::skill::{Form, Skill};

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
    /// Steps and targets come from a compiled scenario.
    Scenario {
        /// What it says.
        compiled: Box<CompiledScenario>,
        /// Where it is.
        path: PathBuf,
        /// What the reader should know about it.
        warnings: Vec<String>,
    },
}

/// A program and what surrounds it.
struct Planned {
    program: Program,
    mode: RunMode,
    warnings: Vec<String>,
    compiled_from: Option<PathBuf>,
}

impl Planned {
    fn live(draft: Draft, warnings: Vec<String>) -> Self {
        Self {
            program: Program::live(draft),
            mode: RunMode::Live,
            warnings,
            compiled_from: None,
        }
    }
}

impl Plan {
    /// Returns how the skill is run, or the error that a broken compiled file is.
    pub(crate) fn of(skill: &Skill, max_age: Option<Duration>) -> Result<Self, AppError> {
        match Compiled::beside(skill) {
            Compiled::Absent => Ok(Self::live()),
            Compiled::Fresh { skill, .. } => Ok(Self::Compiled(skill)),
            Compiled::FreshScenario { path, scenario } => Ok(Self::Scenario {
                warnings: age_warning(&scenario, max_age).into_iter().collect(),
                compiled: scenario,
                path,
            }),
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

    /// Returns the program for this device, and what to say about it.
    fn program(&self, skill: &Skill, opened: &Opened) -> Planned {
        let draft = skill.draft.clone();
        let info = opened.device.info();
        match self {
            Self::Live { warnings } => Planned::live(draft, warnings.clone()),
            Self::Compiled(compiled) => {
                match Program::join(draft.clone(), compiled, &skill.sha256, info.size) {
                    Ok(program) => Planned {
                        program,
                        mode: RunMode::Compiled,
                        warnings: Vec::new(),
                        compiled_from: None,
                    },
                    Err(stale) => Planned::live(draft, vec![stale_warning(&stale.to_string())]),
                }
            }
            Self::Scenario {
                compiled,
                path,
                warnings,
            } => scenario_program(skill, info, compiled, path, warnings),
        }
    }
}

/// Returns the program of a compiled scenario. Another screen or other values are warned of; a file for
/// another platform is not used.
fn scenario_program(
    skill: &Skill,
    info: &DeviceInfo,
    compiled: &CompiledScenario,
    path: &Path,
    warnings: &[String],
) -> Planned {
    let mut warnings = warnings.to_vec();
    let here = info.platform.as_str();
    let is_elsewhere = info.platform != Platform::Simulated && compiled.platform != here;
    if is_elsewhere && matches!(skill.form, Form::Scenario(_)) {
        let reason = format!("it was compiled for {}, this is {here}", compiled.platform);
        warnings.push(stale_warning(&reason));
        return Planned::live(skill.draft.clone(), warnings);
    }
    if ScreenSize::of(info.size) != Some(compiled.screen_size) {
        warnings.push(format!(
            "it was compiled on a screen of {}, this one has {}x{}; scroll distances may differ",
            compiled.screen_size, info.size.width, info.size.height
        ));
    }
    let mut program = compiled.program(&skill.draft.header.name);
    program
        .draft
        .header
        .name
        .clone_from(&skill.draft.header.name);
    program.draft.bind(&skill.values);
    let has_other_values = compiled
        .values
        .as_ref()
        .is_some_and(|values| *values != label_values(&program.draft));
    if has_other_values {
        warnings.push(
            "variables in its labels have other values than when it was compiled; what acts brought \
             then is not expected now"
                .to_owned(),
        );
        program.pins.values_mut().for_each(|pin| pin.expect.clear());
    }
    Planned {
        program,
        mode: RunMode::Compiled,
        warnings,
        compiled_from: Some(path.to_path_buf()),
    }
}

fn age_warning(compiled: &CompiledScenario, max_age: Option<Duration>) -> Option<String> {
    let now = SystemClock::new().timestamp();
    let age = Duration::from_millis(now.0.saturating_sub(compiled.compiled_at.0));
    let days = age.as_secs() / 86_400;
    (age > max_age?).then(|| {
        format!("it was compiled {days} days ago, longer than --max-age allows; compile it again")
    })
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
    /// Whether the steps after one that failed are run too.
    pub(crate) keep_going: bool,
    /// Which model is asked what no rule can judge.
    pub(crate) advisor: Option<AdvisorConfig>,
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
        let planned = plan.program(skill, self.opened);
        let compiled_from = planned.compiled_from.as_ref();
        let options = RunOptions {
            compiled_from: compiled_from.map(|path| path.display().to_string()),
            ..self.options(skill, planned.mode)
        };
        let mut extras = Extras::new(
            self.opened,
            self.config,
            self.settings,
            &planned.program.draft,
        );
        let mut sink = Warning::new(self.sink, &planned.warnings);
        let parts = extras.parts(self.opened, &mut sink, self.stop);
        run(&planned.program, parts, &options)
    }

    /// Runs the scenario once and compiles what was seen.
    pub(crate) fn learn_scenario(
        self,
        skill: &Skill,
        drafted: ScenarioDraft,
        lesson: &Lesson<'_>,
    ) -> LearnedScenario {
        let options = self.options(skill, RunMode::Learning);
        let mut extras = Extras::new(self.opened, self.config, self.settings, &drafted.draft);
        let parts = extras.parts(self.opened, self.sink, self.stop);
        learn_scenario(drafted, lesson, parts, &options)
    }

    /// Runs the skill once and compiles what was seen.
    pub(crate) fn learn(self, skill: &Skill) -> Learned {
        let options = self.options(skill, RunMode::Learning);
        let mut extras = Extras::new(self.opened, self.config, self.settings, &skill.draft);
        let parts = extras.parts(self.opened, self.sink, self.stop);
        learn(skill.draft.clone(), &skill.bytes, parts, &options)
    }

    fn options(&self, skill: &Skill, mode: RunMode) -> RunOptions {
        RunOptions {
            attempt: self.attempt,
            timeout: self.settings.timeout,
            pictures: self.settings.pictures,
            allow_not_judged: self.settings.allow_not_judged,
            keep_going: self.settings.keep_going,
            started_at: Some(SystemClock::new().timestamp()),
            ..RunOptions::new(self.run, skill.path.display().to_string(), mode)
        }
    }
}

/// What a run uses besides its device, for as long as the run lasts.
struct Extras<'a> {
    reader: Option<Box<dyn TextReader>>,
    devices: ConfiguredDevices<'a>,
    agent: Option<Agent>,
}

impl<'a> Extras<'a> {
    fn new(opened: &Opened, config: &'a Config, settings: &Settings, draft: &Draft) -> Self {
        let clocks = || Clocks {
            run: opened.clock.clone(),
            machine: Arc::new(SystemClock::new()),
        };
        let advisor = settings.advisor.clone();
        Self {
            reader: opened.text_reader(),
            devices: ConfiguredDevices::new(config),
            agent: advisor.map(|advisor| Agent::new(advisor, draft.secrets(), clocks())),
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
            advisor: match &mut self.agent {
                Some(agent) => Some(agent),
                None => None,
            },
            devices: Some(&mut self.devices),
            painter: Some(&GreyBoxes),
            stop,
        }
    }
}
