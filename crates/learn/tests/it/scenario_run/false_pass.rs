//! Runs that must not pass, each named after how it might.

use serde_json::{Value, json};

use retap_model::device::Advice;

use super::kit::{Scripted, Told, Written, act, foreign, foreign_with, live, on, then};

const SETTINGS: &str = "login?open=settings";
const HOME: &str = "login?open=home";

fn replay(address: &str, steps: &[Value]) -> Told {
    on(address).replay(&foreign(steps), &[])
}

#[test]
fn a_tab_that_leads_to_a_screen_is_not_that_screen() {
    for sentence in [
        "then: ホーム画面が表示されていること",
        "then: 「ホーム」画面が表示されていること",
        "then: 一覧画面に遷移していること",
    ] {
        let told = live(SETTINGS, &[sentence]);
        told.must_not_pass(sentence);
    }
    live(
        "login-en?open=settings",
        &["then: The 'Home' screen is displayed"],
    )
    .must_fail();
    live(SETTINGS, &["then: 設定画面が表示されていること"]).must_pass();
    live(SETTINGS, &["then: 「設定」画面が表示されていること"]).must_pass();
}

#[test]
fn words_for_a_place_do_not_hide_what_shows() {
    for sentence in [
        "then: 画面に「通知」が表示されていないこと",
        "then: リストに「通知」が表示されていないこと",
        "then: 画面に「ダーク」が含まれていないこと",
    ] {
        let told = live(SETTINGS, &[sentence]);
        told.must_not_pass(sentence);
    }
    for sentence in [
        "then: \"The message doesn't contain 'Dark'\"",
        "then: \"'Notifications' is not shown in the list\"",
    ] {
        let told = live("login-en?open=settings", &[sentence]);
        told.must_not_pass(sentence);
    }
}

#[test]
fn a_replay_of_nothing_is_no_step() {
    let empty = act(json!({ "strategy": "replay", "expanded_steps": [] }));
    let told = replay(SETTINGS, &[empty]);
    assert!(!told.report.verdict.is_passed(), "{}", told.reason());
}

#[test]
fn an_empty_text_is_never_absent() {
    let gone = json!({ "strategy": "strict_text_match", "search_text": "", "negate": true });
    replay(SETTINGS, &[then(gone)]).must_fail();
    let check = json!([{ "type": "text_not_visible", "value": " ", "match_type": "contains" }]);
    let verify = json!({ "strategy": "uitree_verify", "assertion": "so", "checks": check });
    replay(SETTINGS, &[then(verify)]).must_fail();
}

#[test]
fn an_empty_variable_is_never_absent_nor_there() {
    for sentence in [
        "「(x)」が表示されていないこと",
        "「(x)」が表示されていること",
        "「(x)」が含まれていること",
        "「(x)」が1件以上表示されていること",
    ] {
        let written = Written::yaml(&format!(
            "name: T\napp: com.example.app\nvariables: {{ x: '' }}\nsteps:\n  - id: S\n    actions:\n      - then: {sentence}\n"
        ));
        let told = written.live_on(on(SETTINGS));
        told.must_not_pass(sentence);
    }
}

#[test]
fn counting_anything_or_nothing_proves_nothing() {
    for check in [
        json!({ "type": "element_count_gte", "selector": {} }),
        json!({ "type": "element_count_gte", "selector": { "text": "" } }),
        json!({ "type": "element_count_gte", "selector": { "class": "no.such.Class" }, "min_count": 0 }),
    ] {
        let verify = json!({ "strategy": "uitree_verify", "assertion": "so", "checks": [check] });
        let told = replay(SETTINGS, &[then(verify)]);
        told.must_not_pass(&check.to_string());
    }
}

#[test]
fn a_row_is_counted_once() {
    let count = |least: u32| {
        live(
            "login?open=locations",
            &[&format!("then: 「支社」が{least}件以上表示されていること")],
        )
    };
    count(3).must_pass();
    count(4).must_fail();
}

#[test]
fn what_is_typed_is_not_its_result() {
    let lines = [
        "do: キーワード欄に「項目 3」を入力",
        "then: 「項目 3」が表示されていること",
    ];
    live("login?open=search", &lines).must_fail();
    let lines = [
        "do: キーワード欄に「項目 3」を入力",
        "do: エンターを押す",
        "then: 「項目 3」が表示されていること",
    ];
    live("login?open=search", &lines).must_pass();
}

