//! A login, written once in each language: live, compiled, replayed.

use insta::assert_snapshot;
use serde_json::Value;

use super::{LOGGED_IN, LOGIN_EN, LOGIN_JA, compiled_office, result};
use crate::project::Project;

/// Returns what is said when a login is run, compiled and replayed on a device.
fn run_compile_and_replay(source: &str, device: &str) -> String {
    let project = Project::with(&[("login.yaml", source)]);
    let commands = ["test -v", "compile", "test -v"];
    let said = commands.map(|command| {
        let line = format!("{command} login.yaml --device {device}");
        project.passes(&line).text
    });
    said.join("\n")
}

#[test]
fn a_japanese_login_is_run_compiled_and_replayed() {
    assert_snapshot!("login_ja", run_compile_and_replay(LOGIN_JA, "sim:login"));
}

#[test]
fn an_english_login_is_run_compiled_and_replayed() {
    assert_snapshot!("login_en", run_compile_and_replay(LOGIN_EN, "sim:login-en"));
}

/// The two sources say the same, so that what becomes of them is the same but for their words.
#[test]
fn both_languages_compile_to_the_same_strategies() {
    let strategies = |source: &str, device: &str| {
        let project = Project::with(&[("login.yaml", source)]);
        project.passes(&format!("compile login.yaml --device {device}"));
        let compiled: Value =
            serde_json::from_str(&project.read("login.yaml.compiled.json")).unwrap();
        let steps = compiled["steps"].as_array().unwrap().clone();
        let of = |step: Value| step["compiled"]["strategy"].as_str().unwrap().to_owned();
        steps.into_iter().map(of).collect::<Vec<_>>()
    };
    let japanese = strategies(LOGIN_JA, "sim:login");
    assert_eq!(japanese, strategies(LOGIN_EN, "sim:login-en"));
    assert_snapshot!(japanese.join(" "), @"app_launch uitree_verify text_input text_input tap_by_text uitree_verify strict_text_match");
}

#[test]
fn a_replay_reads_less_and_says_where_it_came_from() {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    let reads = |line: &str| {
        let ran = project.passes(line);
        ran.json()["skills"][0]["tally"]["reads"].as_u64().unwrap()
    };
    let live = reads("test login.yaml --device sim:login --json --evidence none");
    project.passes("compile login.yaml --device sim:login");
    let replayed = reads("test login.yaml --device sim:login --json");
    assert!(replayed < live, "{replayed} {live}");
    let result = result(&project, "login");
    assert_eq!(result["execution"]["mode"], "compiled");
    assert_eq!(
        result["scenario"]["compiled_from"],
        "login.yaml.compiled.json"
    );
}

#[test]
fn sections_are_replayed_and_rows_with_one_id_are_told_apart() {
    let line = "test office.yaml --device sim:login -v --evidence none";
    let ran = compiled_office().run_in(&LOGGED_IN, line);
    assert_snapshot!(ran.exits(0).text);
}

/// A step of a compiled file is told by the line its sentence has in the source.
#[test]
fn a_row_that_is_gone_stops_a_replay_at_the_line_of_its_sentence() {
    let line = "test office.yaml --device sim:login?drift=remove --timeout 2 --evidence none";
    let ran = compiled_office().run_in(&LOGGED_IN, line);
    assert_snapshot!(ran.exits(1).text);
}
