//! Turns the one-line forms that are not YAML into YAML, and places in them back.
//!
//! Skill authors write `wait_for: "X" timeout: 30` and `description: Use when: it rains`. YAML
//! stops there; the meaning is plain.

use std::borrow::Cow;
use std::collections::BTreeMap;

use retap_model::yaml::Marker;

use crate::source::fault::Span;
use crate::source::scalar::quote;

/// The forms: a verb, the key its quoted value stands for, and the option that follows.
const FORMS: [(&str, &str, &str); 3] = [
    ("wait_for", "label", "timeout"),
    ("long_press", "label", "duration"),
    ("press_key", "key", "modifiers"),
];

/// Keys of a header whose plain text may have `: ` in it.
const TEXT_KEYS: [&str; 3] = ["name", "app", "description"];

/// The characters that plain text does not start with.
const INDICATORS: [char; 15] = [
    '"', '\'', '[', '{', '|', '>', '&', '*', '!', '#', '%', '@', '`', '-', '?',
];

/// A text that is YAML, and how to find what a place in it was in the file.
pub(super) struct Patched<'a> {
    pub(super) text: Cow<'a, str>,
    /// For each changed line, the columns from 1 at which pieces start: here, and in the file.
    pieces: BTreeMap<usize, Vec<(usize, usize)>>,
}

impl<'a> Patched<'a> {
    /// Returns the text as it is in the file.
    pub(super) fn unchanged(text: &'a str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            pieces: BTreeMap::new(),
        }
    }

    pub(super) fn is_changed(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Returns whether the line of this number, from 1, is changed.
    pub(super) fn has_changed(&self, number: usize) -> bool {
        self.pieces.contains_key(&number)
    }

    /// Returns the stretch of the file that is meant.
    pub(super) fn span(&self, start: Marker, end: Marker) -> Span {
        let column = self.column(start.line(), start.col() + 1);
        let width = if end.line() == start.line() {
            self.column(end.line(), end.col() + 1)
                .saturating_sub(column)
        } else {
            1
        };
        Span::new(start.line(), column, width)
    }

    fn column(&self, line: usize, column: usize) -> usize {
        let Some(pieces) = self.pieces.get(&line) else {
            return column;
        };
        let piece = pieces.iter().rev().find(|(here, _)| *here <= column);
        piece.map_or(column, |(here, there)| there + (column - here))
    }
}

/// Returns `text` with each of the forms made a mapping, but for the lines `kept`.
pub(super) fn rewrite<'a>(text: &'a str, kept: &[usize]) -> Patched<'a> {
    let mut patched = Patched::unchanged(text);
    let mut lines: Vec<Cow<'a, str>> = Vec::new();
    for (number, line) in (1..).zip(text.split('\n')) {
        let rewritten = rewrite_form(line).or_else(|| quote_header(line));
        match rewritten.filter(|_| !kept.contains(&number)) {
            Some((line, moved)) => {
                patched.pieces.insert(number, moved);
                lines.push(Cow::Owned(line));
            }
            None => lines.push(Cow::Borrowed(line)),
        }
    }
    patched.text = Cow::Owned(lines.join("\n"));
    patched
}

/// A changed line and the columns at which its pieces start: here, and in the file.
type Changed = (String, Vec<(usize, usize)>);

fn rewrite_form(line: &str) -> Option<Changed> {
    let body = line.trim_start_matches([' ', '-']);
    let (verb, after) = body.split_once(':')?;
    let (_, key, option) = FORMS
        .into_iter()
        .find(|(name, ..)| *name == verb.trim_end())?;
    let value = after.trim_start();
    let mark = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let value_length = 1 + quoted_length(&value[1..], mark)?;
    let rest = value[value_length..].trim_start();
    rest.strip_prefix(option)?.trim_start().strip_prefix(':')?;
    let (options, comment) = split_comment(rest);

    let start = line.len() - value.len();
    let head = &line[..start];
    let value = &value[..value_length];
    let lead = format!("{head}{{ {key}: ");
    let text = format!("{lead}{value}, {options} }}{comment}");
    let columns = |text: &str| text.chars().count();
    let before_options = &line[..line.len() - rest.len()];
    let pieces = vec![
        (columns(head) + 1, columns(head) + 1),
        (columns(&lead) + 1, columns(head) + 1),
        (
            columns(&lead) + columns(value) + 3,
            columns(before_options) + 1,
        ),
    ];
    Some((text, pieces))
}

