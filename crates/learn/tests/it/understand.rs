//! Sentences and what they are understood to ask for.

mod notation;

use proptest::prelude::*;

use notation::{notation, opposite};
use retap_learn::phrase::{Clause, Intent, NotUnderstood, Slot, languages, nearest, understand};

type Understood = Result<Intent, NotUnderstood>;

/// Sentences, each with what it asks for; read its first lines for the notation.
const SENTENCES: &str = include_str!("understand/sentences.txt");

/// Where a sentence of the table stands, and which table is tried first.
#[derive(Debug, Clone, Copy)]
struct Part<'a> {
    language: &'a str,
    clause: Clause,
}

impl Part<'_> {
    fn understand(self, sentence: &str) -> Understood {
        understand(sentence, self.clause, Some(self.language))
    }
}

/// Returns every sentence with its part and its meaning.
fn sentences() -> Vec<(Part<'static>, &'static str, &'static str)> {
    let mut part = Part {
        language: "",
        clause: Clause::Do,
    };
    let mut all = Vec::new();
    for line in SENTENCES.lines().filter(|line| !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("== ") {
            let (language, clause) = title.split_once(' ').unwrap();
            part = Part {
                language,
                clause: match clause {
                    "then" => Clause::Then,
                    _ => Clause::Do,
                },
            };
        } else if !line.is_empty() {
            let (sentence, meaning) = line.split_once(" => ").unwrap();
            all.push((part, sentence.trim_end(), meaning.trim()));
        }
    }
    all
}

