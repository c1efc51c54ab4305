//! What fuzzing found stays found: every file of `fuzz/cases` and `fuzz/seeds` goes through its target.

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

/// Returns the files of a folder below `fuzz`.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(fuzz().join(folder));
    let entries = entries.into_iter().flatten().map(Result::unwrap);
    entries.map(|entry| entry.path()).collect()
}

#[test]
fn what_fuzzing_found_stays_mended() {
    for target in TARGETS {
        for folder in ["cases", "seeds"] {
            for case in files(&format!("{folder}/{}", target.name)) {
                println!("{}", case.display());
                (target.run)(&fs::read(&case).unwrap());
            }
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
    let seeds = fs::read_to_string(fuzz().join("seeds.txt")).unwrap();
    let rows = seeds.lines().filter(|line| !line.starts_with('#'));
    let named = rows.filter_map(|row| row.split_whitespace().next());
    assert_eq!(named.collect::<BTreeSet<&str>>(), targets);
    for folder in files("cases").iter().chain(&files("seeds")) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        assert!(targets.contains(name), "{name} is no target");
    }
}
