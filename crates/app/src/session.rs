//! One run: source, variables, compiled file, device, engine, events. Every command ends up here.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use retap_drivers::web::SharedUploads;
use retap_drivers::{SystemClock, SystemPrograms};
use retap_learn::ai::{AdvisorConfig, Agent, Clocks};
use retap_learn::compile::{Learned, Lesson, Observed, learn, observe};
use retap_model::device::{Advisor, Clock as _, DeviceError, TextReader};
use retap_model::event::{EventSink, RunMode};
use retap_model::program::{Draft, Program};
use retap_model::secret::Masker;
use retap_replay::{
    DeviceSource, Engine, NamedDevice, OpenDevice, Parts, RunOptions, RunReport, StopSignal, run,
};

use crate::agent_limits::SharedLimits;
use crate::config::Config;
use crate::devices::{Address, DeviceOpener, DeviceRequirements, Opened, named_by_project};
use crate::error::AppError;
use crate::fan_out::FanOut;
use crate::paint_over::GreyBoxes;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::skill::Skill;

/// The parts that all runs of a command share.
#[derive(Clone)]
pub(crate) struct Runner<'a> {
    pub(crate) config: &'a Config,
    pub(crate) opener: &'a Arc<DeviceOpener>,
    /// Which model is asked what no rule can judge.
    pub(crate) advisor: Option<AdvisorConfig>,
    /// Ends runs from outside.
    pub(crate) stop: StopSignal,
    /// What is secret in any of the runs, whether it is over or still to come: one may show what another types.
    pub(crate) secrets: Shared<Masker>,
}

/// How long it may take to notice that somebody asks to stop while a device is being opened.
const NOTICE: Duration = Duration::from_millis(50);

impl Runner<'_> {
    /// Opens a device, unless somebody asks to stop before it is there. A browser or a phone that does not come is
    /// then left to a thread of its own, which ends with the process.
    pub(crate) fn open(
        &self,
        address: &Address,
        requirements: &DeviceRequirements,
    ) -> Result<Opened, AppError> {
        let (done, opened) = channel();
        let (opener, address) = (Arc::clone(self.opener), address.clone());
        let requirements = requirements.clone();
        std::thread::spawn(move || {
            // Nobody waits any more for what comes after a stop.
            let _ = done.send(opener.open(&address, &requirements));
        });
        loop {
            match opened.recv_timeout(NOTICE) {
                Ok(opened) => return opened,
                Err(RecvTimeoutError::Timeout) if !self.stop.is_stopped() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let message = "stopped while the device was being opened";
                    return Err(AppError::interrupted(message));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(AppError::device("the device could not be opened"));
                }
            }
        }
    }
}

/// The parts one run needs besides its skill.
pub(crate) struct Session<'a> {
    pub(crate) runner: &'a Runner<'a>,
    /// How to go about it; the skill and its plan say from which file and how it gets its targets.
    pub(crate) options: RunOptions,
    pub(crate) opened: &'a mut Opened,
    pub(crate) sinks: Vec<&'a mut dyn EventSink>,
}

