//! Words for stories about scenarios: a scenario as text, a phone by address, what came of it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use retap_learn::compile::{Learned, Lesson, ScenarioSource, Unjudged, learn};
use retap_learn::scenario::{ScenarioDraft, draft_scenario};
use retap_learn::source::{Scenario, VariableSource, read_scenario};
use retap_model::codec::{decode, encode, encode_record};
use retap_model::device::{
    Advice, Advisor, AdvisorError, Clock, Deadline, Device, Platform, Png, Proposal,
};
use retap_model::event::{Event, EventSink, Record, RunMode};
use retap_model::phrase::{Phrase, Variables};
use retap_model::program::{
    CompiledProgram, Matching, Program, StepKind, Tap, Target, TouchEffect,
};
use retap_model::screen::Screen;
use retap_model::verdict::Outcome;
use retap_replay::{Parts, Pictures, RunOptions, RunReport, run};
use retap_sim::{SimDevice, Touched};

use crate::assert_contains;
use crate::phone::{Memory, Story, open, parts, run_on};

/// A scenario as its author wrote it.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) scenario: Scenario,
    pub(crate) values: Variables,
}

impl Written {
    /// Reads a scenario; its variables take the values the file gives them.
    pub(crate) fn yaml(text: &str) -> Self {
        let scenario = read_scenario(Path::new("scenario.yaml"), text.as_bytes())
            .unwrap_or_else(|errors| panic!("{errors}"));
        let mut values = Variables::new();
        for variable in &scenario.variables {
            if let VariableSource::Fixed(value) = &variable.source {
                values.set(variable.name.clone(), value.reveal());
            }
        }
        Self {
            text: text.to_owned(),
            scenario,
            values,
        }
    }

    /// A scenario of one section for the login app, already logged in by how the phone is opened.
    pub(crate) fn steps(lines: &[&str]) -> Self {
        let mut text =
            String::from("name: T\napp: com.example.app\nsteps:\n  - id: S\n    actions:\n");
        for line in lines {
            text.push_str(&format!("      - {line}\n"));
        }
        Self::yaml(&text)
    }

    pub(crate) fn set(mut self, name: &str, value: &str) -> Self {
        self.values.set(name, value);
        self
    }

    /// Returns the draft before its variables have values.
    pub(crate) fn unbound(&self) -> ScenarioDraft {
        let (_, app) = self.scenario.app.on_device(Platform::Simulated).unwrap();
        draft_scenario(&self.scenario, app)
    }

    /// Returns the draft with its variables' values.
    pub(crate) fn draft(&self) -> ScenarioDraft {
        let mut drafted = self.unbound();
        let unset = drafted.draft.bind(&self.values);
        assert!(unset.is_empty(), "{unset:?}");
        drafted
    }

    /// Runs it live.
    pub(crate) fn live(&self, address: &str) -> Story {
        run_on(address, &Program::live(self.draft().draft), RunMode::Live)
    }

    /// Runs it live, with everything the stage says.
    pub(crate) fn live_on(&self, stage: Stage<'_>) -> Told {
        stage.run(&Program::live(self.draft().draft), RunMode::Live)
    }

    /// Learns it.
    pub(crate) fn learn(&self, address: &str, advisor: Option<&mut dyn Advisor>) -> Learned {
        self.learn_as(address, advisor, Unjudged::StaysOpen)
    }

    /// Learns it; what shows is taken for what nobody judged, if asked for.
    pub(crate) fn learn_as(
        &self,
        address: &str,
        advisor: Option<&mut dyn Advisor>,
        unjudged: Unjudged,
    ) -> Learned {
        let mut device = open(address);
        let mut sink = Memory::default();
        let mut parts = parts(&mut device, &mut sink);
        parts.advisor = advisor.map(|advisor| advisor as &mut dyn Advisor);
        let source = ScenarioSource {
            scenario: &self.scenario,
            path: "scenario.yaml",
            platform: "android",
        };
        let lesson = Lesson {
            unjudged,
            ..Lesson::of_scenario(self.draft(), self.text.as_bytes(), source)
        };
        let options = RunOptions::new("learn", "scenario.yaml", RunMode::Learning);
        learn(&lesson, parts, &options)
    }

