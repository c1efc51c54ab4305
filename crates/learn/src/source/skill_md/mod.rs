//! Prose skills: `SKILL.md` with front matter, a description, and numbered steps in sentences.
//!
//! Lines are read by their indentation, not as a Markdown tree: below `10.` Markdown wants four
//! columns, while people and generators write three.
//!
//! Not here: words of a language (`phrase/tables`) and what fields a step has (`model/program/step`).

mod body;
mod front_matter;
mod item;
mod sentence;
mod tree;

use retap_model::phrase::Phrase;
use retap_model::program::{Draft, Header};

use crate::phrase::Reading;

use super::fault::{Fault, Span};
use super::text::SourceText;
use body::Body;
use front_matter::FrontMatter;

pub(super) use sentence::{is_plain_sentence, read as read_sentence};

/// Reads a whole file.
pub(super) fn read(source: &SourceText) -> Result<Draft, Vec<Fault>> {
    let mut faults = Vec::new();
    let front = front_matter::read(source.as_str(), &mut faults).map_err(|fault| vec![fault])?;
    let body = body::read(source.as_str(), front.body_line, &mut faults);
    if body.items.is_empty() && faults.is_empty() {
        faults.push(no_steps(&body));
    }
    let Body {
        items,
        paragraphs,
        heading_line: _,
    } = body;
    let reading = Reading {
        locale: front.header.locale.as_deref(),
        app: only_app(&front.header),
        strict: false,
    };
    let steps = tree::build(items, &reading, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let header = complete(front, paragraphs, source);
    Ok(Draft::new(header, steps))
}

/// Returns whether `text` is a skill at all, and not a README or another page.
pub(super) fn is_skill(text: &str) -> bool {
    let mut faults = Vec::new();
    let Ok(front) = front_matter::read(text, &mut faults) else {
        return text.starts_with("---");
    };
    let body = body::read(text, front.body_line, &mut faults);
    let is_step = |item: &item::Item| sentence::is_step(&item.text);
    match body.heading_line {
        Some(_) => !body.items.is_empty(),
        None => body.items.first().is_some_and(is_step),
    }
}

/// Returns the app that a skill is about, if it is one.
fn only_app(header: &Header) -> Option<Phrase> {
    match header.apps.as_slice() {
        [app] => Some(Phrase::parse(app)),
        _ => None,
    }
}

/// Fills in what the front matter leaves to the body and the file name.
fn complete(front: FrontMatter, paragraphs: Vec<body::Paragraph>, source: &SourceText) -> Header {
    let mut header = front.header;
    if header.name.is_empty() {
        header.name = source.stem();
    }
    for paragraph in paragraphs {
        match paragraph {
            body::Paragraph::Text(text) if header.description.is_empty() => {
                header.description = text;
            }
            body::Paragraph::Heading(title)
                if title.trim_start_matches('#').trim() == header.name => {}
            body::Paragraph::Text(text)
            | body::Paragraph::Heading(text)
            | body::Paragraph::Note(text) => header.notes.push(text),
        }
    }
    header
}

fn no_steps(body: &Body) -> Fault {
    let span = Span::new(body.heading_line.unwrap_or(1), 1, 1);
    let accepted = "a heading `## Steps` and numbered lines below it, such as 1. Tap \"General\"";
    Fault::no_steps(span).accepted(accepted)
}