#[test]
fn every_sentence_of_the_table_is_understood() {
    let wrong: Vec<String> = sentences()
        .into_iter()
        .filter_map(|(part, sentence, meaning)| {
            let got = notation(&part.understand(sentence));
            (got != meaning).then(|| format!("{sentence} => {got}   not   {meaning}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(sentences().len() >= 160, "{}", sentences().len());
    assert_eq!(languages(), ["ja", "en"]);
}

#[test]
fn the_language_tried_first_changes_nothing() {
    for (part, sentence, meaning) in sentences() {
        for language in [None, Some("en-US"), Some("ja_JP"), Some("xx")] {
            let got = understand(sentence, part.clause, language);
            assert_eq!(notation(&got), meaning, "{sentence} with {language:?}");
        }
    }
}

#[test]
fn every_kind_of_quote_gives_the_same() {
    const KINDS: [(&str, &str); 6] = [
        ("『", "』"),
        ("｢", "｣"),
        ("\"", "\""),
        ("'", "'"),
        ("“", "”"),
        ("‘", "’"),
    ];
    let quoted = |(_, sentence, _): &(Part<'_>, &str, &str)| {
        sentence.contains('「') && !sentence.contains(['\'', '"', '『'])
    };
    for (part, sentence, meaning) in sentences().into_iter().filter(quoted) {
        for (open, close) in KINDS {
            let other = sentence.replace('「', open).replace('」', close);
            assert_eq!(notation(&part.understand(&other)), meaning, "{other}");
        }
    }
}

#[test]
fn polite_endings_and_full_stops_change_nothing() {
    for (part, sentence, meaning) in sentences() {
        if meaning != "unknown" {
            for other in [
                format!(" {sentence}。"),
                format!("{sentence} ."),
                format!("{sentence}！"),
            ] {
                assert_eq!(notation(&part.understand(&other)), meaning, "{other}");
            }
        }
    }
}

#[test]
fn variables_and_escapes_in_texts_are_untouched() {
    let typed = r"メール欄に「(email)\(1+2\) ＡＢＣ  $%」を入力";
    assert_eq!(
        notation(&understand(typed, Clause::Do, None)),
        r#"type "(email)\(1+2\) ＡＢＣ  $%" into メール"#
    );
}

#[test]
fn a_sentence_nobody_understands_gets_the_nearest_phrases() {
    let phrases = nearest("「ログイン」ボタンをつつく", Clause::Do, None);
    assert_eq!(phrases[0].phrase, "「ログイン」ボタンをタップ");
    assert_eq!(phrases[0].intent, "tap");
    let phrases = nearest("Scrol down", Clause::Do, None);
    assert_eq!(phrases[0].phrase, "Scroll down");
    assert!(phrases.len() <= 3);
    let phrases = nearest("「東京本社」と表示されてること?", Clause::Then, None);
    assert_eq!(phrases[0].intent, "shown");
    assert_eq!(nearest("", Clause::Do, None), []);
}

/// Whether something is expected to be there, or in a state that a negation would turn around.
fn expects_something(understood: &Understood) -> bool {
    let Ok(intent) = understood else {
        return false;
    };
    let state = intent.text(Slot::State);
    match intent.verb() {
        "shown" | "containing" | "changed" | "screen-shown" | "count-at-least" => true,
        "state" => state.is_some_and(is_positive),
        "state-not" => state.is_some_and(|state| is_positive(opposite(state))),
        _ => false,
    }
}

fn is_positive(state: &str) -> bool {
    matches!(state, "on" | "enabled" | "selected" | "checked")
}

/// Negations of both languages, as they stand in the middle of a sentence.
const NEGATIONS: [&str; 16] = [
    "ない",
    "ません",
    "ていない",
    "なし",
    "されず",
    "以外",
    "非表示",
    "なく",
    " not ",
    " no ",
    " isn't ",
    " never ",
    " without ",
    " nothing ",
    " neither ",
    " cannot ",
];

/// Every place of every check gets two negations, each time the next two.
#[test]
fn a_negation_anywhere_outside_quotes_is_never_a_positive_check() {
    let mut negations = NEGATIONS.iter().cycle();
    let mut count = 0;
    for (part, sentence, _) in sentences()
        .into_iter()
        .filter(|(part, ..)| part.clause == Clause::Then)
    {
        if !expects_something(&part.understand(sentence)) {
            continue;
        }
        for (at, _) in sentence
            .char_indices()
            .filter(|(at, _)| !is_quoted(sentence, *at))
        {
            let (before, after) = sentence.split_at(at);
            for negation in negations.by_ref().take(2) {
                let negated = format!("{before}{negation}{after}");
                let got = part.understand(&negated);
                assert!(!expects_something(&got), "{negated} => {}", notation(&got));
                count += 1;
            }
        }
    }
    assert!(count > 2_000, "{count}");
}

fn is_quoted(sentence: &str, at: usize) -> bool {
    let before = &sentence[..at];
    let opened = |mark: char| before.matches(mark).count();
    opened('「') > opened('」') || opened('\'') % 2 == 1
}

proptest! {
    #[test]
    fn no_sentence_makes_it_panic(sentence in ".{0,200}") {
        let _ = understand(&sentence, Clause::Do, None);
        let _ = understand(&sentence, Clause::Step, None);
        let _ = understand(&sentence, Clause::Then, Some(&sentence));
    }

    #[test]
    fn no_mixture_of_phrases_makes_it_panic(
        words in proptest::collection::vec(0..WORDS.len(), 0..40)
    ) {
        let sentence: String = words.into_iter().map(|word| WORDS[word]).collect();
        for clause in [Clause::Do, Clause::Then, Clause::Step] {
            let _ = understand(&sentence, clause, None);
        }
    }

    #[test]
    fn quoted_text_comes_back_as_written(text in "[^「」]{1,40}") {
        prop_assume!(!retap_model::seen::is_blank(&text));
        let tapped = understand(&format!("「{text}」をタップ"), Clause::Do, None).unwrap();
        prop_assert_eq!(tapped.verb(), "tap");
        prop_assert_eq!(tapped.text(Slot::Text), Some(text.as_str()));
    }
}

/// What mixtures are made of.
const WORDS: [&str; 24] = [
    "「",
    "」",
    "'",
    "\"",
    "“",
    "”",
    "A",
    " ",
    "を",
    "が",
    "と",
    "表示",
    "されている",
    "ないこと",
    "タップ",
    "下に",
    "スクロール",
    "まで",
    "3",
    "秒",
    "is ",
    "not ",
    "shown",
    "\u{3000}",
];
