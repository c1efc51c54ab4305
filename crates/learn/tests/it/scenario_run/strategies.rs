//! Every strategy of a foreign compiled file, from its JSON to what the phone did.

use serde_json::{Value, json};

use retap_model::device::Advice;

use super::kit::{STRATEGIES, Scripted, Told, act, foreign, on, strategy, then};
use crate::assert_contains;

const APP: &str = "com.example.app";

fn replay(address: &str, steps: &[Value]) -> Told {
    on(address).replay(&foreign(steps), &[])
}

fn verify(checks: Value) -> Value {
    then(json!({ "strategy": "uitree_verify", "assertion": "so", "checks": checks }))
}

fn shows(text: &str) -> Value {
    then(json!({ "strategy": "strict_text_match", "search_text": text }))
}

#[test]
fn every_strategy_does_what_its_name_says() {
    let steps = [
        act(json!({ "strategy": "app_launch", "package": APP })),
        act(
            json!({ "strategy": "text_input", "input_text": "a@b.c", "field_hint": "メールアドレス" }),
        ),
        act(
            json!({ "strategy": "text_input", "input_text": "password123", "field_hint": "パスワード" }),
        ),
        act(json!({ "strategy": "tap_by_text", "search_text": "ログイン" })),
        act(json!({ "strategy": "wait", "duration_sec": 1.5 })),
        shows("ホーム"),
        act(
            json!({ "strategy": "tap_by_resource_id", "resource_id": "com.example.app:id/tab_items" }),
        ),
        verify(json!([{ "type": "text_visible", "value": "項目 1" }])),
        act(
            json!({ "strategy": "scroll_fixed", "direction": "down", "distance": 300, "duration_ms": 200 }),
        ),
        act(json!({ "strategy": "scroll_to_find", "search_text": "項目 30", "direction": "down" })),
        act(json!({ "strategy": "keyevent", "keycode": 4, "key_name": "BACK" })),
        then(json!({ "strategy": "screenshot_only", "assertion": "so" })),
        then(json!({ "strategy": "ai_checkpoint", "assertion": "so", "hint": "look well" })),
        act(json!({ "strategy": "replay", "expanded_steps": [
            act(json!({ "strategy": "app_restart", "package": APP })),
        ]})),
        act(json!({ "strategy": "app_stop", "package": APP })),
    ];
    let compiled = foreign(&steps);
    let numbers = 1..=steps.len();
    let mut names: Vec<String> = numbers.map(|number| strategy(&compiled, number)).collect();
    names.push("app_restart".to_owned());
    let is_there = |name: &&str| names.iter().any(|known| known == name);
    assert!(STRATEGIES.iter().all(is_there), "{names:?}");
    let reason = "it is".to_owned();
    let mut advisor = Scripted::judging(Advice::Yes { reason });
    let told = on("login")
        .asking(&mut advisor)
        .replay(&compiled, &[])
        .must_pass();
    assert_eq!(told.letters(), "pppppppppppnpppp");
    assert_eq!(advisor.asked, ["so\n(look well)"]);
    assert!(told.report.took.as_millis() >= 1500);
    assert_eq!(told.last.app, None);
}

#[test]
fn restart_stops_and_opens_the_app() {
    let steps = [
        act(json!({ "strategy": "app_restart", "package": APP })),
        shows("ログイン"),
    ];
    let told = replay("login?open=settings", &steps).must_pass();
    assert!(told.did("stop") && told.did("launch"), "{:?}", told.touched);
}

#[test]
fn an_unknown_strategy_fails_and_is_named() {
    let told = replay("login", &[act(json!({ "strategy": "pray", "to": "whom" }))]).must_fail();
    assert_eq!(told.reason(), "step 1: the strategy `pray` is unknown");
}

#[test]
fn an_unknown_key_fails_and_is_named() {
    let key = act(json!({ "strategy": "keyevent", "keycode": 9999 }));
    let told = replay("login?open=settings", &[key]).must_fail();
    assert_eq!(told.reason(), "step 1: the key code 9999 is unknown");
}

#[test]
fn an_unknown_check_fails_even_beside_ones_that_hold() {
    let checks = json!([{ "type": "text_visible", "value": "設定" }, { "type": "looks_good" }]);
    replay("login?open=settings", &[verify(checks)])
        .must_fail()
        .because("the check `looks_good` is unknown");
}

#[test]
fn no_checks_prove_nothing() {
    replay("login?open=settings", &[verify(json!([]))])
        .must_fail()
        .because("proves nothing");
}

