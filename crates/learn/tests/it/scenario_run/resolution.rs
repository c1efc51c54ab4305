//! Which element a step of a scenario touches, told by the phone's own log.

use serde_json::{Value, json};

use retap_model::codec::decode;
use retap_model::program::CompiledProgram;

use super::kit::{Told, Written, act, file_of, foreign, foreign_with, on};
use crate::assert_contains;

const LOCATIONS: &str = "login?open=locations";
const ROW_ID: &str = "com.example.app:id/location_row";

fn choose(name: &str) -> Written {
    Written::steps(&[
        &format!("do: 「{name}」をタップ"),
        &format!("then: 「{name}」と表示されていること"),
    ])
}

fn tap(text: &str, metadata: Value) -> Value {
    act(json!({
        "strategy": "tap_by_text", "search_text": text, "match_type": "exact",
        "element_metadata": metadata,
    }))
}

/// A foreign file that taps a row by its text and the id all rows have.
fn foreign_row(name: &str) -> CompiledProgram {
    foreign(&[tap(name, json!({ "resource_id": ROW_ID }))])
}

fn assert_chosen(told: &Told, name: &str) {
    assert_eq!(told.taps(), [name]);
    assert!(told.shows(name), "{:?}", told.last.texts());
}

#[test]
fn of_rows_with_one_id_the_named_one_is_touched_live_and_compiled() {
    for name in ["東京本社", "大阪支社", "名古屋支社", "福岡支社"] {
        for told in choose(name).both_ways(LOCATIONS) {
            assert_chosen(&told.must_pass(), name);
        }
    }
}

#[test]
fn of_rows_with_one_id_the_named_one_is_touched_by_a_foreign_file() {
    for name in ["東京本社", "大阪支社", "名古屋支社", "福岡支社"] {
        let told = on(LOCATIONS).replay(&foreign_row(name), &[]).must_pass();
        assert_chosen(&told, name);
    }
}

/// Returns what came of tapping `name`, compiled without drift, on a phone that has drifted.
fn drifted(name: &str, drift: &str) -> [Told; 2] {
    let phone = format!("{LOCATIONS}&drift={drift}");
    [choose(name).compile(LOCATIONS), foreign_row(name)]
        .map(|compiled| on(&phone).replay(&compiled, &[]))
}

#[test]
fn a_row_that_is_gone_stops_the_run_and_nothing_is_touched() {
    for (name, drift) in [
        ("大阪支社", "remove"),
        ("大阪支社", "remove_and_lookalike"),
        ("東京本社", "rename"),
    ] {
        for told in drifted(name, drift) {
            let told = told.must_fail();
            assert_eq!(told.taps(), [""; 0], "{drift}");
            assert_contains(told.reason(), name);
        }
    }
}

#[test]
fn a_row_that_is_elsewhere_is_found() {
    for drift in ["reorder", "insert", "wrap"] {
        for name in ["東京本社", "大阪支社", "福岡支社"] {
            for told in drifted(name, drift) {
                assert_chosen(&told.must_pass(), name);
            }
        }
    }
}

/// Logging in up to the button, which has drifted.
fn login(drift: &str) -> [Told; 2] {
    let written = Written::steps(&[
        "do: メールアドレス欄に「a@example.com」を入力",
        "do: パスワード欄に「password123」を入力",
        "do: 「ログイン」ボタンをタップ",
        "then: 「現在の拠点」と表示されていること",
    ]);
    let compiled = written.compile("login?open=login");
    let mut bare = file_of(&compiled);
    bare["retap"]["checksum"] = Value::Null;
    for step in bare["steps"].as_array_mut().unwrap() {
        step["retap"] = Value::Null;
    }
    let bare = decode(bare.to_string().as_bytes()).unwrap();
    [compiled, bare].map(|file| on(&format!("login?open=login&drift={drift}")).replay(&file, &[]))
}

#[test]
fn a_button_whose_label_went_to_another_one_stops_the_run() {
    for told in login("swap_labels") {
        let told = told.must_fail();
        assert_eq!(told.taps(), ["メールアドレス", "パスワード"]);
        assert_eq!(told.letters(), "ppfs");
    }
}

#[test]
fn a_button_that_became_dangerous_is_not_touched() {
    for told in login("rename_to_danger") {
        let told = told.must_fail();
        assert_eq!(told.taps(), ["メールアドレス", "パスワード"]);
        assert_contains(told.reason(), "アカウントを削除");
    }
}

#[test]
fn a_button_with_another_id_or_place_is_found_by_its_text() {
    for drift in ["re_id", "move", "wrap", "insert"] {
        for told in login(drift) {
            assert_eq!(
                told.must_pass().taps().last().unwrap(),
                "ログイン",
                "{drift}"
            );
        }
    }
}

#[test]
fn a_class_alone_is_never_touched() {
    let class = json!({
        "class": "android.widget.LinearLayout",
        "parent_hierarchy": ["androidx.recyclerview.widget.RecyclerView"],
    });
    for file in [
        tap("横浜支社", class.clone()),
        tap("", class.clone()),
        act(json!({ "strategy": "tap_by_resource_id", "resource_id": "",
            "element_metadata": class })),
        act(json!({ "strategy": "tap_by_resource_id",
            "resource_id": "com.example.app:id/none", "element_metadata": class })),
    ] {
        let told = on(LOCATIONS).replay(&foreign(&[file]), &[]).must_fail();
        assert_eq!(told.taps(), [""; 0]);
    }
}

