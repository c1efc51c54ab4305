//! Words for stories about learning: skills as text, phones by address, what was touched.

use std::path::Path;
use std::sync::Arc;

use retap_learn::compile::{Learned, Lesson, learn};
use retap_learn::source::read_skill;
use retap_model::device::Clock;
use retap_model::event::{Event, EventSink, Record, RunMode};
use retap_model::phrase::Variables;
use retap_model::program::{CompiledProgram, Draft, Program};
use retap_model::screen::sha256_hex;
use retap_replay::{Parts, RunOptions, RunReport, run};
use retap_sim::{SimDevice, Touched};

/// What happened in a run on a phone.
pub(crate) struct Story {
    pub(crate) report: RunReport,
    pub(crate) events: Vec<Event>,
    pub(crate) touched: Vec<Touched>,
}

impl Story {
    /// Checks that it passed; `what` says what was run.
    #[track_caller]
    pub(crate) fn must_pass(&self, what: &str) {
        let verdict = &self.report.verdict;
        assert!(verdict.is_passed(), "{what}: {}", verdict.reason);
    }

    /// Returns what was really touched: label and id, in order.
    pub(crate) fn touches(&self) -> Vec<String> {
        let elements = self
            .touched
            .iter()
            .filter_map(|touched| touched.element.as_ref());
        elements
            .map(|element| format!("{}#{}", element.label, element.id))
            .collect()
    }
}

#[derive(Default)]
pub(crate) struct Memory(pub(crate) Vec<Event>);

impl EventSink for Memory {
    fn event(&mut self, record: &Record) {
        self.0.push(record.event.clone());
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

/// A skill as its author wrote it.
pub(crate) struct Skill {
    pub(crate) draft: Draft,
    pub(crate) source: Vec<u8>,
}

impl Skill {
    /// Reads a skill from YAML and gives its variables values.
    pub(crate) fn yaml(text: &str, values: &[(&str, &str)]) -> Self {
        let source = text.as_bytes().to_vec();
        let mut draft =
            read_skill(Path::new("skill.yaml"), &source).expect("the skill is well written");
        let mut variables = Variables::new();
        for (name, value) in values {
            variables.set(*name, *value);
        }
        let unset = draft.bind(&variables);
        assert!(unset.is_empty(), "unset: {unset:?}");
        Self { draft, source }
    }

    /// Runs it live.
    pub(crate) fn live(&self, address: &str) -> Story {
        run_on(address, &Program::live(self.draft.clone()), RunMode::Live)
    }

    /// Learns it.
    pub(crate) fn learn(&self, address: &str) -> (Learned, Vec<Touched>) {
        let mut device = open(address);
        let log = device.touch_log();
        let mut sink = Memory::default();
        let parts = parts(&mut device, &mut sink);
        let options = RunOptions::new("learn", "skill.yaml", RunMode::Learning);
        (
            learn(
                &Lesson::of_skill(self.draft.clone(), &self.source),
                parts,
                &options,
            ),
            log.entries(),
        )
    }

    /// Learns it, which must work.
    pub(crate) fn compile(&self, address: &str) -> CompiledProgram {
        let (learned, _) = self.learn(address);
        let reason = learned.report.verdict.reason.clone();
        learned
            .compiled
            .unwrap_or_else(|error| panic!("{error}: {reason}"))
    }

    /// Replays what was compiled.
    pub(crate) fn replay(&self, compiled: &CompiledProgram, address: &str) -> Story {
        let device = open(address);
        let size = retap_model::device::Device::info(&device).size;
        let sha256 = sha256_hex(&self.source);
        let program =
            Program::join(self.draft.clone(), compiled, &sha256, size).expect("it is fresh");
        run_on(address, &program, RunMode::Compiled)
    }
}

pub(crate) fn open(address: &str) -> SimDevice {
    SimDevice::open(address).expect("the address is one of ours")
}

pub(crate) fn parts<'a>(device: &'a mut SimDevice, sink: &'a mut Memory) -> Parts<'a> {
    let clock: Arc<dyn Clock> = Arc::new(device.clock());
    Parts::new(device, clock, sink)
}

pub(crate) fn run_on(address: &str, program: &Program, mode: RunMode) -> Story {
    let mut device = open(address);
    let log = device.touch_log();
    let mut sink = Memory::default();
    let parts = parts(&mut device, &mut sink);
    let report = run(program, parts, &RunOptions::new("run", "skill.yaml", mode));
    Story {
        report,
        events: sink.0,
        touched: log.entries(),
    }
}
