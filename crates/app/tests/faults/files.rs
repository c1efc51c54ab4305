//! Files that are cut off, or have parts twice.

use std::fs;

use serde_json::Value;

use crate::project::{ABOUT, Project};
use crate::row::{End, Row};
use crate::seeded_random::SeededRandom;

pub(crate) fn rows(rounds: usize, random: &mut SeededRandom) -> Vec<Row> {
    let project = Project::with(&[("a.yaml", ABOUT)]);
    project.passes("compile a.yaml --device sim:settings");
    project.passes("test a.yaml --device sim:settings --evidence all");
    let is_log = |path: &std::path::Path| path.ends_with("events.jsonl");
    let log = project
        .files()
        .into_iter()
        .find(|(path, _)| is_log(path))
        .unwrap();
    // Whole ones are used and told as passed, and that can be seen.
    assert!(is_used(&run(&project, REPLAY)));
    assert!(marks(&log.1).len() > 3 && report(&project, &log.1).1);
    let mut rows = Vec::new();
    for (name, change) in [
        ("cut off", cut as Change),
        ("with parts twice", double as Change),
    ] {
        let mut row = Row::new(
            format!("a compiled file {name}"),
            "refused, or the skill is run from its words",
        );
        let whole = fs::read(project.path("a.compiled.json")).unwrap();
        for _ in 0..rounds {
            let changed = change(&whole, random);
            fs::write(project.path("a.compiled.json"), &changed).unwrap();
            let end = run(&project, REPLAY);
            row.add(&end);
            if is_used(&end) && !says_the_same(&changed, &whole) {
                row.check(vec![format!("was used: {}", end.text)]);
            }
        }
        fs::write(project.path("a.compiled.json"), &whole).unwrap();
        rows.push(row);
        let mut row = Row::new(
            format!("an event log {name}"),
            "told again as far as it goes, or refused",
        );
        for _ in 0..rounds {
            let changed = change(&log.1, random);
            let (end, is_passed) = report(&project, &changed);
            row.add(&end);
            if is_passed && marks(&changed) != marks(&log.1) {
                row.check(vec![format!("was told as passed: {}", end.text)]);
            }
        }
        rows.push(row);
    }
    rows
}

const REPLAY: &str = "test a.yaml --device sim:settings --json";

/// Returns whether a run did what its compiled file says.
fn is_used(end: &End) -> bool {
    end.text.contains("\"mode\":\"compiled\"")
}

/// Returns whether two files are the same but for blanks, and for keys that are there twice with one value.
fn says_the_same(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(serde_json::from_slice::<Value>);
    matches!((one, other), (Ok(one), Ok(other)) if one == other)
}

/// Tells a log again, and returns whether one of the reports says that all there is passed.
fn report(project: &Project, log: &[u8]) -> (End, bool) {
    fs::write(project.path("old.jsonl"), log).unwrap();
    let _ = fs::remove_file(project.path("old.xml"));
    let end = run(project, "report old.jsonl --html old.html --junit old.xml");
    let junit = fs::read_to_string(project.path("old.xml")).unwrap_or_default();
    // The first line of each has the figures of all runs.
    let totals = junit.lines().find(|line| line.starts_with("<testsuites"));
    let has_none = |line: &str| line.contains("failures=\"0\" errors=\"0\"");
    let is_passed = totals.is_some_and(has_none) || end.text.contains("1 run: 1 passed");
    (end, is_passed)
}

/// Returns what a log says of the beginnings and ends of its run and steps: one that says other than was written does
/// not bear out a pass.
fn marks(log: &[u8]) -> Vec<Value> {
    const MARKS: [&str; 4] = [
        "run_started",
        "step_started",
        "step_finished",
        "run_finished",
    ];
    let is_mark = |line: &Value| MARKS.iter().any(|kind| line["event"]["kind"] == *kind);
    let lines = log.split(|byte| *byte == b'\n');
    let lines = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    lines.filter(is_mark).collect()
}

type Change = fn(&[u8], &mut SeededRandom) -> Vec<u8>;

fn cut(bytes: &[u8], random: &mut SeededRandom) -> Vec<u8> {
    bytes[..random.below(bytes.len())].to_vec()
}

/// Repeats some lines.
fn double(bytes: &[u8], random: &mut SeededRandom) -> Vec<u8> {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let first = random.below(lines.len());
    let last = (first + 1 + random.below(5)).min(lines.len());
    [lines[..last].concat(), lines[first..].concat()].concat()
}

fn run(project: &Project, line: &str) -> End {
    End::of(project.command().args(line.split(' ')))
}
