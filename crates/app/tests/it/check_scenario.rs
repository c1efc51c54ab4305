//! `retap check` on scenarios: rules with their places, and `--fix`.

use insta::assert_snapshot;

use crate::assert_contains;
use crate::project::{ABOUT, Project};

const BROKEN: &str = "name: 設定を開く
app: dev.retap.settings
steps:
  - id: 開く  # 最初
    actions:
      - do: アプリを起動
        then: 「General」が表示されていること
        wait: 2秒
      - do: 「(item)」をタップ
  - actions:
      - then: 「About」が表示されていること
";

#[test]
fn scenarios_are_checked_by_their_rules() {
    let project = Project::with(&[("open.yaml", BROKEN)]);
    assert_snapshot!(project.run("check open.yaml").exits(2).text);
    assert_eq!(project.read("open.yaml"), BROKEN);
    let result = project.run("check open.yaml --json").exits(2).json();
    assert_eq!(result["findings"][0]["rule"], "E012");
    assert_eq!(result["findings"][0]["line"], 7);
    assert_eq!(result["read"][0], "open.yaml");
}

#[test]
fn fix_rewrites_the_file_and_lists_what_it_did() {
    let project = Project::with(&[("open.yaml", BROKEN)]);
    let ran = project.run("check open.yaml --fix").exits(2);
    assert_snapshot!(format!(
        "{}--- open.yaml\n{}",
        ran.text,
        project.read("open.yaml")
    ));
    let mended = project.read("open.yaml");
    let json = project
        .run("check --fix --json open.yaml")
        .exits(2)
        .stdout();
    let result: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(result["fixed"], serde_json::json!([]));
    assert_eq!(project.read("open.yaml"), mended);
    assert_eq!(project.files().len(), 1);
}

#[test]
fn folders_have_skills_and_scenarios() {
    let sound = "name: X\napp: a.b\nsteps:\n  - id: a\n    actions: [do: Launch the app]\n";
    let project = Project::with(&[
        (".retap/skills/a.yaml", ABOUT),
        (".retap/skills/b.yaml", sound),
    ]);
    for line in ["check", "check .retap/skills", "check .retap/skills/*"] {
        let ran = project.passes(line);
        assert_contains(
            &ran.text,
            "1 skill and 1 scenario read, 0 errors, 1 warning",
        );
    }
    project.run("check --strict").exits(2);
    let alone = Project::with(&[("tests/b.yaml", sound)]);
    let ran = alone.run("check tests").exits(0);
    assert_contains(&ran.text, "W002 the section `a` has no `then`");
    assert_contains(&ran.text, "1 scenario read");
    alone.run("check tests nowhere").exits(2);
    alone.run("check").exits(2);
}
