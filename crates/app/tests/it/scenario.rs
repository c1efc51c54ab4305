//! Scenarios from outside: written in Japanese or English, run, compiled, replayed, checked and reported.

mod checking;
mod compiling;
mod model;
mod prompts;
mod results;
mod secrets;
mod showing;
mod staleness;
mod story;
mod suites;
mod variables;
mod verdicts;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::project::{Project, Ran};

/// Logs in, in Japanese; `sim:login` has that app.
pub(crate) const LOGIN_JA: &str = include_str!("scenario/login.ja.yaml");

/// Logs in, in English; `sim:login-en` has that app.
pub(crate) const LOGIN_EN: &str = include_str!("scenario/login.en.yaml");

/// Chooses one of several rows that have one id, named by a variable; needs `LOGIN_PASSWORD`.
const OFFICE: &str = include_str!("scenario/office.yaml");

/// Its last `then` matches no phrase.
const QUESTION: &str = include_str!("scenario/question.yaml");

/// A `do` and a `then` of it match no phrase; needs `LOGIN_PASSWORD`.
const PROFILE: &str = include_str!("scenario/profile.yaml");

/// The password of the login app.
const PASSWORD: &str = "password123";

/// The environment of a person who may log in.
const LOGGED_IN: [(&str, &str); 1] = [("LOGIN_PASSWORD", PASSWORD)];

/// Returns a scenario of the login app with these sentences.
fn scenario(actions: &str) -> String {
    let actions: String = actions
        .lines()
        .map(|line| format!("      {line}\n"))
        .collect();
    format!(
        "name: X\napp: com.example.app\nsteps:\n  - id: a\n    actions:\n      - do: アプリを起動\n{actions}"
    )
}

/// Returns a project with the choice of an office, compiled.
fn compiled_office() -> Project {
    let project = Project::with(&[("office.yaml", OFFICE)]);
    let ran = project.run_in(&LOGGED_IN, "compile office.yaml --device sim:login");
    ran.exits(0);
    project
}

/// Returns the newest results folder.
fn results(project: &Project) -> PathBuf {
    let folders = fs::read_dir(project.path(".retap/results")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    folders.filter(|path| path.is_dir()).max().unwrap()
}

/// Returns the result of a scenario in the newest results folder.
fn result(project: &Project, name: &str) -> Value {
    let path = results(project).join(name).join("result.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the lines that warn.
fn warnings(ran: &Ran) -> Vec<String> {
    let lines = ran.text.lines().filter_map(|line| {
        let warning = line.trim_start().strip_prefix("warning: ")?;
        Some(warning.to_owned())
    });
    lines.collect()
}

#[test]
fn a_scenario_of_a_page_without_a_device_says_that_a_browser_is_needed() {
    let scenario = "name: x\napp: { web: \"http://127.0.0.1:9\" }\nsteps:\n  - id: a\n    actions:\n      - do: Launch the app\n";
    Project::with(&[("x.yaml", scenario)])
        .run("test x.yaml")
        .exits(3)
        .says("hint: its `app` is a page: add `--device web:`");
}
