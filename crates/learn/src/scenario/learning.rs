//! The learning run of a scenario: questions are settled once, and the answers are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use retap_model::event::RunMode;
use retap_model::phrase::Phrase;
use retap_model::program::scenario_ir::{CompiledScenario, ScreenSize, StepType};
use retap_model::program::{
    Check, Claim, Draft, Matching, Program, Question, Step, StepId, StepKind,
};
use retap_model::screen::Screen;
use retap_model::select::{Search, locate};
use retap_model::verdict::Outcome;
use retap_model::verify::Particulars;
use retap_replay::{Engine, Parts, RunOptions, RunReport};

use crate::compile::{NotLearned, Observation, Observed, holds, observe, personal_texts, pin};
use crate::source::Scenario;
use crate::source::understand::is_negated;

use super::compiled::{Compiler, Mark};
use super::draft::ScenarioDraft;
use super::fingerprint::fingerprint;

/// What is learned, and how.
#[derive(Debug, Clone, Copy)]
pub struct Lesson<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The bytes of its file.
    pub source: &'a [u8],
    /// The path of its file, as the compiled file will say.
    pub path: &'a str,
    /// The platform whose id of the app is used, such as `android`.
    pub platform: &'a str,
    /// Whether what shows is taken for what a `then` means that nobody judged.
    pub accept_screens: bool,
}

/// What a learning run of a scenario gave.
#[derive(Debug)]
pub struct LearnedScenario {
    /// How the run itself went.
    pub report: RunReport,
    /// The compiled file, or why there is none.
    pub compiled: Result<CompiledScenario, NotLearned>,
    /// What its author should know about single sentences.
    pub notes: Vec<Note>,
}

/// What the author should know about a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The line it stands in.
    pub line: usize,
    /// The sentence.
    pub sentence: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a sentence that no rule decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stays a question for a model in every replay.
    Open,
    /// Somebody judged it, and what showed is kept as its fingerprint.
    Fingerprint,
    /// Nobody judged it, and what showed is kept as its fingerprint because the caller wanted that.
    Accepted,
    /// A model said which step it means, and that step is kept.
    Resolved,
}

impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            sentence,
            fate,
        } = self;
        let what = match fate {
            Fate::Open => "stays open: no rule decides it, so every replay needs a model for it",
            Fate::Fingerprint => "is kept as a fingerprint of the screen that showed",
            Fate::Accepted => "was judged by nobody; the screen that showed is taken for it",
            Fate::Resolved => "was resolved once; replays do what it was taken to mean",
        };
        write!(out, "line {line}: \"{sentence}\" {what}")
    }
}

/// Runs the scenario once and compiles what was seen. Its variables must have their values.
///
/// Nothing is compiled unless every step was carried out and none failed. A `then` that nobody could
/// judge stays a question in the compiled file.
pub fn learn_scenario(
    drafted: ScenarioDraft,
    lesson: &Lesson<'_>,
    parts: Parts<'_>,
    options: &RunOptions,
) -> LearnedScenario {
    let options = RunOptions {
        mode: RunMode::Learning,
        ..options.clone()
    };
    let clock = parts.clock.clone();
    let screen = ScreenSize::of(parts.device.info().size);
    let ScenarioDraft { draft, left_to_ai } = drafted;
    let program = Program::live(draft);
    let observed = observe(&mut Engine::default(), &program, parts, &options);
    let compiled_at = options.started_at.unwrap_or_else(|| clock.timestamp());
    let mut settler = Settler::new(&program.draft, &observed, lesson, &left_to_ai);
    let draft = settler.settle();
    let notes = std::mem::take(&mut settler.notes);
    let mark = screen.map(|screen| Mark {
        compiled_at,
        screen,
    });
    let compiled = mark
        .ok_or(NotLearned::Unfinished)
        .and_then(|mark| compile(&program.draft, draft, &observed, lesson, mark));
    LearnedScenario {
        report: observed.report,
        compiled,
        notes,
    }
}

fn compile(
    written: &Draft,
    settled: Draft,
    observed: &Observed,
    lesson: &Lesson<'_>,
    mark: Mark,
) -> Result<CompiledScenario, NotLearned> {
    let report = &observed.report;
    if report.verdict.is_failed() || report.tally.failed > 0 {
        return Err(NotLearned::RunNotPassed);
    }
    if report.tally.skipped > 0 || has_undone(&settled, &observed.observations) {
        return Err(NotLearned::Unfinished);
    }
    let mut seen = observed.observations.clone();
    seen.retain(|seen| seen.outcome == Outcome::Passed);
    let program = pin(settled, &seen, Some(report.tally)).map_err(NotLearned::Pin)?;
    Ok(Compiler::new(written, &program, &seen).compile(lesson, mark))
}

/// Returns whether the author quotes what is claimed, so that it needs no fingerprint to be judged again.
fn is_quoted(claim: &Claim) -> bool {
    match claim {
        Claim::Text(claim) | Claim::Screen(claim) => claim.target.matching != Matching::Described,
        Claim::State(claim) => claim.target.matching != Matching::Described,
        Claim::Id(_) | Claim::Class(_) | Claim::Count(_) => true,
        Claim::Unknown(_) => false,
    }
}

/// Returns whether nobody knew how to do one of the steps, so that nothing was done.
fn has_undone(settled: &Draft, seen: &[Observation]) -> bool {
    let is_open = |step: &Step| match &step.kind {
        StepKind::Ask(ask) => ask.question == Question::Do,
        _ => false,
    };
    let has_acted = |step: StepId| {
        let mut acted = seen.iter().filter(|seen| !seen.acts.is_empty());
        acted.any(|seen| seen.step == step)
    };
    let steps = settled.flat().into_iter();
    steps
        .into_iter()
        .any(|(_, step)| is_open(step) && !has_acted(step.id))
}

