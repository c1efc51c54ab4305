//! One occurrence of a step, with everything that happened in it.

use retap_model::event::{
    ClosedInterruption, Downloaded, Event, Located, Pictured, Sent, StepFinished, StepStarted,
};
use retap_model::reason::Reason;
use serde::Serialize;

use super::{LeftOut, Status};

/// One occurrence of a step; a step inside a loop has one for each round.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepRun {
    /// The step.
    pub started: StepStarted,
    /// When it began, in milliseconds since the run did.
    pub at_ms: u64,
    /// How it ended; none when the events stop before.
    pub finished: Option<StepFinished>,
    /// How long it took, up to the last event when it did not end.
    pub took_ms: u64,
    /// The events in it, each with its time in milliseconds since the run began.
    pub(super) events: Vec<(u64, Event)>,
    /// Its place in the list around it, and those of the steps around that, outermost first, from 1.
    pub(super) places: Vec<usize>,
    /// The steps directly before it that reports do not show.
    pub left_out_before: LeftOut,
    /// How long steps in it took that were left out.
    pub(super) left_out_ms: u64,
}

/// An act that was sent to the device.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Act<'a> {
    /// When, in milliseconds since the run began.
    pub at_ms: u64,
    /// In words, secrets masked.
    pub action: &'a str,
    /// Where it touched.
    pub point: Option<[f64; 2]>,
}

/// Something that had to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Check<'a> {
    /// The state that was expected.
    pub expected: &'a str,
    /// The state that was found.
    pub seen: &'a str,
    /// Whether it held.
    pub held: bool,
}

