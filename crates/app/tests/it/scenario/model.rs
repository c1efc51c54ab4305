//! A model, asked only if somebody says so: a small program stands for one.

use insta::assert_snapshot;

use super::{LOGGED_IN, PROFILE, QUESTION, result, results, scenario};
use crate::project::Project;

/// Counts its calls, takes every `do` for a tap on the profile, and answers what the test says.
const JUDGE: &str = r#"#!/bin/sh
request=$(cat)
echo call >> calls
case "$request" in
  *'"task":"resolve"'*) echo '{"intent": "tap", "label": "プロフィール"}' ;;
  *) echo '{"verdict": "VERDICT", "reason": "the screen says so"}' ;;
esac
"#;

/// Returns a project whose person has configured the program.
fn with_judge(verdict: &str, files: &[(&str, &str)]) -> Project {
    let project = Project::with(files);
    project.write_script("judge.sh", &JUDGE.replace("VERDICT", verdict));
    let program = project.path("judge.sh");
    project.write_home(
        ".retap/config.toml",
        &format!("[ai]\ncommand = [\"{}\"]\n", program.display()),
    );
    project
}

fn calls(project: &Project) -> usize {
    match project.path("calls").exists() {
        true => project.read("calls").lines().count(),
        false => 0,
    }
}

#[test]
fn nobody_is_asked_unless_somebody_says_so() {
    let project = with_judge("yes", &[("q.yaml", QUESTION)]);
    project
        .run("test q.yaml --device sim:login --evidence none")
        .exits(4);
    assert_eq!(calls(&project), 0);
}

#[test]
fn what_a_model_judges_passes_or_fails_and_is_listed_as_sent() {
    for (verdict, code, outcome) in [
        ("yes", 0, "passed"),
        ("no", 1, "failed"),
        ("unsure", 4, "not_judged"),
    ] {
        let project = with_judge(verdict, &[("q.yaml", QUESTION)]);
        let line = "test q.yaml --device sim:login --agent command:calm";
        project
            .run(line)
            .exits(code)
            .says("1 question sent to a model at judge.sh");
        assert_eq!(calls(&project), 1);
        let told = result(&project, "q");
        assert_eq!(told["outcome"], outcome);
        let sent = &told["sent_to_ai"][0];
        assert_eq!(sent["step"], "3");
        assert_eq!(sent["question"], "色が落ち着いていること");
        assert_eq!(sent["host"], "judge.sh");
        assert_eq!(sent["had_picture"], false);
        let page = std::fs::read_to_string(results(&project).join("report.html")).unwrap();
        assert!(page.contains("judge.sh") && page.contains("calm"));
    }
}

#[test]
fn the_configuration_may_name_the_model() {
    let project = with_judge("yes", &[("q.yaml", QUESTION)]);
    let config = project.read("../home/.retap/config.toml");
    project.write_home(
        ".retap/config.toml",
        &format!("{config}agent = \"command:calm\"\n"),
    );
    project.passes("test q.yaml --device sim:login --evidence none");
    assert_eq!(calls(&project), 1);
}

#[test]
fn an_answer_is_pinned_when_compiling_and_a_replay_asks_nobody() {
    let project = with_judge("yes", &[("p.yaml", PROFILE)]);
    let line = "compile p.yaml --device sim:login --agent command:calm";
    let ran = project.run_in(&LOGGED_IN, line).exits(0);
    assert_snapshot!(ran.text);
    assert_eq!(calls(&project), 2);
    let line = "test p.yaml --device sim:login --evidence none";
    project.run_in(&LOGGED_IN, line).exits(0);
    project
        .run_in(&LOGGED_IN, &format!("{line} --agent command:calm"))
        .exits(0);
    assert_eq!(calls(&project), 2);
    let compiled = project.read("p.yaml.compiled.json");
    assert!(
        compiled.contains("com.example.app:id/profile_icon"),
        "{compiled}"
    );
}

#[test]
fn a_checkpoint_stays_with_the_model_after_compiling() {
    let source = scenario(
        "- then: 「ログイン」が表示されていること\n- then: 色が落ち着いていること\n  verify: ai",
    );
    let project = with_judge("yes", &[("x.yaml", &source)]);
    project
        .passes("compile x.yaml --device sim:login --agent command:calm")
        .says("stays open");
    let line = "test x.yaml --device sim:login --evidence none";
    project.run(line).exits(4);
    assert_eq!(calls(&project), 1);
    project.passes(&format!("{line} --agent command:calm"));
    assert_eq!(calls(&project), 2);
}

#[test]
fn a_step_the_model_makes_up_is_not_taken() {
    let project = with_judge("yes", &[("p.yaml", PROFILE)]);
    let script = JUDGE.replace("プロフィール", "退会する");
    project.write_script("judge.sh", &script);
    let line = "test p.yaml --device sim:login --evidence none --agent command:calm";
    project.run_in(&LOGGED_IN, line).exits(4).says("退会する");
}

#[test]
fn a_project_chooses_neither_a_program_nor_a_server() {
    for (config, line) in [
        (
            "[ai]\nagent = \"command:x\"\ncommand = [\"./judge.sh\"]\n",
            "config.toml:3:1: `command` may only",
        ),
        (
            "[ai]\nbase_url = \"https://example.com\"\n",
            "config.toml:2:1: `base_url` may only",
        ),
    ] {
        let project = Project::with(&[("q.yaml", QUESTION), (".retap/config.toml", config)]);
        project.write_script("judge.sh", JUDGE);
        for command in [
            "test q.yaml --device sim:login",
            "compile q.yaml --device sim:login",
        ] {
            let ran = project.run(command).exits(2);
            assert!(ran.stderr().contains(line), "{}", ran.text);
        }
        assert_eq!(calls(&project), 0);
    }
}

#[test]
fn a_model_that_cannot_be_asked_is_an_error_before_anything_runs() {
    let project = Project::with(&[("q.yaml", QUESTION)]);
    let mut said = String::new();
    for agent in [
        "llava",
        "anthropic:claude-x",
        "openai:gpt-x",
        "command:calm",
        "ollama:",
    ] {
        let line = format!("test q.yaml --device sim:login --agent {agent}");
        said += &project.run(&line).exits(2).stderr();
    }
    assert_snapshot!(said);
    assert_eq!(project.files().len(), 1);
}
