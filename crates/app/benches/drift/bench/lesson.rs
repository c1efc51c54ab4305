//! Learning a chore once, and replaying what was learned; on whatever device it is.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retap_learn::compile::{Lesson, learn};
use retap_learn::source::read_skill;
use retap_model::codec::{decode, encode};
use retap_model::device::{Clock, Device};
use retap_model::event::RunMode;
use retap_model::program::Program;
use retap_model::screen::sha256_hex;
use retap_replay::{Parts, RunOptions, run};
use retap_report::JsonLines;

use super::judge::Said;

/// How long a wait lasts at the most when a step does not say.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(4);

/// A skill as its author wrote it, with the address of the application put in.
pub(crate) struct Skill<'a> {
    pub(crate) name: &'a str,
    pub(crate) source: String,
}

impl Skill<'_> {
    /// Learns it on a device; `log` is where the events go.
    pub(crate) fn learn(
        &self,
        device: &mut dyn Device,
        clock: &Arc<dyn Clock>,
        log: &Path,
    ) -> Result<Program, String> {
        let source = self.source.as_bytes();
        let draft = read_skill(Path::new(self.name), source).map_err(|it| it.to_string())?;
        let size = device.info().size;
        let mut sink = JsonLines::new(std::fs::File::create(log).unwrap());
        let options = options(self.name, RunMode::Learning);
        let parts = Parts::new(device, Arc::clone(clock), &mut sink);
        let lesson = Lesson::of_skill(draft.clone(), source);
        let learned = learn(&lesson, parts, &options);
        let verdict = &learned.report.verdict;
        if !verdict.is_passed() {
            return Err(format!("the lesson did not pass: {}", verdict.reason));
        }
        let compiled = learned.compiled.map_err(|error| error.to_string())?;
        // What is replayed is what a file holds.
        let compiled = decode(&encode(&compiled)).map_err(|error| error.to_string())?;
        let hash = sha256_hex(source);
        Program::join(draft, &compiled, &hash, size).map_err(|error| error.to_string())
    }
}

/// Replays what was learned; `log` is where the events go.
pub(crate) fn replay(
    program: &Program,
    device: &mut dyn Device,
    clock: &Arc<dyn Clock>,
    log: &Path,
) -> Said {
    let mut sink = JsonLines::new(std::fs::File::create(log).unwrap());
    let options = options("chore", RunMode::Compiled);
    let report = run(
        program,
        Parts::new(device, Arc::clone(clock), &mut sink),
        &options,
    );
    Said {
        passed: report.verdict.is_passed(),
        drifted: report.tally.drifted > 0,
        reason: report.verdict.reason.to_string(),
        took: report.took,
    }
}

fn options(file: &str, mode: RunMode) -> RunOptions {
    RunOptions {
        timeout: TIMEOUT,
        ..RunOptions::new("drift", file, mode)
    }
}
