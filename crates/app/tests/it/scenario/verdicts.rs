//! The exit codes of scenarios.

use insta::assert_snapshot;

use super::{LOGIN_JA, QUESTION, result, scenario};
use crate::assert_contains;
use crate::project::Project;

fn run(source: &str, flags: &str) -> (Project, crate::project::Ran) {
    let project = Project::with(&[("x.yaml", source)]);
    let ran = project.run(&format!(
        "test x.yaml --device sim:login --timeout 2 {flags}"
    ));
    (project, ran)
}

#[test]
fn what_is_expected_and_does_not_show_fails() {
    let source = LOGIN_JA.replace("未選択", "東京本社");
    let (_, ran) = run(&source, "--evidence none");
    assert_snapshot!(ran.exits(1).text);
}

#[test]
fn a_device_that_dies_exits_with_3() {
    let project = Project::with(&[("x.yaml", LOGIN_JA)]);
    project
        .run("test x.yaml --device sim:login?fault=dead:3 --evidence none")
        .exits(3)
        .says("1 device error");
}

#[test]
fn what_nothing_can_judge_exits_with_4_unless_it_is_allowed() {
    let (project, ran) = run(QUESTION, "");
    assert_snapshot!(ran.exits(4).text);
    let told = result(&project, "x");
    assert_eq!(told["outcome"], "not_judged");
    assert_eq!(told["steps"][2]["status"], "ai_required");
    let (project, ran) = run(QUESTION, "--skip-ai");
    ran.exits(0)
        .says("Not judged:\n  x.yaml:8: 色が落ち着いていること");
    let told = result(&project, "x");
    assert_eq!(told["outcome"], "passed");
    assert_eq!(told["steps"][2]["status"], "ai_required");
    assert_eq!(told["summary"]["ai_required"], 1);
}

#[test]
fn a_do_no_phrase_matches_ends_the_run_before_anything_after_it() {
    let source = scenario("- do: いい感じにする\n- do: 「ログイン」をタップ");
    let (_, ran) = run(&source, "--evidence none --json");
    let told = ran.exits(4).json();
    let steps = told["skills"][0]["steps"].as_array().unwrap();
    let status: Vec<_> = steps
        .iter()
        .map(|step| step["status"].as_str().unwrap())
        .collect();
    assert_eq!(status, ["passed", "not judged", "skipped"]);
}

#[test]
fn a_checkpoint_for_a_model_needs_one() {
    let source = scenario("- then: 「ログイン」が表示されていること\n  verify: ai");
    let (_, ran) = run(&source, "--evidence none");
    ran.exits(4).says("1 not judged");
}

#[test]
fn evidence_only_passes_and_is_listed() {
    let source = scenario("- then: きれいに並んでいること\n  verify: screenshot");
    let (project, ran) = run(&source, "");
    let ran = ran.exits(0);
    assert_contains(&ran.text, "s: 1 passed, 1 not judged\n");
    assert_contains(
        ran.text,
        "Not judged:\n  x.yaml:7: きれいに並んでいること: kept as evidence only",
    );
    let told = result(&project, "x");
    assert_eq!(told["outcome"], "passed");
    assert_eq!(told["steps"][1]["status"], "not_judged");
    assert_eq!(
        told["steps"][1]["evidence"]["screenshot_after"],
        "step_02_after.png"
    );
}

#[test]
fn a_failure_stops_unless_the_rest_is_wanted_too() {
    let source = scenario(
        "- then: 「どこにもない」が表示されていること\n- then: 「ログイン」が表示されていること",
    );
    let statuses = |flags: &str| {
        let (_, ran) = run(&source, &format!("--evidence none --json {flags}"));
        let told = ran.exits(1).json();
        let steps = told["skills"][0]["steps"].as_array().unwrap().clone();
        let of = |step: serde_json::Value| step["status"].as_str().unwrap().to_owned();
        steps.into_iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(statuses(""), ["passed", "failed", "skipped"]);
    assert_eq!(statuses("--keep-going"), ["passed", "failed", "passed"]);
}

#[test]
fn strict_means_every_word_by_the_letter() {
    let source = scenario("- then: ログインボタンが表示されていること");
    run(&source, "--evidence none").1.exits(0);
    let strict = format!("{source}        strict: true\n");
    run(&strict, "--evidence none").1.exits(0);
    let described = scenario("- then: 入力フォームが表示されていること");
    run(&described, "--evidence none").1.exits(4);
    let strict = format!("{described}        strict: true\n");
    run(&strict, "--evidence none").1.exits(1);
}

#[test]
fn a_scenario_has_its_own_time_limit() {
    let source = scenario("- do: 30秒待つ\n- then: 「ログイン」が表示されていること")
        .replace("steps:", "config: { timeout: 5 }\nsteps:");
    let (_, ran) = run(&source, "--evidence none");
    let ran = ran.exits(1);
    assert!(
        ran.text.contains("timeout") || ran.text.contains("5 s"),
        "{}",
        ran.text
    );
}
