//! When a part of an app is there: `wifi == on and inbox.count != 0`.

use super::Template;
use super::template::{Expression, Lookup};
use super::validate::Note;

/// Clauses that must all hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition(Vec<Clause>);

#[derive(Debug, Clone, PartialEq)]
struct Clause {
    left: Expression,
    relation: Relation,
    right: Template,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Relation {
    Equals,
    Differs,
    Contains,
}

/// How app files write the relations.
const RELATIONS: [(&str, Relation); 3] = [
    (" == ", Relation::Equals),
    (" != ", Relation::Differs),
    (" contains ", Relation::Contains),
];

impl Condition {
    /// Reads a condition and notes what it refers to; the error says what would be accepted.
    pub(super) fn parse(text: &str, note: Note<'_>) -> Result<Self, String> {
        let clauses = split_outside(text, " and ").into_iter();
        let clauses = clauses.map(|clause| parse_clause(clause, note));
        clauses.collect::<Result<_, _>>().map(Self)
    }

    /// Returns whether all clauses hold.
    pub(crate) fn holds(&self, lookup: &dyn Lookup) -> bool {
        self.0.iter().all(|clause| clause.holds(lookup))
    }
}

impl Clause {
    fn holds(&self, lookup: &dyn Lookup) -> bool {
        let left = self.left.evaluate(lookup);
        let right = self.right.render(lookup);
        match self.relation {
            Relation::Equals => left == right,
            Relation::Differs => left != right,
            Relation::Contains => left.to_lowercase().contains(&right.to_lowercase()),
        }
    }
}

fn parse_clause(text: &str, note: Note<'_>) -> Result<Clause, String> {
    // A trailing relation compares with the empty text: `search == ` after YAML trimmed it.
    let padded = format!("{} ", text.trim_end());
    for (sign, relation) in RELATIONS {
        if let [left, right] = split_outside(&padded, sign).as_slice() {
            let right = right.trim().trim_matches('"');
            return Ok(Clause {
                left: Expression::parse(left, note)?,
                relation,
                right: Template::parse(right, note)?,
            });
        }
    }
    Err(format!(
        "`{}` is not a condition; accepted: VALUE == TEXT, VALUE != TEXT, VALUE contains TEXT, joined by `and`",
        text.trim()
    ))
}

/// Splits `text` at every `separator` that stands outside of parentheses.
fn split_outside<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(separator) {
        let before = &text[start..at];
        if before.matches('(').count() == before.matches(')').count() {
            parts.push(before);
            start = at + separator.len();
        }
    }
    parts.push(&text[start..]);
    parts
}
