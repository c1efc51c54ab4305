//! The observations made while a run goes on, step by step, from what the engine tells of it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Action, Identifiers, Moment, PlacedId, Request};
use retap_model::program::{PinnedPlace, PinnedScroll, StepId, StepKind};
use retap_model::screen::{PartKey, Screen};
use retap_model::select::Found;
use retap_model::time::Timestamp;
use retap_model::verdict::{Outcome, Verdict};
use retap_model::verify::{SelfChanges, changed};
use retap_replay::{Fact, Observer};

use super::identifiers::{identifiers, things};

/// The word of an agent that ran the step itself on its acts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reported {
    /// Where it touched, how sure it was (`None` is unknown, not zero), and how the words matched.
    pub place: Option<PinnedPlace>,
    /// How far it scrolled.
    pub scroll: Option<PinnedScroll>,
}

/// A target that was found, and the reading it was found on.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundTarget {
    /// The element, and how it was found.
    pub found: Found,
    /// The reading.
    pub screen: Arc<Screen>,
}

/// A write that a run made.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenWrite {
    /// The request.
    pub request: Request,
    /// Whether an act came before it.
    pub is_of_act: bool,
}

/// The observations made while one step ran once.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// The step.
    pub step: StepId,
    /// How it ended: passed, or left unjudged.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
    /// When its first reading was taken.
    pub first_seen: Option<Timestamp>,
    /// The last reading before its first act.
    pub before: Option<Arc<Screen>>,
    /// All of the page before its first act, where more of it was there than showed.
    pub page_before: Option<Arc<Screen>>,
    /// The first reading after an act that differed from the one before it.
    pub first_after: Option<Arc<Screen>>,
    /// The last reading of the step.
    pub after: Option<Arc<Screen>>,
    /// The targets that were found before its first act, in the order in which they were.
    pub found: Vec<FoundTarget>,
    /// The acts that were sent to the device.
    pub acts: Vec<Action>,
    /// The parts of the screen that change by themselves, as far as is known.
    pub restless: BTreeSet<PartKey>,
    /// The identifiers that the page had before its first act, while the run had changed nothing.
    pub ids: BTreeSet<PlacedId>,
    /// The numbers that it had then, each with the kind of thing that it names.
    pub things: BTreeSet<(String, String)>,
    /// The words with figures that may identify what its target is about.
    pub at_target: Identifiers,
    /// The writes it caused.
    pub writes: Vec<SeenWrite>,
    /// How long after the answer to what it wrote the page still did something, and what it showed then.
    pub watched: Option<(Option<Duration>, Arc<Screen>)>,
    /// The text a `remember` step captured.
    pub captured: Option<String>,
    /// The time a `measure` step measured.
    pub measured: Option<Duration>,
    /// The report of an agent that did it.
    pub reported: Option<Reported>,
}

/// How long a screen is watched in which nothing changes any more.
const WATCHED: Duration = Duration::from_secs(1);

impl Observation {
    /// Returns what is known of a step that has just begun.
    pub(super) fn new(step: StepId) -> Self {
        Self {
            step,
            outcome: Outcome::Skipped,
            took: Duration::ZERO,
            first_seen: None,
            before: None,
            page_before: None,
            first_after: None,
            after: None,
            found: Vec::new(),
            acts: Vec::new(),
            restless: BTreeSet::new(),
            ids: BTreeSet::new(),
            things: BTreeSet::new(),
            at_target: Identifiers::default(),
            writes: Vec::new(),
            watched: None,
            captured: None,
            measured: None,
            reported: None,
        }
    }

    /// Returns what a step of this kind acted on first, and of a drag where to. A target that was missed was
    /// looked for again, so the last ones count.
    pub(crate) fn acted_on(&self, kind: &StepKind) -> &[FoundTarget] {
        let count = 1 + usize::from(kind.destination().is_some());
        let first = self.found.len().checked_sub(count);
        first.map_or(&[], |first| &self.found[first..])
    }

    /// Returns how long its target was waited for, from its first reading on.
    pub(super) fn waited(&self) -> Option<Duration> {
        let Timestamp(start) = self.first_seen?;
        let Timestamp(found) = self.found.last()?.screen.captured_at;
        Some(Duration::from_millis(found.saturating_sub(start)))
    }

    /// Returns how long it took to show what its act brought, the time aside for which any screen is watched.
    pub(super) fn answered_in(&self) -> Option<Duration> {
        let acted = self.before.as_ref().filter(|_| !self.acts.is_empty())?;
        let Timestamp(start) = acted.captured_at;
        let Timestamp(end) = self.after.as_ref()?.captured_at;
        let took = Duration::from_millis(end.saturating_sub(start));
        Some(took.saturating_sub(WATCHED))
    }

    /// Takes a target that was found. What is found after the first act, such as an option of a list that was
    /// opened, is not what the step names.
    pub(super) fn find(&mut self, target: FoundTarget) {
        if self.acts.is_empty() {
            self.found.push(target);
        }
    }

    /// Takes one reading of the screen.
    pub(super) fn see(&mut self, screen: &Arc<Screen>) {
        self.first_seen.get_or_insert(screen.captured_at);
        let is_new = |before: &Arc<Screen>| changed(before, screen);
        if self.acts.is_empty() {
            self.before = Some(Arc::clone(screen));
        } else if self.first_after.is_none() && self.before.as_ref().is_some_and(is_new) {
            self.first_after = Some(Arc::clone(screen));
        }
        self.after = Some(Arc::clone(screen));
    }
}