    /// Learns it, which must work, and returns the compiled file as it was written and read again.
    pub(crate) fn compile(&self, address: &str) -> CompiledProgram {
        let learned = self.learn(address, None);
        let reason = learned.report.verdict.reason.clone();
        let compiled = learned
            .compiled
            .unwrap_or_else(|error| panic!("{error}: {reason}"));
        let bytes = encode(&compiled);
        let read = decode(&bytes).unwrap();
        let again = String::from_utf8(encode(&read)).unwrap();
        assert_eq!(again, String::from_utf8(bytes).unwrap());
        read
    }

    /// Replays what was compiled, with this scenario's values.
    pub(crate) fn replay(&self, compiled: &CompiledProgram, address: &str) -> Story {
        replay(compiled, &self.values, address)
    }

    /// Replays what was compiled, with this scenario's values and everything the stage says.
    pub(crate) fn replay_on(&self, compiled: &CompiledProgram, stage: Stage<'_>) -> Told {
        stage.replay_with(compiled, &self.values)
    }

    /// Runs it live, and replays what was learned of it; each on a fresh phone.
    pub(crate) fn both_ways(&self, address: &str) -> [Told; 2] {
        let compiled = self.compile(address);
        [
            self.live_on(on(address)),
            self.replay_on(&compiled, on(address)),
        ]
    }
}

/// Replays a compiled scenario.
/// Runs these lines live.
pub(crate) fn live(address: &str, lines: &[&str]) -> Told {
    Written::steps(lines).live_on(on(address))
}

pub(crate) fn replay(compiled: &CompiledProgram, values: &Variables, address: &str) -> Story {
    let mut program = compiled.standalone_program("scenario").unwrap();
    let unset = program.draft.bind(values);
    assert!(unset.is_empty(), "{unset:?}");
    run_on(address, &program, RunMode::Compiled)
}

/// Where and how a run goes.
pub(crate) struct Stage<'a> {
    address: String,
    options: RunOptions,
    advisor: Option<&'a mut dyn Advisor>,
}

/// Returns a stage on the phone of this address, with the usual options and nobody to ask.
pub(crate) fn on<'a>(address: &str) -> Stage<'a> {
    Stage {
        address: address.to_owned(),
        options: RunOptions::new("run", "scenario.yaml", RunMode::Live),
        advisor: None,
    }
}

impl<'a> Stage<'a> {
    /// Lets the run pass with steps nobody judged.
    pub(crate) fn allowing(mut self) -> Self {
        self.options.allow_not_judged = true;
        self
    }

    /// Goes on after a failure.
    pub(crate) fn keeping_going(mut self) -> Self {
        self.options.keep_going = true;
        self
    }

    /// Keeps all evidence there is.
    pub(crate) fn with_evidence(mut self) -> Self {
        self.options.pictures = Pictures::EveryStep;
        self
    }

    /// Has somebody to ask.
    pub(crate) fn asking(mut self, advisor: &'a mut dyn Advisor) -> Self {
        self.advisor = Some(advisor);
        self
    }

    /// Replays a compiled scenario that needs no values but those.
    pub(crate) fn replay(self, compiled: &CompiledProgram, values: &[(&str, &str)]) -> Told {
        let mut variables = Variables::new();
        for (name, value) in values {
            variables.set(*name, *value);
        }
        self.replay_with(compiled, &variables)
    }

    fn replay_with(self, compiled: &CompiledProgram, values: &Variables) -> Told {
        let mut program = compiled.standalone_program("scenario").unwrap();
        let unset = program.draft.bind(values);
        assert!(unset.is_empty(), "{unset:?}");
        self.run(&program, RunMode::Compiled)
    }

