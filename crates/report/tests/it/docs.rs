//! The pages of `docs/formats` are true: their examples are what the code writes.

use retap_model::codec::encode_record;
use retap_model::event::{Purpose, Record};
use retap_model::verdict::Outcome;
use retap_report::{Runs, result_json};
use serde_json::Value;

use crate::{junit, scenario_story, story};

const EVENTS: &str = include_str!("../../../../docs/formats/events.md");
const JUNIT: &str = include_str!("../../../../docs/formats/junit.md");
const RESULT: &str = include_str!("../../../../docs/formats/result-json.md");

/// A short run in which every kind of event happens.
fn example() -> Vec<Record> {
    let point = [195.0, 317.0];
    story::story("20260219T143000Z-1", "Check About", 2)
        .begin()
        .warn("the screen is 390 x 844, recorded at 393 x 852")
        .step("tap \"General\"")
        .located_with("General", point, |located| {
            located.by = "evidence".to_owned();
            located.exclusions = vec![story::exclusion("another row", 2)];
            located.drift = vec!["moved down by 44 points".to_owned()];
        })
        .pictured(Purpose::Before, "Check_About_step1_before.png", Some(point))
        .acted("tap at (195, 317)", Some(point))
        .after(60)
        .checked("the title `General`", "`General`", true)
        .ends(20, Outcome::Passed, "the screen changed as recorded")
        .step("remember \"the version\"")
        .captured("version", "18.2")
        .measured("until it was read", 31)
        .downloaded("report.csv", None)
        .signalled("GET shop.example/api 500 12 ms")
        .ends(31, Outcome::Failed, "`Build` is not on the screen")
        .run_ends(Outcome::Failed, "step 2 failed")
}

fn example_lines() -> String {
    let lines: Vec<String> = example().iter().map(encode_record).collect();
    lines.join("\n") + "\n"
}

/// Returns the text of a page's block of code in that language.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let fence = format!("```{language}\n");
    let (_, after) = page.split_once(&fence).expect("the page has a block");
    let (block, _) = after.split_once("```").expect("the block ends");
    block
}

#[test]
fn the_example_of_an_event_log_is_what_is_written() {
    assert_eq!(block(EVENTS, "jsonl"), example_lines());
    let log = crate::json_lines::read_log(block(EVENTS, "jsonl").as_bytes()).unwrap();
    assert_eq!(log.records, example());
}

#[test]
fn every_kind_and_key_of_an_event_is_on_the_page() {
    let mut words = Vec::new();
    let scenario = scenario_story::order("a");
    for record in example().iter().chain(&scenario) {
        let line = encode_record(record);
        collect_words(&serde_json::from_str(&line).unwrap(), &mut words);
    }
    let prose = EVENTS.replace(block(EVENTS, "jsonl"), "");
    for word in words {
        assert!(prose.contains(&format!("`{word}`")), "{word}");
    }
}

fn collect_words(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                words.push(key.clone());
                if key == "kind" && entries.get("points").is_none() {
                    words.extend(value.as_str().map(str::to_owned));
                }
                collect_words(value, words);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_words(value, words)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn the_example_of_junit_is_what_is_written() {
    let written = junit::written(&example());
    assert_eq!(block(JUNIT, "xml"), written);
}

#[test]
fn the_example_of_a_result_is_what_is_written() {
    let runs = Runs::from_records(&scenario_story::login("a"));
    assert_eq!(block(RESULT, "json"), result_json(&runs.all()[0]));
}

#[test]
fn every_field_of_a_result_is_on_the_page() {
    let mut words = Vec::new();
    for records in [scenario_story::login("a"), scenario_story::order("b")] {
        let runs = Runs::from_records(&records);
        let value = serde_json::from_str(&result_json(&runs.all()[0])).unwrap();
        collect_words(&value, &mut words);
    }
    let prose = RESULT.replace(block(RESULT, "json"), "");
    for word in words {
        let is_there = [format!("`{word}`"), format!("`{word}[]`")]
            .iter()
            .any(|name| prose.contains(name));
        assert!(is_there, "{word}");
    }
}
