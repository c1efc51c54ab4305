//! What is secret is in no event, no evidence and no file.

use retap_model::codec::encode;

use super::kit::{Told, Written, act, foreign_with, on};

const SETTINGS: &str = "login?open=settings";

/// Secrets as people have them.
const SECRETS: [&str; 9] = [
    "password123",
    "hunter2!",
    "p<a>s&s\"w'd",
    "back\\slash\\pw",
    "two\nlines",
    "tab\there",
    "日本語の秘密",
    "👍🏽secret👍🏽",
    "x9",
];

fn yaml(variable: &str, value: &str, lines: &[&str]) -> Written {
    let actions: String = lines
        .iter()
        .map(|line| format!("      - {line}\n"))
        .collect();
    let value = serde_json::json!(value);
    Written::yaml(&format!(
        "name: T\napp: com.example.app\nvariables:\n  {variable}: {{ value: {value}, secret: true }}\nsteps:\n  - id: S\n    actions:\n{actions}"
    ))
}

/// Fails if the secret is in the text as it is or as files write it.
#[track_caller]
fn assert_absent(all: &str, secret: &str) {
    let json = serde_json::json!(secret).to_string();
    let xml = secret
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    let lines = xml.replace('\n', "&#10;").replace('\t', "&#9;");
    for form in [secret, json.trim_matches('"'), &xml, &lines] {
        let at = all.find(form);
        let around = at.map(|at| {
            all[..at]
                .chars()
                .rev()
                .take(120)
                .collect::<String>()
                .chars()
                .rev()
                .collect::<String>()
        });
        assert!(at.is_none(), "{form:?} after {around:?}");
    }
}

/// Runs it in every way and fails if anything of it tells the secret; evidence is kept of the live run.
#[track_caller]
fn assert_kept(written: &Written, address: &str, secret: &str) {
    let told = written.live_on(on(address).with_evidence());
    assert_absent(&told.everything(), secret);
    let learned = written.learn(address, None);
    assert_absent(
        &format!("{:?} {:?}", learned.notes, learned.report.verdict),
        secret,
    );
    if let Ok(compiled) = learned.compiled {
        assert_absent(&String::from_utf8(encode(&compiled)).unwrap(), secret);
        let told = written.replay_on(&compiled, on(address));
        assert_absent(&told.everything(), secret);
    }
}

#[test]
fn a_secret_typed_into_a_plain_field() {
    for secret in SECRETS {
        let lines = ["do: メモ欄に「(note)」を入力", "do: 「通知」をタップ"];
        assert_kept(&yaml("note", secret, &lines), SETTINGS, secret);
    }
}

#[test]
fn a_secret_an_app_shows_afterwards() {
    for secret in ["項目 30", "秘密の検索", "a@b.c&<d>"] {
        let lines = [
            "do: キーワード欄に「(q)」を入力",
            "do: エンターを押す",
            "then: 結果が見えること",
            "then: 「(q)」が含まれていること",
            "do: 「設定」タブをタップ",
        ];
        assert_kept(&yaml("q", secret, &lines), "login?open=search", secret);
    }
}

#[test]
fn a_secret_that_names_what_is_touched() {
    let lines = [
        "do: 「(city)」をタップ",
        "then: 「(city)」と表示されていること",
    ];
    let written = yaml("city", "東京本社", &lines);
    written.live_on(on("login?open=locations")).must_pass();
    let compiled = written.compile("login?open=locations");
    assert_absent(&String::from_utf8(encode(&compiled)).unwrap(), "東京本社");
    on("login?open=locations")
        .replay(&compiled, &[("city", "大阪支社")])
        .must_pass()
        .touching(&["大阪支社"]);
}

#[test]
fn a_secret_in_a_failure() {
    for lines in [
        &["do: メモ欄に「(note)」を入力", "do: 「ない」をタップ"][..],
        &["do: 「(note)」をタップ"],
        &["then: 「(note)」が表示されていること"],
        &[
            "do: メモ欄に「(note)」を入力",
            "then: 「(note)」が表示されていないこと",
        ],
        &["do: (note)を何とかする"],
        &["do: 「(note)」が見えるまでスクロール"],
        &["do: 「(note)」が表示されるまで待つ"],
        &["then: 「(note)」が2件以上表示されていること"],
        &["then: 「(note)」がオンになっていること"],
        &["then: (note)画面が表示されていること"],
    ] {
        assert_kept(
            &yaml("note", "s3cr3t-v4lue", lines),
            SETTINGS,
            "s3cr3t-v4lue",
        );
    }
}

#[test]
fn a_variable_with_a_name_like_password_is_one_without_being_told() {
    let login: &str = include_str!("login.ja.yaml");
    let written = Written::yaml(login);
    assert_kept(&written, "login", "password123");
    let kept = String::from_utf8(encode(&written.compile("login"))).unwrap();
    assert!(kept.contains("\"password\": null"), "{kept}");
}

#[test]
fn a_secret_in_a_picture_is_not_kept() {
    let written = yaml(
        "note",
        "s3cr3t-v4lue",
        &["do: メモ欄に「(note)」を入力", "do: 「通知」をタップ"],
    );
    let told = written.live_on(on(SETTINGS).with_evidence()).must_pass();
    let kept = |name: &str| told.evidence.iter().any(|(file, _)| file == name);
    assert!(kept("step_01_before.png"));
    assert!(!kept("step_01_after.png") && !kept("step_02_before.png"));
    assert!(!told.warnings().is_empty());
}

#[test]
fn a_secret_of_a_foreign_file_is_one_by_its_name() {
    let step = act(
        serde_json::json!({ "strategy": "text_input", "input_text": "(api_token)", "field_hint": "メモ" }),
    );
    let file = foreign_with(serde_json::json!({ "api_token": "t0ken-in-file" }), &[step]);
    let told: Told = on(SETTINGS)
        .with_evidence()
        .replay(&file, &[("api_token", "t0ken-in-file")])
        .must_pass();
    assert_absent(&told.everything(), "t0ken-in-file");
}
