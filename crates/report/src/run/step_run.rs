//! One occurrence of a step, with everything that happened in it.

use retap_model::event::{Downloaded, Located, Pictured, Sent, StepFinished, StepStarted};
use retap_model::reason::Reason;
use serde::Serialize;

use super::Status;

/// One occurrence of a step; a step inside a loop has one for each round.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepRun {
    /// The step.
    pub started: StepStarted,
    /// When it began, in milliseconds since the run did.
    pub at_ms: u64,
    /// The targets that were found for it.
    pub located: Vec<Located>,
    /// The acts that were sent.
    pub acts: Vec<Act>,
    /// The checks that were made.
    pub checks: Vec<Check>,
    /// The pictures that were kept.
    pub pictures: Vec<Pictured>,
    /// The files of the trees that were kept.
    pub trees: Vec<String>,
    /// The questions sent to a model.
    pub sent: Vec<Sent>,
    /// The texts that were captured.
    pub captures: Vec<Capture>,
    /// The figures that were measured.
    pub measures: Vec<Measure>,
    /// The signals besides what can be seen that may explain why it failed.
    pub signals: Vec<String>,
    /// The files that pages gave to be kept.
    pub downloads: Vec<Downloaded>,
    /// Remarks for the reader that is no verdict.
    pub warnings: Vec<String>,
    /// How it ended; none when the events stop before.
    pub finished: Option<StepFinished>,
    /// How long it took, up to the last event when it did not end.
    pub took_ms: u64,
    /// Its place in the list around it, and those of the steps around that, outermost first, from 1.
    places: Vec<usize>,
}

/// An act that was sent to the device.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// When, in milliseconds since the run began.
    pub at_ms: u64,
    /// In words, secrets masked.
    pub action: String,
    /// Where it touched.
    pub point: Option<[f64; 2]>,
}

/// Something that had to hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The state that was expected.
    pub expected: String,
    /// The state that was found.
    pub seen: String,
    /// Whether it held.
    pub held: bool,
}

/// A text that was captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// The name later steps recall it by.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A figure that was measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// The source's name for it.
    pub name: String,
    /// The figure.
    pub took_ms: u64,
}

impl StepRun {
    /// Returns its place in the list around it, and those of the steps around that.
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    pub(super) fn new(started: StepStarted, at_ms: u64, places: Vec<usize>) -> Self {
        Self {
            started,
            at_ms,
            places,
            ..Self::default()
        }
    }

    /// Returns the files of downloads that became whole, relative to the log.
    pub fn downloaded_files(&self) -> impl Iterator<Item = &str> {
        self.downloads.iter().filter_map(|one| one.file.as_deref())
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
        self.located
            .iter()
            .flat_map(|located| &located.drift)
            .map(String::as_str)
    }

    /// Returns what did not hold, once for each expectation: a wait checks many times.
    pub fn broken_checks(&self) -> Vec<&Check> {
        self.last_checks()
            .into_iter()
            .filter(|check| !check.held)
            .collect()
    }

    /// Returns the last word on each expectation, in the order they were first checked.
    pub fn last_checks(&self) -> Vec<&Check> {
        let mut last: Vec<&Check> = Vec::new();
        for check in &self.checks {
            match last
                .iter_mut()
                .find(|known| known.expected == check.expected)
            {
                Some(known) => *known = check,
                None => last.push(check),
            }
        }
        last
    }

    /// Returns whether both are the same step in the same round.
    pub fn is_same_place(&self, other: &Self) -> bool {
        self.started.step == other.started.step && self.started.rounds == other.started.rounds
    }
}
