//! YAML with places: a tree of nodes that know their line and column, and the comments.
//!
//! Not here: what a key means. It knows only two things beyond YAML: the one-line forms skill authors
//! write although they are not YAML, and what a file from a stranger must not be able to do.

mod lines;
mod rewrite;
mod tree;

pub(crate) use lines::Comment;

use super::error::Problem;
use super::fault::{Fault, Span};
use retap_model::yaml::Keys;

/// A node of a source.
pub(crate) type Node = retap_model::yaml::Node<Span>;

/// The content of a node of a source holds.
pub(crate) type Content = retap_model::yaml::Content<Span>;

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
    let root = tree::build(&patched, keys).map_err(|fault| {
        let fault = match scanned.open_quote {
            Some(span) => open_quote_fault(span),
            None => fault,
        };
        sentence_fault(text, &fault).unwrap_or(fault)
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

/// Returns what is really wrong with a sentence that begins with a quoted text.
fn sentence_fault(text: &str, fault: &Fault) -> Option<Fault> {
    let is_syntax = matches!(
        *fault.problem,
        Problem::UnclosedQuote | Problem::Syntax { .. }
    );
    let value = sentence_after_quote(text, fault.span).filter(|_| is_syntax)?;
    let quoted = value.replace('\'', "''");
    let hint = format!("YAML reads a quote at the start as its own; write '{quoted}'");
    Some(Fault::new(fault.span, Problem::TextAfterQuote).hint(hint))
}

/// Returns the value that begins with a quoted text and goes on behind it, as `"Home" is shown`.
fn sentence_after_quote(text: &str, span: Span) -> Option<String> {
    let line = text.lines().nth(span.place.line.checked_sub(1)?)?;
    let key_end = line.find(": ")? + 2;
    let value = line[key_end..].trim();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let closing = value[1..].find(quote)? + 2;
    let rest = value[closing..].trim();
    (!rest.is_empty() && !rest.starts_with('#')).then(|| value.to_owned())
}
