//! YAML as a tree whose every part knows its place; it knows nothing of what the files mean.

use std::borrow::Cow;

pub use saphyr_parser::Marker;
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

/// One part of a document; `S` is how the reader of a format writes places.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<S> {
    /// Where it stands in the file.
    pub span: S,
    /// Its content.
    pub content: Content<S>,
}

/// The content of a node.
#[derive(Debug, Clone, PartialEq)]
pub enum Content<S> {
    /// Text.
    Scalar {
        /// The text, unescaped.
        text: String,
        /// Whether it stood in quotes or in a block, so that it is text whatever it looks like.
        quoted: bool,
    },
    /// A list.
    Sequence(Vec<Node<S>>),
    /// Keys, which are scalars, and values in source order.
    Mapping(Vec<(Node<S>, Node<S>)>),
}

impl<S> Node<S> {
    /// Returns the node with this content at this place.
    pub const fn new(span: S, content: Content<S>) -> Self {
        Self { span, content }
    }

    /// Returns the text of a scalar that is not empty or `null`.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { .. } if self.is_null() => None,
            Content::Scalar { text, .. } => Some(text),
            Content::Sequence(_) | Content::Mapping(_) => None,
        }
    }

    /// Returns whether nothing was written: no value, `~` or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.content, Content::Scalar { text, quoted: false }
            if matches!(text.as_str(), "" | "~" | "null"))
    }

    /// Returns the kind of node in words.
    pub fn kind(&self) -> &'static str {
        match &self.content {
            Content::Scalar { .. } if self.is_null() => "empty",
            Content::Scalar { .. } => "text",
            Content::Sequence(_) => "a list",
            Content::Mapping(_) => "a mapping",
        }
    }
}

/// A construct that a document may not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How deep lists and mappings may be nested.
    pub depth: usize,
    /// Whether a key may stand twice in one mapping.
    pub keys: Keys,
}

/// Whether a key may stand twice in one mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// No; the second is a fault.
    Once,
    /// Yes; the caller looks for them, because it can say more about them.
    Repeated,
}

/// A fault of a document, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlFault<S> {
    /// Where.
    pub span: S,
    /// The fault.
    pub problem: YamlProblem<S>,
}

/// A fault of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlProblem<S> {
    /// There is nothing in it.
    Empty,
    /// It is not YAML, in the words of the parser.
    Syntax(String),
    /// A second document begins.
    SeveralDocuments,
    /// It is nested deeper than the limit.
    TooDeep,
    /// An anchor or an alias.
    Alias,
    /// A tag.
    Tag,
    /// A key that is no text, but this.
    KeyIsNoText(&'static str),
    /// A key that stands twice.
    DuplicateKey {
        /// The key.
        key: String,
        /// Where it stands first.
        first: S,
    },
}

/// Reads the one document in `text`; `span` says how a stretch of it is written.
///
/// Anchors, aliases and tags are refused: a file of a stranger must not be able to grow while it is read.
pub fn parse<S: Copy>(
    text: &str,
    limits: Limits,
    span: impl Fn(Marker, Marker) -> S,
) -> Result<Node<S>, YamlFault<S>> {
    let mut builder = Builder {
        open: Vec::new(),
        root: None,
        limits,
    };
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        match event {
            Ok((event, at)) => builder.take(event, span(at.start, at.end))?,
            Err(error) => {
                let at = span(*error.marker(), *error.marker());
                return match error.info() {
                    deep if deep.contains("recursion limit") => fault(at, YamlProblem::TooDeep),
                    message => fault(at, YamlProblem::Syntax(message.to_owned())),
                };
            }
        }
    }
    let start = Marker::new(0, 1, 0);
    let nothing = || fault(span(start, start), YamlProblem::Empty);
    builder.root.map_or_else(nothing, Ok)
}

fn fault<S, T>(span: S, problem: YamlProblem<S>) -> Result<T, YamlFault<S>> {
    Err(YamlFault { span, problem })
}

/// A list or mapping whose end has not come yet.
struct Open<S> {
    node: Node<S>,
    /// The key that waits for its value.
    key: Option<Node<S>>,
}

