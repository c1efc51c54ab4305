//! What every sentence of the table becomes in a compiled file: its strategy, with all fields.

use serde_json::Value;

use retap_model::program::StepKind;

use super::kit::{STRATEGIES, Written, act, file_of, foreign};

/// Sentences with what stands for them; read its first lines for the notation.
const TABLE: &str = include_str!("strategies.txt");

struct Line {
    language: &'static str,
    clause: &'static str,
    sentence: &'static str,
    expected: &'static str,
}

fn lines() -> Vec<Line> {
    let (mut language, mut clause) = ("", "");
    let mut all = Vec::new();
    let written = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in written {
        if let Some(title) = line.strip_prefix("== ") {
            (language, clause) = title.split_once(' ').unwrap();
            continue;
        }
        let (sentence, expected) = line.split_once(" => ").unwrap();
        all.push(Line {
            language,
            clause,
            sentence,
            expected,
        });
    }
    all
}

/// Returns the step a sentence becomes, as its compiled file has it, and what is tried before anybody is
/// asked.
fn compiled(clause: &str, sentence: &str) -> (Value, Option<String>) {
    let written = Written::yaml(&format!(
        "name: T\napp: com.example.app\n\
         variables: {{ item: , password: , user: , city: , email: , n: }}\n\
         steps:\n  - id: S\n    actions:\n      - {clause}: {}\n",
        serde_json::json!(sentence)
    ));
    let drafted = written.unbound();
    let step = &drafted.draft.steps[0];
    let mut compiled = foreign(&[act(serde_json::json!({ "strategy": "wait" }))]);
    compiled.standalone.as_mut().unwrap().draft.steps = vec![step.clone()];
    compiled.steps[0].foreign = None;
    let file = file_of(&compiled);
    let guess = match &step.kind {
        StepKind::Ask(ask) => ask.guess.as_ref().map(|guess| guess.title()),
        _ => None,
    };
    (file["steps"][0].clone(), guess)
}

/// Returns `name field=value …`, and behind a bar the step itself where no strategy says all of it, or
/// behind a question mark what is tried first.
fn rendered(clause: &str, sentence: &str) -> String {
    let (step, guess) = compiled(clause, sentence);
    let fields = step["compiled"].as_object().unwrap();
    let mut text = fields["strategy"].as_str().unwrap().to_owned();
    for (name, value) in fields.iter().filter(|(name, _)| *name != "strategy") {
        match value.as_str() == Some(sentence) {
            true => text.push_str(&format!(" {name}=…")),
            false => text.push_str(&format!(" {name}={value}")),
        }
    }
    match (&step["retap"]["step"], guess) {
        (Value::Null, None) => text,
        (Value::Null, Some(guess)) => format!("{text} ? {guess}"),
        (own, _) => format!("{text} | {own}"),
    }
}

#[test]
fn every_sentence_becomes_the_strategy_of_the_table() {
    let wrong: Vec<String> = lines()
        .iter()
        .filter_map(|line| {
            let got = rendered(line.clause, line.sentence);
            (got != line.expected).then(|| format!("{} => {got}", line.sentence))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_table_is_long_and_has_both_languages_and_all_strategies_a_sentence_can_become() {
    let lines = lines();
    let count = |language: &str| {
        lines
            .iter()
            .filter(|line| line.language == language)
            .count()
    };
    assert!(
        count("ja") >= 80 && count("en") >= 60,
        "{} {}",
        count("ja"),
        count("en")
    );
    let has = |name: &str| {
        lines
            .iter()
            .any(|line| line.expected.split(' ').next() == Some(name))
    };
    // An id comes from a run, evidence from `verify: screenshot`, a replay from the section.
    let others = ["tap_by_resource_id", "screenshot_only", "replay"];
    for name in STRATEGIES.into_iter().filter(|name| !others.contains(name)) {
        assert!(has(name), "{name}");
    }
}
