//! What a learning run keeps of a screen, and what it must not.

use serde_json::{Value, json};

use retap_learn::compile::{Fate, NotLearned, Unjudged};
use retap_model::codec::{decode, encode};
use retap_model::device::Advice;
use retap_model::program::{CompiledProgram, StepKind};

use super::kit::{Scripted, Written, file_of, live, on, strategy};
use crate::assert_contains;

const SETTINGS: &str = "login?open=settings";
const LOCATIONS: &str = "login?open=locations";

fn yes() -> Scripted {
    Scripted::judging(Advice::Yes {
        reason: "it is so".to_owned(),
    })
}

fn text(compiled: &CompiledProgram) -> String {
    String::from_utf8(encode(compiled)).unwrap()
}

/// Learns with somebody who says yes to everything.
fn learned(address: &str, lines: &[&str]) -> CompiledProgram {
    Written::steps(lines)
        .learn(address, Some(&mut yes()))
        .compiled
        .unwrap()
}

fn checks(compiled: &CompiledProgram, number: usize) -> Vec<Value> {
    let file = file_of(compiled);
    let checks = &file["steps"][number - 1]["compiled"]["checks"];
    checks.as_array().unwrap().clone()
}

#[test]
fn it_fails_on_the_screen_before() {
    for (address, act, before) in [
        (SETTINGS, "do: 「ホーム」タブをタップ", SETTINGS),
        (SETTINGS, "do: 「一覧」タブをタップ", SETTINGS),
        (SETTINGS, "do: 「ログアウト」ボタンをタップ", SETTINGS),
        (LOCATIONS, "do: 「東京本社」をタップ", LOCATIONS),
    ] {
        let compiled = learned(address, &[act, "then: 正しく表示されていること"]);
        assert!(!checks(&compiled, 2).is_empty());
        let mut file = file_of(&compiled);
        file["retap"]["checksum"] = Value::Null;
        file["steps"].as_array_mut().unwrap().remove(0);
        let compiled = decode(file.to_string().as_bytes()).unwrap();
        on(before).replay(&compiled, &[]).must_fail();
    }
}

#[test]
fn it_has_no_figures_dates_counts_or_values() {
    let compiled = learned(
        SETTINGS,
        &["do: 「ホーム」タブをタップ", "then: いい感じであること"],
    );
    let all = format!("{:?}", checks(&compiled, 2));
    for personal in ["4月", "5月12日", "8月8日", "未選択"] {
        assert!(!all.contains(personal), "{all}");
    }
    let compiled = learned(
        SETTINGS,
        &["do: 「一覧」タブをタップ", "then: いい感じであること"],
    );
    let all = format!("{:?}", checks(&compiled, 2));
    assert!(!all.contains("項目"), "{all}");
}

#[test]
fn it_has_nothing_of_one_run_only() {
    let text_of_it = "name: T\napp: com.example.app\nvariables: { city: 東京本社, query: 項目 3 }\nsteps:\n  - id: S\n    actions:\n      \
        - do: 「(city)」をタップ\n      - then: 拠点が変わっていること\n      - do: 「検索」タブをタップ\n      \
        - do: キーワード欄に「(query)」を入力\n      - do: エンターを押す\n      - then: 結果が見えること\n";
    let written = Written::yaml(text_of_it);
    let learned = written.learn(LOCATIONS, Some(&mut yes()));
    let compiled = learned.compiled.unwrap();
    for number in [2, 6] {
        let all = format!("{:?}", checks(&compiled, number));
        assert!(!all.contains("東京") && !all.contains("項目"), "{all}");
    }
    let told = on(LOCATIONS)
        .replay(&compiled, &[("city", "大阪支社"), ("query", "項目 5")])
        .must_pass();
    assert_eq!(told.letters(), "pppppp");
}

#[test]
fn a_denial_never_becomes_one() {
    for sentence in [
        "エラーが出ていないこと",
        "問題がないこと",
        "何も起きないこと",
        "異常なし",
    ] {
        let compiled = learned(
            SETTINGS,
            &["do: 「ホーム」タブをタップ", &format!("then: {sentence}")],
        );
        assert_eq!(strategy(&compiled, 2), "ai_checkpoint", "{sentence}");
    }
    let compiled = Written::steps(&["do: Tap the 'Home' tab", "then: No problem is visible"])
        .learn("login-en?open=settings", Some(&mut yes()))
        .compiled
        .unwrap();
    assert_eq!(strategy(&compiled, 2), "ai_checkpoint");
}

