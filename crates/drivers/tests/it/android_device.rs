//! An Android device over a counted wire: opening it, and what it says of itself.

use std::time::Duration;

use retap_drivers::android::{AndroidDevice, OpenError, Wanted};
use retap_model::device::{Ability, Action, Device, DeviceError, NetworkMode, Png, Typed};
use retap_model::geometry::Size;
use retap_model::screen::Screen;

use crate::android_phone::{FACTS, commands, fixture, phone, phone_of};
use crate::fake_adb::{Answer, FakeAdb, in_turn};

#[test]
fn opening_asks_once_and_knows_the_phone() {
    let adb = FakeAdb::start(in_turn(vec![Answer::shell(FACTS)]));
    let device = AndroidDevice::open(adb.server(), Wanted::default(), adb.deadline()).unwrap();
    assert_eq!(adb.take_services().len(), 1);
    let info = device.info();
    assert_eq!((&*info.address, &*info.name), ("android:P1", "Pixel 7"));
    assert_eq!((info.size, info.scale), (Size::new(1080.0, 2400.0), 1.0));
    assert_eq!(device.os_version(), None, "it does not say");
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
            .map(|device| device.info().address.clone())
            .map_err(|error| error.to_string())
    };
    let answers = vec![without.clone(), with_app, Answer::shell(FACTS)];
    assert_eq!(open(answers, Some("org.shop")).unwrap(), "android:B");
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
fn what_only_android_has_is_asked_in_one_command_each() {
    let shown = "  mInputShown=true\n";
    let answers = [shown, "4711 4712\n"].map(Answer::shell);
    let (adb, mut device) = phone(answers.to_vec());
    assert_eq!(device.is_keyboard_shown(adb.deadline()), Ok(true));
    assert_eq!(
        device.process_of("org.shop", adb.deadline()),
        Ok(Some(4711))
    );
    assert_eq!(adb.take_services().len(), 2);
}
