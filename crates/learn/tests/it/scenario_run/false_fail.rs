//! Sentences that hold and must not fail, each named after why they might.

use super::kit::{Told, Written, live, on};

const SETTINGS: &str = "login?open=settings";

fn both(address: &str, lines: &[&str]) -> Vec<Told> {
    Written::steps(lines)
        .both_ways(address)
        .into_iter()
        .map(Told::must_pass)
        .collect()
}

#[test]
fn words_for_a_place_are_not_the_name_of_a_row() {
    for line in [
        "do: リストから「東京本社」を選択",
        "do: 拠点の選択画面で「東京本社」をタップ",
        "do: 一覧から「東京本社」を選択",
    ] {
        for told in both("login?open=locations", &[line]) {
            assert_eq!(told.taps(), ["東京本社"], "{line}");
        }
    }
    let told = both(
        "login-en?open=locations",
        &["do: Select 'Osaka Branch' from the list"],
    );
    assert_eq!(told[0].taps(), ["Osaka Branch"]);
}

#[test]
fn what_a_sentence_calls_its_subject_need_not_stand_on_the_screen() {
    for (address, line) in [
        (SETTINGS, "then: タイトルが「設定」であること"),
        (SETTINGS, "then: 画面に「通知」が表示されていること"),
        (
            "login?open=home",
            "then: 現在の拠点が「未選択」と表示されていること",
        ),
        (
            "login?open=home",
            "then: 「現在の拠点」が「未選択」と表示されていること",
        ),
        ("login-en?open=settings", "then: The title is 'Settings'"),
    ] {
        let told = live(address, &[line]);
        assert!(told.report.verdict.is_passed(), "{line}: {}", told.reason());
    }
}

#[test]
fn a_subject_nothing_on_the_screen_goes_by_is_a_question_and_no_failure() {
    for (address, line) in [
        (
            "login?open=home",
            "then: 拠点が「未選択」と表示されていること",
        ),
        (SETTINGS, "then: メッセージに「保存」が含まれること"),
        (SETTINGS, "do: 横浜画面で「通知」をタップ"),
    ] {
        live(address, &[line]).must_be_open().touching_nothing();
    }
}

#[test]
fn a_toast_is_where_messages_are() {
    for last in [
        "then: トーストに「保存しました」と表示されること",
        "then: 「保存しました」と表示されていること",
    ] {
        both(
            SETTINGS,
            &[
                "do: メモ欄に「x」を入力",
                "do: 「保存」ボタンをタップ",
                last,
            ],
        );
    }
    both(
        "login-en?open=settings",
        &[
            "do: Type 'x' into the Notes field",
            "do: Tap the 'Save' button",
            "then: A toast saying 'Saved' appears",
        ],
    );
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

#[test]
fn a_file_with_odd_figures_is_not_taken_for_an_edited_one() {
    for name in [
        "Tokyo Head Office",
        "Osaka Branch",
        "Nagoya Branch",
        "Fukuoka Branch",
    ] {
        both("login-en?open=locations", &[&format!("do: Tap '{name}'")]);
    }
}
