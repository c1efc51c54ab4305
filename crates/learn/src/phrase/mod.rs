//! Phrases: one sentence of a skill or a scenario to an [`Intent`], by the phrase table of its
//! language, and the intent to a step.
//!
//! Pure and without AI: a sentence no phrase matches is [`NotUnderstood`], never a guess, and a
//! sentence with a negation outside its quotes is never a positive check. The tables are data
//! (`tables/*.yaml`); a new language is a new file.
//!
//! Not here: words of a language, which stand in the tables, and devices.

mod claim;
mod intent;
mod matcher;
mod nearest;
mod number;
mod pattern;
mod quote;
mod sentence;
mod slot;
mod step;
mod table;
#[cfg(test)]
mod tests;

pub use intent::Intent;
pub use matcher::Filled;
pub use nearest::Suggestion;
pub use slot::Slot;
pub use step::Part;
pub(crate) use table::StepWord;

use std::cell::RefCell;
use std::sync::LazyLock;

use retap_model::phrase::Phrase;
use retap_model::program::{Question, StepKind};

use matcher::Scratch;
use sentence::Sentence;
use table::{Table, parse_table};

/// The tables, one file a language; a sentence in none of their languages tries them in this order.
const FILES: [(&str, &str); 2] = [
    ("ja.yaml", include_str!("tables/ja.yaml")),
    ("en.yaml", include_str!("tables/en.yaml")),
];

/// Sentences with more pieces, a quoted text counting as one, are not tried: in a skill, where free
/// words have no meaning, they may be longer.
const LONGEST_SENTENCE: usize = 300;
const LONGEST_STEP: usize = 10_000;

static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let tables = FILES.iter().map(|(_, text)| parse_table(text));
    let tables: Result<_, _> = tables.collect();
    tables.expect("the tables are read by a test")
});

/// Where a sentence stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clause {
    /// A `do` of a scenario: something to do.
    Do,
    /// A `then` of a scenario: something that must hold.
    Then,
    /// A line of a skill in prose: either of them, always with what it names in quotes.
    Step,
}

/// The facts a sentence leaves to the file it stands in.
#[derive(Debug, Clone, Default)]
pub struct Reading<'a> {
    /// The language that is tried first: `ja`, `en-US`.
    pub locale: Option<&'a str>,
    /// The app that `the app` means.
    pub app: Option<Phrase>,
    /// Whether the author means every word by the letter, also what is not quoted.
    pub strict: bool,
}

/// No phrase matches a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Where the word stands that no phrase goes past, in characters.
    pub at: usize,
}

/// Understands a sentence; `locale` (`ja`, `en-US`) only sets which language is tried first.
pub fn understand(
    text: &str,
    clause: Clause,
    locale: Option<&str>,
) -> Result<Intent, NotUnderstood> {
    thread_local! {
        /// Clearing this memory for every sentence took longer than matching it.
        static SCRATCH: RefCell<Scratch> = RefCell::default();
    }
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.furthest = 0;
        understand_with(text, clause, locale, scratch)
    })
}

/// Returns the step that a sentence of a scenario means; one no phrase matches is a question.
pub fn step_of_scenario(text: &str, clause: Clause, reading: &Reading<'_>) -> StepKind {
    let intent = understand(text, clause, reading.locale).ok();
    intent
        .and_then(|intent| intent.step(reading))
        .unwrap_or_else(|| match clause {
            Clause::Do | Clause::Step => step::question(Question::Do, text),
            Clause::Then => step::question(Question::Then, text),
        })
}

/// Returns the examples of the tables that look most like a sentence nobody understands.
pub fn nearest(text: &str, clause: Clause, locale: Option<&str>) -> Vec<Suggestion> {
    nearest::find_nearest(in_order(locale), clause, &Sentence::new(text, clause))
}

/// Returns whether a sentence denies something, in any language, outside its quotes.
pub fn is_negated(sentence: &str) -> bool {
    negated_places(&Sentence::new(sentence, Clause::Then)).contains(&true)
}

/// Returns where the sentences of a verb of the tables stand.
pub fn part_of(verb: &str) -> Option<Part> {
    step::Verb::from_name(verb).map(|verb| verb.part)
}

/// Returns the languages there are tables for.
pub fn languages() -> Vec<&'static str> {
    TABLES.iter().map(|table| table.language.as_str()).collect()
}

