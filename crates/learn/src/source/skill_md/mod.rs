//! Prose skills: `SKILL.md` with front matter, a description, and numbered steps in sentences.
//!
//! Lines are read by their indentation, not as a Markdown tree: below `10.` Markdown wants four
//! columns, while people and generators write three.
//!
//! Not here: words of a language (`phrase/tables`) and what fields a step has (`model/program/step`).

mod body;
mod item;
mod sentence;
mod tree;

use retap_model::phrase::Phrase;
use retap_model::program::{Draft, Header};

use crate::phrase::Reading;

use super::fault::{Fault, Span};
use super::skill_yaml::read_header;
use super::text::SourceText;
use super::yaml::{self, Content};
use body::Body;

pub(super) use sentence::{is_plain_sentence, read as read_sentence};

/// Reads a whole file.
pub(super) fn read(source: &SourceText) -> Result<Draft, Vec<Fault>> {
    let mut faults = Vec::new();
    let front = read_front_matter(source.as_str(), &mut faults).map_err(|fault| vec![fault])?;
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
    let Ok(front) = read_front_matter(text, &mut faults) else {
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

/// The header, and the line at which the body starts.
struct FrontMatter {
    header: Header,
    /// The first line of the body, from 1.
    body_line: usize,
}

/// Reads the front matter; a file without has an empty header.
fn read_front_matter(text: &str, faults: &mut Vec<Fault>) -> Result<FrontMatter, Fault> {
    let mut lines = text.split('\n');
    if lines.next().map(str::trim_end) != Some("---") {
        return Ok(FrontMatter {
            header: Header::default(),
            body_line: 1,
        });
    }
    let inner: Vec<&str> = lines.take_while(|line| line.trim_end() != "---").collect();
    let closing_line = inner.len() + 2;
    if closing_line > text.split('\n').count() {
        let fault = Fault::new(Span::new(1, 1, 3), "the front matter is never closed");
        return Err(fault.accepted("a second line `---` after the keys"));
    }
    let says_nothing = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let header = if inner.iter().all(says_nothing) {
        Header::default()
    } else {
        // An empty first line in place of the dashes keeps the line numbers.
        read_keys(&format!("\n{}", inner.join("\n")), faults)?
    };
    Ok(FrontMatter {
        header,
        body_line: closing_line + 1,
    })
}

fn read_keys(text: &str, faults: &mut Vec<Fault>) -> Result<Header, Fault> {
    let document = yaml::parse(text)?;
    let Content::Mapping(entries) = &document.root.content else {
        let message = format!("`front matter` cannot be {}", document.root.kind());
        return Err(Fault::new(document.root.span, message).accepted("lines such as name: Login"));
    };
    if let Some((key, _)) = entries.iter().find(|(key, _)| key.text() == Some("steps")) {
        let fault = Fault::unknown_key(key.span, "front matter", "steps");
        return Err(fault.accepted("numbered lines below a heading `## Steps`"));
    }
    let mut header = read_header(entries, faults);
    header
        .notes
        .extend(document.comments.into_iter().map(|comment| comment.text));
    Ok(header)
}
