//! Large inputs: every seed, and every line of it, repeated up to a size. What takes time or memory by the
//! square of its input shows here at once, while a fuzzer seldom finds it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::targets::Target;

/// How large an input is made.
const SIZE: usize = 100_000;

/// How long one may take, in seconds; the fuzzer's build is some four times slower than a release.
const LONGEST: f64 = 8.0;

/// How many times as long as its half an input may take; by the square it takes four times.
const LINEAR: f64 = 3.0;

/// How many lines of all seeds are tried.
const MOST: usize = 60;

/// Runs a target with large inputs made of the files of a folder; returns the exit code.
pub fn run(target: &Target, folder: &Path) -> i32 {
    let mut pieces: BTreeSet<Vec<u8>> = BTreeSet::new();
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    for bytes in files.filter_map(|file| fs::read(file.path()).ok()) {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            pieces.insert(line.to_vec());
        }
        pieces.insert(bytes);
    }
    let step = (pieces.len() / MOST).max(1);
    let mut slowest = (0.0, Vec::new());
    let mut count = 0;
    for piece in pieces
        .iter()
        .filter(|piece| !piece.is_empty())
        .step_by(step)
    {
        let large = piece.repeat(SIZE.div_ceil(piece.len()));
        count += 1;
        let took = seconds_of(target, &large);
        if took > slowest.0 {
            slowest = (took, large);
        }
    }
    // A thousand pictures that are asked for take long, and half of them half as long.
    let is_slow = slowest.0 > LONGEST
        && slowest.0 > LINEAR * seconds_of(target, &slowest.1[..slowest.1.len() / 2]);
    let start = String::from_utf8_lossy(&slowest.1[..slowest.1.len().min(60)]).into_owned();
    println!(
        "{:<18} {:>4} large inputs, slowest {:.2} s: {start:?}",
        target.name, count, slowest.0
    );
    if is_slow {
        let _ = fs::write(format!("slow-{}", target.name), &slowest.1);
    }
    i32::from(is_slow)
}

/// Returns how long a target takes for an input.
fn seconds_of(target: &Target, input: &[u8]) -> f64 {
    let before = seconds_on_a_core();
    (target.run)(input);
    seconds_on_a_core() - before
}

/// Returns how long this thread has run, whatever else the machine does; zero where only Linux could tell.
fn seconds_on_a_core() -> f64 {
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = schedule
        .split(' ')
        .next()
        .and_then(|word| word.parse().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}
