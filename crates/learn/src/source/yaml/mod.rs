//! YAML with places: a tree of nodes that know their line and column, and the comments.
//!
//! It knows nothing about skills, only two things beyond YAML: the one-line forms skill authors
//! write although they are not YAML, and what a file from a stranger must not be able to do.

mod lines;
mod node;
mod rewrite;
mod tree;

pub(crate) use lines::Comment;
pub(crate) use node::{Content, Node};

use super::error::Problem;
use super::fault::{Fault, Span};
use tree::Keys;

/// A YAML document and its comments.
#[derive(Debug)]
pub(crate) struct Document {
    /// The outermost node.
    pub(crate) root: Node,
    /// The comments in source order.
    pub(crate) comments: Vec<Comment>,
}

/// Reads one document in which no mapping has a key twice.
pub(crate) fn parse(text: &str) -> Result<Document, Fault> {
    parse_with(text, Keys::Once)
}

/// Reads one document and keeps keys that stand twice, in source order.
pub(crate) fn parse_repeated(text: &str) -> Result<Document, Fault> {
    parse_with(text, Keys::Repeated)
}

fn parse_with(text: &str, keys: Keys) -> Result<Document, Fault> {
    let scanned = lines::scan(text)?;
    let patched = rewrite::rewrite(text, &scanned.lines);
    let root = tree::build(&patched, keys).map_err(|fault| match scanned.open_quote {
        Some(span) => open_quote_fault(span),
        None => fault,
    })?;
    let comments = scanned
        .lines
        .into_iter()
        .filter_map(|line| line.comment)
        .collect();
    Ok(Document { root, comments })
}

fn open_quote_fault(span: Span) -> Fault {
    Fault::new(span, Problem::UnclosedQuote).hint("close the quote on the same line")
}
