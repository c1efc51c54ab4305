//! Every kind of sentence does on the phone what it says, live and replayed.

use std::time::Duration;

use super::kit::{Told, Written, live};

const SETTINGS: &str = "login?open=settings";
const ITEMS: &str = "login?open=items";
const SEARCH: &str = "login?open=search";

fn both(address: &str, lines: &[&str]) -> [Told; 2] {
    Written::steps(lines)
        .both_ways(address)
        .map(Told::must_pass)
}

#[test]
fn apps_are_opened_stopped_and_restarted() {
    for told in both(
        "login",
        &[
            "do: アプリを起動",
            "do: アプリを再起動",
            "do: アプリを終了",
            "do: アプリを開く",
            "then: 「ログイン」が表示されていること",
        ],
    ) {
        assert_eq!(told.last.is_in_front("com.example.app"), Some(true));
    }
    for told in both(
        "login-en",
        &[
            "do: Launch the app",
            "do: Restart the app",
            "do: Close the app",
        ],
    ) {
        assert_eq!(told.last.app, None);
    }
}

#[test]
fn a_text_that_comes_late_is_waited_for_and_one_that_never_comes_fails() {
    both(
        SETTINGS,
        &[
            "do: 「ホーム」タブをタップ",
            "then: 「夏季休業のお知らせ」が表示されていること",
        ],
    );
    let told = live(
        SETTINGS,
        &[
            "do: 「ホーム」タブをタップ",
            "then: 「冬季休業のお知らせ」が表示されていること",
        ],
    )
    .must_fail();
    assert!(
        told.report.took >= Duration::from_secs(10),
        "{:?}",
        told.report.took
    );
}

#[test]
fn what_must_be_absent_is_judged_at_rest() {
    for told in both(
        SETTINGS,
        &[
            "do: 「ホーム」タブをタップ",
            "then: 「エラー」が表示されていないこと",
        ],
    ) {
        assert!(
            told.report.took >= Duration::from_millis(600),
            "{:?}",
            told.report.took
        );
    }
}

#[test]
fn toasts_are_seen() {
    both(
        SETTINGS,
        &[
            "do: メモ欄に「x」を入力",
            "do: 「保存」ボタンをタップ",
            "then: 「保存しました」と表示されていること",
        ],
    );
    both(
        "login-en?open=settings",
        &[
            "do: Type 'x' into the Notes field",
            "do: Tap the 'Save' button",
            "then: \"'Saved' appears\"",
        ],
    );
}

#[test]
fn states_are_told() {
    both(
        SETTINGS,
        &[
            "then: 「設定」タブが選択されていること",
            "then: 「ホーム」タブが選択されていないこと",
            "then: 「通知」がオンになっていること",
            "do: 「通知」をタップ",
            "then: 「通知」がオフになっていること",
            "then: 「保存」ボタンが無効になっていること",
            "do: メモ欄に「x」を入力",
            "then: 「保存」ボタンが有効であること",
            "then: 「バックアップ」ボタンがタップできないこと",
        ],
    );
    both(
        "login-en?open=settings",
        &[
            "then: \"'Notifications' is on\"",
            "do: Tap 'Notifications'",
            "then: \"'Notifications' is off\"",
            "then: The 'Save' button is disabled",
            "then: The 'Settings' tab is selected",
        ],
    );
}

#[test]
fn several_texts_are_all_there() {
    both(
        SETTINGS,
        &[
            "do: 「ホーム」タブをタップ",
            "then: 「現在の拠点」と「お知らせ」が表示されていること",
            "then: 「エラー」と「警告」が表示されていないこと",
            "then: 「支社」が含まれていないこと",
        ],
    );
}

#[test]
fn things_are_counted() {
    both(
        SETTINGS,
        &[
            "do: 「一覧」タブをタップ",
            "then: 「項目」が5件以上表示されていること",
        ],
    );
    live(ITEMS, &["then: 「項目」が31件以上表示されていること"]).must_fail();
}

#[test]
fn a_long_press_and_a_double_tap_are_what_they_say() {
    let told = live(SETTINGS, &["do: 「通知」を長押し"]);
    assert!(
        told.did("long press"),
        "{:?} {}",
        told.touched,
        told.reason()
    );
    assert_eq!(told.taps(), ["通知"]);
    let told = live(SETTINGS, &["do: 「通知」をダブルタップ"]);
    assert!(
        told.did("double tap"),
        "{:?} {}",
        told.touched,
        told.reason()
    );
    let told = live(SETTINGS, &["do: 「ログアウト」を長押し"]);
    assert!(
        told.did("long press"),
        "{:?} {}",
        told.touched,
        told.reason()
    );
}

#[test]
fn a_page_is_scrolled_to_its_ends() {
    for told in both(
        ITEMS,
        &[
            "do: 一番下までスクロール",
            "then: 「項目 30」が表示されていること",
            "do: 一番上までスクロール",
            "then: 「項目 1」が表示されていること",
        ],
    ) {
        assert!(told.shows("項目 1"));
    }
    both(
        "login-en?open=items",
        &[
            "do: Scroll to the bottom of the list",
            "then: \"'Item 30' is shown\"",
            "do: Scroll to the top",
            "then: \"'Item 1' is shown\"",
        ],
    );
}

