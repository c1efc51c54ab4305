//! Text arrives in a field as its author wrote it.

use super::kit::{Told, Written, live, on};

const SETTINGS: &str = "login?open=settings";

/// Everything an author may want to type, but for quotes of the sentence itself.
const TEXTS: [&str; 22] = [
    "!\"#$%&'*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
    "%s",
    "a%sb",
    "100%",
    "$HOME",
    "$(reboot)",
    "`reboot`",
    "a;b",
    "a && b",
    "a | b",
    "~",
    "*",
    "#",
    "\\",
    "\\n",
    "back\\slash",
    "C:\\dir",
    "${EMAIL:-x}",
    "{name}",
    "東京都千代田区",
    "👍🏽 👨‍👩‍👧 ✅",
    "é ü が ｶﾞ Ａ",
];

fn typed(told: Told) -> String {
    told.must_pass().value_of("memo_input")
}

/// Returns the scenario with the text between quotes in the sentence; `(` and `)` are escaped.
fn in_the_sentence(text: &str) -> Written {
    let text = text.replace('(', "\\(").replace(')', "\\)");
    let line = format!(
        "do: {}",
        serde_json::json!(format!("メモ欄に「{text}」を入力"))
    );
    Written::steps(&[&line])
}

fn in_a_variable(text: &str) -> Written {
    let text = serde_json::json!(text);
    Written::yaml(&format!(
        "name: T\napp: com.example.app\nvariables:\n  note: {text}\nsteps:\n  - id: S\n    actions:\n      \
         - do: メモ欄に「(note)」を入力\n"
    ))
}

#[test]
fn whatever_is_quoted_in_the_sentence_arrives() {
    for text in TEXTS {
        assert_typed(&in_the_sentence(text), text);
    }
}

#[test]
fn whatever_a_variable_holds_arrives() {
    let more = [
        "(note)",
        "(1+2)",
        "\\(x\\)",
        "「引用」",
        "」を入力",
        "a: b",
        "- c",
        " x",
        "x ",
        "\tx",
    ];
    for text in TEXTS.into_iter().chain(more) {
        for told in in_a_variable(text).both_ways(SETTINGS) {
            assert_eq!(typed(told), text);
        }
    }
}

#[test]
fn lines_arrive_as_lines() {
    for text in ["one\ntwo", "一\n\n三", "\nfirst", "last\n"] {
        for told in in_a_variable(text).both_ways(SETTINGS) {
            assert_eq!(typed(told), text);
        }
        assert_typed(&in_the_sentence(text), text);
    }
}

#[test]
fn parentheses_can_be_meant_as_they_are() {
    for (written, meant) in [
        ("\\(1+2\\)", "(1+2)"),
        ("\\(note\\)", "(note)"),
        ("(1+2)", "(1+2)"),
        ("()", "()"),
        ("（note）", "（note）"),
        ("a \\(b", "a (b"),
        (":)", ":)"),
    ] {
        let told = Written::steps(&[&format!("do: メモ欄に「{written}」を入力")]);
        for told in told.both_ways(SETTINGS) {
            assert_eq!(typed(told), meant, "{written}");
        }
    }
}

/// Runs it live and in a replay, and checks what the field holds then.
#[track_caller]
fn assert_typed(written: &Written, text: &str) {
    for told in written.both_ways(SETTINGS) {
        assert_eq!(typed(told), text);
    }
}

#[test]
fn what_a_field_held_is_replaced_and_not_added_to() {
    let lines = [
        "do: メモ欄に「first」を入力",
        "do: メモ欄に「second」を入力",
    ];
    assert_typed(&Written::steps(&lines), "second");
}

#[test]
fn without_a_field_the_text_goes_to_what_has_the_focus_or_nowhere() {
    let lines = ["do: メモ欄をタップ", "do: 「abc」と入力"];
    assert_typed(&Written::steps(&lines), "abc");
    live(SETTINGS, &["do: 「abc」と入力"])
        .must_fail()
        .because("no field has the focus");
}

#[test]
fn a_field_that_does_not_exist_gets_nothing() {
    live(SETTINGS, &["do: 備考欄に「abc」を入力"])
        .must_fail()
        .touching_nothing();
}

#[test]
fn a_cleared_field_is_empty_and_says_so() {
    let lines = [
        "do: メモ欄に「abc」を入力",
        "do: メモ欄をクリア",
        "then: 「保存」ボタンが無効になっていること",
    ];
    assert_typed(&Written::steps(&lines), "");
}

#[test]
fn an_empty_variable_clears_the_field() {
    let written = Written::yaml(
        "name: T\napp: com.example.app\nvariables: { note: abc }\nsteps:\n  - id: S\n    actions:\n      \
         - do: メモ欄に「(note)」を入力\n",
    );
    let compiled = written.compile(SETTINGS);
    let told = on(SETTINGS).replay(&compiled, &[("note", "")]);
    assert_eq!(typed(told), "");
}
