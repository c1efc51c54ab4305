//! Splits the body of a prose skill into text around the steps and the items of the steps.

use retap_model::program::Place;

use super::item::{Item, ListItem, Shape, shape};
use super::sentence::is_step;
use crate::phrase::is_otherwise;
use crate::source::fault::{Fault, Span};
use crate::source::text::printable;

/// Text that is not a step.
#[derive(Debug, PartialEq)]
pub(super) enum Paragraph {
    /// Running text, its lines joined.
    Text(String),
    /// A heading with its marks.
    Heading(String),
    /// A note.
    Note(String),
}

/// The body in pieces.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// The text before and after the steps.
    pub(super) paragraphs: Vec<Paragraph>,
    pub(super) items: Vec<Item>,
    /// The line of the heading `Steps`, if there is one.
    pub(super) heading_line: Option<usize>,
}

/// Reads the lines from `first_line` on.
pub(super) fn read(text: &str, first_line: usize, faults: &mut Vec<Fault>) -> Body {
    let lines: Vec<&str> = text.split('\n').collect();
    let lines = lines.get(first_line - 1..).unwrap_or(&[]);
    let has_heading = outside_fences(lines).any(|line| steps_heading(&shape(line)).is_some());
    let mut reader = Reader {
        body: Body::default(),
        faults,
        has_heading,
        part: Part::Before,
        paragraph: Vec::new(),
        notes: Vec::new(),
        is_after_blank: true,
        is_in_fence: false,
    };
    for (index, line) in lines.iter().enumerate() {
        reader.take(first_line + index, line);
    }
    reader.finish()
}

/// Returns the level of the heading `Steps`, if the line is that.
fn steps_heading(line: &Shape<'_>) -> Option<usize> {
    match line {
        Shape::Heading { level, title } => {
            let title = title.trim_end_matches(['#', ' ', ':']);
            title.eq_ignore_ascii_case("steps").then_some(*level)
        }
        Shape::Blank | Shape::Quote(_) | Shape::Item(_) | Shape::Text(_) => None,
    }
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

fn outside_fences<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    let mut is_open = false;
    lines.iter().copied().filter(move |line| {
        is_open ^= is_fence(line);
        !is_open
    })
}

/// Where in the body a line stands.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Before,
    /// In the list below a heading of this level.
    Steps(usize),
    After,
}

struct Reader<'f> {
    body: Body,
    faults: &'f mut Vec<Fault>,
    has_heading: bool,
    part: Part,
    /// Lines of the paragraph that is being read.
    paragraph: Vec<String>,
    /// Notes that wait for the next step.
    notes: Vec<String>,
    is_after_blank: bool,
    is_in_fence: bool,
}

fn stray_text(line: usize, indent: usize, text: &str) -> Fault {
    let span = Span::new(line, indent + 1, text.chars().count());
    Fault::new(span, "neither a step nor a note")
}

/// How many spaces a tab looks like.
const TAB_WIDTH: usize = 4;

/// The level of a list that has no heading: any heading ends it.
const NO_HEADING: usize = 6;

