//! Acts on an Android device: what each sends, and in how many round trips.

use std::time::Duration;

use retap_model::device::{
    Ability, Action, Change, Device, DeviceError, Key, Modifier, NetworkMode, Typed,
};
use retap_model::geometry::Point;
use retap_model::secret::Secret;

use crate::android_phone::{FACTS, commands, fixture, phone, phone_of};
use crate::fake_adb::Answer;

/// Performs an act on a phone of Android 14 and returns the commands that were sent.
fn sent(action: &Action, answers: Vec<Answer>) -> Vec<String> {
    let (adb, mut device) = phone(answers);
    device.perform(action, adb.deadline()).unwrap();
    commands(&adb)
}

fn ok() -> Vec<Answer> {
    vec![Answer::shell("")]
}

#[test]
fn every_touch_and_key_takes_one_round_trip() {
    let (a, b) = (Point::new(1.0, 2.0), Point::new(3.0, 4.0));
    let time = Duration::from_millis(500);
    let key = |word| Key::from_word(word).unwrap();
    for (action, command) in [
        (Action::Tap(a), "input tap 1 2"),
        (Action::DoubleTap(a), "input tap 1 2 && input tap 1 2"),
        (Action::LongPress(a, time), "input swipe 1 2 1 2 500"),
        (Action::Swipe(a, b, time), "input swipe 1 2 3 4 500"),
        (Action::Drag(a, b, time), "input draganddrop 1 2 3 4 500"),
        (Action::PressKey(key("return"), vec![]), "input keyevent 66"),
        (
            Action::PressKey(key("app_switch"), vec![]),
            "input keyevent 187",
        ),
        (
            Action::PressKey(key("volume_up"), vec![]),
            "input keyevent 24",
        ),
        (
            Action::PressKey(key("a"), vec![Modifier::Command]),
            "input keycombination 113 29",
        ),
        (Action::Back, "input keyevent 4"),
        (Action::Home, "input keyevent 3"),
        (
            Action::ClearText,
            "input keycombination 113 29 && input keyevent 67",
        ),
        (
            Action::Stop("org.shop".to_owned()),
            "am force-stop 'org.shop'",
        ),
        (
            Action::ClearData("org.shop".to_owned()),
            "pm clear 'org.shop'",
        ),
        (
            Action::OpenUrl("shop://cart?a=1&b=2".to_owned()),
            "am start -a android.intent.action.VIEW -d 'shop://cart?a=1&b=2'",
        ),
        (Action::SetNetwork(NetworkMode::WifiOff), "svc wifi disable"),
    ] {
        assert_eq!(sent(&action, ok()), [command], "{action}");
    }
}

#[test]
fn a_field_is_filled_in_three_round_trips_and_in_four_with_any_text() {
    let (adb, mut device) = phone(vec![Answer::shell(""); 3]);
    let acts = |text: &str| {
        [
            Action::Tap(Point::new(1.0, 2.0)),
            Action::ClearText,
            Action::Type(Typed::Plain(text.to_owned())),
        ]
    };
    for action in acts("it's $HOME, 100%sure\n") {
        device.perform(&action, adb.deadline()).unwrap();
    }
    let sent = commands(&adb);
    assert_eq!(sent.len(), 3);
    assert_eq!(
        sent[2],
        r"input text 'it'\''s%s$HOME,%s100%' && input text 'sure' && input keyevent 66"
    );
    let keyboard = Answer::shell("com.android.adbkeyboard/.AdbIME\n");
    let answers = vec![
        Answer::shell(""),
        Answer::shell(""),
        keyboard,
        Answer::shell(""),
    ];
    let (adb, mut device) = phone(answers);
    for action in acts("東京") {
        device.perform(&action, adb.deadline()).unwrap();
    }
    assert_eq!(commands(&adb).len(), 4);
}

#[test]
fn text_that_cannot_be_typed_is_refused_before_anything_is_typed() {
    let refusal = |typed: Typed, answer: &str| {
        let (adb, mut device) = phone(vec![Answer::shell(answer)]);
        let error = device
            .perform(&Action::Type(typed), adb.deadline())
            .unwrap_err();
        let sent = commands(&adb);
        assert!(
            !sent.iter().any(|command| command.contains("input text")),
            "{sent:?}"
        );
        error.to_string()
    };
    let gboard = "com.google.android.inputmethod.latin/.LatinIME\n";
    let error = refusal(Typed::Plain("東京".to_owned()), gboard);
    assert!(
        error.contains("not `東`; nothing was typed; install https://"),
        "{error}"
    );
    let both = format!("{gboard}com.android.adbkeyboard/.AdbIME\n");
    let error = refusal(Typed::Plain("é".to_owned()), &both);
    assert!(
        error.contains("nothing was typed; run `adb -s P1 shell ime enable"),
        "{error}"
    );
    let error = refusal(Typed::Hidden(Secret::new("pässwörd")), gboard);
    assert!(!error.contains('ä') && error.contains("••••"), "{error}");
    let error = refusal(Typed::Plain("\u{7}".to_owned()), "");
    assert!(error.contains("U+0007"), "{error}");
}