struct Builder<S> {
    open: Vec<Open<S>>,
    root: Option<Node<S>>,
    limits: Limits,
}

impl<S: Copy> Builder<S> {
    fn take(&mut self, event: Event<'_>, span: S) -> Result<(), YamlFault<S>> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                refuse_decorations(span, anchor, tag)?;
                let (text, quoted) = (text.into_owned(), style != ScalarStyle::Plain);
                self.add(Node::new(span, Content::Scalar { text, quoted }))
            }
            Event::SequenceStart(anchor, tag) => {
                refuse_decorations(span, anchor, tag)?;
                self.push(Node::new(span, Content::Sequence(Vec::new())))
            }
            Event::MappingStart(anchor, tag) => {
                refuse_decorations(span, anchor, tag)?;
                self.push(Node::new(span, Content::Mapping(Vec::new())))
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(open) => {
                    check_keys(&open.node.content, self.limits.keys)?;
                    self.add(open.node)
                }
                None => Ok(()),
            },
            Event::Alias(_) => fault(span, YamlProblem::Alias),
            Event::DocumentStart(_) if self.root.is_some() => {
                fault(span, YamlProblem::SeveralDocuments)
            }
            Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::StreamStart
            | Event::StreamEnd
            | Event::Nothing => Ok(()),
        }
    }

    fn push(&mut self, node: Node<S>) -> Result<(), YamlFault<S>> {
        if self.open.len() == self.limits.depth {
            return fault(node.span, YamlProblem::TooDeep);
        }
        self.open.push(Open { node, key: None });
        Ok(())
    }

    fn add(&mut self, node: Node<S>) -> Result<(), YamlFault<S>> {
        match self.open.last_mut() {
            Some(open) => open.add(node),
            None => {
                self.root = Some(node);
                Ok(())
            }
        }
    }
}

impl<S: Copy> Open<S> {
    /// Takes an item of a list; of a mapping a key, then its value, in turn.
    fn add(&mut self, node: Node<S>) -> Result<(), YamlFault<S>> {
        match (&mut self.node.content, self.key.take()) {
            (Content::Sequence(items), _) => items.push(node),
            (Content::Mapping(entries), Some(key)) => entries.push((key, node)),
            (Content::Mapping(_) | Content::Scalar { .. }, _) => {
                let Content::Scalar { .. } = &node.content else {
                    return fault(node.span, YamlProblem::KeyIsNoText(node.kind()));
                };
                self.key = Some(node);
            }
        }
        Ok(())
    }
}

/// Refuses the first key of a mapping that stands in it already.
fn check_keys<S: Copy>(content: &Content<S>, keys: Keys) -> Result<(), YamlFault<S>> {
    let Content::Mapping(entries) = content else {
        return Ok(());
    };
    if keys == Keys::Repeated || entries.len() < 2 {
        return Ok(());
    }
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|at| (key_text(&entries[*at]), *at));
    let twice = order
        .windows(2)
        .filter(|pair| key_text(&entries[pair[0]]) == key_text(&entries[pair[1]]));
    let Some(pair) = twice.min_by_key(|pair| pair[1]) else {
        return Ok(());
    };
    let [first, second] = [&entries[pair[0]], &entries[pair[1]]];
    let (key, first) = (key_text(second).to_owned(), first.0.span);
    fault(second.0.span, YamlProblem::DuplicateKey { key, first })
}

fn key_text<S>(entry: &(Node<S>, Node<S>)) -> &str {
    match &entry.0.content {
        Content::Scalar { text, .. } => text,
        Content::Sequence(_) | Content::Mapping(_) => "",
    }
}

fn refuse_decorations<S>(
    span: S,
    anchor: usize,
    tag: Option<Cow<'_, Tag>>,
) -> Result<(), YamlFault<S>> {
    match (anchor, tag) {
        (0, None) => Ok(()),
        (0, Some(_)) => fault(span, YamlProblem::Tag),
        (_, _) => fault(span, YamlProblem::Alias),
    }
}
