//! Compiled scenarios are read, written and refused as the format page says.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use insta::assert_snapshot;
use retap_model::codec::{
    CodecError, Form, decode_scenario, decode_skill, encode_scenario, form_of,
};
use retap_model::geometry::Direction;
use retap_model::phrase::Variables;
use retap_model::program::outline;
use retap_model::program::scenario_ir::*;
use serde_json::{Value, json};

use crate::corpus_folder::in_corpus;
use crate::rejected::rejected;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it")
        .join(name)
}

fn login_bytes() -> Vec<u8> {
    fs::read(folder("fixtures/compiled_scenario/card-sign-in.json")).unwrap()
}

pub(crate) fn login() -> CompiledScenario {
    decode_scenario(&login_bytes()).unwrap()
}

fn document(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// Returns a file whose only step is carried out like this.
fn file_with(step: &Value) -> Value {
    let mut file = document(&login_bytes());
    file["steps"] = json!([step]);
    file
}

fn step_with(compiled: &Value) -> ScenarioStep {
    let step =
        json!({ "index": 1, "section": "s", "type": "do", "original": "x", "compiled": compiled });
    let file = decode_scenario(file_with(&step).to_string().as_bytes()).unwrap();
    file.steps.into_iter().next().unwrap()
}

#[test]
fn a_whole_file_is_read_and_written_back_as_an_equal_document() {
    let bytes = login_bytes();
    let scenario = decode_scenario(&bytes).unwrap();
    assert_eq!(document(&encode_scenario(&scenario)), document(&bytes));
    assert_eq!(scenario.screen_size.to_string(), "1080x2340");
    assert_eq!(scenario.steps[4].wait, Duration::from_millis(1500));
    assert_eq!(
        scenario.variables["visitor"],
        Variable::Prompt {
            prompt: "Whose card is it?".to_owned(),
            default: Some("Mina".to_owned()),
        }
    );
}

#[test]
fn every_strategy_is_read_and_written_back_as_an_equal_document() {
    for name in Strategy::NAMES {
        let path = folder("fixtures/compiled_scenario/strategies").join(format!("{name}.json"));
        let file = file_with(&document(&fs::read(path).unwrap()));
        let scenario = decode_scenario(file.to_string().as_bytes()).unwrap();
        let strategy = &scenario.steps[0].compiled;
        assert_eq!(strategy.name(), name);
        assert!(!matches!(strategy, Strategy::Unknown(_)), "{name}");
        assert_eq!(document(&encode_scenario(&scenario)), file, "{name}");
    }
}

#[test]
fn what_a_file_leaves_out_has_the_documented_default() {
    let strategy = |value: Value| step_with(&value).compiled;
    assert_eq!(
        strategy(json!({ "strategy": "scroll_to_find", "search_text": "Zoology" })),
        Strategy::ScrollToFind(ScrollToFind {
            search_text: "Zoology".to_owned(),
            direction: Direction::Down,
            max_scrolls: 10,
            distance: 500,
            duration: Duration::from_millis(300),
        })
    );
    let Strategy::TapByText(tap) =
        strategy(json!({ "strategy": "tap_by_text", "search_text": "a" }))
    else {
        panic!("a tap");
    };
    assert_eq!(tap.match_type, MatchType::Exact);
    assert_eq!(
        strategy(json!({ "strategy": "wait" })),
        Strategy::Wait(Wait {
            duration: Duration::from_secs(1)
        })
    );
    let step = step_with(&json!({ "strategy": "wait" }));
    assert_eq!((step.wait, step.strict), (Duration::ZERO, false));
}

#[test]
fn an_unknown_strategy_or_check_is_kept_as_it_is() {
    let unknown = json!({ "strategy": "shake", "times": 3, "how": { "far": [1.5, null] } });
    let check = json!({ "type": "colour_is", "value": "red", "near": null });
    let verify = json!({
        "strategy": "uitree_verify", "assertion": "a", "fallback_to_ai": false, "checks": [check],
    });
    for (compiled, name) in [(&unknown, "shake"), (&verify, "uitree_verify")] {
        let step = step_with(compiled);
        assert_eq!(step.compiled.name(), name);
        let mut scenario = login();
        scenario.steps = vec![step];
        let written = document(&encode_scenario(&scenario));
        assert_eq!(&written["steps"][0]["compiled"], compiled);
    }
    let Strategy::UitreeVerify(verify) = step_with(&verify).compiled else {
        panic!("a verification");
    };
    assert_eq!(verify.checks[0].kind(), "colour_is");
    assert!(matches!(verify.checks[0], Check::Unknown(_)));
}

#[test]
fn the_forms_are_told_apart_by_content() {
    let skill = fs::read(folder("fixtures/compiled_skill/version1.json")).unwrap();
    assert_eq!(form_of(&skill), Ok(Form::Skill));
    assert_eq!(form_of(&login_bytes()), Ok(Form::Scenario));
    assert!(matches!(
        decode_skill(&login_bytes()),
        Err(CodecError::NotCompiledSkill { .. })
    ));
    assert!(matches!(
        decode_scenario(&skill),
        Err(CodecError::NotCompiledScenario { .. })
    ));
    for broken in ["", "{}", "[]", r#"{"version": null}"#, r#"{"version": {}}"#] {
        assert!(form_of(broken.as_bytes()).is_err(), "{broken}");
    }
}

#[test]
fn the_value_of_a_secret_is_never_written() {
    let mut file = document(&login_bytes());
    file["retap"] = json!({ "secrets": ["passcode", "visitor"] });
    file["variables"]["pin"] = json!({ "value": 4711, "secret": true });
    let scenario = decode_scenario(file.to_string().as_bytes()).unwrap();
    let secret = |prompt: Option<&str>| Variable::Secret {
        prompt: prompt.map(str::to_owned),
    };
    assert_eq!(scenario.variables["passcode"], secret(None));
    assert_eq!(
        scenario.variables["visitor"],
        secret(Some("Whose card is it?"))
    );
    let text = String::from_utf8(encode_scenario(&scenario)).unwrap();
    assert!(
        !text.contains("open sesame") && !text.contains("4711") && !text.contains("Mina"),
        "{text}"
    );
    let written = document(text.as_bytes());
    assert_eq!(
        written["retap"]["secrets"],
        json!(["passcode", "pin", "visitor"])
    );
    assert_eq!(written["variables"]["passcode"], Value::Null);
    assert_eq!(decode_scenario(text.as_bytes()), Ok(scenario));
}

#[test]
fn a_changed_byte_is_noticed_but_not_the_time_of_compiling() {
    let mut scenario = login();
    scenario.is_sealed = true;
    let text = String::from_utf8(encode_scenario(&scenario)).unwrap();
    let moved = text.replace("[48,760]", "[48,761]");
    assert_eq!(decode_scenario(moved.as_bytes()), Err(CodecError::Edited));
    let later = text.replace("2026-04-02T06:30:00Z", "2026-04-03T06:30:00Z");
    assert!(decode_scenario(later.as_bytes()).is_ok());
}

#[test]
fn a_hash_fits_the_bytes_it_was_made_of() {
    assert!(login().source_hash.is_of(b"foo"));
    assert!(!login().source_hash.is_of(b"foo "));
    assert_eq!(SourceHash::of(b"foo"), login().source_hash);
}

#[test]
fn every_text_of_a_strategy_gets_its_values() {
    let mut values = Variables::new();
    values.set("a", "Ω (b)");
    for (compiled, expected) in [
        (
            json!({ "strategy": "app_launch", "package": "(a)" }),
            "launch \"Ω (b)\"\n",
        ),
        (
            json!({ "strategy": "tap_by_text", "search_text": "(a)" }),
            "tap \"Ω (b)\" (exactly)\n",
        ),
        (
            json!({ "strategy": "tap_by_resource_id", "resource_id": "x", "fallback_text": "(a)" }),
            "tap \"Ω (b)\" (exactly)\n",
        ),
        (
            json!({ "strategy": "text_input", "input_text": "\\(a\\)(a)", "field_hint": "(a)" }),
            "type \"(a)Ω (b)\" into \"Ω (b)\" as text_field\n",
        ),
        (
            json!({ "strategy": "scroll_to_find", "search_text": "(a)" }),
            "scroll_to \"Ω (b)\" (exactly) up max 10 by 500 in 300ms\n",
        ),
        (
            json!({ "strategy": "uitree_verify", "assertion": "x", "checks": [
                { "type": "text_visible", "value": "(a)" },
                { "type": "element_count_gte", "selector": { "text": "(a)" } } ] }),
            "check \"Ω (b)\" (exactly) shows and there are at least 1 elements with \"Ω (b)\"\n",
        ),
        (
            json!({ "strategy": "replay", "expanded_steps": [{ "section": "s", "type": "do", "original": "(a)",
                "compiled": { "strategy": "tap_by_text", "search_text": "(a)" } }] }),
            "replay \"\" to \"\"\n  tap \"Ω (b)\" (exactly)\n",
        ),
    ] {
        let file = CompiledScenario {
            steps: vec![step_with(&compiled)],
            ..login()
        };
        let unset = file.program("x").draft.bind(&Variables::new());
        assert_eq!(unset.len(), 1, "{unset:?}");
        assert_eq!(unset[0].name, "a");
        let mut program = file.program("x");
        assert_eq!(program.draft.bind(&values), []);
        assert_eq!(outline(&program.draft.steps), expected);
    }
}

#[test]
fn rejects() {
    assert_snapshot!(rejected(&folder("rejects_scenario"), decode_scenario));
}

/// Returns the document this format grew from, or says that the test is skipped.
fn seed() -> Option<String> {
    let path = in_corpus("../seeds/001_729062ce98243bfe.txt")?;
    Some(fs::read_to_string(path).unwrap())
}

#[test]
fn the_complete_example_of_the_seed_is_written_back_as_an_equal_document() {
    let Some(seed) = seed() else { return };
    let example = seed
        .split_once("## Complete Example")
        .and_then(|(_, rest)| rest.split_once("```json\n"))
        .and_then(|(_, rest)| rest.split("```").next())
        .unwrap();
    let scenario = decode_scenario(example.as_bytes()).unwrap();
    assert!(scenario.steps.len() > 5);
    let written = document(&encode_scenario(&scenario));
    assert_eq!(written, document(example.as_bytes()));
}

#[test]
fn the_example_of_the_format_page_is_what_is_written() {
    let page = folder("../../../../docs/formats/compiled-scenario.md");
    let text = fs::read_to_string(page).unwrap();
    let example = text
        .split("```json\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let unchecked = example
        .lines()
        .filter(|line| !line.contains("\"checksum\""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut scenario = decode_scenario(unchecked.as_bytes()).unwrap();
    scenario.is_sealed = true;
    let written = String::from_utf8(encode_scenario(&scenario)).unwrap();
    assert_eq!(written, example);
    assert!(decode_scenario(example.as_bytes()).is_ok());
}

#[test]
fn the_format_page_names_every_strategy() {
    let page = folder("../../../../docs/formats/compiled-scenario.md");
    let text = fs::read_to_string(page).unwrap();
    for name in Strategy::NAMES {
        assert!(text.contains(&format!("| `{name}` |")), "{name}");
    }
}
