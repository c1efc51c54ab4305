//! Writes that are more than the work: one too many, and one that no lesson saw.
//!
//! A new one fails where it removes something, or goes to what the learned ones work on; else it is told, because a new release
//! may count visits.

use std::collections::BTreeSet;

use retap_model::device::{Request, RequestEnd};
use retap_model::program::{Pin, StepId};
use retap_model::reason::Reason;
use retap_model::verify::{ExpectedWrite, WritePlace, is_meant};

use crate::context::Context;
use crate::effects::{DueWrite, MadeWrite};

/// How many new writes a run tells of that are none of its work.
const MOST_TOLD: usize = 10;

/// What a write is that no lesson saw.
enum NewWrite {
    /// It removes something, or goes to what the learned ones work on.
    OfTheWork(Reason),
    /// It goes elsewhere.
    Elsewhere(WritePlace, String),
}

impl Context<'_> {
    /// Returns the write that a learned step made once more than in the lesson, where no later step makes such a one.
    pub(crate) fn doubled_write(&mut self) -> Option<Reason> {
        let effects = &self.progress.effects;
        let pins = &self.program.pins;
        let is_extra = |made: &&MadeWrite| {
            let is_learned = made.step.is_some_and(|step| pins.contains_key(&step));
            let is_it = |expected: &ExpectedWrite| expected.is_made_by(&made.request);
            let is_once =
                |due: &DueWrite| due.is_met && due.expected.is_once && is_it(&due.expected);
            let is_open = |due: &DueWrite| !due.is_met && is_it(&due.expected);
            let later = pins
                .iter()
                .filter(|(step, _)| !effects.begun.contains(step));
            let mut later = later.flat_map(|(_, pin)| &pin.effects);
            !made.is_judged
                && is_learned
                && !effects.lesson_had(made)
                && !effects.is_of_earlier_step(made)
                && effects.due.iter().any(is_once)
                && !effects.due.iter().any(is_open)
                && !later.any(is_it)
        };
        let made = effects.made.values().find(is_extra)?;
        let number = made.step?.0 + 1;
        let request = made.request.to_string();
        self.note_unmet(
            format!("step {number} makes each request as often as in the lesson"),
            format!("once more: {request}"),
        );
        Some(Reason::WriteDoubled { number, request })
    }

    /// Returns the write of a learned step that no lesson saw and that is of its work, and tells of the others. One that is open
    /// is waited for until the run ends.
    pub(crate) fn unlearned_write(&mut self, is_end: bool) -> Option<Reason> {
        for new in self.new_writes(is_end) {
            match new {
                NewWrite::OfTheWork(reason) => {
                    self.note_unmet(
                        "each step writes what it wrote in the lesson",
                        reason.to_string(),
                    );
                    return Some(reason);
                }
                NewWrite::Elsewhere(place, words) => {
                    let told = &mut self.progress.effects.told_new;
                    if told.len() < MOST_TOLD && told.insert(place) {
                        self.warn(words);
                    }
                }
            }
        }
        None
    }

    fn new_writes(&self, is_end: bool) -> Vec<NewWrite> {
        let pins = &self.program.pins;
        let learned = pins.values().flat_map(|pin| &pin.effects);
        let learned: BTreeSet<WritePlace> = learned.filter_map(WritePlace::of_expected).collect();
        if learned.is_empty() {
            return Vec::new();
        }
        let made = self
            .progress
            .effects
            .made
            .values()
            .filter(|made| !made.is_judged);
        let of_step = made.filter_map(|made| Some((made.step?, &made.request)));
        let new =
            of_step.filter(|(step, request)| pins.contains_key(step) && is_sent(request, is_end));
        new.filter_map(|(step, request)| self.new_write(step, request, &learned))
            .collect()
    }

    /// Returns what a write is that a step made, if no lesson saw one like it.
    fn new_write(
        &self,
        step: StepId,
        request: &Request,
        learned: &BTreeSet<WritePlace>,
    ) -> Option<NewWrite> {
        let place = WritePlace::of(request)?;
        let pins = &self.program.pins;
        let seen: Option<Vec<&BTreeSet<WritePlace>>> = lessons(pins.values());
        let mut known = learned
            .iter()
            .chain(seen.iter().flatten().copied().flatten());
        if known.any(|known| known.covers(&place)) || reads(request) {
            return None;
        }
        let flat = self.program.draft.flat();
        let step_of = flat.iter().find(|(_, it)| it.id == step);
        let is_meant = step_of.is_some_and(|(_, it)| is_meant(&it.kind));
        let is_more =
            seen.is_some() && is_meant && learned.iter().any(|it| place.is_of_the_work_of(it));
        let (number, request) = (step.0 + 1, request.to_string());
        if is_more || place.method == "DELETE" {
            return Some(NewWrite::OfTheWork(Reason::WriteUnlearned {
                number,
                request,
            }));
        }
        let words = format!("step {number} sent {request}, which the lesson did not have");
        seen.is_some().then_some(NewWrite::Elsewhere(place, words))
    }
}

/// Returns where the other writes of the lessons went, if they kept that.
fn lessons<'a>(pins: impl Iterator<Item = &'a Pin>) -> Option<Vec<&'a BTreeSet<WritePlace>>> {
    let seen: Vec<&BTreeSet<WritePlace>> = pins.filter_map(|pin| pin.besides.as_ref()).collect();
    (!seen.is_empty()).then_some(seen)
}

/// Returns whether a request may have been taken: what is refused did nothing, and what is open may be refused yet.
fn is_sent(request: &Request, is_end: bool) -> bool {
    request.went_well()
        || request.end == RequestEnd::Canceled
        || (is_end && request.end == RequestEnd::Pending)
}

fn reads(request: &Request) -> bool {
    request.write.as_ref().is_some_and(|write| write.only_reads)
}