    /// Runs a program.
    pub(crate) fn run(self, program: &Program, mode: RunMode) -> Told {
        let mut device = open(&self.address);
        let log = device.touch_log();
        let clock = device.clock();
        let mut sink = Keep::default();
        let options = RunOptions {
            mode,
            ..self.options
        };
        let parts = Parts {
            advisor: self.advisor.map(|advisor| advisor as &mut dyn Advisor),
            ..Parts::new(&mut device, Arc::new(clock.clone()), &mut sink)
        };
        let report = run(program, parts, &options);
        assert_sound(&report, &sink.records);
        Told {
            report,
            records: sink.records,
            evidence: sink.evidence,
            touched: log.entries(),
            last: last_screen(&mut device, &clock),
        }
    }
}

/// How long the app may load after the last step, on the phone's own clock.
const LOADS: Duration = Duration::from_secs(2);

fn last_screen(device: &mut SimDevice, clock: &dyn Clock) -> Screen {
    clock.sleep(LOADS);
    let deadline = Deadline::after(clock.now(), Duration::from_secs(30));
    device.read_screen(deadline).unwrap_or_default()
}

/// Fails unless the events tell a whole run: every step ends once, inner ones first, and the figures
/// and the verdict are what the steps say.
#[track_caller]
fn assert_sound(report: &RunReport, records: &[Record]) {
    let mut open = Vec::new();
    let mut ended = [0_u32; 4];
    for record in records {
        match &record.event {
            Event::StepStarted(step) => open.push(step.step),
            Event::StepFinished(step) => {
                assert_eq!(open.pop(), Some(step.step));
                ended[step.outcome as usize] += 1;
            }
            _ => {}
        }
    }
    let tally = report.tally;
    let count = |outcome: Outcome| ended[outcome as usize];
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(tally.passed, count(Outcome::Passed));
    assert_eq!(tally.failed, count(Outcome::Failed));
    assert_eq!(tally.not_judged, count(Outcome::NotJudged));
    assert_eq!(tally.skipped, count(Outcome::Skipped));
    let may_pass = tally.failed == 0 && tally.passed > 0 && tally.skipped == 0;
    assert!(!report.verdict.is_passed() || may_pass, "{tally:?}");
    let Some(Event::RunFinished(last)) = records.last().map(|record| &record.event) else {
        panic!("the run has no end");
    };
    assert_eq!(last.outcome, report.verdict.outcome);
}

/// A sink that forgets nothing.
#[derive(Default)]
struct Keep {
    records: Vec<Record>,
    evidence: Vec<(String, Vec<u8>)>,
}

impl EventSink for Keep {
    fn event(&mut self, record: &Record) {
        self.records.push(record.clone());
    }

    fn evidence(&mut self, _run: &str, file: &str, bytes: &[u8]) {
        self.evidence.push((file.to_owned(), bytes.to_vec()));
    }
}

/// Everything a run told, and what the phone knows of it.
pub(crate) struct Told {
    pub(crate) report: RunReport,
    pub(crate) records: Vec<Record>,
    pub(crate) evidence: Vec<(String, Vec<u8>)>,
    pub(crate) touched: Vec<Touched>,
    /// What the phone shows afterwards.
    pub(crate) last: Screen,
}

impl Told {
    pub(crate) fn reason(&self) -> String {
        self.report.verdict.reason.to_string()
    }

    #[track_caller]
    fn must_end(self, outcome: Outcome) -> Self {
        assert_eq!(self.report.verdict.outcome, outcome, "{}", self.reason());
        self
    }

    #[track_caller]
    pub(crate) fn must_pass(self) -> Self {
        self.must_end(Outcome::Passed)
    }

    /// Checks that it did not pass, whatever else it did; `what` says what was tried.
    #[track_caller]
    pub(crate) fn must_not_pass(&self, what: &str) {
        let is_passed = self.report.verdict.is_passed();
        assert!(!is_passed, "{what}: {}", self.reason());
    }