#[test]
fn where_it_was_is_never_touched_for_its_place_alone() {
    let seen = json!({ "bounds": "[0,100][410,160]", "class": "android.widget.TextView" });
    on(LOCATIONS)
        .replay(&foreign(&[tap("横浜支社", seen)]), &[])
        .must_fail()
        .touching(&[]);
}

fn by_id(id: &str, text: Option<&str>) -> CompiledProgram {
    foreign(&[act(json!({
        "strategy": "tap_by_resource_id", "resource_id": id, "fallback_text": text,
        "element_metadata": { "class": "android.widget.Button", "content_desc": "" },
    }))])
}

#[test]
fn an_id_is_used_first_then_the_text() {
    for (id, text) in [
        ("com.example.app:id/help_btn", None),
        ("com.example.app:id/help_btn", Some("お困りの方はこちら")),
        ("com.example.app:id/help_btn", Some("ヘルプ")),
        ("com.example.app:id/gone", Some("お困りの方はこちら")),
    ] {
        let told = on("login?open=login")
            .replay(&by_id(id, text), &[])
            .must_pass();
        assert_eq!(told.taps(), ["お困りの方はこちら"], "{id} {text:?}");
    }
}

#[test]
fn an_id_and_a_text_of_two_elements_stop_the_run() {
    let file = by_id("com.example.app:id/help_btn", Some("ログイン"));
    on("login?open=login")
        .replay(&file, &[])
        .must_fail()
        .touching(&[]);
}

#[test]
fn an_id_several_have_is_touched_only_where_a_text_tells_them_apart() {
    on(LOCATIONS)
        .replay(&by_id(ROW_ID, None), &[])
        .must_fail()
        .touching(&[]);
    let told = on(LOCATIONS)
        .replay(&by_id(ROW_ID, Some("福岡支社")), &[])
        .must_pass();
    assert_chosen(&told, "福岡支社");
    on(LOCATIONS)
        .replay(&by_id(ROW_ID, Some("横浜支社")), &[])
        .must_fail()
        .touching(&[]);
}

#[test]
fn a_part_of_a_text_is_honoured_with_and_without_metadata() {
    for metadata in [
        json!({ "resource_id": ROW_ID }),
        json!({ "class": "android.widget.TextView" }),
        Value::Null,
    ] {
        let contains = |text: &str| {
            let mut step = tap(text, metadata.clone());
            step["compiled"]["match_type"] = json!("contains");
            on(LOCATIONS).replay(&foreign(&[step]), &[])
        };
        assert_chosen(&contains("福岡支").must_pass(), "福岡支社");
        assert_eq!(contains("支社").must_fail().taps(), [""; 0]);
        assert_eq!(contains("横浜").must_fail().taps(), [""; 0]);
        let exact = on(LOCATIONS).replay(&foreign(&[tap("福岡支", metadata.clone())]), &[]);
        assert_eq!(exact.must_fail().taps(), [""; 0]);
    }
}

#[test]
fn bounds_outside_the_screen_do_no_harm() {
    let seen = json!({ "resource_id": ROW_ID, "bounds": "[-120,-40][980,-4]" });
    let told = on(LOCATIONS)
        .replay(&foreign(&[tap("福岡支社", seen)]), &[])
        .must_pass();
    assert_chosen(&told, "福岡支社");
}

#[test]
fn a_variable_in_a_target_means_its_value_of_today() {
    let written = Written::yaml(
        "name: T\napp: com.example.app\nvariables: { city: 東京本社 }\nsteps:\n  - id: S\n    actions:\n      \
         - do: 「(city)」をタップ\n      - then: 「(city)」と表示されていること\n",
    );
    let compiled = written.compile(LOCATIONS);
    for city in ["東京本社", "大阪支社", "福岡支社"] {
        let told = on(LOCATIONS)
            .replay(&compiled, &[("city", city)])
            .must_pass();
        assert_chosen(&told, city);
        let told = written_with(&written, city)
            .live_on(on(LOCATIONS))
            .must_pass();
        assert_chosen(&told, city);
    }
    on(LOCATIONS)
        .replay(&compiled, &[("city", "横浜支社")])
        .must_fail()
        .touching(&[]);
}

fn written_with(written: &Written, city: &str) -> Written {
    Written::yaml(&written.text).set("city", city)
}

#[test]
fn a_variable_in_a_foreign_target_means_its_value_of_today() {
    let seen = json!({ "resource_id": ROW_ID, "content_desc": "" });
    let file = foreign_with(json!({ "city": "東京本社" }), &[tap("(city)", seen)]);
    let told = on(LOCATIONS)
        .replay(&file, &[("city", "大阪支社")])
        .must_pass();
    assert_chosen(&told, "大阪支社");
    on(LOCATIONS)
        .replay(&file, &[("city", "横浜支社")])
        .must_fail()
        .touching(&[]);
}
