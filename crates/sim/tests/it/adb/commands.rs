//! The phone's programs, as tools use them.

use super::client::Client;
use super::phone::Served;
use crate::assert_contains;

/// Returns the middle of the element with this text, in pixels, as a tool reads it from a dump.
fn middle(client: &mut Client, text: &str) -> String {
    let dump = client.ok("uiautomator dump /dev/tty");
    let node = dump
        .split("<node")
        .find(|node| node.contains(&format!("=\"{text}\"")));
    let node = node.unwrap_or_else(|| panic!("no `{text}` in {dump}"));
    let bounds = node
        .split("bounds=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let numbers: Vec<u32> = bounds
        .split(['[', ']', ','])
        .filter_map(|n| n.parse().ok())
        .collect();
    format!(
        "{} {}",
        u32::midpoint(numbers[0], numbers[2]),
        u32::midpoint(numbers[1], numbers[3])
    )
}

/// Taps the middle of the element with this text.
pub(super) fn tap(client: &mut Client, text: &str) {
    let at = middle(client, text);
    client.ok(&format!("input tap {at}"));
}

/// Returns whether a dump has this text.
pub(super) fn shows(client: &mut Client, text: &str) -> bool {
    client
        .ok("uiautomator dump /dev/tty")
        .contains(&format!("text=\"{text}\""))
}

#[test]
fn a_person_logs_in_by_taps_and_text() {
    let phone = Served::open("login-en");
    let mut client = Client::connect(&phone);
    client.ok("monkey -p com.example.app -c android.intent.category.LAUNCHER 1");
    tap(&mut client, "Email");
    client.mentions("dumpsys input_method", "mInputShown=true");
    client.ok("input text me@example.com");
    client.ok("input keyevent KEYCODE_TAB");
    client.ok("input text 'password123'");
    assert!(shows(&mut client, "•••••••••••"));
    tap(&mut client, "Log in");
    phone.pass(5);
    assert!(
        !shows(&mut client, "Log in"),
        "{}",
        client.ok("uiautomator dump /dev/tty")
    );
    assert!(!client.ok("logcat -d").contains("password123"));
}

#[test]
fn text_has_androids_rules() {
    let phone = Served::open("login-en");
    let mut client = Client::connect(&phone);
    client.ok("am start -n com.example.app/.MainActivity");
    tap(&mut client, "Email");
    client.ok("input text 'a%sb;&$(x)\"%'");
    assert!(shows(&mut client, "a b;&amp;$(x)&quot;%"));
    client.ok("input keyevent --longpress KEYCODE_DEL 67 67");
    assert!(shows(&mut client, "a b;&amp;"));
    client.ok("input keycombination 113 29");
    client.ok("input text new");
    assert!(shows(&mut client, "new"));
    let ran = client.run("input text 日本");
    assert_eq!(ran.status, 255);
    assert_contains(&ran.err, "java.lang.NullPointerException");
    assert!(shows(&mut client, "new"));
}

#[test]
fn other_text_goes_through_the_keyboard_for_it() {
    let phone = Served::open("login-en");
    let mut client = Client::connect(&phone);
    client.prints("ime list -s", "com.android.inputmethod.latin/.LatinIME\n");
    client.ok("setprop debug.retap.adbkeyboard 1");
    client.ok(
        "ime enable com.android.adbkeyboard/.AdbIME && ime set com.android.adbkeyboard/.AdbIME",
    );
    client.ok("am start -n com.example.app/.MainActivity");
    tap(&mut client, "Email");
    client.ok("am broadcast -a ADB_INPUT_B64 --es msg 5pel5pys");
    assert!(shows(&mut client, "日本"));
    client.ok("am broadcast -a ADB_CLEAR_TEXT");
    assert!(!shows(&mut client, "日本"));
}

#[test]
fn dumps_say_what_androids_say() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    client.prints(
        "uiautomator dump",
        "UI hierchary dumped to: /sdcard/window_dump.xml\n",
    );
    let file = client.ok("cat /sdcard/window_dump.xml");
    let piped = client.ok("uiautomator dump /dev/tty");
    assert_eq!(piped, format!("{file}UI hierchary dumped to: /dev/tty\n"));
    client.ok("retap-fault not_idle:1 null_root:1");
    assert_eq!(
        client.run("uiautomator dump").err,
        "ERROR: could not get idle state.\n"
    );
    assert_eq!(
        client.run("uiautomator dump").err,
        "ERROR: null root node returned by UiTestAutomationBridge.\n"
    );
    client.ok("input keyevent POWER");
    client.mentions("dumpsys power", "mWakefulness=Asleep");
    assert!(client.run("uiautomator dump").err.contains("null root"));
    client.ok("input keyevent WAKEUP");
    assert_eq!(client.ok("uiautomator dump /dev/tty"), piped);
}