/// Declares iterators over the events of a step, each over those of one kind.
macro_rules! events_of_kind {
    ($($(#[$doc:meta])* fn $name:ident -> $item:ty { $at:pat, $event:pat => $value:expr })*) => {
        impl StepRun {$(
            $(#[$doc])*
            pub fn $name(&self) -> impl DoubleEndedIterator<Item = $item> {
                self.events.iter().filter_map(|(at, event)| match (at, event) {
                    ($at, $event) => Some($value),
                    (_, _) => None,
                })
            }
        )*}
    };
}

events_of_kind! {
    /// Returns the targets that were found for it.
    fn located -> &Located { _, Event::Located(located) => located }
    /// Returns the acts that were sent.
    fn acts -> Act<'_> {
        at_ms, Event::Acted { action, point } => Act { at_ms: *at_ms, action, point: *point }
    }
    /// Returns the checks that were made.
    fn checks -> Check<'_> {
        _, Event::Checked { expected, seen, held } => Check { expected, seen, held: *held }
    }
    /// Returns the pictures that were kept.
    fn pictures -> &Pictured { _, Event::Pictured(picture) => picture }
    /// Returns the files of the trees that were kept.
    fn trees -> &str { _, Event::TreeKept(tree) => tree.file.as_str() }
    /// Returns the questions sent to a model.
    fn sent -> &Sent { _, Event::Sent(sent) => sent }
    /// Returns the texts that were captured, each behind the name later steps recall it by.
    fn captures -> (&str, &str) {
        _, Event::Captured { name, text } => (name.as_str(), text.as_str())
    }
    /// Returns the times that were measured, in milliseconds, each behind the source's name for it.
    fn measures -> (&str, u64) { _, Event::Measured { name, took_ms } => (name.as_str(), *took_ms) }
    /// Returns the signals besides what can be seen that may explain why it failed.
    fn signals -> &str { _, Event::Signalled { message } => message.as_str() }
    /// Returns the files that pages gave to be kept.
    fn downloads -> &Downloaded { _, Event::Downloaded(download) => download }
    /// Returns what came up uninvited in it and was closed.
    fn interruptions -> &ClosedInterruption { _, Event::InterruptionClosed(closed) => closed }
    /// Returns remarks for the reader that are no verdict.
    fn warnings -> &str { _, Event::Warned { message } => message.as_str() }
}

impl StepRun {
    /// Returns the files of downloads that became whole, relative to the log.
    pub fn downloaded_files(&self) -> impl Iterator<Item = &str> {
        self.downloads().filter_map(|one| one.file.as_deref())
    }

    /// Returns how it ended.
    pub fn status(&self) -> Status {
        match &self.finished {
            Some(finished) => finished.outcome.into(),
            None => Status::Interrupted,
        }
    }

    /// Returns why it ended so; empty when the events stop before its end.
    pub fn reason(&self) -> &str {
        self.finished
            .as_ref()
            .map_or("", |finished| &finished.reason)
    }

    /// Returns the same for programs; none in logs from before there was this field.
    pub fn why(&self) -> Option<&Reason> {
        self.finished.as_ref()?.why.as_ref()
    }

    /// Returns its number as people count, from 1.
    pub fn number(&self) -> usize {
        self.started.step + 1
    }

    /// Returns the number reasons and evidence files know it by: of a scenario's sentence its place,
    /// such as `5` or, inside a replayed section, `5.2`; of a skill's step its number in the source.
    pub fn label(&self) -> String {
        if self.started.sentence.is_none() {
            return self.number().to_string();
        }
        let places: Vec<String> = self.places.iter().map(usize::to_string).collect();
        places.join(".")
    }

    /// Returns the section of a scenario it is in.
    pub fn section(&self) -> Option<&str> {
        let sentence = self.started.sentence.as_ref()?;
        Some(sentence.section.as_str()).filter(|section| !section.is_empty())
    }

    /// Returns whether what it checks is a fingerprint of the learning run, not the author's words.
    pub fn is_fingerprint(&self) -> bool {
        let sentence = self.started.sentence.as_ref();
        sentence.is_some_and(|sentence| sentence.is_fingerprint)
    }

    /// Returns whether nobody judged it because its author asked for evidence only.
    pub fn is_evidence_only(&self) -> bool {
        let finished = self.finished.as_ref();
        self.status() == Status::NotJudged && finished.is_some_and(|finished| finished.is_allowed)
    }

    /// Returns its place in the source, as `file:line`; compiled scenarios know no lines.
    pub(crate) fn origin(&self, file: &str) -> String {
        match self.started.line {
            0 => file.to_owned(),
            line => format!("{file}:{line}"),
        }
    }

    /// Returns its title, with the round when it is inside a loop.
    pub fn title(&self) -> String {
        if self.started.rounds.is_empty() {
            return self.started.title.clone();
        }
        let rounds: Vec<String> = self.started.rounds.iter().map(u32::to_string).collect();
        format!("{} (round {})", self.started.title, rounds.join("."))
    }

    /// Returns how often it read the screen.
    pub fn reads(&self) -> u32 {
        self.finished.as_ref().map_or(0, |finished| finished.reads)
    }

    /// Returns how its targets differ from what was recorded.
    pub fn drift(&self) -> impl Iterator<Item = &str> {
        self.located()
            .flat_map(|located| &located.drift)
            .map(String::as_str)
    }

    /// Returns what did not hold, once for each expectation: a wait checks many times.
    pub fn broken_checks(&self) -> impl Iterator<Item = Check<'_>> {
        self.last_checks().into_iter().filter(|check| !check.held)
    }

    /// Returns the last word on each expectation, in the order they were first checked.
    pub fn last_checks(&self) -> Vec<Check<'_>> {
        let mut last: Vec<Check<'_>> = Vec::new();
        for check in self.checks() {
            let mut known = last.iter_mut();
            match known.find(|known| known.expected == check.expected) {
                Some(known) => *known = check,
                None => last.push(check),
            }
        }
        last
    }

    /// Forgets what was done, checked and weighed; how it ended, what it warned of, what was sent to a model and
    /// how its targets drifted stay.
    pub(super) fn forget_details(&mut self) {
        self.events.retain_mut(|(_, event)| {
            if let Event::Located(located) = event {
                located.evidence = Vec::new();
                located.exclusions = Vec::new();
            }
            matches!(
                event,
                Event::Located(_)
                    | Event::Sent(_)
                    | Event::Warned { .. }
                    | Event::InterruptionClosed(_)
            )
        });
        self.events.shrink_to_fit();
    }

    /// Returns whether both are the same step in the same round.
    pub fn is_same_place(&self, other: &Self) -> bool {
        self.started.step == other.started.step && self.started.rounds == other.started.rounds
    }
}