#[test]
fn what_the_author_wants_judged_otherwise_is() {
    let act = "do: 「ホーム」タブをタップ";
    for (then, expected) in [
        (
            "then: ホーム画面が表示されていること\n        verify: ai",
            "ai_checkpoint",
        ),
        (
            "then: ホーム画面が表示されていること\n        verify: screenshot",
            "screenshot_only",
        ),
        (
            "then: 「お知らせ」と表示されていること\n        verify: screenshot",
            "screenshot_only",
        ),
        (
            "then: 「お知らせ」と表示されていること\n        verify: ai",
            "ai_checkpoint",
        ),
        (
            "then: ホーム画面が表示されていること\n        verify: uitree",
            "uitree_verify",
        ),
        (
            "then: ホーム画面が表示されていること\n        strict: true",
            "strict_text_match",
        ),
        (
            "then: お知らせが表示されていること\n        strict: true",
            "strict_text_match",
        ),
    ] {
        let compiled = learned(SETTINGS, &[act, then]);
        assert_eq!(strategy(&compiled, 2), expected, "{then}");
    }
}

#[test]
fn the_whole_scenario_can_be_left_to_a_model_or_to_pictures() {
    for (config, expected) in [
        ("{ verify: ai }", "ai_checkpoint"),
        ("{ verify: screenshot }", "screenshot_only"),
        ("{ strict: true }", "strict_text_match"),
    ] {
        let written = Written::yaml(&format!(
            "name: T\napp: com.example.app\nconfig: {config}\nsteps:\n  - id: S\n    actions:\n      \
             - do: 「ホーム」タブをタップ\n      - then: お知らせが表示されていること\n"
        ));
        let compiled = written.learn(SETTINGS, Some(&mut yes())).compiled.unwrap();
        assert_eq!(strategy(&compiled, 2), expected, "{config}");
    }
}

#[test]
fn what_nobody_judged_stays_open_unless_the_caller_takes_the_screen_for_it() {
    let written = Written::steps(&["do: 「ホーム」タブをタップ", "then: いい感じであること"]);
    let left = written.learn(SETTINGS, None);
    assert_eq!(left.notes[0].fate, Fate::Open);
    assert_eq!(strategy(&left.compiled.unwrap(), 2), "ai_checkpoint");
    let accepted = written.learn_as(SETTINGS, None, Unjudged::AcceptScreen);
    assert_eq!(accepted.notes[0].fate, Fate::Accepted);
    let compiled = accepted.compiled.unwrap();
    assert_eq!(strategy(&compiled, 2), "uitree_verify");
    let told = on(SETTINGS).replay(&compiled, &[]).must_pass();
    assert_contains(told.why(2), "fingerprint");
}

#[test]
fn a_denial_is_not_taken_for_what_shows_even_if_the_caller_asks_for_it() {
    let written = Written::steps(&["do: 「ホーム」タブをタップ", "then: 問題がないこと"]);
    let compiled = written
        .learn_as(SETTINGS, None, Unjudged::AcceptScreen)
        .compiled
        .unwrap();
    assert_eq!(strategy(&compiled, 2), "ai_checkpoint");
}

#[test]
fn a_judge_who_says_no_leaves_nothing_to_compile() {
    let written = Written::steps(&["do: 「ホーム」タブをタップ", "then: いい感じであること"]);
    let mut advisor = Scripted::judging(Advice::No {
        reason: "no".to_owned(),
    });
    let learned = written.learn(SETTINGS, Some(&mut advisor));
    assert_eq!(learned.compiled.unwrap_err(), NotLearned::RunNotPassed);
}

#[test]
fn a_run_that_failed_is_not_compiled() {
    for lines in [
        &["do: 「ない」をタップ"][..],
        &[
            "do: 「ホーム」タブをタップ",
            "then: 「ない」が表示されていること",
        ],
        &[
            "then: 「ない」が表示されていること",
            "do: 「ホーム」タブをタップ",
        ],
    ] {
        let learned = Written::steps(lines).learn(SETTINGS, None);
        assert_eq!(learned.compiled.unwrap_err(), NotLearned::RunNotPassed);
    }
}