#[test]
fn what_is_typed_is_not_counted() {
    let lines = [
        "do: キーワード欄に「項目 3」を入力",
        "then: 「項目 3」が1件以上表示されていること",
    ];
    live("login?open=search", &lines).must_fail();
}

#[test]
fn another_value_than_the_one_named_is_a_failure_and_no_question() {
    for (address, lines) in [
        (
            "login?open=home",
            &["then: 現在の拠点が「東京本社」と表示されていること"][..],
        ),
        (
            "login?open=home",
            &["then: 「現在の拠点」が「東京本社」と表示されていること"],
        ),
        (
            SETTINGS,
            &[
                "do: メモ欄に「牛乳」を入力",
                "then: メモ欄に「卵」が入力されていること",
            ],
        ),
        (
            SETTINGS,
            &[
                "do: メモ欄に「牛乳」を入力",
                "then: 「メモ」欄に「卵」が入力されていること",
            ],
        ),
        (SETTINGS, &["then: タイトルが「ホーム」であること"]),
    ] {
        live(address, lines).must_fail();
    }
    live(
        SETTINGS,
        &[
            "do: メモ欄に「牛乳」を入力",
            "then: メモ欄に「牛乳」が入力されていること",
        ],
    )
    .must_pass();
}

#[test]
fn what_a_field_holds_is_not_absent() {
    let lines = [
        "do: メモ欄に「牛乳」を入力",
        "then: 「牛乳」が表示されていないこと",
    ];
    live(SETTINGS, &lines).must_fail();
}

#[test]
fn what_a_dialog_covers_is_not_absent() {
    let lines = [
        "do: 「ログアウト」ボタンをタップ",
        "then: 「通知」が表示されていないこと",
    ];
    live(SETTINGS, &lines).must_fail().because("behind");
}

#[test]
fn a_loading_screen_lacks_nothing() {
    let lines = [
        "do: 「ホーム」タブをタップ",
        "then: 「お知らせ」が表示されていないこと",
    ];
    live(SETTINGS, &lines).must_fail();
}

#[test]
fn a_half_read_screen_lacks_nothing() {
    let lines = ["then: 「ログアウト」が表示されていないこと"];
    for fault in [
        "half_dump:1",
        "half_dump:2",
        "half_dump:1@2",
        "stale_frame:1",
    ] {
        live(&format!("{SETTINGS}&fault={fault}"), &lines).must_fail();
    }
}

#[test]
fn a_message_that_goes_away_is_not_absent() {
    let lines = [
        "do: メモ欄に「x」を入力",
        "do: 「保存」ボタンをタップ",
        "then: 「保存しました」が表示されていないこと",
    ];
    live(SETTINGS, &lines).must_fail();
}

#[test]
fn a_phone_that_dies_is_no_pass() {
    for call in 1..=12 {
        let lines = [
            "do: 1秒待つ",
            "do: 「通知」をタップ",
            "then: 「エラー」が表示されていないこと",
            "do: 1秒待つ",
        ];
        let told = live(&format!("{SETTINGS}&fault=dead:{call}"), &lines);
        assert!(
            told.report.verdict.is_passed() != told.report.is_device_error(),
            "{}",
            told.reason()
        );
    }
}

#[test]
fn a_lost_tap_is_no_tap_and_is_not_repeated() {
    let written = Written::steps(&["do: 「ログアウト」ボタンをタップ"]);
    let compiled = written.compile(SETTINGS);
    let phone = format!("{SETTINGS}&fault=lost_tap:1");
    for told in [
        written.live_on(on(&phone)),
        written.replay_on(&compiled, on(&phone)),
    ] {
        assert_eq!(told.must_fail().touched.len(), 1);
    }
}

#[test]
fn allowing_what_nobody_judged_allows_no_failure() {
    let steps = [
        then(json!({ "strategy": "ai_checkpoint", "assertion": "よい" })),
        then(json!({ "strategy": "strict_text_match", "search_text": "ない" })),
    ];
    on(SETTINGS)
        .allowing()
        .replay(&foreign(&steps), &[])
        .must_fail();
    on(SETTINGS)
        .allowing()
        .keeping_going()
        .replay(&foreign(&steps), &[])
        .must_fail();
}

#[test]
fn a_run_in_which_nothing_was_judged_is_no_pass_even_where_that_is_allowed() {
    let steps = [then(
        json!({ "strategy": "ai_checkpoint", "assertion": "よい" }),
    )];
    on(SETTINGS)
        .allowing()
        .replay(&foreign(&steps), &[])
        .must_be_open();
}

