//! `list`, `show` and `--dry-run` of scenarios.

use insta::assert_snapshot;

use super::{LOGGED_IN, LOGIN_JA, OFFICE, PROFILE};
use crate::project::{ABOUT, Project};

#[test]
fn scenarios_are_listed_beside_skills() {
    let project = Project::with(&[
        (".retap/skills/about.yaml", ABOUT),
        (".retap/skills/login.yaml", LOGIN_JA),
        (
            ".retap/skills/broken.yaml",
            "name: X\nsteps:\n  - id: a\n    actions: [do: Launch the app]\n",
        ),
    ]);
    project.passes("compile login --device sim:login");
    assert_snapshot!(project.passes("list").text);
    let told = project.passes("list --json").json();
    let kinds: Vec<_> = told["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str(), one["kind"].as_str()))
        .collect();
    assert!(
        kinds.contains(&(Some("login"), Some("scenario"))),
        "{kinds:?}"
    );
    assert!(kinds.contains(&(Some("about"), Some("skill"))), "{kinds:?}");
    project.passes("test login --device sim:login --evidence none");
}

#[test]
fn show_says_how_each_sentence_is_carried_out() {
    let project = Project::with(&[("profile.yaml", PROFILE), ("login.yaml", LOGIN_JA)]);
    assert_snapshot!("show_words", project.passes("show profile.yaml").text);
    assert_snapshot!("show_live", project.passes("show login.yaml").text);
    project.passes("compile login.yaml --device sim:login");
    assert_snapshot!("show_compiled", project.passes("show login.yaml").text);
    let told = project.passes("show login.yaml --json").json();
    assert_eq!(told["kind"], "scenario");
    assert_eq!(told["compiled"]["status"], "fresh");
    assert_eq!(told["steps"][4]["section"], "ログイン実行");
}

#[test]
fn a_dry_run_lists_sentences_with_their_values_and_touches_nothing() {
    let project = Project::with(&[("office.yaml", OFFICE)]);
    let line = "test office.yaml --device sim:login --dry-run --set office=福岡支社";
    assert_snapshot!(project.run_in(&LOGGED_IN, line).exits(0).text);
    assert_eq!(project.files().len(), 1);
    project
        .run_in(&LOGGED_IN, "compile office.yaml --device sim:login")
        .exits(0);
    let before = project.files();
    let told = project
        .run_in(&LOGGED_IN, &format!("{line} --json"))
        .exits(0)
        .json();
    assert_eq!(told["skills"][0]["mode"], "compiled");
    assert_eq!(project.files(), before);
}

/// Another simulated app than the one the scenario is for: every line a person meets on the way out.
#[test]
fn an_app_that_is_not_there_is_named() {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    let ran = project
        .run("test login.yaml --device sim:settings --evidence none")
        .exits(1);
    assert_snapshot!(ran.text);
}