/// Settles the questions of a draft by what a run saw.
struct Settler<'a> {
    draft: &'a Draft,
    observed: &'a Observed,
    lesson: &'a Lesson<'a>,
    left_to_ai: &'a BTreeSet<StepId>,
    personal: Particulars,
    /// The screen before the last act, as far as the run has come.
    before: Option<Arc<Screen>>,
    seen: BTreeMap<StepId, &'a Observation>,
    notes: Vec<Note>,
}

impl<'a> Settler<'a> {
    fn new(
        draft: &'a Draft,
        observed: &'a Observed,
        lesson: &'a Lesson<'a>,
        left_to_ai: &'a BTreeSet<StepId>,
    ) -> Self {
        let seen = observed.observations.iter().map(|seen| (seen.step, seen));
        Self {
            draft,
            observed,
            lesson,
            left_to_ai,
            personal: Particulars::of_texts(personal_texts(draft, &observed.observations)),
            before: observed.first.clone(),
            seen: seen.collect(),
            notes: Vec::new(),
        }
    }

    /// Returns the draft with every question that was answered replaced by its answer.
    fn settle(&mut self) -> Draft {
        let mut draft = self.draft.clone();
        self.settle_steps(&mut draft.steps);
        draft
    }

    fn settle_steps(&mut self, steps: &mut [Step]) {
        for step in steps {
            for branch in step.kind.branches_mut() {
                self.settle_steps(branch);
            }
            self.settle_step(step);
            let acted = self.seen.get(&step.id).filter(|seen| !seen.acts.is_empty());
            if let Some(before) = acted.and_then(|seen| seen.before.clone()) {
                self.before = Some(before);
            }
        }
    }

    fn settle_step(&mut self, step: &mut Step) {
        let StepKind::Ask(ask) = &step.kind else {
            return;
        };
        let answer = self.observed.report.resolved.get(&step.id).cloned();
        let is_guess = ask.guess.as_deref() == answer.as_ref();
        match ask.question {
            Question::Do => {
                let fate = if answer.is_some() {
                    Fate::Resolved
                } else {
                    Fate::Open
                };
                if !(is_guess && answer.is_some()) {
                    self.note(step, fate);
                }
                if let Some(mut kind) = answer {
                    self.name_as_seen(step.id, &mut kind);
                    step.kind = kind;
                }
            }
            Question::Then => self.settle_then(step, answer),
            Question::Verify | Question::Summarize | Question::Sentence => {}
        }
    }

    /// Gives an element that was only described the name it goes by on the screen.
    fn name_as_seen(&self, step: StepId, kind: &mut StepKind) {
        let screen = self.seen.get(&step).and_then(|seen| seen.before.as_ref());
        if kind.acted_target().is_none() {
            return;
        }
        kind.targets_mut(&mut |target| {
            if target.matching != Matching::Described || !target.label.is_fixed() {
                return;
            }
            if let Some(Search::Found(found)) = screen.map(|screen| locate(screen, target, None)) {
                target.label = Phrase::literal(found.text);
                target.matching = Matching::Exact;
            }
        });
    }

    /// Keeps what the author quotes as it is. What is only described becomes a fingerprint of the screen;
    /// where nothing tells that screen from the one before it, words that held are looked for again.
    fn settle_then(&mut self, step: &mut Step, answer: Option<StepKind>) {
        let said = match &answer {
            Some(StepKind::Check(check)) => check.claims.clone(),
            Some(_) | None => Vec::new(),
        };
        let quotes = !said.is_empty() && said.iter().all(is_quoted);
        if let Some(kind) = answer.clone().filter(|_| quotes) {
            step.kind = kind;
            return;
        }
        let is_judged = self
            .seen
            .get(&step.id)
            .is_some_and(|seen| seen.outcome == Outcome::Passed);
        let may_keep = is_judged || self.lesson.accept_screens;
        let claims = if may_keep && self.may_fingerprint(step) {
            self.fingerprint(step, &said)
        } else {
            Vec::new()
        };
        if claims.is_empty() {
            match answer {
                Some(kind) => step.kind = kind,
                None => self.note(step, Fate::Open),
            }
            return;
        }
        step.kind = StepKind::Check(Check {
            claims,
            within: None,
            is_fingerprint: true,
        });
        let fate = if is_judged {
            Fate::Fingerprint
        } else {
            Fate::Accepted
        };
        self.note(step, fate);
    }

    /// What a denial means is not what shows, and what a model was asked for stays with it.
    fn may_fingerprint(&self, step: &Step) -> bool {
        let sentence = step.sentence.as_ref();
        let is_then = sentence.is_some_and(|sentence| {
            sentence.kind == StepType::Then && !is_negated(&sentence.text.to_sentence())
        });
        is_then && !self.left_to_ai.contains(&step.id)
    }

    fn fingerprint(&self, step: &Step, said: &[Claim]) -> Vec<Claim> {
        let after = self.seen.get(&step.id).and_then(|seen| seen.after.as_ref());
        let (Some(before), Some(after)) = (&self.before, after) else {
            return Vec::new();
        };
        let secrets = self.draft.secrets();
        let mut claims = fingerprint(before, after, said, &self.personal);
        claims.retain(|claim| !holds(&claim.title(), &secrets));
        claims
    }

    fn note(&mut self, step: &Step, fate: Fate) {
        self.notes.push(Note {
            line: step.place.line,
            sentence: step.title(),
            fate,
        });
    }
}
