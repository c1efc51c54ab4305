//! Phrases in the notation of scenarios: `(name)` is a variable, `\(` and `\)` are parentheses.

use super::{Part, Phrase, push_literal};

impl Phrase {
    /// Reads `(name)`, `\(` and `\)` in `text`; everything else is literal.
    ///
    /// Only ASCII parentheses count, and only around a name: `(2)` and `（name）` are text.
    pub fn of_sentence(text: &str) -> Self {
        let mut parts = Vec::new();
        let (mut start, mut at) = (0, 0);
        while let Some(found) = text[at..].find(['\\', '(']) {
            at += found;
            let rest = &text[at..];
            if rest.starts_with("\\(") || rest.starts_with("\\)") {
                push_literal(&mut parts, &text[start..at]);
                // The parenthesis behind the backslash begins the next literal.
                start = at + 1;
                at += 2;
            } else if let Some(name) = name_at(rest) {
                push_literal(&mut parts, &text[start..at]);
                parts.push(Part::variable(name, None));
                at += name.len() + "()".len();
                start = at;
            } else {
                at += 1;
            }
        }
        push_literal(&mut parts, &text[start..]);
        Self { parts }
    }

    /// Returns the names of the variables it needs, as often as they are named.
    pub fn variable_names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Variable { name, .. } => Some(name.as_str()),
            Part::Literal(_) | Part::Stray | Part::Recall(_) => None,
        })
    }

    /// Returns the phrase in the notation of scenarios, variables by name and never by value.
    pub fn to_sentence(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(literal) => text.push_str(&escape(literal)),
                Part::Stray => text.push_str("${"),
                Part::Variable { name, .. } => text.extend(["(", name, ")"]),
                Part::Recall(name) => text.extend(["{", name, "}"]),
            }
        }
        text
    }
}

/// Returns the text in a form that is read back as this very text, whatever the variables are.
///
/// Only parentheses that would be read otherwise are escaped.
fn escape(text: &str) -> String {
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::phrase::Variables;

    fn filled(text: &str) -> String {
        let mut variables = Variables::new();
        variables.set("city", "(zip)");
        variables.set("_n2", "");
        let mut phrase = Phrase::of_sentence(text);
        phrase.bind(&variables, &mut BTreeSet::new());
        phrase.reveal()
    }

    #[test]
    fn names_are_replaced_once_and_escapes_resolved() {
        for (text, expected) in [
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
            ("(日本)", "(日本)"),
        ] {
            assert_eq!(filled(text), expected, "{text}");
        }
    }

    #[test]
    fn only_what_would_be_read_otherwise_is_escaped() {
        assert_eq!(escape("Maps (beta) (2)"), r"Maps \(beta) (2)");
        assert_eq!(escape(r"a\(b\)"), r"a\\(b\\)");
    }

    #[test]
    fn sentences_come_back_as_written_and_values_are_never_in_them() {
        let mut variables = Variables::new();
        variables.set("email", "(city)");
        for text in ["「(email)」を入力", r"\(email) (2) （email）", "a (b c) d"] {
            let mut phrase = Phrase::of_sentence(text);
            phrase.bind(&variables, &mut BTreeSet::new());
            assert_eq!(phrase.to_sentence(), text);
        }
        let mut phrase = Phrase::of_sentence("a(email)");
        phrase.bind(&variables, &mut BTreeSet::new());
        assert_eq!(phrase.reveal(), "a(city)");
    }
}
