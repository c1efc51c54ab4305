//! An Android device over a counted wire: what each call sends, and in how many round trips.

use std::fs;
use std::path::Path;
use std::time::Duration;

use retap_drivers::android::{AndroidDevice, OpenError, PowerState, Wanted};
use retap_model::device::{
    Ability, Action, Change, Device, DeviceError, Key, Modifier, NetworkMode, Png, Typed,
};
use retap_model::geometry::{Point, Size};
use retap_model::screen::Screen;
use retap_model::secret::Secret;

use crate::fake_adb::{Answer, FakeAdb, in_turn};

const FACTS: &str = "@sdk\n34\n@model\nPixel 7\n@size\nPhysical size: 1080x2400\n@time\n\
    11-15 12:00:00.000\n@home\npriority=0 preferredOrder=0\ncom.launcher/.Home\n";

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("tests/fixtures/uiautomator/{name}.xml");
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Starts a phone that says what it is and then gives these answers in turn.
fn phone(answers: Vec<Answer>) -> (FakeAdb, AndroidDevice) {
    phone_of(FACTS, answers)
}

fn phone_of(facts: &str, answers: Vec<Answer>) -> (FakeAdb, AndroidDevice) {
    let adb = FakeAdb::start(in_turn([vec![Answer::shell(facts)], answers].concat()));
    let device = adb.open();
    (adb, device)
}

/// Performs an act on a phone of Android 14 and returns the commands that were sent.
fn sent(action: &Action, answers: Vec<Answer>) -> Vec<String> {
    let (adb, mut device) = phone(answers);
    device.perform(action, adb.deadline()).unwrap();
    commands(&adb)
}

fn commands(adb: &FakeAdb) -> Vec<String> {
    let strip = |service: String| {
        let (_, command) = service.split_once(':').unwrap();
        command.to_owned()
    };
    adb.take_services().into_iter().map(strip).collect()
}

fn ok() -> Vec<Answer> {
    vec![Answer::shell("")]
}

#[test]
fn opening_asks_once_and_knows_the_phone() {
    let adb = FakeAdb::start(in_turn(vec![Answer::shell(FACTS)]));
    let device = AndroidDevice::open(adb.server(), Wanted::default(), adb.deadline()).unwrap();
    assert_eq!(adb.take_services().len(), 1);
    let info = device.info();
    assert_eq!((&*info.address, &*info.name), ("android:P1", "Pixel 7"));
    assert_eq!((info.size, info.scale), (Size::new(1080.0, 2400.0), 1.0));
    assert_eq!(device.sdk(), 34);
    assert!(device.can(Ability::Tree) && !device.can(Ability::Shake));
}

#[test]
fn a_phone_without_a_size_is_not_opened() {
    let adb = FakeAdb::start(in_turn(vec![Answer::shell(
        "@sdk\n34\n@size\nwm: not found\n",
    )]));
    let error = AndroidDevice::open(adb.server(), Wanted::default(), adb.deadline());
    let error = error.err().unwrap();
    assert!(
        matches!(error, OpenError::Device(DeviceError::Refused { .. })),
        "{error}"
    );
}

#[test]
fn of_two_phones_the_one_with_the_app_is_meant_and_a_tie_lists_both() {
    let two = "A device\nB device\nC unauthorized\n";
    let with_app = Answer::Bytes(b"34\npackage:/data/app/x.apk\n".to_vec());
    let without = Answer::Bytes(b"34\n".to_vec());
    let open = |answers, app| {
        let adb = FakeAdb::with_devices(two, in_turn(answers));
        let wanted = Wanted { serial: "", app };
        AndroidDevice::open(adb.server(), wanted, adb.deadline())
            .map(|device| device.serial().to_owned())
            .map_err(|error| error.to_string())
    };
    let answers = vec![without.clone(), with_app, Answer::shell(FACTS)];
    assert_eq!(open(answers, Some("org.shop")).unwrap(), "B");
    assert_eq!(
        open(vec![without.clone(), without], None).unwrap_err(),
        "several Android devices are connected, say which with `android:SERIAL`: A, B"
    );
}

#[test]
fn a_reading_takes_one_round_trip() {
    let (adb, mut device) = phone(vec![Answer::Bytes(fixture("settings_list"))]);
    let screen = device.read_screen(adb.deadline()).unwrap();
    assert_eq!(
        adb.take_services(),
        ["exec:uiautomator dump --windows /dev/tty; echo; \
          dumpsys activity activities | grep ResumedActivity"]
    );
    assert_eq!(screen.app_id.as_deref(), Some("com.android.settings"));
    assert_eq!(
        screen.name.as_deref(),
        Some("com.android.settings.Settings")
    );
    assert!(screen.texts().contains(&"Network & internet"));
}

