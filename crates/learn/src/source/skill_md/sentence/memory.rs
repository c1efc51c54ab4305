//! Reads the sentences that keep something: remember, measure, and questions to an advisor.

use retap_model::phrase::Phrase;
use retap_model::program::{Ask, Measure, Measured, Question, Remember, StepKind};

use super::Sentence;
use super::cursor::{Cursor, Miss};
use super::entry::read_press_key;
use super::look::read_limit;
use super::target::read_target;
use crate::source::name::is_name;

pub(super) fn read_remember(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let from = cursor
        .eat("the value of")
        .then(|| read_target(cursor))
        .transpose()?;
    let name = cursor.eat("as").then(|| read_name(cursor)).transpose()?;
    let text = match cursor.eat(":") {
        true => cursor.free_text()?,
        false => Phrase::default(),
    };
    if from.is_none() && name.is_none() && text.source().trim().is_empty() {
        return Err(cursor.miss());
    }
    Ok(Sentence::Step(StepKind::Remember(Remember {
        text,
        name,
        from,
    })))
}

fn read_name(cursor: &mut Cursor<'_>) -> Result<String, Miss> {
    cursor.expect("{")?;
    let start = cursor.clone();
    let name = cursor.until('}')?;
    if is_name(name) {
        return Ok(name.to_owned());
    }
    *cursor = start;
    Err(cursor.miss())
}

pub(super) fn read_measure(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let name = cursor
        .eat("(")
        .then(|| read_figure_name(cursor))
        .transpose()?;
    cursor.expect(":")?;
    let act = read_measured(cursor)?;
    cursor.expect("and wait for")?;
    let until = read_target(cursor)?;
    let max = read_limit(cursor, &["(max"])?;
    Ok(Sentence::Step(StepKind::Measure(Measure {
        act,
        until,
        max,
        name,
    })))
}

/// Reads the name up to and with the closing parenthesis; in quotes if it has one itself.
fn read_figure_name(cursor: &mut Cursor<'_>) -> Result<String, Miss> {
    let mut quoted = cursor.clone();
    if let Ok(name) = quoted.quoted() {
        quoted.expect(")")?;
        *cursor = quoted;
        return Ok(name);
    }
    let start = cursor.clone();
    let name = cursor.until(')')?;
    if name.is_empty() {
        *cursor = start;
        return Err(cursor.miss());
    }
    Ok(name.to_owned())
}

fn read_measured(cursor: &mut Cursor<'_>) -> Result<Measured, Miss> {
    if cursor.eat("tap") {
        return read_target(cursor).map(Measured::Tap);
    }
    if cursor.eat("launch") {
        return cursor.name().map(Measured::Launch);
    }
    cursor.expect("press")?;
    read_press_key(cursor).map(Measured::PressKey)
}

pub(super) fn read_summarize(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    read_question(cursor, Question::Summarize)
}

pub(super) fn read_ask(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    read_question(cursor, Question::Sentence)
}

fn read_question(cursor: &mut Cursor<'_>, question: Question) -> Result<Sentence, Miss> {
    cursor.expect(":")?;
    Ok(Sentence::Step(StepKind::Ask(Ask::new(
        question,
        cursor.free_text()?,
    ))))
}