#[test]
fn all_windows_have_the_keyboard_too() {
    let phone = Served::open("login-en");
    let mut client = Client::connect(&phone);
    client.ok("am start -n com.example.app/.MainActivity");
    tap(&mut client, "Email");
    let windows = |dump: &str| -> Vec<String> {
        let kinds = dump.split(" type=\"").skip(1);
        kinds
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect()
    };
    let dump = client.ok("uiautomator dump --windows /dev/tty");
    assert_eq!(
        windows(&dump),
        ["TYPE_SYSTEM", "TYPE_INPUT_METHOD", "TYPE_APPLICATION"]
    );
    assert!(
        dump.contains("</hierarchy></window></display></displays>UI hierchary"),
        "{dump}"
    );
    client.ok("setprop debug.retap.windows 0");
    assert!(
        !client
            .ok("uiautomator dump --windows /dev/tty")
            .contains("<displays>")
    );
}

#[test]
fn another_size_moves_dumps_and_touches_alike() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    client.prints("wm size", "Physical size: 820x1796\n");
    client.ok("wm size 1640x3592; am start -n dev.retap.settings/.MainActivity");
    client.prints(
        "wm size",
        "Physical size: 820x1796\nOverride size: 1640x3592\n",
    );
    client.mentions("uiautomator dump /dev/tty", "bounds=\"[0,0][1640,3592]\"");
    tap(&mut client, "General");
    assert!(shows(&mut client, "About"));
    client.ok("wm size reset; wm density 400");
    client.prints("wm size", "Physical size: 820x1796\n");
    client.prints(
        "wm density",
        "Physical density: 320\nOverride density: 400\n",
    );
}

#[test]
fn apps_are_opened_found_stopped_and_cleared() {
    let phone = Served::open("settings,shop");
    let mut client = Client::connect(&phone);
    client.prints(
        "pm list packages -3",
        "package:dev.retap.settings\npackage:dev.retap.shop\n",
    );
    client.prints(
        "cmd package resolve-activity --brief dev.retap.shop | tail -n 1",
        "dev.retap.shop/.MainActivity\n",
    );
    let query = "cmd package query-activities --brief -a android.intent.action.VIEW -d";
    client.prints(
        &format!("{query} app://shop/cart | grep -c retap.shop/"),
        "1\n",
    );
    client.prints(
        &format!("{query} https://nobody.example/"),
        "No activities found\n",
    );
    client.mentions(
        "dumpsys window | grep mCurrentFocus",
        "com.android.launcher3/",
    );
    client.ok("am start -W -n dev.retap.shop/dev.retap.shop.MainActivity");
    let focus = client.ok("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'");
    assert!(
        focus.contains("u0 dev.retap.shop/dev.retap.shop.MainActivity}"),
        "{focus}"
    );
    let pid = client.ok("pidof dev.retap.shop");
    client.mentions("dumpsys activity top", &format!("pid={pid}"));
    client.mentions(&format!("logcat -d --pid={}", pid.trim()), "opened");
    client.ok("am force-stop dev.retap.shop");
    assert_eq!(client.run("pidof dev.retap.shop").status, 1);
    client.prints("pm clear dev.retap.shop", "Success\n");
    assert_eq!(client.run("pm path no.such").status, 1);
    let ran = client.run("am start -n no.such/.Main");
    assert_eq!(
        ran.err,
        "Error type 3\nError: Activity class {no.such/no.such.Main} does not exist.\n"
    );
    client.ok("am start -a android.intent.action.VIEW -d app://settings/general");
    assert!(shows(&mut client, "About"));
}

#[test]
fn apps_are_installed_from_files_and_removed() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    let app = include_bytes!("../../../apps/shop.app.yaml");
    let install = format!("cmd package install -r -S {}", app.len());
    assert_eq!(client.run_with(&install, app).text(), "Success\n");
    client.prints("pm list packages shop", "package:dev.retap.shop\n");
    let ran = client.run_with("cmd package install -S 9", b"PK\x03\x04 real");
    assert!(
        ran.text()
            .starts_with("Failure [INSTALL_FAILED_INVALID_APK"),
        "{}",
        ran.text()
    );
    assert_eq!(ran.status, 1);
    client.ok("am start -n dev.retap.shop/.MainActivity");
    client.prints("pm uninstall dev.retap.shop", "Success\n");
    client.mentions("dumpsys activity activities", "com.android.launcher3");
}

#[test]
fn settings_properties_and_radios_are_kept() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    client.prints("settings get global nothing", "null\n");
    client.ok("settings --user 0 put system pointer_speed -7");
    client.prints("settings get system pointer_speed", "-7\n");
    client.ok("settings put global window_animation_scale 0");
    client.prints("settings get global window_animation_scale", "0\n");
    client.prints("getprop ro.build.version.sdk", "34\n");
    client.mentions("getprop", "[sys.boot_completed]: [1]");
    client.ok("svc wifi disable");
    client.prints("settings get global wifi_on", "0\n");
    client.ok("settings put global airplane_mode_on 1");
    client.prints("settings get global mobile_data", "0\n");
    assert_eq!(client.run("service call clipboard 1").status, 10);
    phone.pass(2);
    client.ok("logcat -c; log old");
    phone.pass(2);
    client.ok("log new");
    assert!(
        !client
            .ok("logcat -d -T '01-15 09:41:03.000'")
            .contains("old")
    );
    client.ok("logcat -c; log -t mine -p w hello");
    assert!(
        client
            .ok("logcat -d -s mine:W -v brief")
            .ends_with("W/mine    ( 5150): hello\n")
    );
}
