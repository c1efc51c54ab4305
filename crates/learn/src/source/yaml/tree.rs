//! Builds the node tree from the library's events, within limits.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::node::{Content, Node};
use super::rewrite::Patched;
use crate::source::error::Problem;
use crate::source::fault::{Fault, Span};

/// How deep nodes may be nested. Sixteen nested `repeat`s need 50.
const MAX_DEPTH: usize = 64;

/// Builds the tree of the one document in `patched`.
pub(super) fn build(patched: &Patched<'_>) -> Result<Node, Fault> {
    let mut builder = Builder {
        open: Vec::new(),
        root: None,
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
enum Open {
    Sequence {
        span: Span,
        items: Vec<Node>,
    },
    Mapping {
        span: Span,
        entries: Vec<(Node, Node)>,
        key: Option<Node>,
        seen: HashMap<String, usize>,
    },
}

struct Builder {
    open: Vec<Open>,
    root: Option<Node>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                refuse_decorations(span, anchor, tag.is_some())?;
                let quoted = style != ScalarStyle::Plain;
                self.add(Node {
                    span,
                    content: Content::Scalar {
                        text: text.into_owned(),
                        quoted,
                    },
                })
            }
            Event::SequenceStart(anchor, tag) => {
                refuse_decorations(span, anchor, tag.is_some())?;
                self.push(
                    Open::Sequence {
                        span,
                        items: Vec::new(),
                    },
                    span,
                )
            }
            Event::MappingStart(anchor, tag) => {
                refuse_decorations(span, anchor, tag.is_some())?;
                let (entries, key, seen) = (Vec::new(), None, HashMap::new());
                self.push(
                    Open::Mapping {
                        span,
                        entries,
                        key,
                        seen,
                    },
                    span,
                )
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

    fn push(&mut self, open: Open, span: Span) -> Result<(), Fault> {
        if self.open.len() == MAX_DEPTH {
            return Err(Fault::new(span, Problem::TooDeep { limit: MAX_DEPTH }));
        }
        self.open.push(open);
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        match self.open.pop() {
            Some(Open::Sequence { span, items }) => self.add(Node {
                span,
                content: Content::Sequence(items),
            }),
            Some(Open::Mapping { span, entries, .. }) => self.add(Node {
                span,
                content: Content::Mapping(entries),
            }),
            None => Ok(()),
        }
    }

    fn add(&mut self, node: Node) -> Result<(), Fault> {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::Sequence { items, .. }) => items.push(node),
            Some(Open::Mapping {
                entries, key, seen, ..
            }) => match key.take() {
                Some(key) => entries.push((key, node)),
                None => {
                    check_key(&node, seen)?;
                    *key = Some(node);
                }
            },
        }
        Ok(())
    }
}

fn check_key(key: &Node, seen: &mut HashMap<String, usize>) -> Result<(), Fault> {
    let Content::Scalar { text, .. } = &key.content else {
        let problem = Problem::WrongType {
            owner: "a key".to_owned(),
            found: key.kind(),
        };
        return Err(Fault::new(key.span, problem).accepted("text"));
    };
    match seen.insert(text.clone(), key.span.place.line) {
        None => Ok(()),
        Some(first) => Err(Fault::new(
            key.span,
            Problem::DuplicateKey {
                key: text.clone(),
                first,
            },
        )),
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
        _ if message.contains("quoted scalar") && !message.contains("escape") => {
            Fault::new(span, Problem::UnclosedQuote).hint("close the quote on the same line")
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
