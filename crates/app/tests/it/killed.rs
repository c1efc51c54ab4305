//! Killed at any moment while writing: nothing is lost, nothing is half there, and the next command cleans up.
//!
//! `./faults` kills more often, at moments of the clock.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::project::{ABOUT, Project};
use crate::seeded_random::SeededRandom;
use crate::whole_files::{is_under_way, why_not_whole};

/// How often the test kills.
const KILLS: usize = 12;

/// How long a command may take to get as far as it is killed at.
const PATIENCE: Duration = Duration::from_secs(120);

const LINES: [&str; 3] = [
    "test s --device sim:settings --evidence all --junit out/j.xml --html out/r.html",
    "compile s --device sim:settings",
    "test sc.yaml --device sim:login",
];

const SCENARIO: &str = "name: Login\napp: com.example.app\nsteps:\n  - id: a\n    actions:\n      - do: アプリを起動\n";

fn project() -> Project {
    let project = Project::with(&[
        ("s/a.yaml", ABOUT),
        ("s/b.yaml", ABOUT),
        ("sc.yaml", SCENARIO),
    ]);
    for line in LINES {
        project.passes(line);
    }
    project
}

/// Returns how many bytes are in the project, files that are being written included.
fn bytes_in(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(there) if there.is_dir() => bytes_in(&entry.path()),
        Ok(there) => there.len() as usize,
        Err(_) => 0,
    });
    sizes.sum()
}

/// Starts a line whose words nobody reads.
fn start(command: &mut Command, line: &str) -> Child {
    let command = command.args(line.split(' ')).stdout(Stdio::null());
    command.stderr(Stdio::null()).spawn().unwrap()
}

/// Runs a line and kills it once it has written that many bytes; returns whether it was killed before its end.
fn kill_after(project: &Project, line: &str, bytes: usize) -> bool {
    let enough = bytes_in(&project.path("")) + bytes;
    let mut child = start(&mut project.command(), line);
    let started = Instant::now();
    loop {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if bytes_in(&project.path("")) >= enough {
            break;
        }
        assert!(started.elapsed() < PATIENCE, "retap {line} stands still");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    true
}

/// Refuses a file that is half there.
fn check_whole(path: &Path, bytes: &[u8]) {
    assert_eq!(why_not_whole(path, bytes), None);
    if path.extension().is_some_and(|end| end == "yaml") {
        let is_kept = bytes == ABOUT.as_bytes() || bytes == SCENARIO.as_bytes();
        assert!(is_kept, "{}", path.display());
    }
}

#[test]
fn nothing_is_lost_or_half_written_however_often_it_is_killed() {
    let project = project();
    let mut random = SeededRandom(7);
    let mut killed = 0;
    for round in 0..KILLS {
        let line = LINES[round % LINES.len()];
        let before: BTreeMap<PathBuf, Vec<u8>> = project.files().into_iter().collect();
        let most = [4_000, 300_000][random.below(2)];
        killed += usize::from(kill_after(&project, line, random.below(most)));
        let after: BTreeMap<PathBuf, Vec<u8>> = project.files().into_iter().collect();
        for (path, bytes) in &after {
            check_whole(path, bytes);
        }
        for path in before.keys().filter(|path| !is_under_way(path)) {
            assert!(after.contains_key(path), "{} is lost", path.display());
        }
        let logs = after
            .keys()
            .filter(|path| path.ends_with("events.jsonl") && !before.contains_key(*path));
        for log in logs.filter(|log| !after[*log].is_empty()) {
            let words = ["report", &log.display().to_string()];
            project.run_words(&[], &words).exits(0);
        }
    }
    project.run(LINES[0]).exits(0);
    let left = project.files().into_iter().map(|(path, _)| path);
    let left: Vec<PathBuf> = left.filter(|path| is_under_way(path)).collect();
    assert_eq!(left, [] as [PathBuf; 0], "the next command cleans up");
    assert!(killed > 0, "every command was over before it was killed");
}

/// Runs a line until it writes a file beside `place`, and kills it then; returns whether that was half written.
fn kill_while_writing(project: &Project, line: &str, place: &str) -> bool {
    let mut child = start(project.command().env("TMPDIR", project.path("tmp")), line);
    let started = Instant::now();
    while half_written(&project.path(place)).is_empty() {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(started.elapsed() < PATIENCE, "retap {line} stands still");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    !half_written(&project.path(place)).is_empty()
}

fn half_written(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| is_under_way(path)).collect()
}

#[test]
fn a_report_half_written_is_removed_by_the_next_run_wherever_it_writes() {
    let project = project();
    fs::create_dir(project.path("tmp")).unwrap();
    for evidence in ["all", "none"] {
        let line = format!("test s --device sim:settings --evidence {evidence} --html out/r.html");
        let is_left = (0..100).any(|_| kill_while_writing(&project, &line, "out"));
        assert!(is_left, "every report was whole before it was killed");
        let folder = project.path("tmp").display().to_string();
        let next = "test s/a.yaml --device sim:settings --evidence none";
        project.run_in(&[("TMPDIR", &folder)], next).exits(0);
        for place in ["out", "tmp"] {
            assert_eq!(half_written(&project.path(place)), [] as [PathBuf; 0]);
        }
    }
}