/// Quotes the text of a header key that has `: ` in it; as it is, YAML has no meaning for it.
fn quote_header(line: &str) -> Option<Changed> {
    let (key, after) = line.split_once(": ")?;
    let value = after.trim();
    let is_trouble = value.contains(": ") || value.ends_with(':');
    if !TEXT_KEYS.contains(&key)
        || !is_trouble
        || value.contains(" #")
        || value.starts_with(INDICATORS)
    {
        return None;
    }
    let start = key.len() + 3;
    Some((
        format!("{key}: {}", quote(value)),
        vec![(1, 1), (start + 1, start)],
    ))
}

/// Returns the length up to and with the closing quote, or `None` if it is not on this line.
pub(crate) fn quoted_length(text: &str, mark: char) -> Option<usize> {
    let mut characters = text.char_indices().peekable();
    while let Some((offset, c)) = characters.next() {
        if c == '\\' && mark == '"' {
            characters.next();
        } else if c == mark {
            let is_doubled =
                mark == '\'' && characters.peek().is_some_and(|(_, next)| *next == mark);
            if !is_doubled {
                return Some(offset + 1);
            }
            characters.next();
        }
    }
    None
}

/// Splits the comment off; the options have no text in which a `#` could hide.
fn split_comment(rest: &str) -> (&str, &str) {
    let (options, comment) = rest.find(" #").map_or((rest, ""), |at| rest.split_at(at));
    (options.trim_end(), comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(line: &str) -> Option<String> {
        rewrite_form(line).map(|(text, _)| text)
    }

    #[test]
    fn the_three_forms_become_mappings() {
        assert_eq!(
            rewritten(r#"  - wait_for: "X" timeout: 30  # slow"#).unwrap(),
            r#"  - wait_for: { label: "X", timeout: 30 } # slow"#
        );
        assert_eq!(
            rewritten(r#"- long_press: 'It''s' duration: 1000"#).unwrap(),
            r#"- long_press: { label: 'It''s', duration: 1000 }"#
        );
        assert_eq!(
            rewritten(r#"- press_key: "l" modifiers: ["command", "shift"]"#).unwrap(),
            r#"- press_key: { key: "l", modifiers: ["command", "shift"] }"#
        );
    }

    #[test]
    fn everything_else_stays() {
        for line in [
            r#"- wait_for: "X""#,
            r#"- wait_for: "X timeout: 30""#,
            r#"- wait_for: "X" # timeout: 30"#,
            r#"- tap: "X" timeout: 30"#,
            r#"- wait_for: { label: "X", timeout: 30 }"#,
            "wait_for",
        ] {
            assert_eq!(rewritten(line), None, "{line}");
        }
    }

    #[test]
    fn header_text_with_colons_is_quoted() {
        let quoted = |line| quote_header(line).map(|(text, _)| text);
        assert_eq!(quoted("name: To: \"me\"").unwrap(), r#"name: "To: \"me\"""#);
        assert_eq!(quoted("app: A:").unwrap(), r#"app: "A:""#);
        for line in [
            "name: plain",
            "name: \"a: b\"",
            "tags: a: b",
            "  name: a: b",
            "name: a # b: c",
        ] {
            assert_eq!(quoted(line), None, "{line}");
        }
    }

    #[test]
    fn columns_are_those_of_the_file() {
        let text = r#"- wait_for: "X"  timeout: soon"#;
        let patched = rewrite(text, &[]);
        let find = |word: &str| patched.text.find(word).unwrap() + 1;
        assert_eq!(patched.column(1, find("wait_for")), 3);
        assert_eq!(
            patched.column(1, find("\"X\"")),
            text.find("\"X\"").unwrap() + 1
        );
        assert_eq!(
            patched.column(1, find("timeout")),
            text.find("timeout").unwrap() + 1
        );
        assert_eq!(
            patched.column(1, find("soon")),
            text.find("soon").unwrap() + 1
        );
    }
}