#[test]
fn the_state_of_another_row_proves_nothing() {
    live(SETTINGS, &["then: 「通知」がオンになっていること"]).must_pass();
    live(SETTINGS, &["then: 「ダークモード」がオフになっていること"]).must_pass();
    for sentence in [
        "then: 「通知」がオフになっていること",
        "then: 「ダークモード」がオンになっていること",
        "then: 「通知」と「ダークモード」がオンであること",
        "then: 「メモ」がオンになっていること",
        "then: 「存在しない」がオフになっていること",
        "then: 「存在しない」ボタンが無効になっていること",
        "then: 「バックアップ」ボタンが有効であること",
        "then: 「ログアウト」ボタンが無効になっていること",
        "then: 「設定」タブが選択されていないこと",
        "then: 「ホーム」タブが選択されていること",
    ] {
        let told = live(SETTINGS, &[sentence]);
        told.must_not_pass(sentence);
    }
}

#[test]
fn one_of_several_texts_is_not_all_of_them() {
    for sentence in [
        "then: 「通知」と「予約」が表示されていること",
        "then: 「予約」、「通知」、「メモ」が表示されていること",
        "then: 「予約」と「通知」が表示されていないこと",
        "then: 「未選択」から「通知」が表示されていること",
    ] {
        let told = live(SETTINGS, &[sentence]);
        told.must_not_pass(sentence);
    }
}

#[test]
fn letters_in_another_word_are_not_the_text() {
    for sentence in [
        "then: 「モード」が表示されていること",
        "then: 「設」が表示されていること",
        "then: 「ダーク」と表示されていること",
    ] {
        live(SETTINGS, &[sentence]).must_fail();
    }
    live(
        "login-en?open=settings",
        &["then: \"'notifications' is shown\""],
    )
    .must_fail();
}

#[test]
fn an_advisor_that_is_not_sure_is_no_yes() {
    let steps = [
        then(json!({ "strategy": "ai_checkpoint", "assertion": "よい" })),
        then(json!({ "strategy": "strict_text_match", "search_text": "通知" })),
    ];
    for (advice, passes) in [
        (
            Advice::Unsure {
                reason: "?".to_owned(),
            },
            false,
        ),
        (
            Advice::No {
                reason: "!".to_owned(),
            },
            false,
        ),
        (
            Advice::Yes {
                reason: ".".to_owned(),
            },
            true,
        ),
    ] {
        let mut advisor = Scripted::judging(advice);
        let told = on(SETTINGS)
            .asking(&mut advisor)
            .replay(&foreign(&steps), &[]);
        assert_eq!(told.report.verdict.is_passed(), passes, "{}", told.reason());
    }
}

#[test]
fn a_home_screen_of_the_phone_lacks_nothing_of_an_app_that_crashed() {
    let lines = ["do: アプリを終了", "then: ホーム画面が表示されていること"];
    let told = live(HOME, &lines);
    assert!(!told.report.verdict.is_passed(), "{}", told.reason());
}

#[test]
fn a_variable_of_the_learning_run_is_not_what_a_replay_expects() {
    let text = "name: T\napp: com.example.app\nvariables: { city: 東京本社 }\nsteps:\n  - id: S\n    actions:\n      \
        - do: 「(city)」をタップ\n      - then: (city)が表示されていること\n";
    let written = Written::yaml(text);
    let compiled = written.compile("login?open=locations");
    let told = on("login?open=locations").replay(&compiled, &[("city", "大阪支社")]);
    assert!(!told.report.verdict.is_failed(), "{}", told.reason());
    assert!(!compiled_text(&compiled).contains("\"value\": \"東京本社\""));
}

fn compiled_text(compiled: &retap_model::program::CompiledProgram) -> String {
    String::from_utf8(retap_model::codec::encode(compiled)).unwrap()
}

#[test]
fn a_file_somebody_changed_is_not_replayed() {
    let compiled = Written::steps(&["do: 「ログアウト」ボタンをタップ"]).compile(SETTINGS);
    let text = compiled_text(&compiled).replace(
        "\"search_text\": \"ログアウト\"",
        "\"search_text\": \"保存\"",
    );
    assert_ne!(text, compiled_text(&compiled));
    assert!(retap_model::codec::decode(text.as_bytes()).is_err());
}

#[test]
fn a_scenario_whose_last_act_nobody_knew_is_not_compiled() {
    let written = Written::steps(&["do: 「通知」をタップ", "do: いい感じにする"]);
    let learned = written.learn(SETTINGS, None);
    assert!(
        learned.compiled.is_err(),
        "{}",
        learned.report.verdict.reason
    );
}