impl Reader<'_> {
    fn take(&mut self, number: usize, line: &str) {
        let was_in_fence = self.is_in_fence;
        self.is_in_fence ^= is_fence(line);
        if was_in_fence || self.is_in_fence {
            self.take_text(number, line, line.trim_end());
            return;
        }
        let shape = shape(line);
        if self.part == Part::Before
            && let Some(level) = steps_heading(&shape)
        {
            self.end_paragraph();
            self.part = Part::Steps(level);
            self.body.heading_line = Some(number);
            return;
        }
        let is_blank = shape == Shape::Blank;
        match shape {
            Shape::Blank => self.end_paragraph(),
            Shape::Heading { level, title } => self.take_heading(level, title),
            Shape::Quote(text) => self.take_note(text),
            Shape::Item(item) => self.take_item(number, line, &item),
            Shape::Text(text) => self.take_text(number, line, text),
        }
        self.is_after_blank = is_blank;
    }

    /// Keeps text that is no step: among the steps it is a note for the next one.
    fn keep(&mut self, text: String, paragraph: fn(String) -> Paragraph) {
        let text = printable(&text);
        match self.part {
            Part::Steps(_) => self.notes.push(text),
            Part::Before | Part::After => self.body.paragraphs.push(paragraph(text)),
        }
    }

    fn take_heading(&mut self, level: usize, title: &str) {
        self.end_paragraph();
        if matches!(self.part, Part::Steps(own) if level <= own) {
            self.part = Part::After;
        }
        self.keep(format!("{} {title}", "#".repeat(level)), Paragraph::Heading);
    }

    fn take_note(&mut self, text: &str) {
        self.end_paragraph();
        self.keep(text.to_owned(), Paragraph::Note);
    }

    fn take_item(&mut self, number: usize, line: &str, item: &ListItem<'_>) {
        if self.part == Part::Before && !self.has_heading && item.is_numbered {
            self.end_paragraph();
            self.part = Part::Steps(NO_HEADING);
        }
        match self.part {
            Part::Steps(_) => self.push_item(number, line, item.column, item.text),
            Part::After if item.is_numbered && is_step(item.text) => {
                let message = "a step below a heading that is not `## Steps`";
                let fault = Fault::new(Span::new(number, 1, 1), message);
                self.faults
                    .push(fault.hint("move it into the list below `## Steps`"));
            }
            Part::Before | Part::After => self.paragraph.push(line.trim().to_owned()),
        }
    }

    fn push_item(&mut self, number: usize, line: &str, column: usize, text: &str) {
        let mut indent = line.len() - line.trim_start_matches(' ').len();
        if line[indent..].starts_with('\t') {
            self.faults.push(Fault::tab(number, indent + 1));
            // Reported once; as deep as it looks, it does not make other errors.
            indent += TAB_WIDTH;
        }
        let notes = std::mem::take(&mut self.notes);
        let place = Place {
            line: number,
            column: column + 1,
        };
        self.body.items.push(Item {
            indent,
            place,
            text: text.trim_end().to_owned(),
            wraps: Vec::new(),
            notes,
        });
    }

    fn take_text(&mut self, number: usize, line: &str, text: &str) {
        if !matches!(self.part, Part::Steps(_)) {
            self.paragraph.push(text.to_owned());
            return;
        }
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if is_otherwise(text) {
            self.push_item(number, line, indent, text);
        } else if is_step(text) {
            let fault = stray_text(number, indent, text);
            self.faults
                .push(fault.hint(format!("give it a number: `1. {text}`")));
        } else if (self.is_after_blank && indent == 0) || !self.paragraph.is_empty() {
            self.paragraph.push(text.to_owned());
        } else {
            self.continue_item(number, indent, text);
        }
    }

    /// Adds a wrapped line to the sentence above it.
    fn continue_item(&mut self, number: usize, indent: usize, text: &str) {
        match self.body.items.last_mut() {
            Some(item) if indent >= 2 && !item.is_otherwise() => {
                let column = indent + 1;
                item.go_on(
                    text,
                    Place {
                        line: number,
                        column,
                    },
                );
            }
            Some(_) | None => {
                let fault = stray_text(number, indent, text);
                self.faults.push(fault.accepted(
                    "a numbered step, `> Note: …`, or an indented line that goes on with the step",
                ));
            }
        }
    }

    fn end_paragraph(&mut self) {
        if self.paragraph.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.paragraph).join(" ");
        self.keep(text.trim().to_owned(), Paragraph::Text);
    }

    /// Ends the last paragraph; notes below the last step are about that step.
    fn finish(mut self) -> Body {
        self.end_paragraph();
        match self.body.items.last_mut() {
            Some(item) => item.notes.append(&mut self.notes),
            None => {
                let notes = std::mem::take(&mut self.notes);
                self.body
                    .paragraphs
                    .extend(notes.into_iter().map(Paragraph::Note));
            }
        }
        self.body
    }
}
