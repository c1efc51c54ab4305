//! Tests of the tables themselves: readable, complete, without overlap; and of the effort a sentence costs.

use std::collections::BTreeSet;

use super::meaning::{Clause, Meaning};
use super::sentence::Sentence;
use super::*;

fn understood(clause: Clause, text: &str, language: &str) -> String {
    understand(clause, text, Some(language), &mut Scratch::default()).to_string()
}

#[test]
fn every_table_can_be_read() {
    let tables = read_tables().map_err(|error| error.to_string());
    assert_eq!(tables.map(|tables| tables.len()), Ok(FILES.len()));
}

#[test]
fn a_mistake_in_a_table_is_reported_with_its_line() {
    let table = |phrase: &str| {
        let text = format!("phrases:\n  - means: launch\n    say: |\n      x\n      {phrase}\n");
        let error = parse_table("xx.yaml", &text).err();
        error.map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(table("a(b"), "xx.yaml:5: `)` is missing or too many");
    assert_eq!(table("{verb} x"), "xx.yaml:5: `{verb}` is not known here");
    let unknown = parse_table(
        "xx.yaml",
        "phrases:\n  - means: fly\n    say: |\n      x\n    examples: |\n      x\n",
    );
    assert_eq!(
        unknown.err().map(|error| error.to_string()),
        Some("xx.yaml:2: nothing means `fly`".to_owned())
    );
}

#[test]
fn every_table_covers_every_intent_and_every_word() {
    for table in TABLES.iter() {
        for (meaning, name) in Meaning::NAMES {
            let mut sections = table.sections.iter();
            let has = sections.any(|section| section.meaning == meaning);
            assert!(has, "{} has no phrase for `{name}`", table.language);
        }
        let keys = KeyEvent::ALL.into_iter().map(|key| key.name);
        for name in keys.chain(State::ALL.into_iter().map(State::as_str)) {
            let has = table.words.iter().any(|word| word == name);
            assert!(has, "{} has no word for `{name}`", table.language);
        }
    }
}

/// The meanings, in one clause, of the phrases that match; loose ones only if asked for.
fn meanings(table: &Table, clause: Clause, text: &str, with_loose: bool) -> BTreeSet<Meaning> {
    let sentence = Sentence::new(text);
    let negated = negated_places(&sentence);
    let subject = table.subject(&sentence, &negated);
    let may_be = |meaning: Meaning| meaning.may_negate() || !negated.contains(&true);
    let mut found = BTreeSet::new();
    for section in table.sections_of(clause).filter(|it| may_be(it.meaning)) {
        let mut phrases = section.phrases.iter();
        let matches = phrases.any(|phrase| {
            (with_loose || !phrase.is_loose)
                && section
                    .find(phrase, &subject, &mut Scratch::default())
                    .is_some()
        });
        if matches {
            found.insert(section.meaning);
        }
    }
    found
}

#[test]
fn every_example_is_understood_as_its_own_intent_and_as_no_other() {
    let mut wrong = Vec::new();
    for table in TABLES.iter() {
        for section in &table.sections {
            let (own, clause) = (section.meaning, section.meaning.clause());
            for example in &section.examples {
                let all = meanings(table, clause, &example.line.text, true);
                let mut strict = meanings(table, clause, &example.line.text, false);
                strict.remove(&own);
                let first = first_meaning(table, clause, &example.line.text);
                if !all.contains(&own) || !strict.is_empty() || first != Some(own) {
                    let (file, line) = (&table.language, example.line.number);
                    wrong.push(format!(
                        "{file}.yaml:{line}: {} is {all:?}",
                        example.line.text
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn first_meaning(table: &Table, clause: Clause, text: &str) -> Option<Meaning> {
    let sentence = Sentence::new(text);
    find_in(table, clause, &sentence, &mut Scratch::default()).map(|(meaning, _)| meaning)
}

#[test]
fn no_example_means_something_else_in_another_language() {
    for table in TABLES.iter() {
        for section in &table.sections {
            for example in &section.examples {
                let clause = section.meaning.clause();
                let own = understood(clause, &example.line.text, &table.language);
                for other in TABLES.iter() {
                    let got = understood(clause, &example.line.text, &other.language);
                    assert_eq!(got, own, "{} tried first", other.language);
                }
            }
        }
    }
}

#[test]
fn strange_sentences_cost_no_more_than_their_length() {
    let most = |text: &str| {
        let mut scratch = Scratch::default();
        understand(Clause::Do, text, None, &mut scratch);
        understand(Clause::Then, text, None, &mut scratch);
        scratch.steps
    };
    for piece in [
        "「",
        "」",
        "「」",
        "'",
        "\"",
        "' ",
        "(",
        "[",
        "{",
        "a ",
        "の",
        "が「",
        "「a」と",
        "表示",
    ] {
        assert_eq!(
            most(&piece.repeat(10_000)),
            0,
            "{piece}: too long to be tried"
        );
        let (short, long) = (most(&piece.repeat(60)), most(&piece.repeat(120)));
        assert!(
            long <= 3 * short + 10_000,
            "{piece}: {short} steps, then {long}"
        );
        assert!(long < 2_000_000, "{piece}: {long} steps");
    }
}
