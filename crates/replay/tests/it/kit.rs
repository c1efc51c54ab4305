//! Words for stories: a phone, steps, and what happened.

use std::sync::Arc;

use crate::assert_contains;
use retap_model::device::DeviceError;
use retap_model::event::{Event, EventSink, Record, RunMode};
use retap_model::program::*;
use retap_model::verdict::Outcome;
use retap_replay::{
    DeviceSource, NamedDevice, OpenDevice, Parts, Pictures, RunOptions, RunReport, run,
};
use retap_sim::{SimDevice, Touched};

/// What happened in a run.
pub(crate) struct Story {
    pub(crate) report: RunReport,
    pub(crate) events: Vec<Event>,
    pub(crate) pictures: Vec<String>,
    pub(crate) touched: Vec<Touched>,
}

impl Story {
    /// Returns the reason of the run's verdict.
    pub(crate) fn reason(&self) -> String {
        self.report.verdict.reason.to_string()
    }

    /// Returns the labels that were really touched.
    pub(crate) fn labels(&self) -> Vec<String> {
        self.touched
            .iter()
            .filter_map(|touched| touched.element.as_ref())
            .map(|element| element.label.clone())
            .collect()
    }

    /// Returns outcome and title of every step that ended, in order.
    pub(crate) fn outcomes(&self) -> Vec<String> {
        let mut open: Vec<String> = Vec::new();
        let mut ended = Vec::new();
        for event in &self.events {
            match event {
                Event::StepStarted(step) => open.push(step.title.clone()),
                Event::StepFinished(step) => {
                    let title = open.pop().expect("a step starts before it ends");
                    ended.push(format!("{} {title}", step.outcome.as_str()));
                }
                _ => {}
            }
        }
        ended
    }

    pub(crate) fn assert_passed(&self) -> &Self {
        assert_eq!(
            self.report.verdict.outcome,
            Outcome::Passed,
            "{}",
            self.reason()
        );
        self
    }

    pub(crate) fn assert_failed(&self) -> &Self {
        assert_eq!(
            self.report.verdict.outcome,
            Outcome::Failed,
            "{}",
            self.reason()
        );
        self
    }

    /// Fails unless the run failed for a reason that has these words.
    pub(crate) fn assert_failed_with(&self, words: &str) {
        self.assert_failed();
        assert_contains(self.reason(), words);
    }
}

#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) events: Vec<Event>,
    pub(crate) pictures: Vec<String>,
}

impl EventSink for Memory {
    fn event(&mut self, record: &Record) {
        self.events.push(record.event.clone());
    }

    fn evidence(&mut self, _run: &str, file: &str, bytes: &[u8]) {
        assert!(bytes.starts_with(b"\x89PNG"), "a picture is a PNG");
        self.pictures.push(file.to_owned());
    }
}

/// The name of the phone a story begins on.
pub(crate) const FIRST: &str = "first";

/// Opens further simulated phones by their address.
pub(crate) struct MorePhones;

impl DeviceSource for MorePhones {
    fn device_of(&mut self, name: &str) -> Result<NamedDevice, DeviceError> {
        Ok(match name {
            FIRST => NamedDevice::OfRun,
            other => NamedDevice::Other(other.to_owned()),
        })
    }

    fn open_device(&mut self, name: &str) -> Result<OpenDevice, DeviceError> {
        let device = SimDevice::open(name).map_err(|error| DeviceError::Refused {
            asked: format!("open `{name}`"),
            reason: error.to_string(),
        })?;
        let clock = Arc::new(device.clock());
        Ok(OpenDevice {
            device: Box::new(device),
            clock,
        })
    }
}

/// Runs a program on a simulated phone.
pub(crate) fn run_program(address: &str, program: &Program, options: &RunOptions) -> Story {
    let mut device = SimDevice::open(address).expect("the address is one of ours");
    let log = device.touch_log();
    let mut sink = Memory::default();
    let clock = Arc::new(device.clock());
    let parts = Parts {
        devices: Some(&mut MorePhones),
        ..Parts::new(&mut device, clock, &mut sink)
    };
    let report = run(program, parts, options);
    Story {
        report,
        events: sink.events,
        pictures: sink.pictures,
        touched: log.entries(),
    }
}

/// Runs steps live on a simulated phone.
pub(crate) fn live(address: &str, steps: Vec<StepKind>) -> Story {
    run_program(address, &Program::live(draft(steps)), &options())
}

pub(crate) fn options() -> RunOptions {
    RunOptions::new("run", "story.yaml", RunMode::Live)
}

pub(crate) fn options_with_pictures() -> RunOptions {
    RunOptions {
        pictures: Pictures::EveryStep,
        ..options()
    }
}

pub(crate) fn draft(kinds: Vec<StepKind>) -> Draft {
    let header = Header {
        name: "A Story".to_owned(),
        ..Header::default()
    };
    Draft::new(header, steps(kinds))
}

pub(crate) fn steps(kinds: Vec<StepKind>) -> Vec<Step> {
    let step = |kind| Step {
        id: StepId(0),
        place: Place::default(),
        notes: Vec::new(),
        kind,
        sentence: None,
    };
    kinds.into_iter().map(step).collect()
}

pub(crate) fn launch(app: &str) -> StepKind {
    StepKind::Launch(Launch { app: app.into() })
}

pub(crate) fn tap(label: &str) -> StepKind {
    StepKind::Tap(Tap {
        target: Target::labelled(label),
        effect: TouchEffect::Visible,
        ..Tap::default()
    })
}

pub(crate) fn wait_for(label: &str) -> StepKind {
    StepKind::WaitFor(WaitFor {
        target: Target::labelled(label),
        timeout: None,
    })
}

pub(crate) fn visible(label: &str) -> StepKind {
    StepKind::Assert(Assert {
        target: Target::labelled(label),
        presence: Presence::Visible,
    })
}

pub(crate) fn not_visible(label: &str) -> StepKind {
    StepKind::Assert(Assert {
        target: Target::labelled(label),
        presence: Presence::NotVisible,
    })
}

pub(crate) fn type_text(text: &str) -> StepKind {
    StepKind::Type(TypeText {
        text: text.into(),
        into: None,
    })
}
