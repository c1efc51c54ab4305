//! Phrases in the notation of scenarios: `(name)` is a variable, `\(` and `\)` are parentheses.

use crate::program::scenario_ir::{Piece, escape, pieces};

use super::{Part, Phrase, push_literal};

impl Phrase {
    /// Reads `(name)`, `\(` and `\)` in `text`; everything else is literal.
    ///
    /// Only ASCII parentheses count, and only around a name: `(2)` and `（name）` are text.
    pub fn of_sentence(text: &str) -> Self {
        let mut parts = Vec::new();
        for piece in pieces(text) {
            match piece {
                Piece::Literal(text) => push_literal(&mut parts, text),
                Piece::Name(name) => parts.push(Part::Variable {
                    name: name.to_owned(),
                    default: None,
                }),
            }
        }
        Self { parts }
    }

    /// Returns the phrase in the notation of scenarios, variables by name and never by value.
    pub fn to_sentence(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(literal) => text.push_str(&escape(literal)),
                Part::Variable { name, .. } | Part::Value { name, .. } => {
                    text.extend(["(", name, ")"]);
                }
                Part::Recall(name) => text.extend(["{", name, "}"]),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::phrase::Variables;

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
