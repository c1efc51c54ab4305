//! Compiled scenarios that do not fit: what is warned of, what is run instead, and what is refused.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{LOGGED_IN, LOGIN_JA, compiled_office, result, warnings};
use crate::assert_contains;
use crate::project::{Project, Ran};

const COMPILED: &str = "login.yaml.compiled.json";
const TEST: &str = "test login.yaml --device sim:login --evidence none";

/// Returns a project with the Japanese login, compiled.
fn compiled() -> Project {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    project.passes("compile login.yaml --device sim:login");
    project
}

/// Changes the compiled file as another writer would have written it: without a checksum.
fn change(project: &Project, change: impl FnOnce(&mut Value)) {
    let mut file: Value = serde_json::from_str(&project.read(COMPILED)).unwrap();
    file["retap"].as_object_mut().unwrap().remove("checksum");
    change(&mut file);
    project.write(COMPILED, &file.to_string());
}

#[test]
fn an_edited_source_is_run_live_with_a_warning() {
    let project = compiled();
    project.write("login.yaml", &format!("# edited\n{LOGIN_JA}"));
    let ran = project.passes(TEST);
    assert_contains(&ran.text, "(7 steps, live)");
    assert_eq!(
        warnings(&ran),
        [
            "the compiled file is stale and was not used: the source was edited after it was compiled"
        ]
    );
    // An edited source that is wrong cannot pass by what was compiled of the right one.
    project.write("login.yaml", &LOGIN_JA.replace("未選択", "東京本社"));
    project.run(&format!("{TEST} --timeout 2")).exits(1);
}

#[test]
fn another_screen_size_is_warned_of() {
    let project = compiled();
    change(&project, |file| {
        file["device"]["screen_size"] = json!("1080x2340")
    });
    let ran = project.passes(TEST);
    assert_contains(&ran.text, "(7 steps, compiled)");
    assert_eq!(
        warnings(&ran),
        [
            "the compiled file was made on a screen of 1080x2340, and this one has 410x898; scroll distances may differ"
        ]
    );
}

#[test]
fn old_age_is_warned_of_when_asked_for() {
    let project = compiled();
    change(&project, |file| {
        file["compiled_at"] = json!("2020-01-01T00:00:00Z")
    });
    assert_eq!(warnings(&project.passes(TEST)), [""; 0]);
    let ran = project.passes(&format!("{TEST} --max-age 30d"));
    let [warning] = &warnings(&ran)[..] else {
        panic!("{}", ran.text)
    };
    assert!(
        warning.starts_with("the compiled file is ") && warning.contains(" days old, more than"),
        "{warning}"
    );
    assert_contains(&ran.text, "(7 steps, compiled)");
    let fresh = compiled().run(&format!("{TEST} --max-age 30d")).exits(0);
    assert_eq!(warnings(&fresh), [""; 0]);
    compiled().run(&format!("{TEST} --max-age 30")).exits(2);
}

#[test]
fn a_broken_compiled_file_is_an_error() {
    let project = compiled();
    let whole = project.read(COMPILED);
    let mut said = String::new();
    for text in [
        &whole[..whole.len() / 2],
        "{}",
        &whole.replace("未選択", "東京本社"),
    ] {
        project.write(COMPILED, text);
        said += &project.run(TEST).exits(2).text;
        project.run("check login.yaml").exits(2).says("is broken");
    }
    assert_snapshot!(said);
    project.passes(&format!("{TEST} --no-compiled"));
}

#[test]
fn an_unknown_strategy_fails_its_step_and_is_named() {
    let project = compiled();
    change(&project, |file| {
        file["steps"][6]["compiled"]["strategy"] = json!("telepathy")
    });
    project
        .run(&format!("{TEST} --timeout 2"))
        .exits(1)
        .says("telepathy");
}

#[test]
fn other_values_are_warned_of_and_tap_the_other_row() {
    let project = compiled_office();
    let line = "test office.yaml --device sim:login --set office=福岡支社";
    let ran = project.run_in(&LOGGED_IN, line).exits(0);
    assert_eq!(
        warnings(&ran),
        [
            "variables have other values than when the compiled file was made, so what showed after they came into play then is not expected now"
        ]
    );
    let told = result(&project, "office");
    assert_eq!(told["execution"]["mode"], "compiled");
    assert_eq!(told["steps"][6]["target_element"]["text"], "福岡支社");
    assert_eq!(told["steps"][7]["status"], "passed");
}

