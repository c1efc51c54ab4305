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

/// Runs a shell command in a terminal, types each answer once its question shows, and returns what was
/// on the terminal and the exit code.
fn converse(project: &Project, command: &str, answers: &[(&str, &str)]) -> (String, i32) {
    let mut script = std::process::Command::new("script");
    project.place(&mut script);
    let mut child = script
        .args(["-qec", command, "/dev/null"])
        .env("RETAP", env!("CARGO_BIN_EXE_retap"))
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
        while !shown.ends_with(question.as_bytes()) {
            if terminal.read_exact(&mut byte).is_err() {
                panic!("no {question:?} in {}", String::from_utf8_lossy(&shown));
            }
            shown.push(byte[0]);
        }
        keyboard.write_all(answer.as_bytes()).unwrap();
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
        "$RETAP test asked.yaml --device sim:login",
        &[
            ("メールアドレスは? [test@example.com] ", "\n"),
            ("password? ", "password123\n"),
            ("もう一度 ", "second\n"),
        ],
    );
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains("password123\n"), "{shown}");
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
        "$RETAP test a.yaml b.yaml --device sim:login --evidence none --set again=x",
        &[
            ("メールアドレスは? [test@example.com] ", "me@example.com\n"),
            ("password? ", "password123\n"),
        ],
    );
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("2 runs: 2 passed"), "{shown}");
}

#[test]
fn ctrl_c_at_a_question_ends_it_and_leaves_the_terminal_as_it_was() {
    let command = "trap : INT; $RETAP test a.yaml --device sim:login; echo code $?; stty -a";
    let typed = [
        ("メールアドレスは? [test@example.com] ", "\n"),
        ("password? ", "password123\n"),
        ("もう一度 ", "\u{3}"),
    ];
    let at_secret = [typed[0], ("password? ", "\u{3}")];
    for answers in [&at_secret[..], &typed[..]] {
        let project = Project::with(&[("a.yaml", ASKED)]);
        let (shown, _) = converse(&project, command, answers);
        assert!(shown.contains("code 130"), "{shown}");
        let is_shown = shown.contains(" echo ") && !shown.contains("-echo ");
        assert!(is_shown, "{shown}");
        assert_eq!(project.files().len(), 1);
    }
}
