//! Finds the examples that look most like a sentence nobody understands.

use strsim::levenshtein;

use super::Clause;
use super::sentence::Sentence;
use super::table::Table;

/// A phrase that would have been understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// An example to imitate.
    pub phrase: String,
    /// Its verb, by the name the tables use: `tap`.
    pub intent: &'static str,
}

/// How many examples are shown.
const MOST: usize = 3;

/// Two sentences are alike if fewer than this many of 100 characters differ.
const ALIKE: usize = 75;

/// Only so many characters of a sentence are compared; longer ones are like no example anyway.
const LONGEST: usize = 100;

/// Returns the examples most like the sentence, best first, one for each thing to ask for.
pub(super) fn find_nearest<'a>(
    tables: impl Iterator<Item = &'a Table>,
    clause: Clause,
    sentence: &Sentence,
) -> Vec<Suggestion> {
    let skeleton: String = sentence.skeleton().chars().take(LONGEST).collect();
    let mut ranked = Vec::new();
    for section in tables.flat_map(|table| table.sections_of(clause)) {
        for example in &section.examples {
            let difference = difference(&skeleton, example.skeleton());
            ranked.push((difference, section.verb.name, &example.line.text));
        }
    }
    // A stable sort: of equally good examples the first of the table wins.
    ranked.sort_by_key(|(difference, ..)| *difference);
    let mut nearest: Vec<Suggestion> = Vec::new();
    for (difference, intent, phrase) in ranked {
        let is_new = nearest.iter().all(|known| known.intent != intent);
        if difference < ALIKE && is_new && nearest.len() < MOST {
            let phrase = phrase.clone();
            nearest.push(Suggestion { phrase, intent });
        }
    }
    nearest
}

/// Returns how many of 100 characters differ.
fn difference(left: &str, right: &str) -> usize {
    let (left_length, right_length) = (left.chars().count(), right.chars().count());
    let longer = left_length.max(right_length).max(1);
    let at_least = left_length.abs_diff(right_length) * 100 / longer;
    if at_least >= ALIKE {
        return at_least;
    }
    levenshtein(left, right) * 100 / longer
}
