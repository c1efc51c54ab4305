//! JUnit XML, the form every CI server reads; see `docs/formats/junit.md`.
//!
//! Not here: reading files; pictures are only named.

mod element;
mod fault;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::AddAssign;

use crate::run::{Case, RunSummary, Runs, Status, StepRun};
use crate::run_files::{RunFiles, with_whole};
use element::Element;
use fault::{Fault, Weight};

/// Writes the runs as JUnit XML: a suite for each case, a test case for each step tried. One case is held at a time,
/// so each is read twice: the totals come first.
pub fn junit(runs: &Runs, name: &str, files: &dyn RunFiles, out: &mut dyn Write) -> io::Result<()> {
    let cases = runs.cases();
    let mut totals = Totals::default();
    for case in &cases {
        totals += with_whole(case, files, |case| Suite::new(case).totals());
    }
    let root = totals.on(Element::new("testsuites").attribute("name", name));
    let head = root.open_tag();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{head}>")?;
    for case in &cases {
        let suite = with_whole(case, files, |case| Suite::new(case).write(files));
        out.write_all(suite.to_text(1).as_bytes())?;
    }
    writeln!(out, "</testsuites>")
}

/// The totals that a suite and the whole carry.
#[derive(Default)]
struct Totals {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    ms: u64,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.ms = self.ms.saturating_add(other.ms);
    }
}

impl Totals {
    /// Adds the totals to an element.
    fn on(&self, element: Element) -> Element {
        element
            .attribute("tests", &self.tests.to_string())
            .attribute("failures", &self.failures.to_string())
            .attribute("errors", &self.errors.to_string())
            .attribute("skipped", &self.skipped.to_string())
            .attribute("time", &seconds(self.ms))
    }
}

/// One case with what its steps amount to.
struct Suite<'a> {
    case: Case<'a>,
    tests: Vec<Test<'a>>,
}

/// One step that was tried, or the run itself when no step can speak for it.
struct Test<'a> {
    step: Option<&'a StepRun>,
    name: String,
    ms: u64,
    fault: Option<Fault>,
}

impl<'a> Suite<'a> {
    fn new(case: Case<'a>) -> Self {
        let run = case.last;
        let mut tests: Vec<Test<'a>> = (0..run.steps.len())
            .map(|place| Test::of_step(run, place))
            .collect();
        tell_apart(&mut tests);
        let has_bad_step = tests
            .iter()
            .any(|test| test.fault.as_ref().is_some_and(Fault::is_bad));
        let needs_own = !run.status().is_good() && !has_bad_step;
        if tests.is_empty() || needs_own || run.status() == Status::Broken {
            tests.push(Test::of_run(run));
        }
        Self { case, tests }
    }

    fn totals(&self) -> Totals {
        let of = |weight: Weight| {
            let faults = self.tests.iter().filter_map(|test| test.fault.as_ref());
            faults.filter(|fault| fault.weight == weight).count()
        };
        Totals {
            tests: self.tests.len(),
            failures: of(Weight::Failure),
            errors: of(Weight::Error),
            skipped: of(Weight::Skipped),
            ms: self.case.last.took_ms(),
        }
    }

    fn write(&self, files: &dyn RunFiles) -> Element {
        let header = &self.case.last.header;
        let mut suite = Element::new("testsuite").attribute("name", &header.skill);
        suite = self.totals().on(suite);
        if let Some(moment) = header.started_at.strip_suffix('Z') {
            // The schema wants local time without a zone; ours is UTC.
            suite = suite.attribute("timestamp", moment);
        }
        suite = suite
            .attribute("hostname", &header.device)
            .attribute("file", &header.file)
            .child(properties(&self.case));
        for (test, earlier) in self.tests.iter().zip(self.earlier_faults()) {
            suite = suite.child(test.write(self.case.last, files, earlier));
        }
        suite
    }

    /// Returns for each test what went wrong there in earlier attempts, in the words of Maven's surefire.
    ///
    /// The first test speaks for what the last attempt has no place for.
    fn earlier_faults(&self) -> Vec<Vec<Element>> {
        let write = match self.case.last.status() == Status::Passed {
            true => Fault::write_flaky,
            false => Fault::write_rerun,
        };
        let mut by_test = vec![Vec::new(); self.tests.len()];
        for run in &self.case.earlier {
            for (step, fault) in fault::bad_ones(run) {
                let mut places = self.case.last.steps.iter();
                let home = step.and_then(|step| places.position(|place| place.is_same_place(step)));
                by_test[home.unwrap_or(0)].push(write(&fault));
            }
        }
        by_test
    }
}

