//! Understanding: one sentence of a scenario to an [`Intent`], by the phrase table of its language.
//!
//! Pure and without AI: a sentence no phrase matches is [`Intent::Unknown`], never a guess, and a
//! sentence with a negation outside its quotes is never a positive check. The tables are data
//! (`ja.yaml`, `en.yaml`); a new language is a new file.

mod build;
mod intent;
mod matcher;
mod meaning;
mod nearest;
mod notation;
mod number;
mod pattern;
mod quote;
mod sentence;
mod slot;
mod table;
#[cfg(test)]
mod tests;

pub use intent::{
    Edge, Expectation, Intent, KeyEvent, Mention, Owner, State, Suggestion, TextMatch,
};

use std::sync::LazyLock;

use build::build_intent;
use matcher::Scratch;
use meaning::{Clause, Meaning};
use nearest::find_nearest;
use sentence::Sentence;
use table::{Table, TableError, parse_table};

/// The tables, one file a language; a sentence in none of their languages tries them in this order.
const FILES: [(&str, &str); 2] = [
    ("ja.yaml", include_str!("ja.yaml")),
    ("en.yaml", include_str!("en.yaml")),
];

/// Sentences with more pieces, a quoted text counting as one, are not tried.
const LONGEST_SENTENCE: usize = 300;

static TABLES: LazyLock<Vec<Table>> =
    LazyLock::new(|| read_tables().expect("the tables are read by a test"));

fn read_tables() -> Result<Vec<Table>, TableError> {
    let tables = FILES.iter().map(|(file, text)| parse_table(file, text));
    tables.collect()
}

/// Understands a sentence that says what to do; `locale` (`ja`, `en-US`) only sets which language is
/// tried first.
pub fn understand_do(sentence: &str, locale: Option<&str>) -> Intent {
    understand(Clause::Do, sentence, locale, &mut Scratch::default())
}

/// Understands a sentence that says what must hold; the answer is `Expect` or `Unknown`.
pub fn understand_then(sentence: &str, locale: Option<&str>) -> Intent {
    understand(Clause::Then, sentence, locale, &mut Scratch::default())
}

/// Returns whether a sentence denies something, in any language, outside its quotes.
pub fn is_negated(sentence: &str) -> bool {
    negated_places(&Sentence::new(sentence)).contains(&true)
}

/// Returns the languages there are tables for.
pub fn languages() -> Vec<&'static str> {
    TABLES.iter().map(|table| table.language.as_str()).collect()
}

fn understand(clause: Clause, text: &str, locale: Option<&str>, scratch: &mut Scratch) -> Intent {
    let sentence = Sentence::new(text);
    let tables = in_order(locale);
    if sentence.len() <= LONGEST_SENTENCE {
        let mut tried = tables.iter();
        let found = tried.find_map(|table| find_in(table, clause, &sentence, scratch));
        if let Some((_, intent)) = found {
            return intent;
        }
    }
    Intent::Unknown {
        nearest: find_nearest(tables.into_iter(), clause, &sentence),
    }
}

/// Returns the tables, that of the locale first.
fn in_order(locale: Option<&str>) -> Vec<&'static Table> {
    let language = locale
        .and_then(|locale| locale.split(['-', '_']).next())
        .map(str::to_ascii_lowercase);
    let mut tables: Vec<&Table> = TABLES.iter().collect();
    tables.sort_by_key(|table| language.as_deref() != Some(&table.language));
    tables
}

/// Returns what the first phrase of the table that matches asks for; those with free words in
/// the place of a quoted text come last.
fn find_in(
    table: &Table,
    clause: Clause,
    sentence: &Sentence,
    scratch: &mut Scratch,
) -> Option<(Meaning, Intent)> {
    let negated = negated_places(sentence);
    let is_negated = negated.contains(&true);
    let subject = table.subject(sentence, &negated);
    let sections = || {
        let sections = table.sections_of(clause);
        sections.filter(|section| !is_negated || section.meaning.may_negate())
    };
    for is_loose in [false, true] {
        for section in sections() {
            let phrases = section.phrases.iter();
            for phrase in phrases.filter(|phrase| phrase.is_loose == is_loose) {
                let captures = section.find(phrase, &subject, scratch);
                let build = |captures| build_intent(section.meaning, sentence, &captures);
                if let Some(intent) = captures.and_then(build) {
                    return Some((section.meaning, intent));
                }
            }
        }
    }
    None
}

/// Returns for every place whether a negation of any language stands there, outside quotes.
fn negated_places(sentence: &Sentence) -> Vec<bool> {
    let negates = |at| TABLES.iter().any(|table| table.negates_at(sentence, at));
    (0..sentence.len()).map(negates).collect()
}
