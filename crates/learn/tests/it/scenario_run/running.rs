//! How a whole scenario runs: order, waits, limits, what comes before and after.

use std::time::Duration;

use retap_model::codec::{decode, encode};
use retap_model::event::Event;

use super::kit::{Told, Written, live, on};
use crate::assert_contains;

const SETTINGS: &str = "login?open=settings";

fn both(address: &str, lines: &[&str]) -> [Told; 2] {
    Written::steps(lines)
        .both_ways(address)
        .map(Told::must_pass)
}

fn yaml(config: &str, sections: &str) -> Written {
    Written::yaml(&format!(
        "name: T\napp: com.example.app\nconfig: {{ {config} }}\nsteps:\n{sections}"
    ))
}

/// Both ways of running a scenario, whatever comes of it; compiled without the options under test.
fn with_config(config: &str, sections: &str, address: &str) -> [Told; 2] {
    let written = yaml(config, sections);
    let compiled = yaml("strict: false", sections)
        .learn(address, None)
        .compiled;
    let live = written.live_on(on(address));
    let replayed = match compiled {
        Ok(mut compiled) => {
            let whole = compiled.standalone.as_mut().unwrap();
            whole.draft.header.frame = written.draft().draft.header.frame;
            let read = decode(&encode(&compiled)).unwrap();
            written.replay_on(&read, on(address))
        }
        Err(_) => written.live_on(on(address)),
    };
    [live, replayed]
}

#[test]
fn the_first_failure_ends_the_run_unless_it_is_to_go_on() {
    let lines = [
        "do: 「ない」をタップ",
        "then: 「通知」が表示されていること",
        "then: 「無い」が表示されていること",
        "do: 「通知」をタップ",
    ];
    let written = Written::steps(&lines);
    assert_eq!(written.live_on(on(SETTINGS)).must_fail().letters(), "fsss");
    let told = written.live_on(on(SETTINGS).keeping_going()).must_fail();
    assert_eq!(told.letters(), "fpfp");
    assert_eq!(told.taps(), ["通知"]);
    assert!(
        told.reason().starts_with("step 1: ") && told.reason().ends_with("2 steps failed in all"),
        "{}",
        told.reason()
    );
}

#[test]
fn going_on_after_a_failure_is_never_a_pass() {
    let lines = ["do: 「ない」をタップ", "do: 「通知」をタップ"];
    Written::steps(&lines)
        .live_on(on(SETTINGS).keeping_going().allowing())
        .must_fail();
}

const WAITS: &str = "  - id: S\n    actions:\n      - do: 60秒待つ\n      - do: 「通知」をタップ\n";

#[test]
fn a_scenario_that_takes_too_long_ends_in_time() {
    for told in with_config("timeout: 5", WAITS, SETTINGS) {
        let told = told.must_fail();
        assert!(
            told.report.took < Duration::from_secs(6),
            "{:?}",
            told.report.took
        );
        assert_eq!(told.taps(), [""; 0]);
        assert_contains(told.reason(), "config.timeout");
        assert_eq!(told.letters(), "fs");
    }
    for told in with_config("timeout: 90", WAITS, SETTINGS) {
        told.must_pass();
    }
}

#[test]
fn a_wait_that_never_ends_is_cut_by_the_limit_of_the_scenario() {
    let sections = "  - id: S\n    actions:\n      - then: 「ない」が表示されていること\n";
    for told in with_config("timeout: 2", sections, SETTINGS) {
        assert!(told.must_fail().report.took < Duration::from_secs(4));
    }
}

#[test]
fn the_data_of_the_app_is_gone_before_the_first_step() {
    let sections = "  - id: S\n    actions:\n      - do: アプリを起動\n      - then: 「ログイン」が表示されていること\n";
    for told in with_config("clear_data_before: true", sections, SETTINGS) {
        let told = told.must_pass();
        assert!(
            told.touched[0].action.contains("clear"),
            "{:?}",
            told.touched[0]
        );
        assert!(told.did("launch"));
    }
}

#[test]
fn a_run_whose_app_does_not_exist_cannot_be_prepared() {
    let text = "name: T\napp: com.example.nothing\nconfig: { clear_data_before: true }\nsteps:\n  - id: S\n    actions:\n      - do: アプリを起動\n";
    let told = Written::yaml(text).live_on(on(SETTINGS)).must_fail();
    assert_eq!(told.letters(), "s");
    assert_contains(told.reason(), "could not be erased");
}

#[test]
fn the_app_is_stopped_afterwards_however_the_run_ends() {
    for sections in [
        "  - id: S\n    actions:\n      - do: 「通知」をタップ\n",
        "  - id: S\n    actions:\n      - do: 「ない」をタップ\n",
        "  - id: S\n    actions:\n      - do: いい感じにする\n",
        "  - id: S\n    actions:\n      - do: 「通知」をタップ\n      - do: 600秒待つ\n",
    ] {
        for told in with_config("stop_app_after: true, timeout: 60", sections, SETTINGS) {
            assert!(
                told.touched.last().unwrap().action.contains("stop"),
                "{sections}"
            );
            assert_eq!(told.last.app, None, "{sections}");
        }
    }
}

#[test]
fn a_phone_that_is_gone_cannot_be_left_tidy_and_that_is_told() {
    let written = yaml(
        "stop_app_after: true",
        "  - id: S\n    actions:\n      - do: 「通知」をタップ\n",
    );
    let told = written
        .live_on(on(&format!("{SETTINGS}&fault=dead:2")))
        .must_fail();
    assert!(told.report.is_device_error());
    let is_told = |message: &&str| message.contains("could not be stopped");
    assert!(told.warnings().iter().any(is_told), "{:?}", told.warnings());
}