    #[track_caller]
    pub(crate) fn must_fail(self) -> Self {
        self.must_end(Outcome::Failed)
    }

    /// Checks that nothing was touched at all.
    #[track_caller]
    pub(crate) fn touching_nothing(self) -> Self {
        assert_eq!(self.touched.len(), 0, "{:?}", self.touched);
        self
    }

    /// Checks that these were touched and nothing else.
    #[track_caller]
    pub(crate) fn touching(self, labels: &[&str]) -> Self {
        assert_eq!(self.taps(), labels);
        self
    }

    /// Checks that the reason has these words.
    #[track_caller]
    pub(crate) fn because(self, words: &str) -> Self {
        assert_contains(self.reason(), words);
        self
    }

    #[track_caller]
    pub(crate) fn must_be_open(self) -> Self {
        self.must_end(Outcome::NotJudged)
    }

    /// Returns how each step ended, in the order they did.
    pub(crate) fn outcomes(&self) -> Vec<Outcome> {
        self.finished().map(|(outcome, _)| outcome).collect()
    }

    /// Returns how each step ended as one letter: p, f, n(ot judged), s(kipped).
    pub(crate) fn letters(&self) -> String {
        self.outcomes()
            .into_iter()
            .map(|outcome| match outcome {
                Outcome::Passed => 'p',
                Outcome::Failed => 'f',
                Outcome::NotJudged => 'n',
                Outcome::Skipped => 's',
            })
            .collect()
    }

    /// Returns why the step that ended as the n-th, from 1, ended so.
    pub(crate) fn why(&self, number: usize) -> String {
        let reason = self.finished().nth(number - 1);
        reason.map(|(_, reason)| reason.to_owned()).unwrap()
    }

    fn finished(&self) -> impl Iterator<Item = (Outcome, &str)> {
        self.records
            .iter()
            .filter_map(|record| match &record.event {
                Event::StepFinished(step) => Some((step.outcome, step.reason.as_str())),
                _ => None,
            })
    }

    /// Returns what was warned of.
    pub(crate) fn warnings(&self) -> Vec<&str> {
        let warned = self
            .records
            .iter()
            .filter_map(|record| match &record.event {
                Event::Warned { message } => Some(message.as_str()),
                _ => None,
            });
        warned.collect()
    }

    /// Returns what was touched at a point, by what the phone calls it; `-` where nothing took it.
    pub(crate) fn taps(&self) -> Vec<String> {
        let touches = self
            .touched
            .iter()
            .filter(|touched| touched.point.is_some() && !touched.action.starts_with("swipe"));
        touches
            .map(|touched| {
                let element = touched.element.as_ref();
                element.map_or_else(|| "-".to_owned(), |element| element.label.clone())
            })
            .collect()
    }

    /// Returns whether an act was sent whose words contain this.
    pub(crate) fn did(&self, action: &str) -> bool {
        self.touched
            .iter()
            .any(|touched| touched.action.contains(action))
    }

    /// Returns what the field with this id holds at the end.
    pub(crate) fn value_of(&self, id: &str) -> String {
        let field = self
            .last
            .elements
            .iter()
            .find(|field| field.id.ends_with(id));
        let field = field.unwrap_or_else(|| panic!("{id} is not on {:?}", self.last.texts()));
        field.state.value.clone().unwrap_or(field.text.clone())
    }

    /// Returns whether the phone shows this text at the end.
    pub(crate) fn shows(&self, text: &str) -> bool {
        self.last.texts().contains(&text)
    }

    /// Returns all that left the engine as text: events, and evidence that can be read.
    pub(crate) fn everything(&self) -> String {
        let mut all: Vec<String> = self.records.iter().map(encode_record).collect();
        let texts = self
            .evidence
            .iter()
            .filter(|(file, _)| !file.ends_with("png"));
        all.extend(texts.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()));
        all.push(self.reason().to_owned());
        all.join("\n")
    }
}