#[test]
fn a_step_nobody_could_do_is_not_compiled_around() {
    let lines = ["do: いい感じにする", "do: 「ホーム」タブをタップ"];
    let learned = Written::steps(&lines).learn(SETTINGS, None);
    assert_eq!(learned.compiled.unwrap_err(), NotLearned::Unfinished);
}

#[test]
fn an_icon_goes_by_its_description() {
    let lines = [
        "do: 「ホーム」タブをタップ",
        "do: プロフィールアイコンをタップ",
        "then: 「山田 太郎」が表示されていること",
    ];
    live(SETTINGS, &lines)
        .must_pass()
        .touching(&["ホーム", "プロフィール"]);
}

#[test]
fn what_a_model_resolved_is_replayed_without_it() {
    let lines = [
        "do: 「ホーム」タブをタップ",
        "do: 自分の情報を開く",
        "then: 「山田 太郎」が表示されていること",
    ];
    let written = Written::steps(&lines);
    let mut advisor = Scripted::tapping("プロフィール");
    let learned = written.learn(SETTINGS, Some(&mut advisor));
    assert_eq!(learned.notes[0].fate, Fate::Resolved);
    let compiled = learned.compiled.unwrap();
    assert_eq!(strategy(&compiled, 2), "tap_by_resource_id");
    on(SETTINGS)
        .replay(&compiled, &[])
        .must_pass()
        .touching(&["ホーム", "プロフィール"]);
}

#[test]
fn compiling_twice_gives_the_same_bytes_but_for_the_time() {
    let lines = [
        "do: アプリを再起動",
        "then: ログイン画面が表示されていること",
        "do: メールアドレス欄に「a@b.c」を入力",
        "do: 「お困りの方はこちら」をタップ",
        "then: 窓口が見えること",
        "do: 「閉じる」をタップ",
    ];
    let [first, second] = [(); 2].map(|()| {
        let mut file: Value = serde_json::from_str(&text(&learned(SETTINGS, &lines))).unwrap();
        file["compiled_at"] = json!("");
        file.to_string()
    });
    assert_eq!(first, second);
}

#[test]
fn a_fingerprint_is_marked_as_one() {
    let compiled = learned(
        SETTINGS,
        &["do: 「ホーム」タブをタップ", "then: いい感じであること"],
    );
    let program = compiled.standalone_program("x").unwrap();
    let StepKind::Check(check) = &program.draft.steps[1].kind else {
        panic!("{:?}", program.draft.steps[1].kind);
    };
    assert!(check.is_fingerprint);
    let told = on(SETTINGS).replay(&compiled, &[]).must_pass();
    assert!(
        told.everything()
            .contains("by a fingerprint of the learning run")
    );
}

#[test]
fn nothing_changed_is_nothing_to_keep() {
    let compiled = learned(
        SETTINGS,
        &[
            "do: 「ホーム」タブをタップ",
            "then: お知らせが表示されていること",
            "do: 1秒待つ",
            "then: いい感じであること",
        ],
    );
    assert_eq!(strategy(&compiled, 2), "uitree_verify");
    let told = on(SETTINGS).replay(&compiled, &[]);
    assert!(!told.report.verdict.is_failed(), "{}", told.reason());
}

#[test]
fn what_held_before_is_no_fingerprint_but_the_authors_own_words_are_judged_again() {
    let lines = ["do: 「通知」をタップ", "then: 設定画面が表示されていること"];
    let compiled = Written::steps(&lines).compile(SETTINGS);
    let program = compiled.standalone_program("x").unwrap();
    let StepKind::Check(check) = &program.draft.steps[1].kind else {
        panic!("{:?}", program.draft.steps[1].kind);
    };
    assert!(
        !check.is_fingerprint && check.claims.len() == 1,
        "{check:?}"
    );
    on(SETTINGS).replay(&compiled, &[]).must_pass();
    let by_model = learned(
        SETTINGS,
        &["do: 「通知」をタップ", "then: いい感じであること"],
    );
    assert_eq!(strategy(&by_model, 2), "ai_checkpoint");
}