#[test]
fn the_app_is_not_stopped_where_nobody_asks_for_it() {
    for told in both(SETTINGS, &["do: 「通知」をタップ"]) {
        assert!(!told.did("stop"));
    }
}

#[test]
fn the_wait_after_a_step_is_kept() {
    let lines = [
        "do: 「通知」をタップ\n        wait: 7",
        "then: 「通知」がオフになっていること\n        wait: 0.5",
    ];
    for told in both(SETTINGS, &lines) {
        assert!(
            told.report.took >= Duration::from_millis(7500),
            "{:?}",
            told.report.took
        );
    }
    let lines = ["do: 「ない」をタップ\n        wait: 3600"];
    let told = live(SETTINGS, &lines).must_fail();
    assert!(told.report.took < Duration::from_secs(60));
}

/// Two sections that switch something and look; the first waits.
const SECTIONS: &str = "  - id: A
    actions:
      - do: 「通知」をタップ
        wait: 3
      - then: 「通知」がオフになっていること
  - id: B
    actions:
      - do: 「ダークモード」をタップ
      - then: 「ダークモード」がオンになっていること
";

fn replaying(more: &str) -> Written {
    Written::yaml(&format!(
        "name: T\napp: com.example.app\nsteps:\n{SECTIONS}{more}"
    ))
}

#[test]
fn a_replay_does_what_the_sections_do_and_asserts_nothing_of_them() {
    let written = replaying(
        "  - id: C\n    replay: { from: A, to: B }\n    actions:\n      - then: 「通知」がオンになっていること\n      - then: 「ダークモード」がオフになっていること\n",
    );
    let compiled = written.compile(SETTINGS);
    for told in [
        written.live_on(on(SETTINGS)),
        written.replay_on(&compiled, on(SETTINGS)),
    ] {
        let told = told.must_pass();
        assert_eq!(
            told.taps(),
            ["通知", "ダークモード", "通知", "ダークモード"]
        );
        // Two waits of 3 seconds: that of the section and that of its replay.
        assert!(
            told.report.took >= Duration::from_secs(6),
            "{:?}",
            told.report.took
        );
        assert_eq!(told.letters(), "ppppppppp");
    }
}

#[test]
fn a_replay_of_one_section_and_a_replay_of_replays() {
    let more = "  - id: C\n    replay: { from: B, to: B }\n    actions: []\n  - id: D\n    replay: { from: A, to: C }\n    actions:\n      - then: 「通知」がオンになっていること\n";
    let written = replaying(more);
    let compiled = written.compile(SETTINGS);
    for told in [
        written.live_on(on(SETTINGS)),
        written.replay_on(&compiled, on(SETTINGS)),
    ] {
        let d = "ダークモード";
        assert_eq!(told.must_pass().taps(), ["通知", d, d, "通知", d, d]);
    }
}

#[test]
fn a_replay_that_fails_fails_the_run_and_says_where() {
    let more = "  - id: C\n    actions:\n      - do: 「ログアウト」ボタンをタップ\n  - id: D\n    replay: { from: A, to: A }\n    actions:\n      - then: 「通知」がオンになっていること\n";
    let told = replaying(more).live_on(on(SETTINGS)).must_fail();
    assert!(
        told.reason()
            .starts_with("step 6: step 1: `通知` is covered"),
        "{}",
        told.reason()
    );
    assert_eq!(told.letters(), "pppppffs");
}

#[test]
fn evidence_of_replayed_steps_has_names_of_its_own() {
    let written = replaying("  - id: C\n    replay: { from: A, to: A }\n    actions: []\n");
    let told = written.live_on(on(SETTINGS).with_evidence()).must_pass();
    let names: Vec<&str> = told
        .evidence
        .iter()
        .map(|(file, _)| file.as_str())
        .collect();
    for name in [
        "step_01_before.png",
        "step_05_before.png",
        "step_05_01_before.png",
        "step_05_01_uitree.xml",
        "step_05_01_after.png",
        "step_05_after.png",
    ] {
        assert_eq!(
            names.iter().filter(|known| **known == name).count(),
            1,
            "{name} {names:?}"
        );
    }
}

#[test]
fn evidence_is_the_tree_to_the_byte() {
    let told = Written::steps(&["then: 「通知」が表示されていること"])
        .live_on(on(SETTINGS).with_evidence())
        .must_pass();
    let (_, tree) = told
        .evidence
        .iter()
        .find(|(file, _)| file == "step_01_uitree.xml")
        .unwrap();
    let text = String::from_utf8(tree.clone()).unwrap();
    assert!(
        text.starts_with("<?xml") && text.contains("com.example.app:id/memo_input"),
        "{text}"
    );
    let (_, picture) = told
        .evidence
        .iter()
        .find(|(file, _)| file == "step_01_before.png")
        .unwrap();
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn sentences_stand_in_the_events() {
    let told = live(
        SETTINGS,
        &[
            "do: 「通知」をタップ",
            "then: 「通知」がオフになっていること",
        ],
    );
    let started: Vec<_> = told
        .records
        .iter()
        .filter_map(|record| match &record.event {
            Event::StepStarted(step) => step.sentence.clone(),
            _ => None,
        })
        .collect();
    assert_eq!(started[0].original, "「通知」をタップ");
    assert_eq!(
        (
            started[0].section.as_str(),
            started[0].kind.as_str(),
            started[0].strategy.as_str()
        ),
        ("S", "do", "tap_by_text")
    );
    assert_eq!(started[1].kind, "then");
}
