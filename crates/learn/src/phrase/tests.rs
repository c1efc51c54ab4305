//! Tests of the tables themselves: readable, complete, without overlap; and of the effort a sentence costs.

use std::collections::BTreeSet;

use retap_model::device::Key;

use super::claim::states;
use super::sentence::Sentence;
use super::step::{Part, VERBS, Verb};
use super::*;

/// Where the sentences of a verb stand in a scenario, or else in a skill.
fn clause_of(verb: &Verb) -> Clause {
    match verb.part {
        Part::Act => Clause::Do,
        Part::Expectation => Clause::Then,
        Part::Block => Clause::Step,
    }
}

#[test]
fn every_table_can_be_read() {
    let tables = FILES.iter().map(|(file, text)| problem_in(file, text));
    assert_eq!(tables.flatten().collect::<Vec<_>>(), Vec::<String>::new());
}

/// Returns the first mistake in a table.
fn problem_in(file: &str, text: &str) -> Option<String> {
    let compiled = parse_table(text).and_then(|table| {
        let mut phrases = table.sections.iter().flat_map(|section| &section.phrases);
        phrases.try_for_each(|phrase| table.compile(phrase).map(drop))
    });
    let fault = compiled.err()?;
    let line = fault.span.place.line;
    Some(format!("{file}:{line}: {}", fault.message))
}

#[test]
fn a_mistake_in_a_table_is_reported_with_its_line() {
    let table = |phrase: &str| {
        let text = format!(
            "phrases:\n  - means: launch\n    say: |\n      x\n      {phrase}\n    examples: |\n      x\n"
        );
        problem_in("xx.yaml", &text).unwrap_or_default()
    };
    assert_eq!(table("a(b"), "xx.yaml:5: `)` is missing or too many");
    assert_eq!(table("{verb} x"), "xx.yaml:5: `{verb}` is not known here");
    let unknown = "phrases:\n  - means: fly\n    say: |\n      x\n    examples: |\n      x\n";
    assert_eq!(
        problem_in("xx.yaml", unknown).as_deref(),
        Some("xx.yaml:2: nothing means `fly`")
    );
}

#[test]
fn every_table_covers_every_intent_and_every_word() {
    for table in TABLES.iter() {
        for verb in VERBS {
            let mut sections = table.sections.iter();
            let has = sections.any(|section| section.verb == verb);
            assert!(has, "{} has no phrase for `{verb:?}`", table.language);
        }
        for name in Key::NAMES.into_iter().chain(states()) {
            let has = table.words.iter().any(|word| word == name);
            assert!(has, "{} has no word for `{name}`", table.language);
        }
    }
}

/// Returns the verbs, in one clause, of the phrases that match, among those `is_wanted` takes.
fn verbs(
    table: &Table,
    clause: Clause,
    text: &str,
    is_wanted: impl Fn(&table::Phrase) -> bool,
) -> BTreeSet<&'static str> {
    let sentence = Sentence::new(text, clause);
    let mut scratch = Scratch::default();
    let subject = table.subject(&sentence, clause, &mut scratch);
    let is_negated = is_negated(text);
    let may_be = |verb: &Verb| verb.may_negate || !is_negated;
    let mut found = BTreeSet::new();
    for section in table.sections_of(clause).filter(|it| may_be(it.verb)) {
        let mut phrases = section.phrases.iter();
        let matches = phrases
            .any(|phrase| is_wanted(phrase) && table.matches(phrase, &subject, &mut scratch));
        if matches {
            found.insert(section.verb.name);
        }
    }
    found
}

