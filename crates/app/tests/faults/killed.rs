//! Runs that are killed while they write.

use std::fs;
use std::time::Instant;

use crate::project::{ABOUT, Project};
use crate::row::{End, Row, let_part_pass, start};
use crate::seeded_random::SeededRandom;
use crate::whole_files::why_not_whole;

/// What is run: a test with every report, and a lesson over a compiled file that is there.
const LINES: [&str; 2] = [
    "test a.yaml --device sim:settings --evidence all --html out/report.html --junit out/junit.xml",
    "compile a.yaml --device sim:settings",
];

/// After how many kills the runs that lie about are cleared away.
const CLEARED: usize = 50;

pub(crate) fn rows(kills: usize, random: &mut SeededRandom) -> Vec<Row> {
    LINES
        .map(|line| killed(line, kills / LINES.len(), random))
        .into()
}

fn killed(line: &str, kills: usize, random: &mut SeededRandom) -> Row {
    let word = line.split(' ').next().unwrap();
    let mut row = Row::new(
        format!("killed (-9) in `retap {word}`"),
        "nothing lost, no half file",
    );
    let project = Project::with(&[("a.yaml", ABOUT)]);
    project.passes("compile a.yaml --device sim:settings");
    let mut command = project.command();
    command.args(line.split(' '));
    let begin = Instant::now();
    assert!(command.output().unwrap().status.success());
    let whole = begin.elapsed();
    for round in 0..kills {
        let mut child = start(&mut command);
        let_part_pass(whole.mul_f64(1.1), random);
        child.kill().unwrap();
        row.add(&End::of_child(child));
        row.check(problems(&project));
        if round % CLEARED == CLEARED - 1 {
            fs::remove_dir_all(project.path(".retap")).unwrap_or_default();
        }
    }
    row
}

/// Returns what is lost or half there in a project.
pub(crate) fn problems(project: &Project) -> Vec<String> {
    let mut problems = Vec::new();
    if project.read("a.yaml") != ABOUT {
        problems.push("the skill is not what it was".to_owned());
    }
    if !project.path("a.compiled.json").is_file() {
        problems.push("the compiled file is gone".to_owned());
    }
    let files = project.files();
    let half = files
        .iter()
        .filter_map(|(path, bytes)| why_not_whole(path, bytes));
    problems.extend(half);
    problems
}
