//! Sentences of a skill in prose: what they say, or where they stop making sense.
//!
//! A sentence that no phrase matches is a question to an advisor. One with a verb that marks it as a
//! step is an error: guessing would make a typo an AI step.

use retap_model::phrase::Phrase;
use retap_model::program::{Ask, Place, Question, StepKind};

use crate::phrase::{self, Clause, Reading, StepWord};
use crate::source::fault::{Fault, Span};
use crate::source::skill_yaml::StepReader;
use crate::source::yaml;

/// Returns whether a line is meant as a step.
pub(super) fn is_step(text: &str) -> bool {
    is_raw_step(text)
        || phrase::step_verb(text).is_some()
        || (phrase::names_something(text) && is_understood(text))
}

/// Returns whether a sentence of prose would be read as these words for an advisor.
pub(in crate::source) fn is_plain_sentence(text: &str) -> bool {
    !is_raw_step(text) && phrase::step_verb(text).is_none() && !is_understood(text)
}

fn is_understood(text: &str) -> bool {
    phrase::understand(text, Clause::Step, None).is_ok()
}

/// Reads a sentence that starts at `place`; a condition or a loop still has no steps.
pub(in crate::source) fn read(
    text: &str,
    place: Place,
    reading: &Reading<'_>,
) -> Result<StepKind, Fault> {
    if is_raw_step(text) {
        return read_raw(text, place);
    }
    let understood = phrase::understand(text, Clause::Step, reading.locale);
    let at = match understood {
        Ok(intent) => match intent.step(reading) {
            Some(kind) => return Ok(kind),
            None => text.chars().count().saturating_sub(1),
        },
        Err(not_understood) => not_understood.at,
    };
    match phrase::step_verb(text) {
        Some(verb) => Err(fault_of(verb, text, place, at)),
        None => {
            let ask = Ask::new(Question::Sentence, Phrase::parse(text));
            Ok(StepKind::Ask(ask))
        }
    }
}

/// Returns what is wrong with a sentence that no phrase goes past `at`.
fn fault_of(verb: &StepWord, text: &str, place: Place, at: usize) -> Fault {
    let name = verb.name.as_str();
    let is_loop =
        phrase::understand(text, Clause::Step, None).is_ok_and(|intent| intent.opens_loop());
    let (at, message) = if let Some(at) = phrase::unclosed_quote(text) {
        (at, "this quote is never closed".to_owned())
    } else if let Some(at) = phrase::empty_quote(text) {
        (at, "`label` has no value".to_owned())
    } else if is_loop {
        (at, format!("`{name}` has no `max`"))
    } else {
        // A phrase may know nothing of the verb; the reader has read past it all the same.
        let after_verb = text.strip_prefix(name).unwrap_or(text);
        let after_verb = after_verb.trim_start_matches([':', ' ']).chars().count();
        let start = text.chars().count() - after_verb;
        (at.max(start), format!("cannot read this `{name}` step"))
    };
    let rest: String = text.chars().skip(at).collect();
    let width = rest.split(' ').next().unwrap_or_default().chars().count();
    let span = Span::new(place.line, place.column + at, width);
    Fault::new(span, message).accepted(verb.accepted.as_str())
}

/// Returns whether a sentence is a step of skill YAML, such as `swipe: "up"`.
fn is_raw_step(text: &str) -> bool {
    let verb = text
        .split_once(':')
        .filter(|(_, rest)| rest.starts_with(' '));
    verb.is_some_and(|(word, _)| StepKind::find_skill_verb(word).is_some())
}

fn read_raw(text: &str, place: Place) -> Result<StepKind, Fault> {
    let mut reader = StepReader::default();
    let document = yaml::parse(text);
    let step = document.and_then(|document| reader.read_step(&document.root));
    let step = step.and_then(|step| match reader.faults.pop() {
        Some(fault) => Err(fault),
        None => Ok(step.kind),
    });
    step.map_err(|mut fault| {
        fault.span.place.line = place.line;
        fault.span.place.column += place.column - 1;
        fault
    })
}
