//! Variables in sentences: `(name)` is one, `\(` and `\)` are parentheses.
//!
//! Values are put into parsed sentences, never into a file's text: a value with a quote, a line
//! break or a `(name)` in it is only ever text.

use std::collections::BTreeMap;
use std::fmt;

use retap_model::phrase::Value;
use retap_model::secret::MASK;

use crate::source::name::is_name;

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentencePart {
    /// Text that stands for itself, escapes undone.
    Literal(String),
    /// The name of a variable.
    Variable(String),
}

/// A sentence with its variables still visible in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SentenceParts {
    parts: Vec<SentencePart>,
}

impl SentenceParts {
    /// Returns the pieces in order; literals are not empty and never stand side by side.
    pub fn parts(&self) -> &[SentencePart] {
        &self.parts
    }

    /// Returns the names of the variables, as often as they are named.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            SentencePart::Variable(name) => Some(name.as_str()),
            SentencePart::Literal(_) => None,
        })
    }

    fn push_literal(&mut self, text: &str) {
        if let Some(SentencePart::Literal(last)) = self.parts.last_mut() {
            last.push_str(text);
        } else if !text.is_empty() {
            self.parts.push(SentencePart::Literal(text.to_owned()));
        }
    }
}

/// Reads `(name)`, `\(` and `\)` in `text`; everything else is literal.
///
/// Only ASCII parentheses count, and only around a name: `(2)` and `（name）` are text.
pub fn parse_sentence(text: &str) -> SentenceParts {
    let mut sentence = SentenceParts::default();
    let mut rest = text;
    while let Some(at) = rest.find(['(', '\\']) {
        sentence.push_literal(&rest[..at]);
        rest = &rest[at..];
        let escaped = rest
            .strip_prefix('\\')
            .filter(|after| after.starts_with(['(', ')']));
        if let Some(after) = escaped {
            sentence.push_literal(&after[..1]);
            rest = &after[1..];
        } else if let Some(name) = variable_at(rest) {
            sentence.parts.push(SentencePart::Variable(name.to_owned()));
            rest = &rest[name.len() + 2..];
        } else {
            sentence.push_literal(&rest[..1]);
            rest = &rest[1..];
        }
    }
    sentence.push_literal(rest);
    sentence
}

/// Returns the name of the variable that `text` starts with.
fn variable_at(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?;
    let end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    (inner[end..].starts_with(')') && is_name(&inner[..end])).then(|| &inner[..end])
}

/// A variable that has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndefinedVariable {
    /// Its name.
    pub name: String,
}

impl fmt::Display for UndefinedVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the variable `{}` has no value", self.name)
    }
}

impl std::error::Error for UndefinedVariable {}

/// Puts the values of variables into a sentence; what they hold is not read again.
pub fn fill(
    sentence: &SentenceParts,
    values: &BTreeMap<String, Value>,
) -> Result<Filled, UndefinedVariable> {
    let pieces = sentence.parts.iter().map(|part| match part {
        SentencePart::Literal(text) => Ok(Value::Plain(text.clone())),
        SentencePart::Variable(name) => {
            let undefined = || UndefinedVariable { name: name.clone() };
            values.get(name).cloned().ok_or_else(undefined)
        }
    });
    pieces
        .collect::<Result<_, _>>()
        .map(|pieces| Filled { pieces })
}

/// A sentence whose variables have their values; secret ones show masked.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Filled {
    pieces: Vec<Value>,
}

impl Filled {
    /// Returns the real text; call it only where it is handed to a device.
    pub fn reveal(&self) -> String {
        self.pieces.iter().map(Value::reveal).collect()
    }

    /// Returns whether there is a secret in it.
    pub fn has_secret(&self) -> bool {
        let is_secret = |piece: &Value| matches!(piece, Value::Hidden(_));
        self.pieces.iter().any(is_secret)
    }
}

/// Shows the text with secrets masked.
impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Value::Plain(text) => f.write_str(text),
            Value::Hidden(_) => f.write_str(MASK),
        })
    }
}

/// Shows the text with secrets masked.
impl fmt::Debug for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use retap_model::secret::Secret;

    use super::*;

    fn filled(text: &str) -> Result<String, String> {
        let values = BTreeMap::from([
            ("email".to_owned(), Value::Plain("a@b.c".to_owned())),
            (
                "trap".to_owned(),
                Value::Plain("(email)\n- do: x".to_owned()),
            ),
            ("pw".to_owned(), Value::Hidden(Secret::new("hunter2"))),
        ]);
        let filled = fill(&parse_sentence(text), &values);
        filled.map(|text| text.reveal()).map_err(|error| error.name)
    }

    #[test]
    fn names_in_parentheses_are_variables_and_the_rest_is_text() {
        let same = [
            "(2)",
            "（email）",
            "()",
            "(e mail)",
            "(email",
            "email)",
            "(",
            "\\",
            "C:\\x",
            "(日本)",
        ];
        for text in same {
            assert_eq!(filled(text).unwrap(), text);
        }
        assert_eq!(
            filled("欄に「(email)」を入力(email)").unwrap(),
            "欄に「a@b.c」を入力a@b.c"
        );
        assert_eq!(filled("((email))").unwrap(), "(a@b.c)");
        assert_eq!(filled("Type (nobody)").unwrap_err(), "nobody");
    }

    #[test]
    fn escaped_parentheses_are_text() {
        assert_eq!(filled(r"\(1+2\)").unwrap(), "(1+2)");
        assert_eq!(
            filled(r"\(email\) \(email) (\)").unwrap(),
            "(email) (email) ()"
        );
        assert_eq!(filled(r"\\(email)").unwrap(), r"\(email)");
    }

    #[test]
    fn a_value_is_never_read_again() {
        assert_eq!(filled("(trap)").unwrap(), "(email)\n- do: x");
    }

    #[test]
    fn secrets_show_masked() {
        let values = BTreeMap::from([("pw".to_owned(), Value::Hidden(Secret::new("hunter2")))]);
        let text = fill(&parse_sentence("pw=(pw)"), &values).unwrap();
        assert_eq!(format!("{text} {text:?}"), "pw=•••• \"pw=••••\"");
        assert_eq!(text.reveal(), "pw=hunter2");
        assert!(text.has_secret());
    }
}
