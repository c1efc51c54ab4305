//! `retap check` of scenarios, and files that are refused: each with its exact error.

use std::path::Path;

use insta::assert_snapshot;

use super::{LOGIN_JA, scenario};
use crate::assert_contains;
use crate::expected_files::check_expected;
use crate::project::Project;

/// Every `x.yaml` of `rejects/` must be refused with exactly the text of `x.yaml.expected`, and the
/// suite goes on.
#[test]
fn every_file_in_the_folder_is_refused_with_its_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/scenario/rejects");
    let count = check_expected(&folder, |name, bytes| {
        let project = Project::with(&[(name, str::from_utf8(bytes).unwrap())]);
        let said = project.run(&format!("test {name} --device sim:login"));
        assert_eq!(project.files().len(), 1, "{name}");
        project.run(&format!("check {name}")).exits(2);
        let compiled = project.run(&format!("compile {name} --device sim:login"));
        compiled.exits(2);
        said.exits(2).stderr()
    });
    assert!(count > 15, "only {count} cases found");
}

#[test]
fn a_sentence_no_phrase_matches_is_told_with_the_nearest_in_its_language() {
    let english = "name: Open\napp: com.example.app\nsteps:\n  - id: a\n    actions:\n      - do: Launch the app\n      - do: Toggle the 'Sound' switch\n      - then: The 'Home' tab glows\n";
    let japanese =
        scenario("- do: 「通知」をスイッチする\n- then: 「ホーム」がきらきらしていること");
    let project = Project::with(&[("en.yaml", english), ("ja.yaml", &japanese)]);
    assert_snapshot!(project.passes("check en.yaml ja.yaml").text);
    project.run("check ja.yaml --strict").exits(2);
    let told = project.passes("check ja.yaml --json").json();
    assert_eq!(told["findings"][0]["rule"], "W008");
    assert_eq!(told["findings"][0]["line"], 7);
    assert!(told["findings"][0]["accepted"].is_string(), "{told}");
}

#[test]
fn what_can_be_mended_is_and_the_scenario_runs_then() {
    let source = "name: 直す  # 注
app: com.example.app
steps:
  - id: 起動
    actions:
      - do: アプリを起動
        then: 「ログイン」が表示されていること
        wait: 1秒
  - actions:
      - then: 「お困りの方はこちら」が表示されていること
        strict: yes
";
    let project = Project::with(&[("x.yaml", source)]);
    project.run("test x.yaml --device sim:login").exits(2);
    let ran = project.passes("check x.yaml --fix");
    assert_snapshot!(format!(
        "{}--- x.yaml\n{}",
        ran.text,
        project.read("x.yaml")
    ));
    project.passes("test x.yaml --device sim:login --evidence none");
}

#[test]
fn stale_and_broken_compiled_files_are_found() {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    project.passes("compile login.yaml --device sim:login");
    project.write("login.yaml", &LOGIN_JA.replace("wait: 2", "wait: 3"));
    let ran = project.passes("check login.yaml");
    let stale = "login.yaml.compiled.json: warning: the compiled file of `login.yaml` is stale: the source was edited after it was compiled\n  hint: compile again with `retap compile login.yaml`";
    assert_contains(&ran.text, stale);
    project.run("check login.yaml --strict").exits(2);
    project.write("login.yaml.compiled.json", "{");
    project
        .run("check login.yaml")
        .exits(2)
        .says("error: the compiled file `login.yaml.compiled.json` is broken");
}