#[test]
fn a_page_is_scrolled_until_something_shows() {
    for told in both(
        ITEMS,
        &[
            "do: 「項目 25」が見えるまでスクロール",
            "do: 「項目 25」をタップ",
            "then: 「項目 25の内容です。」と表示されていること",
        ],
    ) {
        assert_eq!(told.taps(), ["項目 25"]);
    }
    for told in both(
        ITEMS,
        &[
            "do: 「項目 25」が見えるまでスクロール",
            "do: 「項目 1」が見えるまで上にスクロール",
            "do: 「項目 1」をタップ",
        ],
    ) {
        assert_eq!(told.taps(), ["項目 1"]);
    }
    live(ITEMS, &["do: 「項目 99」が見えるまでスクロール"])
        .must_fail()
        .because("was not found in");
}

#[test]
fn scrolling_and_swiping_go_where_they_say() {
    for told in both(ITEMS, &["do: 下にスクロール"]) {
        assert!(!told.shows("項目 1"), "{:?}", told.last.texts());
    }
    for told in both(ITEMS, &["do: 上にスワイプ"]) {
        assert!(!told.shows("項目 1"), "{:?}", told.last.texts());
    }
    both(
        ITEMS,
        &[
            "do: 下にスクロール",
            "do: 上にスクロール",
            "then: 「項目 1」が表示されていること",
        ],
    );
    live(ITEMS, &["do: 上にスクロール"]).must_fail();
}

#[test]
fn keys_are_pressed() {
    for told in both(
        "login?open=home",
        &[
            "do: 「一覧」タブをタップ",
            "do: 「項目 2」をタップ",
            "do: 戻る",
            "then: 「項目 3」が表示されていること",
        ],
    ) {
        assert!(told.did("back"));
    }
    for told in both(SETTINGS, &["do: 「通知」をタップ", "do: ホームに戻る"]) {
        assert_eq!(told.last.app, None);
    }
    both(
        SEARCH,
        &[
            "do: キーワード欄に「30」を入力",
            "do: エンターを押す",
            "then: 「項目 30」が表示されていること",
        ],
    );
    both(
        "login-en?open=search",
        &[
            "do: Type '30' into the Keyword field",
            "do: Press Enter",
            "then: \"'Item 30' is shown\"",
        ],
    );
}

#[test]
fn waits_end_when_what_they_wait_for_is_there_or_gone() {
    for told in both(
        SETTINGS,
        &[
            "do: 「ホーム」タブをタップ",
            "do: 「お知らせ」が表示されるまで待つ",
            "then: 「お知らせ」が表示されていること",
        ],
    ) {
        assert!(
            told.report.took < Duration::from_secs(5),
            "{:?}",
            told.report.took
        );
    }
    let lines = [
        "do: メモ欄に「x」を入力",
        "do: 「保存」ボタンをタップ",
        "do: 「保存しました」が消えるまで待つ",
    ];
    for told in both(SETTINGS, &lines) {
        assert!(!told.shows("保存しました"));
    }
    let told = live(SETTINGS, &["do: 「お知らせ」が表示されるまで最大30秒待つ"]).must_fail();
    assert!(
        told.report.took >= Duration::from_secs(30),
        "{:?}",
        told.report.took
    );
    live(SETTINGS, &["do: 「通知」が消えるまで待つ"]).must_fail();
}

#[test]
fn waiting_takes_as_long_as_it_says() {
    for told in both(
        SETTINGS,
        &["do: 3秒待つ", "do: 「通知」をタップ", "do: 500ミリ秒待つ"],
    ) {
        assert!(
            told.report.took >= Duration::from_millis(3500)
                && told.report.took < Duration::from_secs(10),
            "{:?}",
            told.report.took
        );
    }
}

#[test]
fn the_whole_day_of_a_user() {
    let lines = [
        "do: アプリを起動",
        "do: メールアドレス欄に「a@b.c」を入力",
        "do: パスワード欄に「password123」を入力",
        "do: 「ログイン」ボタンをタップ",
        "then: 「お知らせ」が表示されていること",
        "do: 「現在の拠点」をタップ",
        "do: 「大阪支社」をタップ",
        "then: 「現在の拠点」が「大阪支社」と表示されていること",
        "then: 現在の拠点が「大阪支社」と表示されていること",
        "do: 「検索」タブをタップ",
        "do: キーワード欄に「12」を入力",
        "do: エンターを押す",
        "do: 「項目 12」をタップ",
        "then: 「詳細」画面が表示されていること",
        "do: 前の画面に戻る",
        "do: 「設定」タブをタップ",
        "do: 「ログアウト」ボタンをタップ",
        "do: 「はい」をタップ",
        "then: ログイン画面が表示されていること",
    ];
    for told in both("login", &lines) {
        assert!(told.shows("ログイン"));
    }
}

#[test]
fn what_was_there_at_first_and_went_away_is_told() {
    let lines = [
        "do: 「ホーム」タブをタップ",
        "then: 「通知」が表示されていないこと",
    ];
    both(SETTINGS, &lines);
    let told = live(SETTINGS, &["then: 「ダーク」が表示されていないこと"]).must_pass();
    assert!(
        told.warnings()
            .iter()
            .any(|message| message.contains("ダークモード")),
        "{:?}",
        told.warnings()
    );
}
