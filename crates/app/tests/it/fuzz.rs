//! What fuzzing found stays found: every file of `fuzz/cases` and `fuzz/seeds`, and every file of the repository that a target
//! starts from, goes through its target.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../../../fuzz/src/targets/mod.rs"]
mod targets;

use targets::TARGETS;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Files of that many bytes are no seeds; `fuzz/run` says the same.
const LARGE: u64 = 60_000;

/// Returns what is in a folder below `fuzz`.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(fuzz().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Returns the lines of `seeds.txt`: a target, and the patterns of the files it starts from.
fn rows() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(fuzz().join("seeds.txt")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let words = rows.map(|row| row.split_whitespace().map(str::to_owned));
    words
        .filter_map(|mut words| Some((words.next()?, words.collect())))
        .collect()
}

/// Returns the files of a pattern as seen from `fuzz`, of which there must be one.
fn matching(pattern: &str) -> Vec<PathBuf> {
    let whole = fuzz().join(pattern);
    let found = glob::glob(whole.to_str().unwrap()).unwrap();
    let found: Vec<PathBuf> = found.map(Result::unwrap).collect();
    assert!(!found.is_empty(), "no file is `{pattern}`");
    let is_seed = |path: &PathBuf| path.metadata().unwrap().len() < LARGE;
    found.into_iter().filter(is_seed).collect()
}

#[test]
fn what_fuzzing_found_stays_mended() {
    for (name, patterns) in rows() {
        let target = TARGETS.iter().find(|target| target.name == name).unwrap();
        let own = ["cases", "seeds"].map(|folder| format!("{folder}/{name}"));
        let own = own.iter().filter(|folder| fuzz().join(folder).exists());
        let mut cases: Vec<PathBuf> = own.flat_map(|folder| files(folder)).collect();
        let of_repository = patterns.iter().filter(|it| !it.starts_with("CORPUS/"));
        cases.extend(of_repository.flat_map(|pattern| matching(pattern)));
        assert!(!cases.is_empty(), "nothing goes through {name}");
        for case in cases {
            println!("{name}: {}", case.display());
            (target.run)(&fs::read(&case).unwrap());
        }
    }
}

#[test]
fn fuzzing_what_is_not_there_fails() {
    for (words, said) in [
        (
            ["1", "nosuch_target"],
            "no target of seeds.txt is called `nosuch_target`",
        ),
        (["1", "#"], "no target of seeds.txt is called `#`"),
        (["soon", "config"], "`soon` is no number of seconds"),
    ] {
        let ran = Command::new(fuzz().join("run"))
            .args(words)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!((ran.status.code(), text.trim()), (Some(2), said));
    }
}

/// A target that nobody runs, or a case of none, would be of no use.
#[test]
fn every_target_has_seeds_and_every_case_a_target() {
    let targets: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
    let rows = rows();
    let named = rows.iter().map(|(name, _)| name.as_str());
    assert_eq!(named.collect::<BTreeSet<&str>>(), targets);
    for folder in files("cases").iter().chain(&files("seeds")) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        assert!(targets.contains(name), "{name} is no target");
    }
}
