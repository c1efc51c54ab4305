//! Builds the node tree from the library's events, within limits.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::node::{Content, Node};
use super::rewrite::Patched;
use crate::source::error::Problem;
use crate::source::fault::{Fault, Span};

/// How deep nodes may be nested. Sixteen nested `repeat`s need 50.
const MAX_DEPTH: usize = 64;

/// Whether a key may stand twice in one mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// No; the second is a fault.
    Once,
    /// Yes; the caller looks for them, because it can say more about them.
    Repeated,
}

/// Builds the tree of the one document in `patched`.
pub(super) fn build(patched: &Patched<'_>, keys: Keys) -> Result<Node, Fault> {
    let mut builder = Builder {
        open: Vec::new(),
        root: None,
        keys,
    };
    let mut parser = Parser::new_from_str(&patched.text);
    while let Some(event) = parser.next_event() {
        match event {
            Ok((event, span)) => builder.take(event, patched.span(span.start, span.end))?,
            Err(error) => {
                let span = patched.span(*error.marker(), *error.marker());
                return Err(syntax_fault(span, error.info()));
            }
        }
    }
    let nothing = || Fault::new(Span::new(1, 1, 1), Problem::Empty);
    builder.root.ok_or_else(nothing)
}

/// A list or mapping whose end has not come yet.
struct Open {
    span: Span,
    kind: Kind,
}

enum Kind {
    Sequence(Vec<Node>),
    Mapping(Entries),
}

/// The entries of a mapping, and the key that waits for its value.
#[derive(Default)]
struct Entries {
    complete: Vec<(Node, Node)>,
    key: Option<Node>,
    /// The line of each key, so that none stands twice.
    seen: HashMap<String, usize>,
}

struct Builder {
    open: Vec<Open>,
    root: Option<Node>,
    keys: Keys,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                refuse_decorations(span, anchor, tag.is_some())?;
                let (text, quoted) = (text.into_owned(), style != ScalarStyle::Plain);
                self.add(Node::new(span, Content::Scalar { text, quoted }))
            }
            Event::SequenceStart(anchor, tag) => {
                refuse_decorations(span, anchor, tag.is_some())?;
                self.push(span, Kind::Sequence(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                refuse_decorations(span, anchor, tag.is_some())?;
                self.push(span, Kind::Mapping(Entries::default()))
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Alias(_) => Err(alias_fault(span)),
            Event::DocumentStart(_) if self.root.is_some() => {
                let fault = Fault::new(span, Problem::SeveralDocuments);
                Err(fault.accepted("one skill in one file"))
            }
            Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::StreamStart
            | Event::StreamEnd
            | Event::Nothing => Ok(()),
        }
    }

    fn push(&mut self, span: Span, kind: Kind) -> Result<(), Fault> {
        if self.open.len() == MAX_DEPTH {
            return Err(Fault::new(span, Problem::TooDeep { limit: MAX_DEPTH }));
        }
        self.open.push(Open { span, kind });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let content = match open.kind {
            Kind::Sequence(items) => Content::Sequence(items),
            Kind::Mapping(entries) => Content::Mapping(entries.complete),
        };
        self.add(Node::new(open.span, content))
    }

    fn add(&mut self, node: Node) -> Result<(), Fault> {
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.root = Some(node),
            Some(Kind::Sequence(items)) => items.push(node),
            Some(Kind::Mapping(entries)) => entries.add(node, self.keys)?,
        }
        Ok(())
    }
}

impl Entries {
    /// Takes a key, then its value, in turn.
    fn add(&mut self, node: Node, keys: Keys) -> Result<(), Fault> {
        match self.key.take() {
            Some(key) => self.complete.push((key, node)),
            None => {
                self.check_key(&node, keys)?;
                self.key = Some(node);
            }
        }
        Ok(())
    }

    fn check_key(&mut self, key: &Node, keys: Keys) -> Result<(), Fault> {
        let Content::Scalar { text, .. } = &key.content else {
            let problem = Problem::WrongType {
                owner: "key".to_owned(),
                found: key.kind(),
            };
            return Err(Fault::new(key.span, problem).accepted("text"));
        };
        match self.seen.insert(text.clone(), key.span.place.line) {
            None => Ok(()),
            Some(_) if keys == Keys::Repeated => Ok(()),
            Some(first) => Err(Fault::new(
                key.span,
                Problem::DuplicateKey {
                    key: text.clone(),
                    first,
                },
            )),
        }
    }
}

fn refuse_decorations(span: Span, anchor: usize, is_tagged: bool) -> Result<(), Fault> {
    if anchor != 0 {
        return Err(alias_fault(span));
    }
    if is_tagged {
        return Err(Fault::new(span, Problem::Tag).accepted("values without `!`"));
    }
    Ok(())
}

fn alias_fault(span: Span) -> Fault {
    Fault::new(span, Problem::Alias)
        .accepted("values written out in full")
        .hint("put text that starts with `&` or `*` in quotes")
}

fn syntax_fault(span: Span, message: &str) -> Fault {
    let fault = Fault::new(
        span,
        Problem::Syntax {
            message: message.to_owned(),
        },
    );
    match message {
        _ if message.contains("recursion limit") => {
            Fault::new(span, Problem::TooDeep { limit: MAX_DEPTH })
        }
        _ if message.contains("quoted scalar") && !message.contains("escape") => {
            super::open_quote_fault(span)
        }
        _ if message.contains("mapping values") || message.contains("simple key") => {
            fault.hint("put text that has `: ` in it in quotes")
        }
        _ if message.contains("indent") || message.contains("did not find expected") => {
            fault.hint("give the steps of one list the same indentation")
        }
        _ => fault,
    }
}
