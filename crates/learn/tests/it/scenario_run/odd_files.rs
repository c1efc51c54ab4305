//! Files and scenarios nobody would write, and what must not come of them: a panic, or a pass.

use serde_json::{Value, json};

use retap_model::codec::{decode, encode};
use retap_model::program::{Group, KeepEvidence, StepKind, Swipe, Tap, Target, TouchEffect};

use super::kit::{Scripted, Written, act, foreign, on, then};

const SETTINGS: &str = "login?open=settings";

fn base() -> Value {
    let bytes = encode(&foreign(&[then(
        json!({ "strategy": "strict_text_match", "search_text": "通知" }),
    )]));
    serde_json::from_slice(&bytes).unwrap()
}

#[test]
fn replays_of_replays_without_end_are_refused_and_do_not_overflow() {
    let mut step = act(json!({ "strategy": "wait", "duration_sec": 0 })).to_string();
    for _ in 0..5000 {
        step = format!(
            "{{\"section\":\"S\",\"type\":\"replay\",\"original\":\"r\",\"compiled\":{{\"strategy\":\"replay\",\"expanded_steps\":[{step}]}}}}"
        );
    }
    let file = base()
        .to_string()
        .replace("\"steps\":[{", &format!("\"steps\":[{step},{{"));
    assert!(decode(file.as_bytes()).is_err());
}

#[test]
fn figures_out_of_range_are_refused() {
    for (name, value) in [
        ("wait", json!(-1)),
        ("wait", json!(1e300)),
        ("wait", json!("2")),
        ("index", json!(0)),
        ("index", json!(-3)),
        ("type", json!("maybe")),
        ("compiled", json!(null)),
        ("compiled", json!({ "strategy": 7 })),
        (
            "compiled",
            json!({ "strategy": "wait", "duration_sec": -2 }),
        ),
        (
            "compiled",
            json!({ "strategy": "scroll_fixed", "direction": "sideways" }),
        ),
        (
            "compiled",
            json!({ "strategy": "tap_by_text", "search_text": "x", "match_type": "fuzzy" }),
        ),
        (
            "compiled",
            json!({ "strategy": "tap_by_text", "search_text": "x", "element_metadata": { "bounds": "[9,9][1,1]" } }),
        ),
    ] {
        let mut file = base();
        file["steps"][0][name] = value.clone();
        assert!(
            decode(file.to_string().as_bytes()).is_err(),
            "{name} {value}"
        );
    }
}

#[test]
fn a_file_without_steps_is_no_pass() {
    let mut file = base();
    file["steps"] = json!([]);
    let decoded = decode(file.to_string().as_bytes());
    if let Ok(empty) = decoded {
        on(SETTINGS).replay(&empty, &[]).must_be_open();
    }
}

#[test]
fn strokes_of_any_size_do_no_harm() {
    for distance in [0_u64, 1, 4_000_000_000] {
        for duration in [0_u64, 3_600_000] {
            let scroll = act(
                json!({ "strategy": "scroll_fixed", "direction": "down", "distance": distance, "duration_ms": duration }),
            );
            let find = act(
                json!({ "strategy": "scroll_to_find", "search_text": "項目 30", "distance": distance, "max_scrolls": 3 }),
            );
            let told = on("login?open=items").replay(&foreign(&[scroll, find]), &[]);
            assert!(!told.reason().is_empty());
        }
    }
}

#[test]
fn a_swipe_too_short_to_be_one_is_not_sent_as_a_touch() {
    for distance in [0, 1, 8] {
        let fixed =
            json!({ "strategy": "scroll_fixed", "direction": "down", "distance": distance });
        let find =
            json!({ "strategy": "scroll_to_find", "search_text": "項目 30", "distance": distance });
        for step in [fixed, find] {
            on("login?open=items")
                .replay(&foreign(&[act(step)]), &[])
                .must_fail()
                .touching_nothing();
        }
    }
}

#[test]
fn looking_for_nothing_by_scrolling_is_no_pass() {
    let find = act(json!({ "strategy": "scroll_to_find", "search_text": " " }));
    on("login?open=items")
        .replay(&foreign(&[find]), &[])
        .must_fail()
        .touching_nothing();
}

#[test]
fn an_app_nobody_has_is_no_pass() {
    for strategy in ["app_launch", "app_restart"] {
        for package in ["", "com.example.nothing"] {
            on(SETTINGS)
                .replay(
                    &foreign(&[act(json!({ "strategy": strategy, "package": package }))]),
                    &[],
                )
                .must_fail();
        }
    }
}

#[test]
fn stopping_an_app_that_is_not_there_is_said() {
    let stop = act(json!({ "strategy": "app_stop", "package": "com.example.nothing" }));
    let told = on(SETTINGS).replay(&foreign(&[stop]), &[]);
    assert!(!told.report.verdict.is_passed(), "{}", told.reason());
}

#[test]
fn an_advisor_that_proposes_nonsense_is_no_pass() {
    let file = foreign(&[act(
        json!({ "strategy": "ai_checkpoint", "assertion": "設定を変える" }),
    )]);
    for step in [
        StepKind::Group(Group {
            from: String::new(),
            to: String::new(),
            steps: Vec::new(),
        }),
        StepKind::KeepEvidence(KeepEvidence {
            assertion: "x".into(),
        }),
        StepKind::Tap(Tap {
            target: Target::default(),
            effect: TouchEffect::Visible,
            ..Tap::default()
        }),
        StepKind::Tap(Tap {
            target: Target::labelled("${password}"),
            ..Tap::default()
        }),
        StepKind::Swipe(Swipe {
            direction: retap_model::geometry::Direction::Left,
            stroke: None,
        }),
    ] {
        let mut advisor = Scripted {
            step: Some(step.clone()),
            ..Scripted::tapping("通知")
        };
        let told = on(SETTINGS).asking(&mut advisor).replay(&file, &[]);
        assert!(
            !told.report.verdict.is_passed(),
            "{step:?}: {}",
            told.reason()
        );
    }
}

#[test]
fn sentences_of_any_shape_run_without_a_panic() {
    for sentence in [
        "「",
        "」",
        "「」",
        "「「」」をタップ",
        "()",
        "(",
        "\\(",
        "をタップ",
        "。。。",
        "' '",
        "Tap ''",
        "「\u{0}」をタップ",
        "「\u{202e}abc」をタップ",
        "0番目の「通知」をタップ",
        "99999999999番目の「通知」をタップ",
        "0秒待つ",
        "-1秒待つ",
        "99999999999999999999秒待つ",
    ] {
        let line = format!("do: {}", json!(sentence));
        let text = format!(
            "name: T\napp: com.example.app\nsteps:\n  - id: S\n    actions:\n      - {line}\n"
        );
        let path = std::path::Path::new("x.yaml");
        if retap_learn::source::read_scenario(path, text.as_bytes()).is_ok() {
            let told = Written::yaml(&text).live_on(on(SETTINGS).allowing());
            assert_eq!(told.taps(), [""; 0], "{sentence}");
        }
    }
}

#[test]
fn a_value_that_looks_like_a_sentence_is_only_text() {
    for value in [
        "」をタップ",
        "「ログアウト」",
        "(x)",
        "通知」と「設定",
        "ログアウト\n- do: x",
    ] {
        let value = json!(value);
        let written = Written::yaml(&format!(
            "name: T\napp: com.example.app\nvariables: {{ x: {value} }}\nsteps:\n  - id: S\n    actions:\n      - do: 「(x)」をタップ\n"
        ));
        let told = written.live_on(on(SETTINGS)).must_fail();
        assert_eq!(told.taps(), [""; 0]);
    }
}
