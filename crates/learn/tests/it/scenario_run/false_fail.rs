//! Sentences that hold and must not fail, each named after why they might.

use super::kit::{Told, Written, on};

const SETTINGS: &str = "login?open=settings";

fn both(address: &str, lines: &[&str]) -> Vec<Told> {
    Written::steps(lines)
        .both_ways(address)
        .into_iter()
        .map(Told::must_pass)
        .collect()
}

#[test]
fn what_appears_late_is_waited_for() {
    let lines = [
        "do: 「ホーム」タブをタップ",
        "then: 「お知らせ」が表示されていること",
    ];
    both(SETTINGS, &lines);
    both("login?open=settings&latency=slow", &lines);
    both("login?open=settings&signals=off", &lines);
}

#[test]
fn a_field_is_found_by_what_people_call_it() {
    let lines = [
        "do: Type 'a@b.c' into the email field",
        "do: Type 'password123' into the password field",
        "do: Tap the login button",
        "then: The home screen is shown",
    ];
    both("login-en", &[&["do: Open the app"], &lines[..]].concat());
}

#[test]
fn what_the_author_says_of_what_was_there_already_is_judged_in_a_replay_too() {
    let lines = [
        "do: 「ログアウト」ボタンをタップ",
        "do: 「いいえ」をタップ",
        "then: 設定画面が表示されていること",
    ];
    both(SETTINGS, &lines);
}

#[test]
fn a_replay_on_another_day_and_language_of_numbers_still_passes() {
    let lines = [
        "do: 「一覧」タブをタップ",
        "then: 一覧画面が表示されていること",
        "do: 「項目 3」をタップ",
        "then: 詳細画面が表示されていること",
    ];
    both(SETTINGS, &lines);
}

#[test]
fn a_slow_phone_passes_what_a_fast_one_does() {
    let lines = [
        "do: 「ホーム」タブをタップ",
        "do: 「現在の拠点」をタップ",
        "do: 「大阪支社」をタップ",
        "then: 「大阪支社」と表示されていること",
    ];
    let written = Written::steps(&lines);
    let compiled = written.compile(SETTINGS);
    for phone in [
        "latency=slow",
        "signals=off",
        "latency=slow&signals=off",
        "fault=stale_frame:2",
        "fault=slow_read:3",
        "fault=half_dump:1",
    ] {
        let told = written.replay_on(&compiled, on(&format!("{SETTINGS}&{phone}")));
        assert!(
            told.report.verdict.is_passed(),
            "{phone}: {}",
            told.reason()
        );
    }
}