/// The observations of a run so far.
#[derive(Debug, Default)]
pub struct Recording {
    /// The observations of each step that passed or was left unjudged, in the order they ended.
    pub observations: Vec<Observation>,
    /// The first screen of the run; a later comparison is taken at the same point.
    pub first: Option<Arc<Screen>>,
    /// The last screen of the run.
    pub last: Option<Arc<Screen>>,
    /// How the step that ended last did.
    pub verdict: Option<Verdict>,
    /// The target that was found last, and the reading it was found on.
    pub found: Option<FoundTarget>,
    /// The observations of the first step that failed; the innermost, where it holds others.
    pub failed: Option<Observation>,
    /// The steps under way, outermost first.
    open: Vec<Observation>,
    /// The last reading, if nothing was done since.
    untouched: Option<Arc<Screen>>,
    self_changes: SelfChanges,
}

impl Observer for Recording {
    fn observe(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Started(step) => self.open.push(Observation::new(step)),
            Fact::Finished { verdict, took } => self.finish(verdict, took),
            Fact::Saw(screen) => self.see(screen),
            Fact::Sent(action) => {
                self.untouched = None;
                self.self_changes.note_act();
                self.note(|seen| seen.acts.push(action.clone()));
            }
            Fact::Page(page) => self.note(|seen| {
                if seen.acts.is_empty() {
                    seen.page_before = Some(Arc::clone(page));
                }
            }),
            Fact::Interrupted(screen) => self.note_interruption(screen),
            Fact::Found { found, screen, .. } => {
                let target = FoundTarget {
                    found: found.clone(),
                    screen: Arc::clone(screen),
                };
                self.found = Some(target.clone());
                self.note(|seen| seen.find(target));
            }
            Fact::Identifiers(words) => {
                self.note(|seen| {
                    seen.at_target.own.extend(words.own.iter().cloned());
                    seen.at_target.beside.extend(words.beside.iter().cloned());
                });
            }
            Fact::Tree(tree) => self.note(|seen| {
                seen.ids.extend(identifiers(tree));
                seen.things.extend(things(tree));
            }),
            Fact::Wrote { step, request } => self.wrote(step, request),
            Fact::Watched { step, late, screen } => self.watched(step, late, screen),
            Fact::Captured(text) => self.note(|seen| seen.captured = Some(text.to_owned())),
            Fact::Measured(took) => self.note(|seen| seen.measured = Some(took)),
        }
    }
}

impl Recording {
    fn note(&mut self, note: impl FnOnce(&mut Observation)) {
        if let Some(seen) = self.open.last_mut() {
            note(seen);
        }
    }

    /// Adds a write to the step that caused it; one that came before any act is known with the first.
    fn wrote(&mut self, step: Option<StepId>, request: &Request) {
        let of_step = |seen: &&mut Observation| step.is_none_or(|step| seen.step == step);
        let mut seen = self.observations.iter_mut().chain(&mut self.failed);
        let seen = match step {
            Some(_) => seen.rev().find(of_step),
            None => seen.next(),
        };
        if let Some(seen) = seen {
            seen.writes.push(SeenWrite {
                request: request.clone(),
                is_of_act: step.is_some(),
            });
        }
    }

    fn watched(&mut self, step: StepId, late: Option<Duration>, screen: &Arc<Screen>) {
        let all = self.observations.iter_mut().chain(&mut self.open);
        if let Some(seen) = all.rev().find(|seen| seen.step == step) {
            seen.watched = Some((late, Arc::clone(screen)));
        }
    }

    fn see(&mut self, screen: &Arc<Screen>) {
        self.first.get_or_insert_with(|| Arc::clone(screen));
        self.last = Some(Arc::clone(screen));
        if let Some(before) = self.untouched.replace(Arc::clone(screen)) {
            self.self_changes.note(&before, screen, captured(screen));
        }
        self.note(|seen| seen.see(screen));
    }

    /// What was closed uninvited is part of no step: the lesson goes on as if it had not been there.
    fn note_interruption(&mut self, screen: &Arc<Screen>) {
        let has_acted = |seen: &Observation| !seen.acts.is_empty();
        let all = || self.observations.iter().chain(&self.open);
        if !all().any(has_acted) {
            self.first = Some(Arc::clone(screen));
        }
        for seen in &mut self.open {
            seen.first_after = None;
        }
        self.see(screen);
    }

    fn finish(&mut self, verdict: &Verdict, took: Duration) {
        self.verdict = Some(verdict.clone());
        let Some(mut seen) = self.open.pop() else {
            return;
        };
        seen.outcome = verdict.outcome;
        seen.restless = self.note_unsettled();
        // Compiled files count in milliseconds.
        seen.took = Duration::from_millis(took.as_millis() as u64);
        if matches!(verdict.outcome, Outcome::Passed | Outcome::NotJudged) {
            self.observations.push(seen);
        } else if verdict.outcome == Outcome::Failed {
            self.failed.get_or_insert(seen);
        }
    }

    /// Returns the parts of the last screen that change by themselves, and tells earlier steps on the same document of them:
    /// what changes slowly is known late.
    fn note_unsettled(&mut self) -> BTreeSet<PartKey> {
        let Some(last) = &self.last else {
            return BTreeSet::new();
        };
        let unsettled = self.self_changes.unsettled_parts(captured(last));
        let is_on_it = |seen: &&mut Observation| {
            let after = seen.after.as_ref();
            last.document.is_some() && after.is_some_and(|it| it.document == last.document)
        };
        for seen in self.observations.iter_mut().filter(is_on_it) {
            seen.restless.extend(&unsettled);
        }
        unsettled
    }
}

fn captured(screen: &Screen) -> Moment {
    Moment(Duration::from_millis(screen.captured_at.0))
}
