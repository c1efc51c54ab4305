//! A lesson, and its learning run: the program is run live under observation, then pinned.

use std::collections::BTreeSet;

use retap_model::event::RunMode;
use retap_model::program::{CompiledProgram, DeviceMark, Draft, Program, SourceMark, StepId};
use retap_model::verdict::Outcome;
use retap_replay::{Engine, Parts, RunOptions, RunReport};
use thiserror::Error;

use super::observation::{Observation, Recording};
use super::pinning::{PinError, pin};
use super::scrub::without_secrets;
use super::settle::{Note, has_undone, settle};
use super::standalone::Standalones;
use crate::scenario::ScenarioDraft;
use crate::source::Scenario;

/// A lesson: the draft, and the way it is learned.
#[derive(Debug, Clone)]
pub struct Lesson<'a> {
    /// The steps; their variables have values.
    pub draft: Draft,
    /// The bytes of the source.
    pub source: &'a [u8],
    /// The parts a compiled file needs that can be run without its source.
    pub scenario: Option<ScenarioSource<'a>>,
    /// The steps whose author asked for a model's judgement, whatever else could judge them.
    pub left_to_ai: BTreeSet<StepId>,
    /// The verdict on a `then` that nobody judged.
    pub unjudged: Unjudged,
}

/// Where a scenario comes from, and for what.
#[derive(Debug, Clone, Copy)]
pub struct ScenarioSource<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The path of its file, as the compiled file will say.
    pub path: &'a str,
    /// The platform whose id of the app is used, such as `android`.
    pub platform: &'a str,
}

/// The verdict on a `then` that nobody judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unjudged {
    /// It stays a question.
    #[default]
    StaysOpen,
    /// The screen that shows is taken for what it means.
    AcceptScreen,
}

impl<'a> Lesson<'a> {
    /// Returns the lesson of a skill.
    pub fn of_skill(draft: Draft, source: &'a [u8]) -> Self {
        Self {
            draft,
            source,
            scenario: None,
            left_to_ai: BTreeSet::new(),
            unjudged: Unjudged::StaysOpen,
        }
    }

    /// Returns the lesson of a scenario.
    pub fn of_scenario(
        drafted: ScenarioDraft,
        source: &'a [u8],
        scenario: ScenarioSource<'a>,
    ) -> Self {
        Self {
            scenario: Some(scenario),
            left_to_ai: drafted.left_to_ai,
            ..Self::of_skill(drafted.draft, source)
        }
    }
}

/// The result of a learning run.
#[derive(Debug)]
pub struct Learned {
    /// How the run itself went.
    pub report: RunReport,
    /// The observations of each step that passed.
    pub observations: Vec<Observation>,
    /// The compiled file, or why there is none.
    pub compiled: Result<CompiledProgram, NotLearned>,
    /// Remarks for its author about single sentences.
    pub notes: Vec<Note>,
}

/// Why a run did not become a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotLearned {
    /// It did not pass; a compiled file would bake the failure in.
    #[error("the run did not pass")]
    RunNotPassed,
    /// A step was not carried out, so that nothing is known of those after it.
    #[error("not every step was carried out")]
    Unfinished,
    /// The observations cannot be pinned.
    #[error(transparent)]
    Pin(PinError),
}

/// Runs the steps of a lesson once and compiles what was seen.
///
/// Nothing is compiled unless every step was carried out and none failed. Only a scenario may have a
/// question that nobody could judge: it stays one in the compiled file.
pub fn learn(lesson: &Lesson<'_>, parts: Parts<'_>, options: &RunOptions) -> Learned {
    let options = RunOptions {
        mode: RunMode::Learning,
        ..options.clone()
    };
    let clock = parts.clock.clone();
    let screen = parts.device.info().size;
    let program = Program::live(lesson.draft.clone());
    let observed = observe(&mut Engine::default(), &program, parts, &options);
    let compiled_at = options.started_at.unwrap_or_else(|| clock.timestamp());
    let (draft, notes) = settle(&program.draft, &observed, lesson);
    let refusal = refusal(lesson, &draft, &observed);
    let Observed { report, seen } = observed;
    let Recording {
        mut observations,
        first,
        ..
    } = seen;
    observations.retain(|seen| seen.outcome == Outcome::Passed);
    let pinned = match refusal {
        Some(refusal) => Err(refusal),
        None => {
            pin(draft, &observations, &report.secrets, Some(report.tally)).map_err(NotLearned::Pin)
        }
    };
    let compiled = pinned.and_then(|program| {
        let mark = SourceMark::of(lesson.source, compiled_at);
        let compiled = CompiledProgram {
            fingerprint: first.map(|screen| without_secrets(screen.fingerprint(), &report.secrets)),
            ..CompiledProgram::of(&program, mark, DeviceMark::of(screen))
        };
        match lesson.scenario {
            None => Ok(compiled),
            Some(source) => {
                let standalone =
                    Standalones::new(&lesson.draft, &program, &observations, &report.secrets);
                standalone
                    .complete(compiled, source)
                    .ok_or(NotLearned::Unfinished)
            }
        }
    });
    Learned {
        report,
        observations,
        compiled,
        notes,
    }
}

/// Returns why the run is not compiled: a compiled file would bake in what went wrong.
fn refusal(lesson: &Lesson<'_>, settled: &Draft, observed: &Observed) -> Option<NotLearned> {
    let report = &observed.report;
    let is_passed = match lesson.scenario {
        None => report.verdict.is_passed(),
        Some(_) => !report.verdict.is_failed() && report.tally.failed == 0,
    };
    if !is_passed {
        return Some(NotLearned::RunNotPassed);
    }
    let is_unfinished =
        report.tally.skipped > 0 || has_undone(settled, &observed.seen.observations);
    is_unfinished.then_some(NotLearned::Unfinished)
}

/// A run and what was seen in it.
#[derive(Debug)]
pub struct Observed {
    /// How the run went.
    pub report: RunReport,
    /// The observations.
    pub seen: Recording,
}

/// Runs a program and writes down what the engine tells of it.
pub fn observe(
    engine: &mut Engine,
    program: &Program,
    mut parts: Parts<'_>,
    options: &RunOptions,
) -> Observed {
    let mut seen = Recording::default();
    let parts = Parts {
        observer: Some(&mut seen),
        ..parts.reborrow()
    };
    let report = engine.run(program, parts, options);
    Observed { report, seen }
}
