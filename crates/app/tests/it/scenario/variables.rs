//! Where the values of variables come from, and what happens without them.

use insta::assert_snapshot;

use super::{LOGGED_IN, LOGIN_JA, OFFICE, result, scenario};
use crate::project::Project;

const ASKED: &str = "name: 聞く
app: com.example.app
variables:
  email: { prompt: \"メールアドレスは?\" }
  password:
steps:
  - id: 起動
    actions:
      - do: アプリを起動
      - then: 「ログイン」が表示されていること
      - do: メールアドレス欄に「(email)」を入力
      - do: パスワード欄に「(password)」を入力
";

#[test]
fn a_variable_of_the_environment_that_is_not_set_is_an_error_with_its_place() {
    let project = Project::with(&[("office.yaml", OFFICE)]);
    let ran = project.run("test office.yaml --device sim:login").exits(2);
    assert_snapshot!(ran.text, @r"
    --- stderr
    error: office.yaml:6:3: the variable `password` needs `LOGIN_PASSWORD` in the environment, which is not set
    hint: set `LOGIN_PASSWORD`, or add `--set password=VALUE`
    --- exit 2
    ");
    assert_eq!(project.files().len(), 1);
    let both = OFFICE.replace("office: 大阪支社", "office: { env: OFFICE }");
    let others = Project::with(&[("office.yaml", &both)]);
    let ran = others.run("test office.yaml --device sim:login").exits(2);
    assert_snapshot!(ran.text, @r"
    --- stderr
    error: office.yaml:6:3: the variable `password` needs `LOGIN_PASSWORD` in the environment, which is not set; `office` needs `OFFICE`
    hint: set `LOGIN_PASSWORD`, `OFFICE`, or add `--set password=VALUE --set office=VALUE`
    --- exit 2
    ");
    let line = "test office.yaml --device sim:login --evidence none";
    project.run_in(&LOGGED_IN, line).exits(0);
    project.passes(&format!("{line} --set password=password123"));
}

#[test]
fn what_nobody_can_be_asked_for_skips_the_scenario() {
    let project = Project::with(&[("asked.yaml", ASKED)]);
    let ran = project.run("test asked.yaml --device sim:login").exits(4);
    assert_snapshot!(ran.text, @r"
    --- stderr
    asked.yaml: Skipped: variables [email, password] require interactive input
    hint: add `--set email=VALUE --set password=VALUE`, or run it in a terminal
    results: .retap/results/<TIME>/summary.md
    --- exit 4
    ");
    assert!(!project.path(".retap/runs").exists());
    for line in [
        "compile asked.yaml --device sim:login",
        "test asked.yaml --dry-run",
    ] {
        let ran = project.run(line).exits(4);
        assert!(
            ran.stderr().contains("[email, password] require"),
            "{}",
            ran.text
        );
    }
    assert!(!project.path("asked.yaml.compiled.json").exists());
}

#[test]
fn a_scenario_that_was_skipped_is_told_to_machines() {
    let project = Project::with(&[("asked.yaml", ASKED), ("login.yaml", LOGIN_JA)]);
    let line = "test asked.yaml login.yaml --device sim:login --evidence none --json";
    let told = project.run(line).exits(4).json();
    assert_eq!(told["skills"][0]["status"], "passed");
    assert_eq!(told["skills"][1]["file"], "asked.yaml");
    assert_eq!(told["skills"][1]["status"], "skipped");
    let reason = "Skipped: variables [email, password] require interactive input";
    assert_eq!(told["skills"][1]["reason"], reason);
    let told = project
        .run("test asked.yaml --dry-run --json")
        .exits(4)
        .json();
    assert_eq!(told["skipped"][0]["reason"], reason);
}

/// Returns the texts that the newest run says it typed.
fn typed_into_fields(project: &Project) -> [String; 2] {
    let told = result(project, "asked");
    [2, 3].map(|step| {
        let action = told["steps"][step]["action"].as_str().unwrap();
        let (_, text) = action.split_once('「').unwrap();
        text.trim_end_matches("」を入力").to_owned()
    })
}

#[test]
fn flags_and_the_configuration_answer_what_would_be_asked() {
    let project = Project::with(&[
        ("asked.yaml", ASKED),
        (
            ".retap/config.toml",
            "[variables]\nemail = \"c@example.com\"\n",
        ),
    ]);
    let line = "test asked.yaml --device sim:login --set password=x";
    project.passes(line);
    let said = ["c@example.com", "••••"];
    assert_eq!(typed_into_fields(&project), said);
    project.passes(&format!("{line} --set email=f@example.com"));
    assert_eq!(typed_into_fields(&project)[0], "f@example.com");
}

#[test]
fn a_value_for_when_nobody_can_be_asked_is_used_then() {
    let source = ASKED.replace("\"メールアドレスは?\" }", "\"?\", value: d@example.com }");
    let project = Project::with(&[("asked.yaml", &source)]);
    let line = "test asked.yaml --device sim:login --set password=x";
    project.passes(line);
    assert_eq!(typed_into_fields(&project)[0], "d@example.com");
}

#[test]
fn a_flag_beats_what_the_file_says() {
    let project = Project::with(&[("office.yaml", OFFICE)]);
    let line = "test office.yaml --device sim:login --set office=福岡支社";
    project.run_in(&LOGGED_IN, line).exits(0);
    let told = result(&project, "office");
    assert_eq!(told["steps"][6]["target_element"]["text"], "福岡支社");
    assert_eq!(told["steps"][6]["original"], "「(office)」をタップ");
}

#[test]
fn a_name_that_is_not_defined_is_an_error_before_anything_runs() {
    let source = scenario("- do: 「(offcie)」をタップ");
    let project = Project::with(&[("x.yaml", &source)]);
    let ran = project.run("test x.yaml --device sim:login").exits(2);
    assert_snapshot!(ran.text, @r"
    --- stderr
    error: x.yaml:7:14: E030 the variable `offcie` is not defined
      7 |       - do: 「(offcie)」をタップ
        |               ^^^^^^^^
      accepted: variables: with `offcie` below it
      hint: for the text itself, write `\(offcie\)`
    --- exit 2
    ");
    assert_eq!(project.files().len(), 1);
}

#[test]
fn names_are_replaced_in_every_field_and_escapes_are_parentheses() {
    let source = r#"name: Everywhere
app: { android: "(id)" }
variables:
  id: com.example.app
  field: メールアドレス
  button: お困りの方はこちら
  email: test@example.com
steps:
  - id: a
    actions:
      - do: アプリを起動
      - do: (field)欄に「(email)」を入力
      - then: (field)欄に「(email)」と入力されていること
      - do: (field)欄に「\(1+2\) （email）」を入力
      - then: (field)欄に「\(1+2\) （email）」と入力されていること
      - do: 「(button)」が見えるまでスクロール
      - do: 「(button)」をタップ
      - then: 「(email)」が表示されていないこと
"#;
    let project = Project::with(&[("x.yaml", source)]);
    let line = "x.yaml --device sim:login --timeout 2 -v";
    project
        .passes(&format!("test {line}"))
        .says("メールアドレス欄に「(1+2) （email）」を入力");
    project.passes(&format!("compile {line}"));
    project.passes(&format!("test {line}"));
}

#[test]
fn a_value_is_only_ever_text() {
    let source = scenario(
        "- do: メールアドレス欄に「(email)」を入力\n- then: メールアドレス欄に「(email)」と入力されていること",
    );
    let source = source.replace("steps:", "variables: { email: x, other: y }\nsteps:");
    let project = Project::with(&[("x.yaml", &source)]);
    let value = "」をタップ「(other)\n      - do: 「ログイン」をタップ\\(1\\)";
    let output = project
        .command()
        .args([
            "test",
            "x.yaml",
            "--device",
            "sim:login",
            "--json",
            "--timeout",
            "2",
            "--set",
        ])
        .arg(format!("email={value}"))
        .output()
        .unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["skills"][0]["steps"].as_array().unwrap().len(), 3);
    // A field of one line takes no line break; nothing else is made of the value.
    let told = result(&project, "x");
    let action = told["steps"][1]["action"].as_str().unwrap().to_owned();
    assert!(
        action.contains("「(other)") && action.contains("\\(1\\)"),
        "{action}"
    );
}
