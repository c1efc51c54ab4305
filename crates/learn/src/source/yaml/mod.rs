//! YAML with places: a tree of nodes that know their line and column, and the comments.
//!
//! Not here: what a key means. It knows only two things beyond YAML: the one-line forms skill authors
//! write although they are not YAML, and what a file from a stranger must not be able to do.

mod rewrite;

pub(crate) use rewrite::quoted_length;

use std::cell::RefCell;
use std::ops::Range;

use retap_model::yaml::{Keys, Limits, YamlFault, YamlProblem};

use super::fault::{Fault, Span};
use super::text::printable;
use rewrite::{Patched, rewrite};

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

/// A comment without its mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    pub(crate) line: usize,
    pub(crate) text: String,
    /// Whether content stands before it on the line.
    pub(crate) is_trailing: bool,
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
    let tree = Tree::read(Patched::unchanged(text), keys).or_else(|fault| {
        // The forms that are not YAML are looked for where YAML stops.
        let patched = rewrite(text, &[]);
        if !patched.is_changed() {
            return Err(fault);
        }
        let tree = Tree::read(patched, keys)?;
        let inside = tree.changed_inside_texts();
        match inside.is_empty() {
            true => Ok(tree),
            false => Tree::read(rewrite(text, &inside), keys),
        }
    });
    let tree = tree.map_err(|fault| fault_of(fault, text))?;
    let comments = tree.comments();
    let root = tree.root;
    Ok(Document { root, comments })
}

/// A document as the YAML library reads it, which drops comments.
struct Tree<'a> {
    root: Node,
    patched: Patched<'a>,
    /// The characters that each of its parts takes, in order.
    parts: Vec<Range<usize>>,
}

impl<'a> Tree<'a> {
    fn read(patched: Patched<'a>, keys: Keys) -> Result<Self, YamlFault<Span>> {
        let limits = Limits {
            depth: MAX_DEPTH,
            keys,
        };
        let parts = RefCell::new(Vec::new());
        let root = retap_model::yaml::parse(&patched.text, limits, |start, end| {
            if start.index() < end.index() {
                parts.borrow_mut().push(start.index()..end.index());
            }
            patched.span(start, end)
        })?;
        Ok(Self {
            root,
            parts: parts.into_inner(),
            patched,
        })
    }

    /// Returns the bytes that each text takes, in order.
    fn texts(&self) -> Texts {
        let text: &str = &self.patched.text;
        let offsets = text.char_indices().map(|(offset, _)| offset);
        let offsets: Vec<usize> = offsets.chain([text.len()]).collect();
        let texts = self.parts.iter().map(|part| {
            let (start, end) = (offsets[part.start], offsets[part.end]);
            // Of a text in quotes the library counts what stands behind it, too.
            let mark = text[start..].chars().next();
            let mark = mark.filter(|c| matches!(c, '"' | '\''));
            let length = mark.and_then(|mark| quoted_length(&text[start + 1..], mark));
            start..length.map_or(end, |length| start + 1 + length)
        });
        Texts(texts.collect())
    }

    /// Returns the numbers of the lines with their places in the text.
    fn lines(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        let mut start = 0;
        (1..)
            .zip(self.patched.text.split('\n'))
            .map(move |(number, line)| {
                let at = start;
                start += line.len() + 1;
                (number, at, line)
            })
    }

    /// Returns the changed lines that are part of a longer text, from 1.
    fn changed_inside_texts(&self) -> Vec<usize> {
        let texts = self.texts();
        let changed = self.lines().filter(|(number, start, line)| {
            let indent = line.len() - line.trim_start().len();
            let text = texts.at(start + indent);
            let is_whole = text.is_some_and(|text| text.end >= start + line.len());
            self.patched.has_changed(*number) && is_whole
        });
        changed.map(|(number, ..)| number).collect()
    }

