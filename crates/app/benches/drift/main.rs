//! Replays chores on applications that changed, and prints how often each tool was right, stopped, or was wrong.
//!
//! Run it with `./bench drift`, `./bench drift APP` or `./bench drift APP/CHANGE`; `benches/drift/README.md` tells what is
//! judged and how to add an application or a change.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a harness prints, reads the clock, and may panic"
)]

mod bench;
mod table;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bench::application::Application;
use bench::catalogue::{Change, changes_for};
use bench::retap_on_pages::RetapOnPages;
use table::Line;

/// How many applications are worked on at once; most of a stop is waiting.
const WORKERS: usize = 4;

fn main() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = workspace.join("benches/drift");
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let scratch = Scratch::make();
    let reports = workspace.join("target/drift");
    let began = Instant::now();
    let queue = Mutex::new(jobs(&root, &words));
    let lines = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some((application, changes)) = take(&queue) {
                    let done = replay_all(&root, &scratch.0, &reports, application, &changes);
                    lines.lock().unwrap().extend(done);
                }
            });
        }
    });
    let lines = lines.into_inner().unwrap();
    table::print(&lines);
    println!("{} replays in {:.0} s", lines.len(), began.elapsed().as_secs_f64());
}

type Job = (Arc<Application>, Vec<Change>);

fn take(queue: &Mutex<Vec<Job>>) -> Option<Job> {
    queue.lock().unwrap().pop()
}

/// Returns what was asked for: `APP` and `APP/CHANGE`, all without a word.
fn jobs(root: &Path, words: &[String]) -> Vec<Job> {
    let is_asked = |text: &str| words.is_empty() || words.iter().any(|word| word == text);
    let mut jobs = Vec::new();
    for application in Application::all(root).into_iter().rev() {
        let name = application.name.clone();
        let changes: Vec<Change> = changes_for(root, &application)
            .into_iter()
            .filter(|change| is_asked(&name) || is_asked(&format!("{name}/{}", change.name)))
            .collect();
        if !changes.is_empty() {
            jobs.push((Arc::new(application), changes));
        }
    }
    jobs
}

fn replay_all(
    root: &Path,
    scratch: &Path,
    reports: &Path,
    application: Arc<Application>,
    changes: &[Change],
) -> Vec<Line> {
    let folder = reports.join(&application.name);
    let retap = match RetapOnPages::learn(root, Arc::clone(&application), scratch, folder) {
        Ok(retap) => retap,
        Err(error) => {
            println!("{}: {error}", application.name);
            return Vec::new();
        }
    };
    let replay = |change: &Change| {
        let (said, finding) = retap.replay(change);
        Line::new(&application, change, said, finding, retap.report_of(change))
    };
    changes.iter().map(replay).collect()
}

/// A folder that goes when the bench does.
struct Scratch(PathBuf);

impl Scratch {
    fn make() -> Self {
        let folder = std::env::temp_dir().join(format!("retap-drift-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
