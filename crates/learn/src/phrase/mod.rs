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
use std::collections::HashMap;
use std::sync::LazyLock;

use retap_model::phrase::Phrase;
use retap_model::program::{Question, StepKind};
use retap_model::seen::is_blank;

use matcher::{Scratch, Subject, Taken};
use sentence::Sentence;
use table::{Section, Table, parse_table};

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

retap_model::words! {
    /// Where a sentence stands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Clause {
        /// A `do` of a scenario: something to do.
        Do = "do",
        /// A `then` of a scenario: something that must hold.
        Then = "then",
        /// A line of a skill in prose: either of them, always with what it names in quotes.
        Step = "step",
    }
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
        static MEMORY: RefCell<Memory> = RefCell::default();
    }
    MEMORY.with_borrow_mut(|memory| understand_with(text, clause, locale, memory))
}

/// Memory for all sentences: clearing it, and trying every phrase, takes longer than matching one.
#[derive(Default)]
struct Memory {
    scratch: Scratch,
    /// All that decides which phrase the sentence at hand matches.
    shape: String,
    /// What is known of sentences of a shape.
    shapes: HashMap<String, Known>,
}

/// What is known of all sentences of one shape.
enum Known {
    /// The phrase that matches them, and the pieces it takes for its slots.
    Phrase(Candidate, Vec<Taken>),
    /// No phrase does; the furthest piece that some went to.
    Nothing { furthest: usize },
}

/// How many shapes are remembered, and how long they are; people use some hundred. More come from a file of nonsense, so
/// all are then forgotten.
const MOST_SHAPES: usize = 2_000;
const LONGEST_SHAPE: usize = 200;

/// A phrase that a sentence may match.
#[derive(Clone, Copy)]
struct Candidate {
    table: &'static Table,
    section: &'static Section,
    phrase: &'static table::Phrase,
}

impl Candidate {
    /// Returns what a sentence asks for, if this is what it says.
    fn read(&self, text: &str, subject: &Subject<'_>, scratch: &mut Scratch) -> Option<Intent> {
        let is_matched = self.table.matches(self.phrase, subject, scratch);
        is_matched.then(|| self.intent(text, subject, &scratch.taken))?
    }

    /// Returns what a sentence asks for whose pieces the phrase took, if that makes sense.
    fn intent(&self, text: &str, subject: &Subject<'_>, taken: &[Taken]) -> Option<Intent> {
        let preset = self.section.preset.clone().map(|(slot, text)| Filled {
            slot,
            text,
            is_quoted: false,
        });
        let filled = taken.iter().map(|it| subject.fill(it)).chain(preset);
        let intent = Intent {
            verb: self.section.verb,
            clause: subject.clause,
            sentence: text.to_owned(),
            filled: filled.collect(),
        };
        let is_allowed = intent.clause != Clause::Step || intent.is_literal();
        (is_allowed && intent.makes_sense()).then_some(intent)
    }
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
    let sentence = Sentence::new(sentence, Clause::Then);
    (0..sentence.len()).any(|at| negates_at(&sentence, at))
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
    let is_empty = |at: &usize| sentence.quoted_at(*at).is_some_and(is_blank);
    let at = (0..sentence.len()).find(is_empty)?;
    Some(sentence.span(at..at + 1).start)
}

fn understand_with(
    text: &str,
    clause: Clause,
    locale: Option<&str>,
    memory: &mut Memory,
) -> Result<Intent, NotUnderstood> {
    let sentence = Sentence::new(text, clause);
    let longest = match clause {
        Clause::Do | Clause::Then => LONGEST_SENTENCE,
        Clause::Step => LONGEST_STEP,
    };
    if sentence.len() > longest {
        return Err(not_understood(&sentence, 0));
    }
    memory.start_shape(&sentence, clause, locale);
    let Memory {
        scratch,
        shape,
        shapes,
    } = memory;
    let known = match shapes.get(shape) {
        Some(Known::Nothing { furthest }) => return Err(not_understood(&sentence, *furthest)),
        Some(Known::Phrase(phrase, taken)) => {
            let subject = phrase.table.matched_subject(&sentence, clause);
            phrase.intent(text, &subject, taken)
        }
        None => None,
    };
    if let Some(intent) = known {
        return Ok(intent);
    }
    scratch.furthest = 0;
    let mut tables = in_order(locale).filter(|table| table.may_read(&sentence));
    let found = tables.find_map(|table| find_in(table, text, clause, &sentence, scratch));
    let furthest = scratch.furthest;
    let (known, result) = match found {
        Some((phrase, intent)) => (Known::Phrase(phrase, scratch.taken.clone()), Ok(intent)),
        None => {
            let error = not_understood(&sentence, furthest);
            (Known::Nothing { furthest }, Err(error))
        }
    };
    memory.remember(known);
    result
}

impl Memory {
    /// Writes down the shape of the sentence at hand.
    fn start_shape(&mut self, sentence: &Sentence, clause: Clause, locale: Option<&str>) {
        self.shape.clear();
        let language = table_of(locale).map_or("", |table| table.language.as_str());
        self.shape.extend([clause.as_str(), language, "\n"]);
        sentence.write_shape(&mut self.shape);
    }

    fn remember(&mut self, known: Known) {
        if self.shape.len() >= LONGEST_SHAPE {
            return;
        }
        if self.shapes.len() >= MOST_SHAPES {
            self.shapes.clear();
        }
        self.shapes.insert(self.shape.clone(), known);
    }
}

fn not_understood(sentence: &Sentence, furthest: usize) -> NotUnderstood {
    let at = sentence.word_start(furthest);
    NotUnderstood { at }
}

/// Returns the tables, that of the locale first.
fn in_order(locale: Option<&str>) -> impl Iterator<Item = &'static Table> {
    let first = table_of(locale);
    let is_other = move |table: &&Table| first.is_none_or(|it| it.language != table.language);
    first.into_iter().chain(TABLES.iter().filter(is_other))
}

/// Returns the table of the locale's language.
fn table_of(locale: Option<&str>) -> Option<&'static Table> {
    let language = locale?.split(['-', '_']).next()?;
    let mut tables = TABLES.iter();
    tables.find(|table| table.language.eq_ignore_ascii_case(language))
}

/// Returns the first phrase of the table that matches and what it asks for; those with free words in
/// the place of a quoted text come last, and mean nothing in a skill.
fn find_in(
    table: &'static Table,
    text: &str,
    clause: Clause,
    sentence: &Sentence,
    scratch: &mut Scratch,
) -> Option<(Candidate, Intent)> {
    let is_negated = (0..sentence.len()).any(|at| negates_at(sentence, at));
    let subject = table.subject(sentence, clause, scratch);
    let phrases = table.sections_of(clause).flat_map(|section| {
        let phrases = section.phrases.iter();
        phrases.map(move |phrase| Candidate {
            table,
            section,
            phrase,
        })
    });
    let possible = |it: &Candidate| !is_negated || it.section.verb.may_negate;
    let (loose, strict): (Vec<_>, Vec<_>) =
        phrases.filter(possible).partition(|it| it.phrase.is_loose);
    let loose = loose.into_iter().filter(|_| clause != Clause::Step);
    strict.into_iter().chain(loose).find_map(|it| {
        let intent = it.read(text, &subject, scratch)?;
        Some((it, intent))
    })
}

/// Returns whether a negation of any language stands at a place, outside quotes.
fn negates_at(sentence: &Sentence, at: usize) -> bool {
    TABLES.iter().any(|table| table.negates_at(sentence, at))
}