#[test]
fn a_phone_that_quotes_a_password_is_not_quoted() {
    let quoting = Answer::Shell("sh: syntax error: input text hunter2".to_owned(), 2);
    let (adb, mut device) = phone(vec![quoting]);
    let action = Action::Type(Typed::Hidden(Secret::new("hunter2")));
    let error = device.perform(&action, adb.deadline()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "could not type ••••: sh: syntax error: input text ••••"
    );
}

#[test]
fn an_older_phone_empties_a_field_as_long_as_it_was_read() {
    let facts = FACTS.replace("34", "28");
    let dump = Answer::Bytes(fixture("hints_not_told"));
    let (adb, mut device) = phone_of(&facts, vec![dump, Answer::shell("")]);
    device.read_screen(adb.deadline()).unwrap();
    adb.take_services();
    device.perform(&Action::ClearText, adb.deadline()).unwrap();
    assert_eq!(
        commands(&adb),
        ["input keyevent 67 67 67 67 67 112 112 112 112 112"]
    );
}

#[test]
fn a_phone_that_cannot_hold_keys_empties_fields_the_old_way() {
    let unknown = Answer::shell("Error: Unknown command: keycombination\n");
    let (adb, mut device) = phone(vec![unknown, Answer::shell(""), Answer::shell("")]);
    for _ in 0..2 {
        device.perform(&Action::ClearText, adb.deadline()).unwrap();
    }
    let sent = commands(&adb);
    assert_eq!(sent.len(), 3);
    assert!(sent[1].starts_with("input keyevent 67 67") && sent[1] == sent[2]);
}

#[test]
fn an_app_is_opened_by_its_activity_or_by_the_monkey() {
    let found = Answer::shell("priority=0\norg.shop/.ui.Main\n");
    let action = Action::Launch("org.shop".to_owned());
    let resolve = "cmd package resolve-activity --brief -a android.intent.action.MAIN \
                   -c android.intent.category.LAUNCHER 'org.shop'";
    assert_eq!(
        sent(&action, vec![found, Answer::shell("Starting: Intent\n")]),
        [
            resolve,
            "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER \
             -n 'org.shop/org.shop.ui.Main'"
        ]
    );
    let chooser = Answer::shell("android/com.android.internal.app.ResolverActivity\n");
    assert_eq!(
        sent(
            &action,
            vec![chooser, Answer::shell("Events injected: 1\n")]
        )[1],
        "monkey -p 'org.shop' -c android.intent.category.LAUNCHER 1"
    );
}

#[test]
fn who_would_open_a_link_is_asked_in_one_round_trip_and_nothing_is_opened() {
    let found = "1 activities found:\n  Activity #0:\n    priority=0\n    org.shop/.Link\n";
    let (adb, mut device) = phone(vec![Answer::shell(found)]);
    let link = Action::OpenUrl("shop://cart?a=1&b=$2".to_owned());
    let apps = device.apps_of(&link, adb.deadline()).unwrap();
    assert_eq!(apps.unwrap(), ["org.shop"]);
    let query = "cmd package query-activities --brief -a android.intent.action.VIEW \
                 -d 'shop://cart?a=1&b=$2'";
    assert_eq!(commands(&adb), [query]);
    let (adb, mut device) = phone(vec![Answer::shell("Error: something new\n")]);
    assert_eq!(device.apps_of(&link, adb.deadline()).unwrap(), None);
}

#[test]
fn an_app_that_is_not_there_is_refused() {
    let none = Answer::shell("No activity found\n");
    let monkey = Answer::Shell(
        "** No activities found to run, monkey aborted.\n".to_owned(),
        252,
    );
    let (adb, mut device) = phone(vec![none, monkey]);
    let action = Action::Launch("org.none".to_owned());
    let error = device.perform(&action, adb.deadline()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "could not launch org.none: ** No activities found to run, monkey aborted."
    );
}

#[test]
fn a_phone_neither_shakes_nor_signals() {
    let (adb, mut device) = phone(vec![]);
    let error = device.perform(&Action::Shake, adb.deadline()).unwrap_err();
    assert!(matches!(
        error,
        DeviceError::Unsupported {
            ability: Ability::Shake,
            ..
        }
    ));
    assert_eq!(
        device.wait_for_change(adb.deadline()),
        Ok(Change::CannotTell)
    );
    assert!(adb.take_services().is_empty());
}