#[test]
fn a_compiled_scenario_runs_without_its_source() {
    let project = compiled();
    std::fs::remove_file(project.path("login.yaml")).unwrap();
    let line = format!("test {COMPILED} --device sim:login");
    let ran = project.run(&line).exits(4);
    assert!(
        ran.stderr().contains("variables [password] require"),
        "{}",
        ran.text
    );
    let ran = project.passes(&format!("{line} --set password=password123 --no-compiled"));
    assert_snapshot!(ran.text);
    let told = result(&project, "login-yaml-compiled");
    assert_eq!(told["scenario"]["compiled_from"], COMPILED);
    let checked = project.passes(&format!("check {COMPILED}"));
    assert_snapshot!(checked.text, @r"
    1 scenario read, 0 errors, 0 warnings
    --- exit 0
    ");
    let ran = project
        .run(&format!(
            "compile {COMPILED} --set password=x --device sim:login"
        ))
        .exits(2);
    assert!(ran.stderr().contains("is compiled already"), "{}", ran.text);
}

#[test]
fn a_compiled_file_stands_for_the_source_beside_it() {
    let project = compiled();
    project
        .passes(&format!(
            "test {COMPILED} --device sim:login --evidence none"
        ))
        .says("(7 steps, compiled)");
    project.write("login.yaml", &LOGIN_JA.replace("未選択", "東京本社"));
    project
        .run(&format!(
            "test {COMPILED} --device sim:login --evidence none --timeout 2"
        ))
        .exits(1);
}

/// What other writers may put in the place of a sentence that no rule reads, and that is no judgement of it.
fn no_judgements() -> Vec<Value> {
    let assertion = "The mood is calm";
    let seen = |check: Value| json!({"strategy": "uitree_verify", "assertion": assertion, "checks": [check]});
    vec![
        json!({"strategy": "wait", "duration_sec": 0}),
        json!({"strategy": "strict_text_match", "search_text": "General"}),
        json!({"strategy": "strict_text_match", "search_text": "zzz", "negate": true}),
        json!({"strategy": "screenshot_only", "assertion": assertion}),
        seen(json!({"type": "text_not_visible", "value": "zzz"})),
        json!({"strategy": "uitree_verify", "assertion": assertion, "checks": []}),
    ]
}

/// Returns how a run ends whose compiled file has this in the place of the last sentence.
fn forged(sentence: &str, compiled: &Value) -> Ran {
    let scenario = format!(
        "name: M\napp: com.example.settings\nsteps:\n  - id: a\n    actions:\n      - do: Launch **Settings**\n      - do: Tap 'General'\n      - then: {sentence}\n"
    );
    let project = Project::with(&[("m.yaml", &scenario)]);
    project.run("compile m.yaml --device sim:settings");
    let mut file: Value = serde_json::from_str(&project.read("m.yaml.compiled.json")).unwrap();
    file["retap"].as_object_mut().unwrap().remove("checksum");
    let step = file["steps"][2].as_object_mut().unwrap();
    step.remove("retap");
    step.insert("compiled".to_owned(), compiled.clone());
    project.write("m.yaml.compiled.json", &file.to_string());
    project.run("test m.yaml --device sim:settings --verbose")
}

#[test]
fn a_compiled_file_judges_an_open_sentence_only_by_what_a_lesson_saw() {
    for compiled in no_judgements() {
        let ran = forged("The mood is calm", &compiled);
        assert_eq!(ran.code(), 4, "{compiled}\n{}", ran.text);
        assert_contains(&ran.text, "does what the source does not say");
    }
    let seen = json!({"strategy": "uitree_verify", "assertion": "x", "checks": [{"type": "text_visible", "value": "About"}]});
    let ran = forged("The mood is calm", &seen);
    ran.exits(0)
        .says("judged by a fingerprint of the learning run");
    // A denial is not about what shows.
    forged("The mood is not calm", &seen).exits(4);
    // What the source itself understands is judged as it says.
    let other = json!({"strategy": "strict_text_match", "search_text": "Nowhere"});
    forged("\"'About' is shown\"", &other).exits(0);
}
