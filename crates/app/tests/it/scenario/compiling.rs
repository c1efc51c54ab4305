//! `retap compile` of scenarios: what it writes, what it refuses, what it says of open questions.

use insta::assert_snapshot;
use serde_json::Value;

use super::{LOGIN_JA, QUESTION, scenario};
use crate::project::Project;

const COMPILED: &str = "x.yaml.compiled.json";

fn decoded(project: &Project) -> Value {
    serde_json::from_str(&project.read(COMPILED)).unwrap()
}

#[test]
fn a_run_that_fails_writes_nothing_and_keeps_the_old_file() {
    let project = Project::with(&[("x.yaml", &LOGIN_JA.replace("未選択", "東京本社"))]);
    let line = "compile x.yaml --device sim:login --timeout 2";
    let ran = project.run(line).exits(1);
    assert!(
        ran.stderr().contains("`x.yaml` was not compiled"),
        "{}",
        ran.text
    );
    assert!(!project.path(COMPILED).exists());
    project.write(COMPILED, "old");
    project.run(line).exits(1);
    assert_eq!(project.read(COMPILED), "old");
}

#[test]
fn the_same_run_gives_the_same_bytes_but_for_the_time() {
    let project = Project::with(&[("x.yaml", LOGIN_JA)]);
    let compile = || {
        project.passes("compile x.yaml --device sim:login");
        let text = project.read(COMPILED);
        let lines = text
            .lines()
            .filter(|line| !line.contains("\"compiled_at\""));
        (lines.collect::<Vec<_>>().join("\n"), text.lines().count())
    };
    let (first, lines) = compile();
    assert_eq!(first.lines().count() + 1, lines);
    assert_eq!(compile().0, first);
}

#[test]
fn the_file_says_what_the_run_was_about() {
    let source = LOGIN_JA.replace(
        "steps:",
        "config: { timeout: 60, clear_data_before: true, stop_app_after: true }\nsteps:",
    );
    let project = Project::with(&[("suite/x.yaml", &source)]);
    project.passes("compile suite/x.yaml --device sim:login");
    let file: Value = serde_json::from_str(&project.read("suite/x.yaml.compiled.json")).unwrap();
    assert_eq!(file["version"], "1.0");
    assert_eq!(file["source"], "suite/x.yaml");
    assert_eq!(file["platform"], "android");
    assert_eq!(file["app"]["android"], "com.example.app");
    assert_eq!(file["device"]["screen_size"], "410x898");
    assert!(file["source_hash"].as_str().unwrap().starts_with("sha256:"));
    assert_eq!(file["retap"]["config"]["timeout"], 60);
    assert_eq!(file["retap"]["config"]["clear_data_before"], true);
    assert_eq!(file["retap"]["config"]["stop_app_after"], true);
    assert_eq!(file["variables"]["password"], Value::Null);
    assert_eq!(file["retap"]["secrets"][0], "password");
}

/// Returns how the third step is carried out.
fn last_strategy(project: &Project) -> Value {
    decoded(project)["steps"][2]["compiled"]["strategy"].clone()
}

#[test]
fn a_then_nobody_judged_stays_open_unless_what_showed_is_accepted() {
    let project = Project::with(&[("x.yaml", QUESTION)]);
    let ran = project.run("compile x.yaml --device sim:login").exits(4);
    assert_snapshot!("open", ran.text);
    project.passes("compile x.yaml --device sim:login --skip-ai");
    assert_eq!(last_strategy(&project), "ai_checkpoint");
    project
        .run("test x.yaml --device sim:login --evidence none")
        .exits(4);
    let ran = project.passes("compile x.yaml --device sim:login --accept-screens");
    assert_snapshot!("accepted", ran.text);
    assert_eq!(last_strategy(&project), "uitree_verify");
    let ran = project.passes("test x.yaml --device sim:login");
    assert!(!ran.text.contains("Not judged"), "{}", ran.text);
    let report = std::fs::read_to_string(super::results(&project).join("x/report.md")).unwrap();
    assert!(report.contains("## Judged by fingerprint"), "{report}");
}

#[test]
fn a_denial_is_never_kept_as_what_showed() {
    let source = scenario(
        "- then: 「ログイン」が表示されていること\n- then: エラーらしきものは出ていないこと",
    );
    let project = Project::with(&[("x.yaml", &source)]);
    let line = "compile x.yaml --device sim:login --accept-screens";
    project.run(line).exits(4).says("not judged: 1 step");
    assert_eq!(last_strategy(&project), "ai_checkpoint");
}

#[test]
fn a_do_nobody_could_carry_out_is_not_compiled() {
    let source = scenario("- do: いい感じにする\n- then: 「ログイン」が表示されていること");
    let project = Project::with(&[("x.yaml", &source)]);
    let ran = project.run("compile x.yaml --device sim:login").exits(4);
    assert_snapshot!(ran.stderr(), @r"
    error: `x.yaml` was not compiled: not every step was carried out
    hint: say it so that a rule understands it, or add `--agent PROVIDER:MODEL`
    ");
    assert!(!project.path(COMPILED).exists());
}

#[test]
fn waits_survive_compiling() {
    let source = scenario(
        "- do: 「お困りの方はこちら」をタップ\n  wait: 2.5\n- then: 「閉じる」が表示されていること",
    );
    let project = Project::with(&[("x.yaml", &source)]);
    project.passes("compile x.yaml --device sim:login");
    assert_eq!(decoded(&project)["steps"][1]["wait"], 2.5);
    let ran = project.passes("test x.yaml --device sim:login --json --evidence none");
    let took = ran.json()["skills"][0]["steps"][1]["took_ms"]
        .as_u64()
        .unwrap();
    assert!(took >= 2500, "{took}");
}
