//! The learning run: the program is run live under observation, then pinned.

use std::fmt;
use std::sync::Arc;

use retap_model::codec::program_of;
use retap_model::event::RunMode;
use retap_model::program::{CompiledSkill, Draft, Program, SourceMark};
use retap_model::screen::Screen;
use retap_model::verdict::Outcome;
use retap_replay::{Engine, Parts, RunOptions, RunReport};

use super::observation::Observation;
use super::pinning::{PinError, pin};
use super::recording::Recording;
use super::scrub::without_secrets;

/// What a learning run gave.
#[derive(Debug)]
pub struct Learned {
    /// How the run itself went.
    pub report: RunReport,
    /// What was seen of each step that passed.
    pub observations: Vec<Observation>,
    /// The compiled file, or why there is none.
    pub compiled: Result<CompiledSkill, NotLearned>,
}

/// Why a run did not become a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotLearned {
    /// It did not pass; a compiled file would bake the failure in.
    RunNotPassed,
    /// A step was not carried out, so that nothing is known of those after it.
    Unfinished,
    /// What was seen cannot be pinned.
    Pin(PinError),
}

impl fmt::Display for NotLearned {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RunNotPassed => out.write_str("the run did not pass"),
            Self::Unfinished => out.write_str("not every step was carried out"),
            Self::Pin(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for NotLearned {}

/// Runs the draft once and compiles what was seen. Nothing is compiled unless the run passed.
pub fn learn(draft: Draft, source: &[u8], parts: Parts<'_>, options: &RunOptions) -> Learned {
    let options = RunOptions {
        mode: RunMode::Learning,
        ..options.clone()
    };
    let program = Program::live(draft);
    let clock = parts.clock.clone();
    let screen = parts.device.info().size;
    let Observed {
        report,
        mut observations,
        first,
        ..
    } = observe(&mut Engine::default(), &program, parts, &options);
    observations.retain(|seen| seen.outcome == Outcome::Passed);
    let secrets = program.draft.secrets();
    let fingerprint = first.map(|screen| without_secrets(screen.fingerprint(), &secrets));
    let compiled = if report.verdict.is_passed() {
        let mark = SourceMark::of(
            source,
            options.started_at.unwrap_or_else(|| clock.timestamp()),
        );
        pin(program.draft, &observations, Some(report.tally))
            .map(|program| program_of(&program, mark, screen, fingerprint))
            .map_err(NotLearned::Pin)
    } else {
        Err(NotLearned::RunNotPassed)
    };
    Learned {
        report,
        observations,
        compiled,
    }
}

/// A run and what was seen in it.
#[derive(Debug)]
pub struct Observed {
    /// How the run went.
    pub report: RunReport,
    /// What was seen of each step that passed or was left unjudged.
    pub observations: Vec<Observation>,
    /// The first screen of the run; a later comparison is taken at the same point.
    pub first: Option<Arc<Screen>>,
    /// The last screen of the run.
    pub last: Option<Arc<Screen>>,
}

/// Runs a program and writes down what the engine tells of it.
pub fn observe(
    engine: &mut Engine,
    program: &Program,
    mut parts: Parts<'_>,
    options: &RunOptions,
) -> Observed {
    let mut recording = Recording::default();
    let parts = Parts {
        observer: Some(&mut recording),
        ..parts.reborrow()
    };
    let report = engine.run(program, parts, options);
    Observed {
        report,
        observations: recording.observations,
        first: recording.first,
        last: recording.last,
    }
}
