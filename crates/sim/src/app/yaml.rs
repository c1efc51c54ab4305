//! YAML as a tree whose every part knows its place.

use saphyr_parser::{Event, Marker, Parser, ScanError, Span, StrInput};

use super::error::{Complaint, Place};

/// Deeper files are refused before they can exhaust the stack.
const DEEPEST: usize = 24;

/// One part of a YAML file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) value: Value,
}

/// What a part is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    List(Vec<Node>),
    Map(Vec<Pair>),
}

/// A key with what stands under it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pair {
    pub(super) key: String,
    pub(super) place: Place,
    pub(super) node: Node,
}

/// Reads `text` into a tree; aliases, tags on keys and a second document are refused.
pub(super) fn parse(text: &str) -> Result<Node, Complaint> {
    let mut events = Events {
        parser: Parser::new_from_str(text),
    };
    loop {
        let (event, span) = events.next()?;
        match event {
            Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
            Event::StreamEnd | Event::DocumentEnd => {
                return Err(Complaint::new(place(span.start), "the file is empty"));
            }
            Event::Alias(_)
            | Event::Scalar(..)
            | Event::SequenceStart(..)
            | Event::SequenceEnd
            | Event::MappingStart(..)
            | Event::MappingEnd => {
                let root = events.node(event, span, 0)?;
                events.end()?;
                return Ok(root);
            }
        }
    }
}

struct Events<'a> {
    parser: Parser<'a, StrInput<'a>>,
}

impl<'a> Events<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Span), Complaint> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(complain(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Node, Complaint> {
        let place = place(span.start);
        if depth > DEEPEST {
            return Err(Complaint::new(place, "this is nested too deeply"));
        }
        let value = match event {
            Event::Scalar(text, ..) => Value::Text(text.into_owned()),
            Event::SequenceStart(..) => Value::List(self.list(depth)?),
            Event::MappingStart(..) => Value::Map(self.map(depth)?),
            Event::Alias(_) => {
                return Err(Complaint::new(
                    place,
                    "aliases are not accepted in app files",
                ));
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => return Err(Complaint::new(place, "the file ends too early")),
        };
        Ok(Node { place, value })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Node>, Complaint> {
        let mut nodes = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if event == Event::SequenceEnd {
                return Ok(nodes);
            }
            nodes.push(self.node(event, span, depth + 1)?);
        }
    }

    fn map(&mut self, depth: usize) -> Result<Vec<Pair>, Complaint> {
        let mut pairs: Vec<Pair> = Vec::new();
        loop {
            let (event, span) = self.next()?;
            let place = place(span.start);
            let key = match event {
                Event::MappingEnd => return Ok(pairs),
                Event::Scalar(text, ..) => text.into_owned(),
                _ => return Err(Complaint::new(place, "a key must be plain text")),
            };
            if let Some(first) = pairs.iter().find(|pair| pair.key == key) {
                let line = first.place.line;
                return Err(Complaint::new(
                    place,
                    format!("`{key}` is here twice; the first is on line {line}"),
                ));
            }
            let (event, span) = self.next()?;
            let node = self.node(event, span, depth + 1)?;
            pairs.push(Pair { key, place, node });
        }
    }

    fn end(&mut self) -> Result<(), Complaint> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(()),
                Event::DocumentStart(_) => {
                    return Err(Complaint::new(
                        place(span.start),
                        "one app file holds one document",
                    ));
                }
                _ => {}
            }
        }
    }
}

fn complain(error: &ScanError) -> Complaint {
    Complaint::new(
        place(*error.marker()),
        format!("this is not YAML: {}", error.info()),
    )
}

fn place(marker: Marker) -> Place {
    Place {
        line: marker.line().max(1),
        column: marker.col() + 1,
    }
}
