//! Files that are cut off, or have parts twice.

use std::fs;

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
            fs::write(project.path("a.compiled.json"), change(&whole, random)).unwrap();
            row.add(&run(&project, "test a.yaml --device sim:settings"));
        }
        fs::write(project.path("a.compiled.json"), &whole).unwrap();
        rows.push(row);
        let mut row = Row::new(
            format!("an event log {name}"),
            "told again as far as it goes, or refused",
        );
        for _ in 0..rounds {
            fs::write(project.path("old.jsonl"), change(&log.1, random)).unwrap();
            let line = "report old.jsonl --html old.html --junit old.xml";
            row.add(&run(&project, line));
        }
        rows.push(row);
    }
    rows
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
