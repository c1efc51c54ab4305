//! A YAML node that knows where it stands.

use crate::source::fault::Span;

/// One node of a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    /// Where it stands in the file.
    pub(crate) span: Span,
    /// What it holds.
    pub(crate) content: Content,
}

/// What a node holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    /// Text.
    Scalar {
        /// The text, unescaped.
        text: String,
        /// Whether it stood in quotes or in a block, so that it is text whatever it looks like.
        quoted: bool,
    },
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in source order; no key stands twice unless
    /// [`parse_repeated`](super::parse_repeated) read it.
    Mapping(Vec<(Node, Node)>),
}

impl Node {
    /// Returns the node with this content at this place.
    pub(crate) fn new(span: Span, content: Content) -> Self {
        Self { span, content }
    }

    /// Returns the text of a scalar that is not empty or `null`.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { .. } if self.is_null() => None,
            Content::Scalar { text, .. } => Some(text),
            Content::Sequence(_) | Content::Mapping(_) => None,
        }
    }

    /// Returns whether nothing was written: no value, `~` or `null`.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.content, Content::Scalar { text, quoted: false }
            if matches!(text.as_str(), "" | "~" | "null"))
    }

    /// Returns the kind of node in words.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.content {
            Content::Scalar { .. } if self.is_null() => "empty",
            Content::Scalar { .. } => "text",
            Content::Sequence(_) => "a list",
            Content::Mapping(_) => "a mapping",
        }
    }
}
