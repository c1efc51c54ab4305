//! Compiled scenarios are read, written and refused as the format page says.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use insta::assert_snapshot;
use retap_model::codec::{CodecError, CompiledForm, decode, encode, form_of, sha256_hex};
use retap_model::phrase::Variables;
use retap_model::program::{
    Claim, CompiledProgram, Matching, Stale, Standalone, Step, StepKind, Variable, outline,
};
use serde_json::{Value, json};

use crate::corpus_folder::in_corpus;
use crate::format_page::{example_of, unchecked};
use crate::rejected::rejected;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it")
        .join(name)
}

fn login_bytes() -> Vec<u8> {
    fs::read(folder("fixtures/compiled_scenario/card-sign-in.json")).unwrap()
}

pub(crate) fn login() -> CompiledProgram {
    decode(&login_bytes()).unwrap()
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

fn program_with(compiled: &Value) -> CompiledProgram {
    let step =
        json!({ "index": 1, "section": "s", "type": "do", "original": "x", "compiled": compiled });
    decode(file_with(&step).to_string().as_bytes()).unwrap()
}

fn step_with(compiled: &Value) -> Step {
    let program = program_with(compiled).standalone_program("x").unwrap();
    program.draft.steps.into_iter().next().unwrap()
}

fn whole(program: &CompiledProgram) -> &Standalone {
    program.standalone.as_ref().unwrap()
}

fn strategies() -> Vec<String> {
    let files = fs::read_dir(folder("fixtures/compiled_scenario/strategies")).unwrap();
    let names = files.map(|file| file.unwrap().path().file_stem().unwrap().to_owned());
    names.map(|name| name.into_string().unwrap()).collect()
}

#[test]
fn a_whole_file_is_read_and_written_back_as_an_equal_document() {
    let bytes = login_bytes();
    let scenario = decode(&bytes).unwrap();
    assert_eq!(document(&encode(&scenario)), document(&bytes));
    assert_eq!(
        (scenario.device.width, scenario.device.height),
        (1080.0, 2340.0)
    );
    let sentence = whole(&scenario).draft.steps[4].sentence.as_ref().unwrap();
    assert_eq!(sentence.wait, Duration::from_millis(1500));
    assert_eq!(
        whole(&scenario).variables["visitor"],
        Variable::Prompt {
            prompt: "Whose card is it?".to_owned(),
            default: Some("Mina".to_owned()),
        }
    );
}

#[test]
fn every_strategy_is_read_and_written_back_as_an_equal_document() {
    assert_eq!(strategies().len(), 15);
    for name in strategies() {
        let path = folder("fixtures/compiled_scenario/strategies").join(format!("{name}.json"));
        let file = file_with(&document(&fs::read(path).unwrap()));
        let scenario = decode(file.to_string().as_bytes()).unwrap();
        let kind = &whole(&scenario).draft.steps[0].kind;
        assert!(!matches!(kind, StepKind::Unsupported(_)), "{name}");
        assert_eq!(document(&encode(&scenario)), file, "{name}");
    }
}

#[test]
fn what_a_file_leaves_out_has_the_documented_default() {
    let title = |value: Value| step_with(&value).kind.title();
    let scroll = json!({ "strategy": "scroll_to_find", "search_text": "Zoology" });
    assert_eq!(
        title(scroll),
        "scroll_to \"Zoology\" (exactly) up max 10 by 500 in 300ms"
    );
    let tap = step_with(&json!({ "strategy": "tap_by_text", "search_text": "a" }));
    let StepKind::Tap(tap) = tap.kind else {
        panic!("a tap");
    };
    assert_eq!(tap.target.matching, Matching::Exact);
    let step = step_with(&json!({ "strategy": "wait" }));
    let StepKind::Pause(pause) = &step.kind else {
        panic!("a pause");
    };
    assert_eq!(pause.duration, Duration::from_secs(1));
    let sentence = step.sentence.unwrap();
    assert_eq!((sentence.wait, sentence.strict), (Duration::ZERO, false));
}

#[test]
fn an_unknown_strategy_or_check_is_kept_as_it_is() {
    let unknown = json!({ "strategy": "shake", "times": 3, "how": { "far": [1.5, null] } });
    let check = json!({ "type": "colour_is", "value": "red", "near": null });
    let verify = json!({
        "strategy": "uitree_verify", "assertion": "a", "fallback_to_ai": false, "checks": [check],
    });
    for compiled in [&unknown, &verify] {
        let written = document(&encode(&program_with(compiled)));
        assert_eq!(&written["steps"][0]["compiled"], compiled);
    }
    let StepKind::Unsupported(unsupported) = step_with(&unknown).kind else {
        panic!("a step that fails");
    };
    assert_eq!(unsupported.reason, "the strategy `shake` is unknown");
    let StepKind::Check(check) = step_with(&verify).kind else {
        panic!("a verification");
    };
    assert_eq!(check.claims, [Claim::Unknown("colour_is".to_owned())]);
}

#[test]
fn the_forms_are_told_apart_by_content() {
    let skill = fs::read(folder("fixtures/compiled_skill/version1.json")).unwrap();
    assert_eq!(form_of(&skill), Ok(CompiledForm::Skill));
    assert_eq!(form_of(&login_bytes()), Ok(CompiledForm::Scenario));
    assert!(matches!(
        CompiledForm::Skill.decode(&login_bytes()),
        Err(CodecError::NotCompiledSkill { .. })
    ));
    assert!(matches!(
        CompiledForm::Scenario.decode(&skill),
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
    let scenario = decode(file.to_string().as_bytes()).unwrap();
    let secret = |prompt: Option<&str>| Variable::Secret {
        prompt: prompt.map(str::to_owned),
    };
    assert_eq!(whole(&scenario).variables["passcode"], secret(None));
    assert_eq!(
        whole(&scenario).variables["visitor"],
        secret(Some("Whose card is it?"))
    );
    let text = String::from_utf8(encode(&scenario)).unwrap();
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
    assert_eq!(decode(text.as_bytes()), Ok(scenario));
}

#[test]
fn a_changed_byte_is_noticed_but_not_the_time_of_compiling() {
    let mut scenario = login();
    scenario.standalone.as_mut().unwrap().is_sealed = true;
    let text = String::from_utf8(encode(&scenario)).unwrap();
    let moved = text.replace("[48,760]", "[48,761]");
    assert_eq!(decode(moved.as_bytes()), Err(CodecError::Edited));
    let later = text.replace("2026-04-02T06:30:00Z", "2026-04-03T06:30:00Z");
    assert!(decode(later.as_bytes()).is_ok());
}

#[test]
fn a_hash_fits_the_bytes_it_was_made_of() {
    let draft = &login().standalone_program("x").unwrap().draft;
    let check = |source: &[u8]| login().check_source(draft, &sha256_hex(source));
    assert_eq!(check(b"foo"), Ok(()));
    assert_eq!(check(b"foo "), Err(Stale::Source));
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
        let mut program = program_with(&compiled).standalone_program("x").unwrap();
        let unset = program.draft.clone().bind(&Variables::new());
        assert_eq!(unset.len(), 1, "{unset:?}");
        assert_eq!(unset[0].name, "a");
        assert_eq!(program.draft.bind(&values), []);
        assert_eq!(outline(&program.draft.steps), expected);
    }
}

#[test]
fn rejects() {
    assert_snapshot!(rejected(
        &folder("rejects_scenario"),
        CompiledForm::Scenario
    ));
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
    let scenario = decode(example.as_bytes()).unwrap();
    assert!(scenario.steps.len() > 5);
    let written = document(&encode(&scenario));
    assert_eq!(written, document(example.as_bytes()));
}

#[test]
fn the_example_of_the_format_page_is_what_is_written() {
    let example = example_of("compiled-scenario.md");
    let mut scenario = decode(unchecked(&example).as_bytes()).unwrap();
    scenario.standalone.as_mut().unwrap().is_sealed = true;
    scenario
        .steps
        .iter_mut()
        .for_each(|step| step.foreign = None);
    let written = String::from_utf8(encode(&scenario)).unwrap();
    assert_eq!(written, example);
    assert!(decode(example.as_bytes()).is_ok());
}

#[test]
fn the_format_page_names_every_strategy() {
    let page = folder("../../../../docs/formats/compiled-scenario.md");
    let text = fs::read_to_string(page).unwrap();
    for name in strategies() {
        assert!(text.contains(&format!("| `{name}` |")), "{name}");
    }
}