    fn comments(&self) -> Vec<Comment> {
        if !self.patched.text.contains('#') {
            return Vec::new();
        }
        let texts = self.texts();
        let comments = self.lines().filter_map(|(number, start, line)| {
            let mut marks = line.match_indices('#').map(|(at, _)| line.split_at(at));
            let (before, comment) = marks.find(|(before, _)| {
                let is_apart = before.is_empty() || before.ends_with([' ', '\t']);
                is_apart && texts.at(start + before.len()).is_none()
            })?;
            Some(Comment {
                line: number,
                text: printable(&comment[1..]),
                is_trailing: !before.trim().is_empty(),
            })
        });
        comments.collect()
    }
}

/// The bytes that the texts of a document take, in order.
struct Texts(Vec<Range<usize>>);

impl Texts {
    /// Returns the text that a byte is part of.
    fn at(&self, at: usize) -> Option<&Range<usize>> {
        let before = self.0.partition_point(|text| text.start <= at);
        let last = before.checked_sub(1).map(|last| &self.0[last]);
        last.filter(|text| text.contains(&at))
    }
}

/// Says what is wrong with a document.
fn fault_of(fault: YamlFault<Span>, text: &str) -> Fault {
    let at = |message: &str| Fault::new(fault.span, message);
    match fault.problem {
        YamlProblem::Empty => Fault::new(Span::new(1, 1, 1), "the file is empty"),
        YamlProblem::Syntax(message) => tab_fault(text, fault.span)
            .or_else(|| sentence_fault(text, fault.span))
            .unwrap_or_else(|| syntax_fault(fault.span, &message)),
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

/// Returns what is really wrong with a line that is indented with a tab: the one where YAML stops, or the
/// next, which it takes for more of the same text.
fn tab_fault(text: &str, span: Span) -> Option<Fault> {
    let stop = span.place.line;
    let lines = text.lines().zip(1..).skip(stop.checked_sub(1)?).take(2);
    lines.into_iter().find_map(|(line, number)| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_tab = line[indent..].starts_with('\t');
        is_tab.then(|| Fault::tab(number, indent + 1))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str) -> Vec<(usize, String, bool)> {
        let comments = parse(text).unwrap().comments.into_iter();
        comments
            .map(|comment| (comment.line, comment.text, comment.is_trailing))
            .collect()
    }

    #[test]
    fn comments_are_found_above_and_behind() {
        let found = comments("# one\na: b # two\n  #three\nc: \"#no\" # four\nd: e#no\n");
        let expected = [
            (1, "one", false),
            (2, "two", true),
            (3, "three", false),
            (4, "four", true),
        ];
        assert_eq!(
            found,
            expected.map(|(line, text, trailing)| (line, text.to_owned(), trailing))
        );
    }

    #[test]
    fn block_scalars_have_no_comments() {
        let text = "a: |  # yes\n  # no\n\n  # no\nb: >-\n  # no\n# yes\nc:\n  d: |\n    # no\n  x: y # yes\n";
        let found: Vec<usize> = comments(text).into_iter().map(|(line, ..)| line).collect();
        assert_eq!(found, [1, 7, 11]);
    }

    #[test]
    fn long_quotes_have_no_comments() {
        let found = comments(
            "a: \"one\n  # no\n  \\\" # no\n  end\" # yes\nb: it's # yes\nc: 'it''s # no'\n",
        );
        assert_eq!(
            found.iter().map(|(line, ..)| *line).collect::<Vec<_>>(),
            [4, 5]
        );
    }

    #[test]
    fn quotes_that_never_close_point_at_their_start() {
        let fault = parse("a: b\nc: \"open\n\n").unwrap_err();
        assert_eq!(fault.span, Span::new(2, 4, 1));
    }

    #[test]
    fn tabs_indent_nothing() {
        assert_eq!(parse("a:\n\tb: c").unwrap_err(), Fault::tab(2, 1));
        assert!(parse("a: |\n  x\n  \ty\n\nb: c\n").is_ok());
    }

    #[test]
    fn text_that_looks_like_a_form_stays() {
        let form = "wait_for: \"X\" timeout: 30\n";
        let document = parse(&format!("a: |\n  {form}{form}")).unwrap();
        let Content::Mapping(entries) = document.root.content else {
            panic!("no mapping");
        };
        assert_eq!(entries[0].1.text(), Some(form));
        assert!(matches!(entries[1].1.content, Content::Mapping(_)));
    }
}
