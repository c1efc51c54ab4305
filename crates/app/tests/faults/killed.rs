//! Runs that are killed while they write.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use retap_model::codec::decode;
use retap_report::LogReader;

use crate::project::{ABOUT, Project};
use crate::row::{Dice, End, Row, let_pass, start};

/// What is run: a test with every report, and a lesson over a compiled file that is there.
const LINES: [&str; 2] = [
    "test a.yaml --device sim:settings --evidence all --html out/report.html --junit out/junit.xml",
    "compile a.yaml --device sim:settings",
];

/// After how many kills the runs that lie about are cleared away.
const CLEARED: usize = 50;

pub(crate) fn rows(kills: usize, dice: &mut Dice) -> Vec<Row> {
    LINES
        .map(|line| killed(line, kills / LINES.len(), dice))
        .into()
}

fn killed(line: &str, kills: usize, dice: &mut Dice) -> Row {
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
        let_pass(dice.within(whole.mul_f64(1.1)));
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
    let files = project.files();
    if !files.iter().any(|(path, _)| is(path, ".compiled.json")) {
        problems.push("the compiled file is gone".to_owned());
    }
    problems.extend(files.iter().filter_map(|(path, bytes)| half(path, bytes)));
    problems
}

/// Returns why a file is not whole; the folder of a run that was killed says so by itself.
fn half(path: &PathBuf, bytes: &[u8]) -> Option<String> {
    let ends = |end: &str| bytes.trim_ascii_end().ends_with(end.as_bytes());
    let is_whole = match () {
        () if is(path, ".tmp") => true,
        () if is(path, ".compiled.json") => decode(bytes).is_ok(),
        () if is(path, ".jsonl") => LogReader::new(bytes).all(|record| record.is_ok()),
        () if is(path, ".json") => serde_json::from_slice::<serde_json::Value>(bytes).is_ok(),
        () if is(path, ".html") => ends("</html>"),
        () if is(path, ".xml") => ends("</testsuites>") || ends("</hierarchy>"),
        () if is(path, ".png") => bytes.windows(4).any(|window| window == b"IEND"),
        () => true,
    };
    (!is_whole).then(|| {
        format!(
            "{} is half there, with {} bytes",
            path.display(),
            bytes.len()
        )
    })
}

fn is(path: &Path, end: &str) -> bool {
    path.to_string_lossy().ends_with(end)
}
