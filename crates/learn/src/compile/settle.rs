//! Settling questions: what a run answered is kept, and what showed stands for what was only described.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use retap_model::phrase::Phrase;
use retap_model::program::{
    Check, Claim, Draft, Matching, Question, Step, StepId, StepKind, StepType,
};
use retap_model::screen::Screen;
use retap_model::verdict::Outcome;
use retap_model::verify::RunSpecifics;

use crate::phrase::is_negated;

use super::fingerprint::fingerprint;
use super::learning::{Lesson, Observed, Unjudged};
use super::observation::Observation;
use super::run_specifics::personal_texts;

/// Remarks for the author about a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The line it stands in.
    pub line: usize,
    /// The sentence.
    pub sentence: String,
    /// The outcome of it.
    pub fate: Fate,
}

/// The outcome of a sentence that no rule decides.
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

/// Returns the draft with every question that was answered replaced by its answer, and what its author
/// should know.
pub(super) fn settle(
    draft: &Draft,
    observed: &Observed,
    lesson: &Lesson<'_>,
) -> (Draft, Vec<Note>) {
    let mut settled = draft.clone();
    let mut settler = Settler::new(draft, observed, lesson);
    settler.settle_steps(&mut settled.steps);
    (settled, settler.notes)
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
pub(super) fn has_undone(settled: &Draft, seen: &[Observation]) -> bool {
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
    observed: &'a Observed,
    lesson: &'a Lesson<'a>,
    personal: RunSpecifics,
    /// The screen before the last act, as far as the run has come.
    before: Option<Arc<Screen>>,
    seen: BTreeMap<StepId, &'a Observation>,
    notes: Vec<Note>,
}

impl<'a> Settler<'a> {
    fn new(draft: &'a Draft, observed: &'a Observed, lesson: &'a Lesson<'a>) -> Self {
        let seen = observed.seen.observations.iter();
        let seen = seen.map(|seen| (seen.step, seen));
        Self {
            observed,
            lesson,
            personal: RunSpecifics::of_texts(personal_texts(draft, &observed.seen.observations)),
            before: observed.seen.first.clone(),
            seen: seen.collect(),
            notes: Vec::new(),
        }
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
        let Some(seen) = self
            .seen
            .get(&step)
            .filter(|_| kind.acted_target().is_some())
        else {
            return;
        };
        let mut acted_on = seen.acted_on(kind).iter();
        kind.targets_mut(&mut |target| {
            let Some(it) = acted_on.next() else { return };
            if target.matching == Matching::Described && target.label.is_fixed() {
                target.label = Phrase::literal(it.found.text.clone());
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
        let may_keep = is_judged || self.lesson.unjudged == Unjudged::AcceptScreen;
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

    /// A denial is not about what shows, and a question for a model stays with it.
    fn may_fingerprint(&self, step: &Step) -> bool {
        let sentence = step.sentence.as_ref();
        let is_then = sentence.is_some_and(|sentence| {
            sentence.kind == StepType::Then && !is_negated(&sentence.text.to_sentence())
        });
        is_then && !self.lesson.left_to_ai.contains(&step.id)
    }

    fn fingerprint(&self, step: &Step, said: &[Claim]) -> Vec<Claim> {
        let after = self.seen.get(&step.id).and_then(|seen| seen.after.as_ref());
        let (Some(before), Some(after)) = (&self.before, after) else {
            return Vec::new();
        };
        let secrets = &self.observed.report.secrets;
        let mut claims = fingerprint(before, after, said, &self.personal);
        claims.retain(|claim| !secrets.shows(&claim.title()));
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