#[test]
fn a_phone_that_lets_nothing_through_is_read_another_way_from_then_on() {
    let nothing = || Answer::Bytes(b"UI hierchary dumped to: /dev/tty\n".to_vec());
    let dump = || Answer::Bytes(fixture("settings_list"));
    let (adb, mut device) = phone(vec![nothing(), dump(), dump()]);
    device.read_screen(adb.deadline()).unwrap();
    assert_eq!(adb.take_services().len(), 2);
    device.read_screen(adb.deadline()).unwrap();
    assert!(commands(&adb)[0].starts_with("uiautomator dump /dev/tty;"));

    let (adb, mut device) = phone(vec![nothing(), nothing(), dump()]);
    let error = device.read_screen(adb.deadline()).unwrap_err();
    assert!(error.is_transient(), "{error}");
    assert_eq!(adb.take_services().len(), 2);
    device.read_screen(adb.deadline()).unwrap();
    let command = &commands(&adb)[0];
    assert!(
        command.starts_with("rm -f /data/local/tmp/retap-"),
        "{command}"
    );
}

#[test]
fn a_tree_is_kept_without_what_was_printed_around_it() {
    let dump = fixture("noise_around");
    let (adb, mut device) = phone(vec![Answer::Bytes(dump.clone())]);
    let tree = device.dump_tree(adb.deadline()).unwrap();
    assert_eq!(tree.extension, "xml");
    assert!(tree.bytes.starts_with(b"<?xml") && tree.bytes.ends_with(b"</hierarchy>"));
    let is_in_dump = |window: &[u8]| window == tree.bytes;
    assert!(dump.windows(tree.bytes.len()).any(is_in_dump));
}

#[test]
fn a_bad_dump_is_transient_and_read_once() {
    let error =
        Answer::Bytes(b"ERROR: null root node returned by UiTestAutomationBridge.\n".to_vec());
    let (adb, mut device) = phone(vec![error]);
    let error = device.read_screen(adb.deadline()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the screen could not be read: no window is ready yet (uiautomator: null root node)"
    );
    assert!(error.is_transient());
    assert_eq!(adb.take_services().len(), 1);
}

#[test]
fn the_home_screen_is_no_app() {
    let facts = FACTS.replace(
        "com.launcher/.Home",
        "com.google.android.apps.nexuslauncher/.X",
    );
    let (adb, mut device) = phone_of(&facts, vec![Answer::Bytes(fixture("launcher_home"))]);
    let screen = device.read_screen(adb.deadline()).unwrap();
    assert_eq!((screen.app, screen.app_id), (None, None));
}

