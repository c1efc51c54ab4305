//! One run: source, variables, compiled file, device, engine, events. Every command ends up here.

use std::sync::Arc;

use retap_drivers::{SystemClock, SystemPrograms};
use retap_learn::ai::{AdvisorConfig, Agent, Clocks};
use retap_learn::compile::{Learned, Lesson, learn};
use retap_model::device::{Clock as _, DeviceError, TextReader};
use retap_model::event::{EventSink, RunMode};
use retap_model::program::Draft;
use retap_replay::{DeviceSource, OpenDevice, Parts, RunOptions, RunReport, StopSignal, run};

use crate::config::Config;
use crate::devices::{Address, DeviceOpener, DeviceRequirements, Opened};
use crate::fan_out::Warning;
use crate::paint_over::GreyBoxes;
use crate::plan::Plan;
use crate::skill::Skill;

/// The parts that all runs of a command share.
#[derive(Clone)]
pub(crate) struct Runner<'a> {
    pub(crate) config: &'a Config,
    pub(crate) opener: &'a DeviceOpener,
    /// Which model is asked what no rule can judge.
    pub(crate) advisor: Option<AdvisorConfig>,
    /// Ends runs from outside.
    pub(crate) stop: StopSignal,
}

/// The parts one run needs besides its skill.
pub(crate) struct Session<'a> {
    pub(crate) runner: &'a Runner<'a>,
    /// How to go about it; the skill and its plan say from which file and how it gets its targets.
    pub(crate) options: RunOptions,
    pub(crate) opened: &'a mut Opened,
    /// Where events go.
    pub(crate) sink: &'a mut dyn EventSink,
}

impl Session<'_> {
    /// Runs the skill once as planned.
    pub(crate) fn test(self, skill: &Skill, plan: &Plan) -> RunReport {
        let planned = plan.on_device(skill, self.opened.device.info());
        let compiled_from = planned.compiled_from.as_ref();
        let options = RunOptions {
            compiled_from: compiled_from.map(|path| path.display().to_string()),
            ..self.options(skill, planned.mode)
        };
        let mut extras = Extras::new(self.runner, self.opened, &planned.program.draft);
        let mut sink = Warning::new(self.sink, &planned.warnings);
        run(
            &planned.program,
            extras.parts(self.opened, &mut sink),
            &options,
        )
    }

    /// Runs the steps of a lesson once and compiles what was seen.
    pub(crate) fn learn(self, skill: &Skill, lesson: &Lesson<'_>) -> Learned {
        let options = self.options(skill, RunMode::Learning);
        let mut extras = Extras::new(self.runner, self.opened, &lesson.draft);
        learn(lesson, extras.parts(self.opened, self.sink), &options)
    }

    fn options(&self, skill: &Skill, mode: RunMode) -> RunOptions {
        RunOptions {
            file: skill.path.display().to_string(),
            mode,
            started_at: Some(SystemClock::new().timestamp()),
            ..self.options.clone()
        }
    }
}

/// The parts a run uses besides its device, for as long as the run lasts.
struct Extras<'a> {
    reader: Option<Box<dyn TextReader>>,
    named_devices: NamedDevices<'a>,
    agent: Option<Agent>,
}

impl<'a> Extras<'a> {
    fn new(runner: &'a Runner<'a>, opened: &Opened, draft: &Draft) -> Self {
        let clocks = || Clocks {
            run: opened.clock.clone(),
            machine: Arc::new(SystemClock::new()),
        };
        Self {
            reader: opened.text_reader(),
            named_devices: NamedDevices(runner),
            agent: runner.advisor.clone().map(|advisor| {
                Agent::new(advisor, draft.secrets(), clocks(), Arc::new(SystemPrograms))
            }),
        }
    }

    fn parts<'p>(&'p mut self, opened: &'p mut Opened, sink: &'p mut dyn EventSink) -> Parts<'p> {
        let stop = self.named_devices.0.stop.clone();
        Parts {
            reader: match &mut self.reader {
                Some(reader) => Some(reader.as_mut()),
                None => None,
            },
            advisor: match &mut self.agent {
                Some(agent) => Some(agent),
                None => None,
            },
            devices: Some(&mut self.named_devices),
            painter: Some(&GreyBoxes),
            stop,
            ..Parts::new(opened.device.as_mut(), opened.clock.clone(), sink)
        }
    }
}

/// Opens the devices that `target` steps name.
struct NamedDevices<'a>(&'a Runner<'a>);

impl DeviceSource for NamedDevices<'_> {
    fn open_device(&mut self, name: &str) -> Result<OpenDevice, DeviceError> {
        let Runner { config, opener, .. } = self.0;
        let opened = Address::parse(name, config)
            .and_then(|address| opener.open(&address, &DeviceRequirements::default()));
        let opened = opened.map_err(|error| DeviceError::Refused {
            asked: format!("switch to the device `{name}`"),
            reason: error.to_string(),
        })?;
        Ok(OpenDevice {
            device: opened.device,
            clock: opened.clock,
        })
    }
}
