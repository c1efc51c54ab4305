//! YAML with places: a tree of nodes that know their line and column, and the comments.
//!
//! Not here: what a key means. It knows only two things beyond YAML: the one-line forms skill authors
//! write although they are not YAML, and what a file from a stranger must not be able to do.

mod lines;
mod rewrite;

pub(crate) use lines::Comment;

use retap_model::yaml::{Keys, Limits, YamlFault, YamlProblem};

use super::fault::{Fault, Span};

/// How deep nodes may be nested. Sixteen nested `repeat`s need 50.
const MAX_DEPTH: usize = 64;

/// A node of a source.
pub(crate) type Node = retap_model::yaml::Node<Span>;

/// The content of a node of a source.
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
    let limits = Limits {
        depth: MAX_DEPTH,
        keys,
    };
    let root =
        retap_model::yaml::parse(&patched.text, limits, |start, end| patched.span(start, end));
    let root = root.map_err(|fault| fault_of(fault, scanned.open_quote, text))?;
    let comments = scanned
        .lines
        .into_iter()
        .filter_map(|line| line.comment)
        .collect();
    Ok(Document { root, comments })
}

/// Says what is wrong with a document; a quote that is never closed breaks it at a place after it.
fn fault_of(fault: YamlFault<Span>, open_quote: Option<Span>, text: &str) -> Fault {
    if let Some(span) = open_quote {
        return sentence_fault(text, span).unwrap_or_else(|| open_quote_fault(span));
    }
    let at = |message: &str| Fault::new(fault.span, message);
    match fault.problem {
        YamlProblem::Empty => Fault::new(Span::new(1, 1, 1), "the file is empty"),
        YamlProblem::Syntax(message) => {
            sentence_fault(text, fault.span).unwrap_or_else(|| syntax_fault(fault.span, &message))
        }
        YamlProblem::SeveralDocuments => {
            at("a second YAML document starts here").accepted("one skill in one file")
        }
        YamlProblem::TooDeep => Fault::too_deep(fault.span, MAX_DEPTH),
        YamlProblem::Alias => at("YAML anchors and aliases are not allowed")
            .accepted("values written out in full")
            .hint("put text that starts with `&` or `*` in quotes"),
        YamlProblem::Tag => at("YAML tags are not allowed").accepted("values without `!`"),
        YamlProblem::KeyIsNoText(found) => at(&format!("`key` cannot be {found}")).accepted("text"),
        YamlProblem::DuplicateKey { key, first } => {
            let line = first.place.line;
            at(&format!(
                "the key `{key}` stands twice; first on line {line}"
            ))
        }
    }
}

fn syntax_fault(span: Span, message: &str) -> Fault {
    let has = |words: &str| message.contains(words);
    if has("quoted scalar") && !has("escape") {
        return open_quote_fault(span);
    }
    let fault = Fault::new(span, format!("not valid YAML: {message}"));
    if has("mapping values") || has("simple key") {
        fault.hint("put text that has `: ` in it in quotes")
    } else if has("indent") || has("did not find expected") {
        fault.hint("give the steps of one list the same indentation")
    } else {
        fault
    }
}

fn open_quote_fault(span: Span) -> Fault {
    Fault::new(span, "this quote is never closed").hint("close the quote on the same line")
}

/// Returns what is really wrong with a sentence that begins with a quoted text.
fn sentence_fault(text: &str, span: Span) -> Option<Fault> {
    let quoted = sentence_after_quote(text, span)?.replace('\'', "''");
    let hint = format!("YAML reads a quote at the start as its own; write '{quoted}'");
    Some(Fault::new(span, "text follows the closing quote").hint(hint))
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
