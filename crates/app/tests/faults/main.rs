//! Injected faults: what comes of runs that are killed, paused, cut off, slowed down, or have no disk left.
//!
//! `./faults` runs it and prints a table. A row is bad when something passed that must not, panicked, hung, or left a
//! file that is half there. Moments are drawn from a seed, which is printed. Not here: single causes, which have tests.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::exit,
    reason = "a harness: a panic is the message, and faults come at moments of real time"
)]

mod clock;
mod disk;
mod files;
#[path = "../../../sim/tests/it/free_port.rs"]
mod free_port;
mod killed;
mod link;
mod paused;
#[path = "../harness/project.rs"]
#[allow(dead_code, reason = "it is shared with other tests")]
mod project;
mod row;
#[path = "../../../sim/tests/it/seeded_random.rs"]
mod seeded_random;
#[path = "../harness/served.rs"]
#[allow(dead_code, reason = "it is shared with other tests")]
mod served;
#[path = "../harness/site.rs"]
#[allow(dead_code, reason = "it is shared with other tests")]
mod site;
#[path = "../harness/whole_files.rs"]
mod whole_files;

use row::Row;
use seeded_random::SeededRandom;

/// How often a run is killed, and how often everything else is tried, when nobody says.
const KILLS: usize = 1000;
const ROUNDS: usize = 20;

/// Tries some kinds of faults so many times each.
type Suite = fn(usize, &mut SeededRandom) -> Vec<Row>;

fn main() {
    let mut words = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok());
    let kills: usize = words.next().unwrap_or(KILLS);
    let rounds: usize = words.next().unwrap_or(ROUNDS);
    let seed = words.next().map_or(1, |seed: usize| seed as u64);
    println!("seed {seed}; {kills} kills, {rounds} rounds of everything else\n");
    println!("{}", Row::head());
    let mut random = SeededRandom(seed);
    let suites: [(Suite, usize); 6] = [
        (killed::rows, kills),
        (paused::rows, rounds),
        (disk::rows, rounds),
        (clock::rows, rounds),
        (link::rows, rounds),
        (files::rows, rounds),
    ];
    let mut bad = 0;
    for (suite, rounds) in suites {
        for row in suite(rounds, &mut random) {
            println!("{row}");
            bad += row.bad.len();
        }
    }
    std::process::exit(i32::from(bad > 0));
}
