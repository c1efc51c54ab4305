//! Questions to the person in front of the terminal; `script` lends the binary a terminal.

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use super::result;
use crate::project::Project;

const ASKED: &str = "name: 聞く
app: com.example.app
variables:
  email: { prompt: \"メールアドレスは?\", value: test@example.com }
  password:
  again: { prompt: もう一度 }
steps:
  - id: 起動
    actions:
      - do: アプリを起動
      - do: メールアドレス欄に「(again)」を入力
      - do: メールアドレス欄に「(email)」を入力
      - do: パスワード欄に「(password)」を入力
      - do: 「ログイン」ボタンをタップ
      - then: 「ホーム」が表示されていること
";

/// Runs the binary in a terminal, answers each question once it shows, and returns what was on the
/// terminal and the exit code.
fn converse(project: &Project, line: &str, answers: &[(&str, &str)]) -> (String, i32) {
    let mut command = std::process::Command::new("script");
    project.place(&mut command);
    let binary = env!("CARGO_BIN_EXE_retap");
    let mut child = command
        .args(["-qec", &format!("{binary} {line}"), "/dev/null"])
        .env("TERM", "dumb")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut terminal = child.stdout.take().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut shown = Vec::new();
    for (question, answer) in answers {
        let mut byte = [0];
        while !String::from_utf8_lossy(&shown).ends_with(question) {
            let seen = String::from_utf8_lossy(&shown).into_owned();
            terminal
                .read_exact(&mut byte)
                .unwrap_or_else(|_| panic!("no {question:?} in {seen}"));
            shown.push(byte[0]);
        }
        keyboard
            .write_all(format!("{answer}\n").as_bytes())
            .unwrap();
    }
    terminal.read_to_end(&mut shown).unwrap();
    let code = child.wait().unwrap().code().unwrap();
    (String::from_utf8_lossy(&shown).into_owned(), code)
}

#[test]
fn a_person_is_asked_and_secrets_are_not_shown() {
    let project = Project::with(&[("asked.yaml", ASKED)]);
    let (shown, code) = converse(
        &project,
        "test asked.yaml --device sim:login",
        &[
            ("メールアドレスは? [test@example.com] ", ""),
            ("password? ", "password123"),
            ("もう一度 ", "second"),
        ],
    );
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains("password123"), "{shown}");
    let told = result(&project, "asked");
    assert_eq!(
        told["steps"][1]["action"],
        "メールアドレス欄に「second」を入力"
    );
    assert_eq!(
        told["steps"][2]["action"],
        "メールアドレス欄に「test@example.com」を入力"
    );
}

#[test]
fn nobody_is_asked_twice_for_one_variable() {
    let project = Project::with(&[("a.yaml", ASKED), ("b.yaml", ASKED)]);
    let (shown, code) = converse(
        &project,
        "test a.yaml b.yaml --device sim:login --evidence none --set again=x",
        &[
            ("メールアドレスは? [test@example.com] ", "me@example.com"),
            ("password? ", "password123"),
        ],
    );
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("2 runs: 2 passed"), "{shown}");
}