impl Session<'_> {
    /// Runs the skill once as planned.
    pub(crate) fn test(mut self, skill: &Skill, plan: &Plan) -> RunReport {
        let planned = plan.on_device(skill, self.opened.device.info());
        let compiled_from = planned.compiled_from.as_ref();
        self.options.compiled_from = compiled_from.map(|path| path.display().to_string());
        self.complete_options(skill, planned.mode);
        let draft = &planned.program.draft;
        let warnings = [&*planned.warnings, &*skill.told].concat();
        let secrets = &self.runner.secrets;
        let report = self.perform(&planned.program, draft, &warnings, run);
        secrets.lock().join(report.secrets.clone());
        report
    }

    /// Runs the steps of a lesson once and compiles what was seen.
    pub(crate) fn learn(mut self, skill: &Skill, lesson: &Lesson<'_>) -> Learned {
        self.complete_options(skill, RunMode::Learning);
        let secrets = &self.runner.secrets;
        let learned = self.perform(lesson, &lesson.draft, &skill.told, learn);
        secrets.lock().join(learned.report.secrets.clone());
        learned
    }

    /// Replays a program of the skill once and writes down what was seen of each step.
    pub(crate) fn watch(mut self, skill: &Skill, program: &Program) -> Observed {
        self.complete_options(skill, RunMode::Compiled);
        let secrets = &self.runner.secrets;
        let observed = self.perform(program, &program.draft, &skill.told, watch);
        secrets.lock().join(observed.report.secrets.clone());
        observed
    }

    fn complete_options(&mut self, skill: &Skill, mode: RunMode) {
        self.options.file = skill.path.display().to_string();
        self.options.mode = mode;
        self.options.other_secrets = self.runner.secrets.lock().clone();
        self.options.started_at = Some(SystemClock::new().timestamp());
    }

    /// Runs a program or a lesson with the parts its draft needs, which are there for as long as it lasts.
    fn perform<P, T>(
        self,
        program: &P,
        draft: &Draft,
        warnings: &[String],
        run: impl for<'p> FnOnce(&'p P, Parts<'p>, &'p RunOptions) -> T,
    ) -> T {
        let (opened, sinks) = (self.opened, self.sinks);
        let mut secrets = draft.secrets();
        secrets.join(self.options.other_secrets.clone());
        let clocks = || Clocks {
            run: opened.clock.clone(),
            machine: Arc::new(SystemClock::new()),
        };
        let mut agent = self
            .runner
            .advisor
            .clone()
            .map(|advisor| Agent::new(advisor, secrets, clocks(), Arc::new(SystemPrograms)));
        let mut reader = opened.text_reader();
        let mut sink = FanOut { sinks, warnings };
        let parts = Parts {
            reader: reader.as_mut().map(|it| it.as_mut() as &mut dyn TextReader),
            advisor: agent.as_mut().map(|it| it as &mut dyn Advisor),
            devices: Some(&mut NamedDevices {
                config: self.runner.config.for_skill(Path::new(&self.options.file)),
                runner: self.runner,
                first: opened.device.info().address.clone(),
                first_name: draft.header.device.clone(),
                names: draft.header.targets.clone(),
                uploads: opened.uploads.clone(),
                limits: opened.limits.clone(),
            }),
            painter: Some(&GreyBoxes),
            stop: self.runner.stop.clone(),
            ..Parts::new(opened.device.as_mut(), opened.clock.clone(), &mut sink)
        };
        run(program, parts, &self.options)
    }
}

fn watch(program: &Program, parts: Parts<'_>, options: &RunOptions) -> Observed {
    observe(&mut Engine::default(), program, parts, options)
}

/// Knows and opens the devices that `target` steps name.
struct NamedDevices<'a> {
    config: Cow<'a, Config>,
    runner: &'a Runner<'a>,
    /// The address of the device of the run.
    first: String,
    /// The name by which the program knows it, whichever it runs on; `None` until a name stands for its address.
    first_name: Option<String>,
    /// The names the program says it switches between.
    names: Vec<String>,
    /// What the device of the run may be given and do: the others may no more.
    uploads: SharedUploads,
    limits: SharedLimits,
}

impl NamedDevices<'_> {
    /// Returns the first of the program's names, or else this one, that stands for the address of the run's device.
    fn name_of_first(&self, asked: &str) -> Option<String> {
        let stands_for_it = |name: &&str| {
            let address = named_by_project(name, &self.config);
            address.is_ok_and(|address| address.to_string() == self.first)
        };
        let names = self.names.iter().map(String::as_str);
        let mut names = names.chain(std::iter::once(asked));
        names.find(stands_for_it).map(str::to_owned)
    }
}

impl DeviceSource for NamedDevices<'_> {
    fn device_of(&mut self, name: &str) -> Result<NamedDevice, DeviceError> {
        if self.first_name.is_none() {
            self.first_name = self.name_of_first(name);
        }
        if self.first_name.as_deref() == Some(name) {
            return Ok(NamedDevice::OfRun);
        }
        let address = named_by_project(name, &self.config);
        let address = address.map_err(|error| not_switched(name, &error))?;
        // Two names of one page or simulated phone are two of them, as two people have; a phone is one.
        Ok(match address.is_own() {
            true => NamedDevice::Other(name.to_owned()),
            false if address.may_be(&self.first) => NamedDevice::OfRun,
            false => NamedDevice::Other(address.to_string()),
        })
    }

    fn open_device(&mut self, name: &str) -> Result<OpenDevice, DeviceError> {
        let opened = named_by_project(name, &self.config)
            .and_then(|address| self.runner.open(&address, &DeviceRequirements::default()));
        let opened = opened.map_err(|error| not_switched(name, &error))?;
        opened.limit_like(&self.uploads, &self.limits);
        Ok(OpenDevice {
            device: opened.device,
            clock: opened.clock,
        })
    }
}

fn not_switched(name: &str, error: &AppError) -> DeviceError {
    DeviceError::Refused {
        asked: format!("switch to the device `{name}`"),
        reason: error.to_string(),
    }
}