#[test]
fn every_type_of_check_tells_right_from_wrong() {
    for (right, wrong) in [
        (
            json!({ "type": "text_visible", "value": "通知" }),
            json!({ "type": "text_visible", "value": "通" }),
        ),
        (
            json!({ "type": "text_visible", "value": "ダーク", "match_type": "contains" }),
            json!({ "type": "text_visible", "value": "ライト", "match_type": "contains" }),
        ),
        (
            json!({ "type": "text_not_visible", "value": "エラー" }),
            json!({ "type": "text_not_visible", "value": "通知" }),
        ),
        (
            json!({ "type": "text_not_visible", "value": "エラー", "match_type": "contains" }),
            json!({ "type": "text_not_visible", "value": "ダーク", "match_type": "contains" }),
        ),
        (
            json!({ "type": "resource_id_exists", "value": "com.example.app:id/save_btn" }),
            json!({ "type": "resource_id_exists", "value": "save_btn" }),
        ),
        (
            json!({ "type": "class_exists", "value": "android.widget.EditText" }),
            json!({ "type": "class_exists", "value": "EditText" }),
        ),
        (
            json!({ "type": "element_count_gte", "selector": { "class": "android.widget.Button" }, "min_count": 3 }),
            json!({ "type": "element_count_gte", "selector": { "class": "android.widget.Button" }, "min_count": 30 }),
        ),
        (
            json!({ "type": "element_count_gte", "selector": { "text": "保存", "class": "android.widget.Button" } }),
            json!({ "type": "element_count_gte", "selector": { "text": "保存", "class": "android.widget.EditText" } }),
        ),
    ] {
        replay("login?open=settings", &[verify(json!([right]))]).must_pass();
        let told = replay("login?open=settings", &[verify(json!([right, wrong]))]).must_fail();
        assert_eq!(told.letters(), "f", "{wrong}");
    }
}

fn fallback(value: &str) -> [Value; 1] {
    [then(json!({
        "strategy": "uitree_verify", "assertion": "設定が見える", "fallback_to_ai": true,
        "checks": [{ "type": "text_visible", "value": value }],
    }))]
}

#[test]
fn checks_that_hold_need_no_advisor() {
    let mut advisor = Scripted::judging(Advice::No {
        reason: "never".to_owned(),
    });
    on("login?open=settings")
        .asking(&mut advisor)
        .replay(&foreign(&fallback("通知")), &[])
        .must_pass();
    assert_eq!(advisor.asked, [""; 0]);
}

#[test]
fn checks_that_fail_are_left_to_the_advisor_where_the_file_says_so() {
    let file = foreign(&fallback("予約"));
    on("login?open=settings").replay(&file, &[]).must_be_open();
    let asked = |advice: Advice| {
        let mut advisor = Scripted::judging(advice);
        let told = on("login?open=settings")
            .asking(&mut advisor)
            .replay(&file, &[]);
        assert_eq!(advisor.asked, ["設定が見える"]);
        told
    };
    let reason = "because".to_owned();
    asked(Advice::Yes {
        reason: reason.clone(),
    })
    .must_pass();
    asked(Advice::No {
        reason: reason.clone(),
    })
    .must_fail();
    asked(Advice::Unsure { reason }).must_be_open();
}

#[test]
fn checks_that_fail_are_not_left_to_the_advisor_otherwise() {
    let mut advisor = Scripted::judging(Advice::Yes {
        reason: "sure".to_owned(),
    });
    let file = foreign(&[verify(json!([{ "type": "text_visible", "value": "予約" }]))]);
    on("login?open=settings")
        .asking(&mut advisor)
        .replay(&file, &[])
        .must_fail();
    assert_eq!(advisor.asked, [""; 0]);
}

#[test]
fn evidence_alone_is_no_pass() {
    let only = [then(
        json!({ "strategy": "screenshot_only", "assertion": "so" }),
    )];
    replay("login?open=settings", &only).must_be_open();
    let both = [only[0].clone(), shows("通知")];
    let told = on("login?open=settings")
        .with_evidence()
        .replay(&foreign(&both), &[])
        .must_pass();
    assert_eq!(told.letters(), "np");
    let files: Vec<&str> = told
        .evidence
        .iter()
        .map(|(file, _)| file.as_str())
        .collect();
    assert_eq!(
        files[..3],
        [
            "step_01_before.png",
            "step_01_uitree.xml",
            "step_01_after.png"
        ]
    );
    assert_contains(told.reason(), "1 that could not be judged");
}

#[test]
fn an_act_the_author_named_as_a_checkpoint_stops_what_follows() {
    let done = act(json!({ "strategy": "ai_checkpoint", "assertion": "やる" }));
    let judged = then(json!({ "strategy": "ai_checkpoint", "assertion": "よい" }));
    for (first, letters) in [(done, "ns"), (judged, "np")] {
        let told = replay("login?open=settings", &[first, shows("通知")]);
        assert_eq!(told.must_be_open().letters(), letters);
    }
}