/// The strategies of compiled scenarios.
pub(crate) const STRATEGIES: [&str; 15] = [
    "app_launch",
    "app_stop",
    "app_restart",
    "tap_by_text",
    "tap_by_resource_id",
    "text_input",
    "scroll_fixed",
    "scroll_to_find",
    "keyevent",
    "wait",
    "strict_text_match",
    "uitree_verify",
    "screenshot_only",
    "ai_checkpoint",
    "replay",
];

/// Returns a compiled scenario as its file says it.
pub(crate) fn file_of(compiled: &CompiledProgram) -> Value {
    serde_json::from_slice(&encode(compiled)).unwrap()
}

/// Returns the name of the strategy that stands for the step of this number, from 1, in the file.
pub(crate) fn strategy(compiled: &CompiledProgram, number: usize) -> String {
    let file = file_of(compiled);
    let name = &file["steps"][number - 1]["compiled"]["strategy"];
    name.as_str().unwrap().to_owned()
}

/// A compiled scenario as another writer has it: only the public fields.
pub(crate) fn foreign(steps: &[Value]) -> CompiledProgram {
    foreign_with(json!({}), steps)
}

/// The same, with variables.
pub(crate) fn foreign_with(variables: Value, steps: &[Value]) -> CompiledProgram {
    let numbered = (1..).zip(steps).map(|(index, step)| {
        let mut step = step.clone();
        step["index"] = json!(index);
        step
    });
    let file = json!({
        "version": "1.0",
        "compiled_at": "2026-02-13T10:00:00Z",
        "source": "sample/foreign.yaml",
        "source_hash": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "platform": "android",
        "app": { "android": "com.example.app" },
        "device": { "screen_size": "1080x2400" },
        "variables": variables,
        "steps": numbered.collect::<Vec<_>>(),
    });
    decode(file.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// A `do` of such a file.
pub(crate) fn act(compiled: Value) -> Value {
    json!({ "section": "S", "type": "do", "original": "do it", "compiled": compiled })
}

/// A `then` of such a file.
pub(crate) fn then(compiled: Value) -> Value {
    json!({ "section": "S", "type": "then", "original": "it is so", "compiled": compiled })
}

/// An advisor that does as it is told.
pub(crate) struct Scripted {
    pub(crate) advice: Advice,
    pub(crate) step: Option<StepKind>,
    pub(crate) asked: Vec<String>,
}

impl Scripted {
    /// One that says yes and taps the element of this description.
    pub(crate) fn tapping(label: &str) -> Self {
        Self {
            advice: Advice::Yes {
                reason: "it is".to_owned(),
            },
            step: Some(StepKind::Tap(Tap {
                target: Target::matching(Phrase::of_sentence(label), Matching::Exact),
                effect: TouchEffect::Visible,
                ..Tap::default()
            })),
            asked: Vec::new(),
        }
    }

    /// One that judges so and knows nothing to do.
    pub(crate) fn judging(advice: Advice) -> Self {
        Self {
            advice,
            step: None,
            asked: Vec::new(),
        }
    }
}

impl Advisor for Scripted {
    fn name(&self) -> &str {
        "script"
    }

    fn judge(
        &mut self,
        question: &str,
        _: &Screen,
        _: Option<&Png>,
        _: Deadline,
    ) -> Result<Advice, AdvisorError> {
        self.asked.push(question.to_owned());
        Ok(self.advice.clone())
    }

    fn propose(
        &mut self,
        sentence: &str,
        _: &Screen,
        _: Deadline,
    ) -> Result<Proposal, AdvisorError> {
        self.asked.push(sentence.to_owned());
        Ok(match &self.step {
            Some(step) => Proposal::Step(Box::new(step.clone())),
            None => Proposal::None {
                reason: "no idea".to_owned(),
            },
        })
    }
}