#[test]
fn a_variable_without_a_value_is_not_typed_by_its_name() {
    let file = foreign_with(
        json!({ "note": null }),
        &[act(json!({
        "strategy": "text_input", "input_text": "(note)", "field_hint": "メモ" }))],
    );
    let mut program = file.standalone_program("x").unwrap();
    let unset = program.draft.bind(&Default::default());
    assert_eq!(unset.len(), 1);
}

#[test]
fn a_value_of_today_is_what_a_named_row_must_show() {
    let text = "name: T\napp: com.example.app\nvariables: { city: 東京本社 }\nsteps:\n  - id: S\n    actions:\n      \
        - do: 「(city)」をタップ\n      - then: 現在の拠点が「(city)」と表示されていること\n";
    let compiled = Written::yaml(text).compile("login?open=locations");
    on("login?open=locations")
        .replay(&compiled, &[("city", "大阪支社")])
        .must_pass();
    let mut without_tap = compiled;
    without_tap.steps.remove(0);
    on("login?open=home")
        .replay(&without_tap, &[("city", "大阪支社")])
        .must_fail();
}

#[test]
fn a_kind_of_element_nobody_knows_is_not_ignored() {
    let mut step = act(json!({ "strategy": "tap_by_text", "search_text": "通知" }));
    step["retap"] = json!({ "step": { "verb": "tap", "label": "通知", "role": "hologram" } });
    step["index"] = json!(1);
    let file = json!({
        "version": "1.0", "compiled_at": "2026-02-13T10:00:00Z", "source": "x.yaml", "source_hash": "sha256:00",
        "platform": "android", "app": { "android": "a.b.c" }, "device": { "screen_size": "1x1" }, "steps": [step],
    });
    assert!(retap_model::codec::decode(file.to_string().as_bytes()).is_err());
}

#[test]
fn a_place_that_is_not_in_front_holds_nothing() {
    let lines = ["then: 「ホーム」画面に「通知」が表示されていること"];
    let told = live(SETTINGS, &lines);
    assert!(!told.report.verdict.is_passed(), "{}", told.reason());
    live(
        SETTINGS,
        &["then: 「設定」画面に「通知」が表示されていること"],
    )
    .must_pass();
    live(SETTINGS, &["do: 「ホーム」画面で「通知」をタップ"])
        .must_fail()
        .touching_nothing();
}

#[test]
fn what_is_off_the_screen_is_not_shown() {
    live(
        "login?open=items",
        &["then: 「項目 30」が表示されていること"],
    )
    .must_fail();
    let lines = [
        "do: 一番下までスクロール",
        "then: 「項目 1」が表示されていること",
    ];
    live("login?open=items", &lines).must_fail();
}

#[test]
fn a_step_that_changes_nothing_is_no_pass() {
    for line in [
        "do: 「お知らせ」をタップ",
        "do: 右にスワイプ",
        "do: メニューキーを押す",
    ] {
        let told = live(HOME, &[line]);
        told.must_not_pass(line);
    }
}

#[test]
fn a_replay_on_another_app_stops() {
    let written = Written::steps(&[
        "do: 「ホーム」タブをタップ",
        "then: お知らせが表示されていること",
    ]);
    let compiled = written.compile(SETTINGS);
    for phone in ["settings", "mail", "shop", "login"] {
        let told = written.replay_on(&compiled, on(phone)).must_fail();
        assert_eq!(told.touched.len(), 0, "{phone} {:?}", told.touched);
    }
    // The same app in another language has the same tab under a name of the same meaning, and not the same texts.
    let phone = on("login-en?open=settings");
    let told = written.replay_on(&compiled, phone).must_fail();
    let touched = told.touched.iter().filter_map(|it| it.element.as_ref());
    let labels: Vec<&str> = touched.map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Home"]);
}

#[test]
fn a_check_that_held_for_a_moment_only_is_no_rest() {
    let lines = [
        "do: メモ欄に「x」を入力",
        "do: 「保存」ボタンをタップ\n        wait: 30",
        "then: 「保存しました」と表示されていること",
    ];
    live(SETTINGS, &lines).must_fail();
}

#[test]
fn words_that_describe_are_compared_whole() {
    for line in [
        "then: 通が表示されていること",
        "then: ダークが表示されていること",
        "then: 設定メニューが表示されていること",
    ] {
        let told = live(SETTINGS, &[line]);
        told.must_not_pass(line);
    }
}
