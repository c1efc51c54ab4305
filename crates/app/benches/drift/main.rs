//! Replays chores on applications that changed, and prints how often each tool was right, stopped, or was wrong.
//!
//! Run it with `./bench drift`, `./bench drift APP` or `./bench drift APP/CHANGE`; `--tool NAME` chooses a tool and
//! `--all-tools` all of them. `benches/drift/README.md` tells what is judged and how to add an application or a change.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a harness prints, reads the clock, and may panic"
)]

mod asked;
mod bench;
mod table;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use asked::{Asked, Job};
use bench::application::Application;
use bench::catalogue::Change;
use bench::other_tool::{OtherTool, Places, TOOLS, Tool};
use bench::retap::Retap;
use table::Line;

/// How many replays go on at once; most of a stop is waiting.
const WORKERS: usize = 6;

fn main() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = std::fs::canonicalize(workspace).unwrap();
    let asked = Asked::parse(std::env::args().skip(1)).unwrap_or_else(|error| panic!("{error}"));
    let tools = std::env::var_os("RETAP_BENCH_TOOLS").map(PathBuf::from);
    let bench = Bench {
        places: Places {
            root: asked
                .folder
                .clone()
                .unwrap_or_else(|| workspace.join("benches/drift")),
            tools: tools.unwrap_or_else(|| workspace.join(".tools")),
        },
        scratch: Scratch::make(),
        reports: workspace.join("target/drift"),
    };
    let began = Instant::now();
    let queue = Mutex::new(asked.jobs(&bench.places.root));
    let lines = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let job = queue.lock().unwrap().pop();
                    let Some(job) = job else { return };
                    let done = bench.carry_out(&job);
                    // Talk goes to stderr: what is measured can be kept in a file.
                    eprintln!("{} on {}: {}", job.tool, job.application.name, done.len());
                    lines.lock().unwrap().extend(done);
                }
            });
        }
    });
    let lines = lines.into_inner().unwrap();
    table::print(&lines);
    let took = began.elapsed().as_secs_f64();
    println!("\n{} replays in {took:.0} s", lines.len());
}

/// Where everything is.
struct Bench {
    places: Places,
    scratch: Scratch,
    /// Where the events of every replay of retap go.
    reports: PathBuf,
}

impl Bench {
    /// Replays all changes of a job; a tool that cannot begin is told of.
    fn carry_out(&self, job: &Job) -> Vec<Line> {
        let done = match job.tool.as_str() {
            "retap" => self.by_retap(&job.application, &job.changes),
            name => match TOOLS.into_iter().find(|tool| tool.name == name) {
                Some(tool) => self.by_other(tool, &job.application, &job.changes),
                None => Err("there is no such tool".to_owned()),
            },
        };
        done.unwrap_or_else(|error| {
            println!("{} on {}: {error}", job.tool, job.application.name);
            Vec::new()
        })
    }

    fn by_retap(
        &self,
        application: &Arc<Application>,
        changes: &[Change],
    ) -> Result<Vec<Line>, String> {
        let folder = self.reports.join(&application.name);
        std::fs::create_dir_all(&folder).unwrap();
        let log = folder.join("lesson.jsonl");
        let (root, scratch) = (&self.places.root, &self.scratch.0);
        let retap = Retap::learn(root, Arc::clone(application), scratch, &log)?;
        let replay = |change: &Change| {
            let log = folder.join(format!("{}.jsonl", change.name));
            let (said, finding) = retap.replay(change, &log);
            Line {
                report: Some(log),
                ..Line::new("retap", application, change, said, finding)
            }
        };
        Ok(changes.iter().map(replay).collect())
    }

    fn by_other(
        &self,
        tool: Tool,
        application: &Arc<Application>,
        changes: &[Change],
    ) -> Result<Vec<Line>, String> {
        let mut other = OtherTool::start(tool, &self.places, Arc::clone(application))?;
        let replay = |change: &Change| {
            let (said, finding) = other.replay(change);
            Line::new(tool.name, application, change, said, finding)
        };
        Ok(changes.iter().map(replay).collect())
    }
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