/// Returns the verb that a line of a skill has, if one marks it as a step even where the rest of it is
/// not understood.
pub(crate) fn step_verb(text: &str) -> Option<&'static StepWord> {
    let sentence = Sentence::new(text, Clause::Step);
    TABLES.iter().find_map(|table| table.verb_of(&sentence))
}

/// Returns how a step of this verb of skills is written, as a template.
pub(crate) fn template(verb: &str) -> Option<&'static str> {
    let mut tables = TABLES.iter();
    let template = tables.find_map(|table| table.templates.get(verb));
    template.map(String::as_str)
}

/// Returns the first words that the table with the templates has for a name of a word list.
pub(crate) fn spoken(list: &str, name: &str) -> Option<&'static str> {
    let table = TABLES.iter().find(|table| !table.templates.is_empty())?;
    let spoken = table.spoken.get(&(list.to_owned(), name.to_owned()));
    spoken.map(String::as_str)
}

/// Returns whether a line of a skill quotes something, or has bold words.
pub fn names_something(text: &str) -> bool {
    Sentence::new(text, Clause::Step).names_something()
}

/// Returns whether a line starts the second branch of a condition.
pub fn is_otherwise(text: &str) -> bool {
    let line = text.trim().trim_end_matches([':', '：']).trim_end();
    let mut words = TABLES.iter().flat_map(|table| &table.otherwise);
    words.any(|word| word.eq_ignore_ascii_case(line))
}

/// Returns the first quote of a line of a skill that is never closed, in characters.
pub fn unclosed_quote(text: &str) -> Option<usize> {
    quote::unclosed_mark(&text.chars().collect::<Vec<char>>())
}

/// Returns the first quote of a line of a skill with nothing in it, in characters.
pub fn empty_quote(text: &str) -> Option<usize> {
    let sentence = Sentence::new(text, Clause::Step);
    let is_empty = |at: &usize| {
        sentence
            .quoted_at(*at)
            .is_some_and(|it| it.trim().is_empty())
    };
    let at = (0..sentence.len()).find(is_empty)?;
    Some(sentence.span(at..at + 1).start)
}

fn understand_with(
    text: &str,
    clause: Clause,
    locale: Option<&str>,
    scratch: &mut Scratch,
) -> Result<Intent, NotUnderstood> {
    let sentence = Sentence::new(text, clause);
    let longest = match clause {
        Clause::Do | Clause::Then => LONGEST_SENTENCE,
        Clause::Step => LONGEST_STEP,
    };
    if sentence.len() <= longest {
        let mut tables = in_order(locale).filter(|table| table.may_read(&sentence));
        let found = tables.find_map(|table| find_in(table, text, clause, &sentence, scratch));
        if let Some(intent) = found {
            return Ok(intent);
        }
    }
    let at = sentence.word_start(scratch.furthest);
    Err(NotUnderstood { at })
}

/// Returns the tables, that of the locale first.
fn in_order(locale: Option<&str>) -> impl Iterator<Item = &'static Table> {
    let language = locale
        .and_then(|locale| locale.split(['-', '_']).next())
        .map(str::to_ascii_lowercase);
    let mut tables: Vec<&Table> = TABLES.iter().collect();
    tables.sort_by_key(|table| language.as_deref() != Some(&table.language));
    tables.into_iter()
}

/// Returns what the first phrase of the table that matches asks for; those with free words in
/// the place of a quoted text come last, and mean nothing in a skill.
fn find_in(
    table: &Table,
    text: &str,
    clause: Clause,
    sentence: &Sentence,
    scratch: &mut Scratch,
) -> Option<Intent> {
    let negated = negated_places(sentence);
    let is_negated = negated.contains(&true);
    let subject = table.subject(sentence, clause, &negated);
    let sections = || {
        let sections = table.sections_of(clause);
        sections.filter(|section| !is_negated || section.verb.may_negate)
    };
    let passes: &[bool] = match clause {
        Clause::Do | Clause::Then => &[false, true],
        Clause::Step => &[false],
    };
    for is_loose in passes {
        for section in sections() {
            let phrases = section.phrases.iter();
            for phrase in phrases.filter(|phrase| phrase.is_loose == *is_loose) {
                let Some(filled) = table.find(section, phrase, &subject, scratch) else {
                    continue;
                };
                let intent = Intent {
                    verb: section.verb,
                    clause,
                    sentence: text.to_owned(),
                    filled,
                };
                let is_allowed = clause != Clause::Step || intent.is_literal();
                if intent.makes_sense() && is_allowed {
                    return Some(intent);
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