/// Returns `3. tap "General"`, or of a scenario's step its section and its sentence.
///
/// A replayed step is named by the section that replays it, the one it comes from and its sentence.
fn name_of(run: &RunSummary, place: usize) -> String {
    let step = &run.steps[place];
    let Some(section) = step.section() else {
        return format!("{}. {}", step.number(), step.title());
    };
    let outer = run.outermost(place);
    match (std::ptr::eq(outer, step), outer.section()) {
        (false, Some(around)) => format!("{around} / {section} / {}", step.title()),
        (true, _) | (false, None) => format!("{section} / {}", step.title()),
    }
}

/// Numbers the later ones of test cases with one name; servers would take them for one.
fn tell_apart(tests: &mut [Test<'_>]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for test in tests {
        let times = seen.entry(test.name.clone()).or_default();
        *times += 1;
        if *times > 1 {
            test.name = format!("{} ({times})", test.name);
        }
    }
}

fn properties(case: &Case<'_>) -> Element {
    let (header, tally) = (&case.last.header, case.last.tally());
    let figures = [
        ("device", header.device.clone()),
        ("device_name", header.device_name.clone()),
        ("mode", header.mode.as_str().to_owned()),
        ("outcome", case.status().as_str().to_owned()),
        ("attempt", header.attempt.to_string()),
        ("screen_reads", tally.reads.to_string()),
        ("screen_reads_saved", tally.reads_saved.to_string()),
        ("text_reads", tally.text_reads.to_string()),
        ("acts", tally.acts.to_string()),
        ("drifted", tally.drifted.to_string()),
        ("interruptions", tally.interruptions.to_string()),
    ];
    let left_out = case.last.left_out().in_words();
    let left_out = left_out.map(|words| ("left_out", words));
    let empty = Element::new("properties");
    figures
        .iter()
        .chain(&left_out)
        .fold(empty, |list, (name, value)| {
            let property = Element::new("property").attribute("name", name);
            list.child(property.attribute("value", value))
        })
}

impl<'a> Test<'a> {
    fn of_step(run: &'a RunSummary, place: usize) -> Self {
        let step = &run.steps[place];
        Self {
            step: Some(step),
            name: name_of(run, place),
            ms: run.own_ms(place),
            fault: Fault::of_step(run, step),
        }
    }

    fn of_run(run: &RunSummary) -> Self {
        Self {
            step: None,
            name: "run".to_owned(),
            ms: 0,
            fault: Fault::of_run(run),
        }
    }

    fn write(&self, run: &RunSummary, files: &dyn RunFiles, earlier: Vec<Element>) -> Element {
        let mut test = Element::new("testcase")
            .attribute("name", &self.name)
            .attribute("classname", &run.header.skill)
            .attribute("time", &seconds(self.ms))
            .attribute("file", &run.header.file);
        if let Some(line) = self
            .step
            .map(|step| step.started.line)
            .filter(|&line| line > 0)
        {
            test = test.attribute("line", &line.to_string());
        }
        if let Some(fault) = &self.fault {
            test = test.child(fault.write());
        }
        test = earlier.into_iter().fold(test, Element::child);
        match self.output(run, files) {
            Some(output) => test.child(output),
            None => test,
        }
    }

    fn output(&self, run: &RunSummary, files: &dyn RunFiles) -> Option<Element> {
        let step = self.step?;
        let mut lines: Vec<String> = Vec::new();
        lines.extend(step.warnings().map(|text| format!("warning: {text}")));
        lines.extend(step.drift().map(|note| format!("drift: {note}")));
        let closed = step.interruptions();
        lines.extend(closed.map(|closed| format!("interruption: {}", closed.render())));
        if step.is_fingerprint() {
            lines.push("judged by a fingerprint of the learning run".to_owned());
        }
        for sent in step.sent() {
            let (bytes, host) = (sent.bytes, &sent.host);
            lines.push(format!(
                "sent {bytes} bytes to a model at {host}: {}",
                sent.question
            ));
        }
        let captures = step.captures();
        lines.extend(captures.map(|(name, text)| format!("captured {name}: {text}")));
        let measures = step.measures();
        lines.extend(measures.map(|(name, ms)| format!("measured {name}: {} s", seconds(ms))));
        let signals = step.signals();
        lines.extend(signals.map(|signal| format!("meanwhile: {signal}")));
        for file in step.downloaded_files() {
            let path = files.path(&run.id, file);
            lines.push(format!("[[ATTACHMENT|{path}]]"));
        }
        for picture in step.pictures() {
            let path = files.path(&run.id, &picture.file);
            lines.push(format!("[[ATTACHMENT|{path}]]"));
        }
        let output = Element::new("system-out").text(&lines.join("\n"));
        (!lines.is_empty()).then_some(output)
    }
}

fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}
