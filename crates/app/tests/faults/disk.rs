//! Disks with no room left.

use std::fs;
use std::process::{Command, Stdio};

use crate::killed::problems;
use crate::project::{ABOUT, Project};
use crate::row::{End, Outcome, Row};
use crate::seeded_random::SeededRandom;

/// A run that leaves files of every kind behind.
const LINE: &str =
    "test a.yaml --device sim:settings --evidence all --html out/report.html --junit out/junit.xml";

/// What the names of its files have in them; an error must name one.
const WRITTEN: [&str; 5] = ["report.html", "junit.xml", "events.jsonl", ".png", ".retap"];

pub(crate) fn rows(rounds: usize, random: &mut SeededRandom) -> Vec<Row> {
    vec![
        limited(rounds, random),
        small_disk(rounds, random),
        full_device(rounds),
    ]
}

fn compiled() -> Project {
    let project = Project::with(&[("a.yaml", ABOUT)]);
    project.passes("compile a.yaml --device sim:settings");
    project
}

/// A run that ends well has written all it was asked for.
fn check_written(row: &mut Row, project: &Project, end: &End) {
    row.add(end);
    if end.outcome == Outcome::Code(0) {
        let is_missing = |file: &&str| !project.path(file).is_file();
        let missing: Vec<&str> = ["out/report.html", "out/junit.xml"]
            .into_iter()
            .filter(is_missing)
            .collect();
        row.check(
            missing
                .iter()
                .map(|file| format!("passed without {file}: {}", end.text))
                .collect(),
        );
    } else if !WRITTEN.iter().any(|file| end.text.contains(file)) {
        row.check(vec![format!(
            "did not say what was not written: {}",
            end.text
        )]);
    }
    row.check(problems(project));
}

/// No file may be longer than some kilobytes, as if the disk were full in the middle of it.
fn limited(rounds: usize, random: &mut SeededRandom) -> Row {
    let mut row = Row::new(
        "a file cannot grow (RLIMIT_FSIZE)",
        "an error that names it, or all is written",
    );
    let project = compiled();
    for _ in 0..rounds {
        fs::remove_dir_all(project.path("out")).unwrap_or_default();
        let mut command = Command::new("bash");
        project.place(&mut command);
        let limit = 1 + random.below(60);
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" {LINE}");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_retap")]);
        check_written(&mut row, &project, &End::of(&mut command));
    }
    row
}

/// A disk of some kilobytes, which only root can make.
fn small_disk(rounds: usize, random: &mut SeededRandom) -> Row {
    const FAULT: &str = "the disk is full (a small tmpfs)";
    let mut row = Row::new(FAULT, "an error that names it, or all is written");
    for _ in 0..rounds {
        let project = compiled();
        for folder in [".retap", "out"] {
            let place = project.path(folder);
            fs::remove_dir_all(&place).unwrap_or_default();
            fs::create_dir_all(&place).unwrap();
            let size = format!("size={}k", 4 + 4 * random.below(64));
            let mounted = Command::new("mount")
                .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
                .arg(&place)
                .stderr(Stdio::null())
                .status();
            if !mounted.is_ok_and(|status| status.success()) {
                return Row::not_tried(FAULT, "only root can make a small disk");
            }
        }
        let mut command = project.command();
        let end = End::of(command.args(LINE.split(' ')));
        check_written(&mut row, &project, &end);
        for folder in [".retap", "out"] {
            Command::new("umount")
                .arg(project.path(folder))
                .status()
                .unwrap();
        }
    }
    row
}

/// Reports and words that go to `/dev/full`.
fn full_device(rounds: usize) -> Row {
    let mut row = Row::new(
        "reports and words go to /dev/full",
        "an error, never a pass",
    );
    let project = compiled();
    for round in 0..rounds {
        let mut command = Command::new("bash");
        project.place(&mut command);
        let output = ["--html /dev/full", "--junit /dev/full", "--json >/dev/full"][round % 3];
        let script = format!("exec \"$0\" test a.yaml --device sim:settings {output}");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_retap")]);
        row.add_not_passed(&End::of(&mut command));
    }
    row
}
