//! Finds the examples that look most like a sentence nobody understands.

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
    let mut skeleton = sentence.skeleton();
    skeleton.truncate(LONGEST);
    let mut ranked = Vec::new();
    for section in tables.flat_map(|table| table.sections_of(clause)) {
        for example in &section.examples {
            let difference = difference(&skeleton, &example.skeleton);
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
fn difference(left: &[char], right: &[char]) -> usize {
    let longer = left.len().max(right.len()).max(1);
    let at_least = left.len().abs_diff(right.len()) * 100 / longer;
    if at_least >= ALIKE {
        return at_least;
    }
    distance(left, right) * 100 / longer
}

/// Returns how many characters must be added, removed or changed.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in right.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_that_of_the_textbook() {
        let chars = |text: &str| text.chars().collect::<Vec<char>>();
        assert_eq!(distance(&chars("kitten"), &chars("sitting")), 3);
        assert_eq!(distance(&chars(""), &chars("abc")), 3);
        assert_eq!(distance(&chars("abc"), &chars("abc")), 0);
    }
}