#[test]
fn a_turned_phone_is_as_wide_as_it_was_high() {
    let (adb, mut device) = phone(vec![Answer::Bytes(fixture("rotated_left"))]);
    let screen = device.read_screen(adb.deadline()).unwrap();
    assert_eq!(screen.size, Size::new(2400.0, 1080.0));
    assert_eq!(device.info().size, Size::new(2400.0, 1080.0));
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

/// A typed query must not be taken for its result.
#[test]
fn what_was_typed_is_what_the_field_holds() {
    let dump = String::from_utf8(fixture("hints_not_told")).unwrap();
    let typed = dump.replace("text=\"Tokyo\"", "text=\"Kyoto\"");
    let dumps = [dump, typed].map(|dump| Answer::Bytes(dump.into_bytes()));
    let [before, after] = dumps;
    let (adb, mut device) = phone(vec![before, Answer::shell(""), after]);
    let value = |screen: &Screen| {
        let field = screen.elements.iter().find(|one| one.id.ends_with("city"));
        field.unwrap().state.value.clone()
    };
    let screen = device.read_screen(adb.deadline()).unwrap();
    assert_eq!(value(&screen), None);
    let action = Action::Type(Typed::Plain("Kyoto".to_owned()));
    device.perform(&action, adb.deadline()).unwrap();
    let screen = device.read_screen(adb.deadline()).unwrap();
    assert_eq!(value(&screen).as_deref(), Some("Kyoto"));
    let email = &screen.elements[0];
    assert_eq!(
        (email.state.value.as_deref(), email.names()[0]),
        (None, "Email")
    );
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
fn an_app_goes_by_the_name_it_was_opened_by() {
    let list = Answer::shell("com.android.settings/.Settings\ncom.android.chrome/.Main\n");
    let found = Answer::shell("com.android.settings/.Settings\n");
    let dump = Answer::Bytes(fixture("settings_list"));
    let (adb, mut device) = phone(vec![
        list,
        found,
        Answer::shell(""),
        dump,
        Answer::shell(""),
    ]);
    let action = Action::Launch("Settings".to_owned());
    device.perform(&action, adb.deadline()).unwrap();
    let screen = device.read_screen(adb.deadline()).unwrap();
    assert_eq!(screen.app.as_deref(), Some("Settings"));
    assert_eq!(screen.is_in_front("com.android.settings"), Some(true));
    adb.take_services();
    let stop = Action::Stop("Settings".to_owned());
    device.perform(&stop, adb.deadline()).unwrap();
    assert_eq!(commands(&adb), ["am force-stop 'com.android.settings'"]);
}

#[test]
fn a_picture_is_exactly_what_the_phone_gave() {
    let picture = [&b"\x89PNG\r\n\x1a\n"[..], b"\r\n\x00...", b"IEND\xaeB`\x82"].concat();
    let (adb, mut device) = phone(vec![Answer::Bytes(picture.clone())]);
    assert_eq!(device.screenshot(adb.deadline()), Ok(Png(picture)));
    assert_eq!(adb.take_services(), ["exec:screencap -p"]);
}

#[test]
fn log_lines_are_given_once() {
    let line = |time: &str| format!("11-15 12:00:{time}  7  7 I Shop: at {time}\n");
    let first = Answer::shell(&format!("--------- beginning of main\n{}", line("01.000")));
    let second = Answer::shell(&format!("{}{}", line("01.000"), line("01.000")));
    let (adb, mut device) = phone(vec![first, second]);
    assert_eq!(device.read_logs(adb.deadline()).unwrap().len(), 1);
    assert_eq!(device.read_logs(adb.deadline()).unwrap().len(), 1);
    assert_eq!(
        commands(&adb),
        [
            "logcat -d -v threadtime -T '11-15 12:00:00.000'",
            "logcat -d -v threadtime -T '11-15 12:00:01.000'"
        ]
    );
}

#[test]
fn radios_are_read_where_the_phone_says() {
    let (adb, mut device) = phone(vec![Answer::shell("1\n"), Answer::shell("null\n")]);
    let mut is_in = |mode| device.is_network_in(mode, adb.deadline());
    assert_eq!(is_in(NetworkMode::WifiOn), Ok(true));
    assert!(matches!(
        is_in(NetworkMode::WifiOn),
        Err(DeviceError::Refused { .. })
    ));
}

#[test]
fn a_phone_that_goes_away_is_lost_and_not_refused() {
    let gone = |reason: &str| {
        let (adb, mut device) = phone(vec![Answer::Fail(reason.to_owned())]);
        device.perform(&Action::Back, adb.deadline()).unwrap_err()
    };
    for reason in [
        "device offline",
        "device 'P1' not found",
        "closed",
        "device unauthorized.",
    ] {
        let error = gone(reason);
        assert!(matches!(error, DeviceError::Disconnected { .. }), "{error}");
    }
    let (adb, mut device) = phone(vec![Answer::Silence]);
    let deadline = adb.within(Duration::from_millis(30));
    let error = device.read_screen(deadline).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`android:P1` did not answer in time: read the screen"
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

#[test]
fn what_only_android_has_is_asked_in_one_command_each() {
    let power = "  mWakefulness=Awake\n    mDreamingLockscreen=true\n";
    let shown = "  mInputShown=true\n";
    let front = "  topResumedActivity=ActivityRecord{1 u0 org.shop/.Cart t1}\n";
    let answers = [power, shown, front, "4711 4712\n"].map(Answer::shell);
    let (adb, device) = phone(answers.to_vec());
    let locked = PowerState {
        is_awake: true,
        is_locked: true,
    };
    assert_eq!(device.power_state(adb.deadline()), Ok(locked));
    assert_eq!(device.is_keyboard_shown(adb.deadline()), Ok(true));
    let activity = device.current_activity(adb.deadline()).unwrap().unwrap();
    assert_eq!(activity.name, "org.shop.Cart");
    assert_eq!(device.pid_of("org.shop", adb.deadline()), Ok(Some(4711)));
    assert_eq!(adb.take_services().len(), 4);
}