#[test]
fn every_example_is_understood_as_its_own_verb_and_as_no_other() {
    let mut wrong = Vec::new();
    for table in TABLES.iter() {
        for section in &table.sections {
            let (own, clause) = (section.verb.name, clause_of(section.verb));
            for example in &section.examples {
                let text = &example.line.text;
                let all = verbs(table, clause, text, |_| true);
                let mut strict = verbs(table, clause, text, |phrase| !phrase.is_loose);
                strict.remove(own);
                let first = understand(text, clause, Some(&table.language));
                let first = first.map(|intent| intent.verb());
                if !all.contains(own) || !strict.is_empty() || first != Ok(own) {
                    let (file, line) = (&table.language, example.line.number);
                    wrong.push(format!("{file}.yaml:{line}: {text} is {all:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_example_is_a_step_and_the_same_one_whichever_language_is_tried_first() {
    let reading = Reading {
        app: Some(Phrase::literal("app")),
        ..Reading::default()
    };
    for table in TABLES.iter() {
        for section in &table.sections {
            for example in &section.examples {
                let (text, clause) = (&example.line.text, clause_of(section.verb));
                let own = understand(text, clause, Some(&table.language));
                let step = own.as_ref().ok().and_then(|intent| intent.step(&reading));
                assert!(step.is_some(), "{text}");
                for other in TABLES.iter() {
                    let got = understand(text, clause, Some(&other.language));
                    assert_eq!(got, own, "{} tried first", other.language);
                }
            }
        }
    }
}

#[test]
fn every_example_with_quotes_is_a_step_of_a_skill_too() {
    let is_literal = |intent: &Intent| intent.is_literal();
    for table in TABLES.iter() {
        for section in &table.sections {
            for example in &section.examples {
                let text = &example.line.text;
                let scenario = understand(text, clause_of(section.verb), None);
                if scenario.as_ref().is_ok_and(is_literal) {
                    let skill = understand(text, Clause::Step, None);
                    let skill = skill.map(|intent| intent.verb());
                    assert_eq!(skill, Ok(section.verb.name), "{text}");
                }
            }
        }
    }
}

const CLAUSES: [Clause; 3] = [Clause::Do, Clause::Then, Clause::Step];

/// Returns the sentence with `word` in all of its quotes.
fn requoted(text: &str, word: &str) -> String {
    let mut pieces = text.split(['\'', '"', '「', '」']);
    let mut requoted = pieces.next().unwrap_or_default().to_owned();
    for (number, piece) in pieces.enumerate() {
        let is_quoted = number % 2 == 0;
        requoted.push_str(if is_quoted { "「" } else { "」" });
        requoted.push_str(if is_quoted { word } else { piece });
    }
    requoted
}

#[test]
fn what_is_remembered_of_a_shape_changes_no_sentence() {
    let mut memory = Memory::default();
    let sections = TABLES.iter().flat_map(|table| &table.sections);
    for example in sections.flat_map(|section| &section.examples) {
        for word in ["General", "Wi-Fi", " ", "home", "Shift+a"] {
            let text = requoted(&example.line.text, word);
            // Those that nobody understands are remembered, too.
            let texts = [format!("{text} zz"), text];
            for (text, clause) in texts.iter().flat_map(|text| CLAUSES.map(|it| (text, it))) {
                let known = understand_with(text, clause, None, &mut memory);
                let fresh = understand_with(text, clause, None, &mut Memory::default());
                assert_eq!(known, fresh, "{text}");
            }
        }
    }
    assert!(!memory.shapes.is_empty());
}

#[test]
fn a_sentence_that_nobody_understands_is_tried_once() {
    let mut memory = Memory::default();
    let mut understand = |text: &str| {
        let before = memory.scratch.steps;
        let result = understand_with(text, Clause::Step, None, &mut memory);
        assert!(result.is_err(), "{text}");
        (result, memory.scratch.steps - before)
    };
    let (first, steps) = understand("Tap \"x\" firmly and wait");
    assert!(steps > 0);
    assert_eq!(understand("Tap \"x\" firmly and wait"), (first, 0));
}

#[test]
fn many_sentences_that_nobody_understands_are_not_all_remembered() {
    let mut memory = Memory::default();
    for number in 0..2 * MOST_SHAPES {
        let _ = understand_with(&format!("Tapn {number}"), Clause::Step, None, &mut memory);
    }
    assert!(memory.shapes.len() <= MOST_SHAPES);
    let known = understand_with("Tap \"General\"", Clause::Step, None, &mut memory);
    assert!(known.is_ok());
}

#[test]
fn a_long_sentence_takes_little_memory() {
    for piece in ["a ", "\"x\" ", "「あ」を", "1 "] {
        let mut memory = Memory::default();
        let text = piece.repeat(LONGEST_STEP / 2 - 1);
        let _ = understand_with(&text, Clause::Step, None, &mut memory);
        let size = memory.scratch.size();
        assert!(size < 16 << 20, "{piece}: {size} bytes");
    }
}

#[test]
fn strange_sentences_cost_no_more_than_their_length() {
    let most = |text: &str| {
        let mut memory = Memory::default();
        for clause in [Clause::Do, Clause::Then] {
            let _ = understand_with(text, clause, None, &mut memory);
        }
        memory.scratch.steps
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
