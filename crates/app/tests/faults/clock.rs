//! Clocks that jump: the time of day goes forwards and backwards while something runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::link::Phone;
use crate::row::{End, Outcome, Row, SKILLS, let_part_pass, start};
use crate::seeded_random::SeededRandom;

/// Where distributions put the library that lies about the time.
const LIBRARY: &str = "faketime/libfaketimeMT.so.1";

pub(crate) fn rows(rounds: usize, random: &mut SeededRandom) -> Vec<Row> {
    const FAULT: &str = "the clock jumps by days";
    let Some(library) = library() else {
        return vec![Row::not_tried(FAULT, "libfaketime is not installed")];
    };
    let Some(phone) = Phone::start() else {
        return vec![Row::not_tried(FAULT, "adb is not installed")];
    };
    let mut row = Row::new(FAULT, "as without: one passes, the other fails");
    for round in 0..rounds {
        let (skill, code) = [(SKILLS[0], 0), (SKILLS[1], 1)][round % 2];
        let time = phone.project.path("time");
        // The run is kept under the day on which it began, so that the jump can be seen.
        let ago = 100 + random.below(1000);
        fs::write(&time, format!("-{ago}d")).unwrap();
        let mut command = phone.test(skill);
        with_time(&mut command, &library, &time);
        let run = start(&mut command);
        for _ in 0..3 {
            let_part_pass(Duration::from_millis(400), random);
            let days = random.below(40) as i64 - 20;
            fs::write(&time, format!("{days:+}d")).unwrap();
        }
        let end = End::of_child(run);
        row.add(&end);
        let day = day_before(ago);
        if !runs(&phone).iter().any(|name| name.starts_with(&day)) {
            row.check(vec![format!(
                "no run began on {day}: the clock did not jump"
            )]);
        }
        if end.outcome != Outcome::Code(code) {
            row.check(vec![format!("{skill}: {}", end.text)]);
        }
    }
    vec![row]
}

/// Returns the day so many days ago, as folders of runs begin with it.
fn day_before(days: usize) -> String {
    let mut date = Command::new("date");
    date.args(["-u", "-d", &format!("-{days} days"), "+%Y%m%d"]);
    let said = date.output().unwrap().stdout;
    String::from_utf8(said).unwrap().trim().to_owned()
}

fn runs(phone: &Phone) -> Vec<String> {
    let entries = fs::read_dir(phone.project.path(".retap/runs")).into_iter();
    let names = entries.flatten().flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.into_string().ok()).collect()
}

/// Lets a command read the time of day from a file; the time that only goes forwards stays true.
fn with_time(command: &mut Command, library: &Path, file: &Path) {
    command
        .env("LD_PRELOAD", library)
        .env("FAKETIME_TIMESTAMP_FILE", file)
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
}

fn library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib")
        .ok()?
        .flatten()
        .map(|entry| entry.path());
    folders
        .map(|folder| folder.join(LIBRARY))
        .find(|library| library.is_file())
}
