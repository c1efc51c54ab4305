//! An app with names that repeat and rows with the same button.

use std::time::Duration;

use serde_json::{Value, json};

use super::kit::{Scripted, Told, Written, act, foreign, on, strategy};

const ODD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/it/scenario_run/odd.app.yaml?open=offices"
);

fn written(lines: &[&str]) -> Written {
    let actions: String = lines
        .iter()
        .map(|line| format!("      - {line}\n"))
        .collect();
    Written::yaml(&format!(
        "name: T\napp: com.example.odd\nsteps:\n  - id: S\n    actions:\n{actions}"
    ))
}

fn live(lines: &[&str]) -> Told {
    written(lines).live_on(on(ODD))
}

fn with_id(text: &str, id: &str) -> Value {
    act(json!({ "strategy": "tap_by_text", "search_text": text,
        "element_metadata": { "resource_id": format!("com.example.odd:id/{id}") } }))
}

/// Fails unless the row of this office was touched, and not its button: the app says which it was.
#[track_caller]
fn assert_row(told: &Told, name: &str) {
    let element = told.touched[0].element.as_ref().unwrap();
    assert_eq!(element.id, "com.example.odd:id/office_row");
    assert!(
        told.shows("選択") && told.shows(name),
        "{:?}",
        told.last.texts()
    );
}

#[test]
fn the_row_that_has_both_the_text_and_the_id_is_meant() {
    for name in ["東京", "大阪"] {
        let file = foreign(&[with_id(name, "office_row")]);
        assert_row(&on(ODD).replay(&file, &[]).must_pass(), name);
    }
}

#[test]
fn a_text_that_is_also_a_title_is_touched_where_it_can_be() {
    let lines = [
        "do: 「東京」をタップ",
        "then: 「選択」が「東京」と表示されていること",
    ];
    for told in written(&lines).both_ways(ODD) {
        assert_row(&told.must_pass(), "東京");
    }
}

#[test]
fn a_button_every_row_has_needs_its_row() {
    assert_eq!(
        live(&["do: 「予約」ボタンをタップ"])
            .must_fail()
            .touched
            .len(),
        0
    );
    for told in written(&[
        "do: 「大阪」の「予約」をタップ",
        "then: 「選択」が「大阪」と表示されていること",
    ])
    .both_ways(ODD)
    {
        told.must_pass();
    }
    for told in written(&[
        "do: 2番目の「予約」をタップ",
        "then: 「選択」が「大阪」と表示されていること",
    ])
    .both_ways(ODD)
    {
        told.must_pass();
    }
}

#[test]
fn a_button_whose_row_is_gone_is_not_that_of_another_row() {
    let compiled = written(&["do: 「東京」の「予約」をタップ"]).compile(ODD);
    let phone = format!("{ODD}&drift=no_tokyo");
    assert_eq!(
        on(&phone).replay(&compiled, &[]).must_fail().touched.len(),
        0
    );
    written(&["do: 「東京」の「予約」をタップ"])
        .live_on(on(&phone))
        .must_fail()
        .touching_nothing();
}

#[test]
fn the_button_of_the_only_row_left_is_not_that_of_a_foreign_file() {
    let phone = format!("{ODD}&drift=one_left");
    on(&phone)
        .replay(&foreign(&[with_id("大阪", "office_row")]), &[])
        .must_fail()
        .touching_nothing();
}

#[test]
fn a_value_belongs_to_its_row() {
    for (line, holds) in [
        ("then: 「大阪」が「空き」と表示されていること", true),
        ("then: 「大阪」が「満室」と表示されていること", false),
        ("then: 「東京駅前」が「満室」と表示されていること", true),
        ("then: 「東京駅前」が「空き」と表示されていること", false),
    ] {
        assert_eq!(live(&[line]).report.verdict.is_passed(), holds, "{line}");
    }
}

#[test]
fn what_loads_long_is_not_absent_and_not_done() {
    live(&[
        "do: 「進む」ボタンをタップ",
        "then: 「完了」が表示されていないこと",
    ])
    .must_fail();
    let told = live(&[
        "do: 「進む」ボタンをタップ",
        "then: 「完了」が表示されていること",
    ])
    .must_pass();
    assert!(told.report.took >= Duration::from_secs(4));
    let told = live(&["do: 「進む」ボタンをタップ", "do: 下にスクロール"]);
    assert!(!told.report.verdict.is_passed(), "{}", told.reason());
}

#[test]
fn a_word_in_a_button_that_means_the_opposite_is_no_negation_of_it() {
    for told in written(&[
        "do: 「お知らせを消す」をタップ",
        "then: 「消しました」と表示されていること",
    ])
    .both_ways(ODD)
    {
        assert_eq!(told.must_pass().taps(), ["お知らせを消す"]);
    }
}

#[test]
fn figures_of_one_run_are_not_kept() {
    let lines = [
        "do: 「大阪」の「予約」をタップ",
        "then: 予約画面が表示されていること",
    ];
    let compiled = written(&lines).compile(ODD);
    let text = String::from_utf8(retap_model::codec::encode(&compiled)).unwrap();
    assert!(!text.contains("2026-01-15 #42"), "{text}");
}

#[test]
fn a_button_named_like_a_screen_is_not_proof_enough_where_a_title_says_otherwise() {
    let told = live(&["then: 「予約」画面が表示されていること"]);
    assert!(!told.report.verdict.is_passed(), "{}", told.reason());
}

#[test]
fn a_value_among_few_texts_is_no_part_of_a_fingerprint() {
    let written = Written::yaml(
        "name: T\napp: com.example.odd\nvariables: { who: 山田 }\nsteps:\n  - id: S\n    actions:\n      \
         - do: 名前欄に「(who)」を入力\n      - do: 「送る」ボタンをタップ\n      - then: うまくいくこと\n",
    );
    let mut advisor = Scripted::tapping("-");
    let compiled = written.learn(ODD, Some(&mut advisor)).compiled.unwrap();
    assert_eq!(strategy(&compiled, 3), "uitree_verify");
    let told = on(ODD).replay(&compiled, &[("who", "鈴木")]).must_pass();
    assert!(told.shows("鈴木"), "{:?}", told.last.texts());
}
