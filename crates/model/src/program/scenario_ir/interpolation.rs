//! `(name)` in the texts of a scenario, and `\(`, `\)` for parentheses that mean themselves.
//!
//! A text is read once: a value that looks like a variable is only text.

use std::collections::BTreeMap;
use std::fmt;

/// A text names a variable that has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndefinedVariable {
    /// The name.
    pub name: String,
}

impl fmt::Display for UndefinedVariable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the variable `{}` has no value", self.name)
    }
}

impl std::error::Error for UndefinedVariable {}

/// Returns the text with every `(name)` replaced by its value and `\(`, `\)` by parentheses.
///
/// A name is a letter or `_`, then letters, digits and `_`, all ASCII; other parentheses are
/// literal. The result may hold secrets: hand it to a device, never to a file or a report.
pub fn fill(text: &str, values: &BTreeMap<String, String>) -> Result<String, UndefinedVariable> {
    pieces(text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Literal(text) => Ok(text),
            Piece::Name(name) => {
                values
                    .get(name)
                    .map(String::as_str)
                    .ok_or_else(|| UndefinedVariable {
                        name: name.to_owned(),
                    })
            }
        })
        .collect()
}

/// Returns the text with the variables that have a value replaced, others left as they are.
///
/// For what a device said: `Close (dialog)` in a description is no mistake of an author.
pub(super) fn fill_known(text: &str, values: &BTreeMap<String, String>) -> String {
    let mut filled = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Literal(text) => filled.push_str(text),
            Piece::Name(name) => match values.get(name) {
                Some(value) => filled.push_str(value),
                None => filled.extend(["(", name, ")"]),
            },
        }
    }
    filled
}

/// Returns the text in a form from which [`fill`] gives it back, whatever the variables are.
///
/// Only parentheses that would be read otherwise are escaped.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    let mut before = None;
    for (at, character) in text.char_indices() {
        let is_read = match character {
            '(' => before == Some('\\') || name_at(&text[at..]).is_some(),
            ')' => before == Some('\\'),
            _ => false,
        };
        if is_read {
            escaped.push('\\');
        }
        escaped.push(character);
        before = Some(character);
    }
    escaped
}

/// Returns the names of the variables in a text, in order.
pub(super) fn names(text: &str) -> Vec<&str> {
    pieces(text)
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Literal(_) => None,
            Piece::Name(name) => Some(name),
        })
        .collect()
}

/// A part of a text.
pub(crate) enum Piece<'a> {
    /// Stands for itself; escapes are already resolved.
    Literal(&'a str),
    /// Stands for the value of a variable.
    Name(&'a str),
}

/// Returns the parts of a text, in order.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(['\\', '(']) {
        at += found;
        let rest = &text[at..];
        if rest.starts_with("\\(") || rest.starts_with("\\)") {
            pieces.push(Piece::Literal(&text[start..at]));
            // The parenthesis behind the backslash begins the next literal.
            start = at + 1;
            at += 2;
        } else if let Some(name) = name_at(rest) {
            pieces.push(Piece::Literal(&text[start..at]));
            pieces.push(Piece::Name(name));
            at += name.len() + "()".len();
            start = at;
        } else {
            at += 1;
        }
    }
    pieces.push(Piece::Literal(&text[start..]));
    pieces
}

/// Returns the name when the text begins with `(name)`.
fn name_at(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?;
    let is_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let end = inner.find(|character| !is_name(character))?;
    let starts_well = !inner.starts_with(|first: char| first.is_ascii_digit());
    (end > 0 && starts_well && inner[end..].starts_with(')')).then(|| &inner[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> BTreeMap<String, String> {
        [("city", "(zip)"), ("_n2", "")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into()
    }

    #[test]
    fn names_are_replaced_and_escapes_resolved() {
        for (text, filled) in [
            ("「(city)」をタップ", "「(zip)」をタップ"),
            ("a(_n2)b(city)", "ab(zip)"),
            (r"\(city\)", "(city)"),
            (r"\(city)", "(city)"),
            (r"\\(city)", r"\(city)"),
            (r"C:\dir", r"C:\dir"),
            (
                "(2) () (a b) （city） ((city))",
                "(2) () (a b) （city） ((zip))",
            ),
            ("(city", "(city"),
        ] {
            assert_eq!(fill(text, &values()).as_deref(), Ok(filled), "{text}");
        }
    }

    #[test]
    fn a_name_without_a_value_is_an_error_in_words_of_an_author() {
        let error = fill("to (town)", &values()).unwrap_err();
        assert_eq!(error.to_string(), "the variable `town` has no value");
        assert_eq!(
            fill_known("to (town), (city)", &values()),
            "to (town), (zip)"
        );
    }

    #[test]
    fn only_what_would_be_read_otherwise_is_escaped() {
        assert_eq!(escape("Maps (beta) (2)"), r"Maps \(beta) (2)");
        assert_eq!(escape(r"a\(b\)"), r"a\\(b\\)");
    }
}
