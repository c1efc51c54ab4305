//! Runs that must not touch what their author did not mean.

use serde_json::{Value, json};

use super::kit::{Told, Written, act, foreign, foreign_with, live, on};

const ROW: &str = "com.example.app:id/result_row";

/// Searches so that one row is left, then taps as the step says.
fn after_search(variables: Value, step: Value, values: &[(&str, &str)]) -> Told {
    let steps = [
        act(json!({ "strategy": "text_input", "input_text": "30", "field_hint": "キーワード" })),
        act(json!({ "strategy": "keyevent", "keycode": 66 })),
        step,
    ];
    on("login?open=search").replay(&foreign_with(variables, &steps), values)
}

fn tap(text: &str, match_type: &str) -> Value {
    act(
        json!({ "strategy": "tap_by_text", "search_text": text, "match_type": match_type,
        "element_metadata": { "resource_id": ROW, "class": "android.widget.TextView" } }),
    )
}

#[test]
fn the_only_row_left_is_not_the_one_a_variable_names() {
    let item = json!({ "item": "項目 30" });
    for match_type in ["exact", "contains"] {
        let told = after_search(
            item.clone(),
            tap("(item)", match_type),
            &[("item", "項目 29")],
        )
        .must_fail();
        assert_eq!(told.taps(), ["キーワード"], "{match_type}");
        let told = after_search(
            item.clone(),
            tap("(item)", match_type),
            &[("item", "項目 30")],
        )
        .must_pass();
        assert_eq!(told.taps(), ["キーワード", "項目 30"]);
    }
}

#[test]
fn the_only_row_left_is_not_the_one_that_was_recorded() {
    for match_type in ["exact", "contains"] {
        let told = after_search(json!({}), tap("項目 29", match_type), &[]).must_fail();
        assert_eq!(told.taps(), ["キーワード"], "{match_type}");
    }
    let by_id = act(
        json!({ "strategy": "tap_by_resource_id", "resource_id": ROW, "fallback_text": "項目 29" }),
    );
    assert_eq!(
        after_search(json!({}), by_id, &[]).must_fail().taps(),
        ["キーワード"]
    );
}

#[test]
fn a_field_a_variable_names_is_not_the_one_that_was_recorded() {
    let step = act(
        json!({ "strategy": "text_input", "input_text": "x", "field_hint": "(field)",
        "element_metadata": { "resource_id": "com.example.app:id/email_input" } }),
    );
    let file = foreign_with(json!({ "field": "メールアドレス" }), &[step]);
    let told = on("login?open=login").replay(&file, &[("field", "パスワード")]);
    assert!(
        !told.taps().contains(&"メールアドレス".to_owned()),
        "{:?}",
        told.taps()
    );
    on("login?open=login")
        .replay(&file, &[("field", "メールアドレス")])
        .must_pass()
        .touching(&["メールアドレス"]);
}

#[test]
fn a_field_whose_name_went_to_another_one_is_not_typed_into() {
    let step = act(
        json!({ "strategy": "text_input", "input_text": "secret", "field_hint": "パスワード",
        "element_metadata": { "resource_id": "com.example.app:id/email_input" } }),
    );
    on("login?open=login")
        .replay(&foreign(&[step]), &[])
        .must_fail()
        .touching_nothing();
}

#[test]
fn an_unquoted_row_that_is_gone_does_not_free_the_button_of_another() {
    live(
        "login?open=locations",
        &["do: 大阪支社の「愛知県」をタップ"],
    )
    .must_be_open()
    .touching(&[]);
    live(
        "login?open=locations",
        &["do: 横浜支社の「愛知県」をタップ"],
    )
    .must_be_open()
    .touching(&[]);
}

#[test]
fn an_empty_name_touches_nothing() {
    let text = "name: T\napp: com.example.app\nvariables: { x: '' }\nsteps:\n  - id: S\n    actions:\n      - do: ";
    for sentence in [
        "「(x)」をタップ",
        "「(x)」を長押し",
        "「(x)」ボタンをタップ",
        "(x)欄に「a」を入力",
        "「(x)」が見えるまでスクロール",
    ] {
        let told = Written::yaml(&format!("{text}{sentence}\n")).live_on(on("login?open=settings"));
        assert!(
            !told.report.verdict.is_passed(),
            "{sentence} {}",
            told.reason()
        );
        assert_eq!(told.touched.len(), 0, "{sentence} {:?}", told.touched);
    }
}

#[test]
fn a_button_that_cannot_be_used_is_not_touched() {
    live(
        "login?open=settings",
        &["do: 「バックアップ」ボタンをタップ"],
    )
    .must_fail()
    .touching(&[])
    .because("does not take input");
}

#[test]
fn what_a_dialog_covers_is_not_touched() {
    let lines = ["do: 「ログアウト」ボタンをタップ", "do: 「通知」をタップ"];
    live("login?open=settings", &lines)
        .must_fail()
        .touching(&["ログアウト"])
        .because("covered by");
}

#[test]
fn a_part_of_a_text_is_not_touched_unless_the_author_says_so() {
    live("login?open=settings", &["do: 「ダーク」をタップ"])
        .must_fail()
        .touching(&[]);
    live("login?open=settings", &["do: 「ダーク」を含む項目をタップ"])
        .must_pass()
        .touching(&["ダークモード"]);
}

#[test]
fn one_of_several_is_touched_only_where_the_author_counts() {
    live("login?open=locations", &["do: 「支社」を含む項目をタップ"])
        .must_fail()
        .touching(&[])
        .because("could be any of 3");
    live("login?open=locations", &["do: 5番目の「東京本社」をタップ"])
        .must_fail()
        .touching(&[]);
}

#[test]
fn a_foreign_id_with_a_variable_means_its_value() {
    let step = act(
        json!({ "strategy": "tap_by_resource_id", "resource_id": "com.example.app:id/(which)" }),
    );
    let file = foreign_with(json!({ "which": "logout_btn" }), &[step]);
    on("login?open=settings")
        .replay(&file, &[("which", "dark_mode")])
        .must_pass()
        .touching(&["ダークモード"]);
}

#[test]
fn a_swipe_across_a_narrow_screen_is_no_gesture_of_the_system() {
    for line in ["do: 右にスワイプ", "do: 左にスワイプ", "do: 左にスクロール"] {
        let told = live("login?open=item", &[line]);
        assert!(
            told.did("swipe") && told.shows("詳細"),
            "{line} {:?}",
            told.touched
        );
    }
    let far = json!({ "strategy": "scroll_fixed", "direction": "down", "distance": 5000 });
    let told = on("login?open=items")
        .replay(&foreign(&[act(far)]), &[])
        .must_pass();
    assert!(told.shows("一覧"), "{:?}", told.last.texts());
}
