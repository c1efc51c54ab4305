//! Reads the verbs that keep something: remember, measure, and the questions to an advisor.

use retap_model::phrase::Phrase;
use retap_model::program::{Ask, Measure, Measured, Question, Remember, StepKind};

use super::entry::read_key;
use super::fields::Fields;
use super::step::StepReader;
use super::value::{bad_value, read_duration, read_phrase, read_target, read_text, read_words};
use crate::source::duration::Unit;
use crate::source::error::Problem;
use crate::source::fault::Fault;
use crate::source::name::is_name;

pub(super) fn read_remember(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let text = fields
        .get("text")
        .map(|node| read_text("remember", node))
        .transpose()?;
    let text = Phrase::parse(text.unwrap_or_default());
    let name = match fields.get("name") {
        Some(node) => {
            let name = read_words("name", node)?;
            let accepted = "letters, digits and `_`, not starting with a digit";
            let checked = is_name(name).then(|| name.to_owned());
            Some(checked.ok_or_else(|| bad_value("name", node, accepted))?)
        }
        None => None,
    };
    let from = fields
        .get("from")
        .map(|node| read_target("from", node))
        .transpose()?;
    if text.source().trim().is_empty() && name.is_none() && from.is_none() {
        let problem = Problem::NoValue {
            owner: "remember".to_owned(),
        };
        return Err(Fault::new(fields.span, problem).accepted("remember: \"the total\""));
    }
    Ok(StepKind::Remember(Remember { text, name, from }))
}

pub(super) fn read_measure(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let act = match fields.exactly_one(&["tap", "launch", "press_key"])? {
        ("tap", node) => Measured::Tap(read_target("tap", node)?),
        ("launch", node) => Measured::Launch(read_phrase("launch", node)?),
        (_, node) => Measured::PressKey(read_key("press_key", node)?),
    };
    let until = fields.require("until", "measure: { tap: \"Go\", until: \"Done\", max: 5 }")?;
    let max = fields
        .get("max")
        .map(|node| read_duration("max", node, Unit::Seconds));
    let name = fields
        .get("name")
        .map(|node| read_words("name", node))
        .transpose()?;
    Ok(StepKind::Measure(Measure {
        act,
        until: read_target("until", until)?,
        max: max.transpose()?,
        name: name.map(str::to_owned),
    }))
}

pub(super) fn read_verify(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    read_question(fields, Question::Verify)
}

pub(super) fn read_summarize(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    read_question(fields, Question::Summarize)
}

pub(super) fn read_ask(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    read_question(fields, Question::Sentence)
}

fn read_question(fields: &Fields<'_>, question: Question) -> Result<StepKind, Fault> {
    let node = fields.require("text", "a sentence")?;
    Ok(StepKind::Ask(Ask::new(
        question,
        read_phrase(fields.owner, node)?,
    )))
}
