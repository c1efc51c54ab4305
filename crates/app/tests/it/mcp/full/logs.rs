//! Logs, streams of them and what they tell of the network, from a phone over the real adb.

use serde_json::{Value, json};

use super::super::kit::{ALLOW_ALL, Client, open_project};
use super::ask;
use crate::android::{Phone, text};

fn phone() -> (Phone, Client) {
    let phone = Phone::start("settings", &[ALLOW_ALL]);
    let line = format!("--profile full --device android:{}", phone.serial);
    let mut client = Client::start(&phone.project, &line);
    let open = json!({ "platform": "android", "appId": "Settings" });
    client.works("start_app", open);
    (phone, client)
}

/// Writes a line to the phone's log, as another process than the app's.
fn log(phone: &Phone, level: &str, tag: &str, message: &str) {
    let said = phone.adb_here(&["shell", &format!("log -p {level} -t {tag} '{message}'")]);
    assert!(said.status.success(), "{}", text(&said));
}

fn messages(logs: &Value) -> Vec<String> {
    let all = logs["logs"].as_array().unwrap();
    all.iter()
        .map(|line| line["message"].as_str().unwrap().to_owned())
        .collect()
}

fn logs(client: &mut Client, arguments: Value) -> (Value, Value) {
    let called = client.works("get_logs", arguments);
    let blocks = called.0["content"].as_array().unwrap();
    assert_eq!(blocks.len(), 2, "{}", called.0);
    let read = |index: usize| -> Value {
        serde_json::from_str(blocks[index]["text"].as_str().unwrap()).unwrap()
    };
    (read(0), read(1))
}

/// M34: fatal lines are read, a level or a tag filters alone, and the limit comes last.
#[test]
fn lines_are_filtered_first_and_counted_then() {
    let (phone, mut client) = phone();
    log(&phone, "i", "Shop", "order 1");
    log(&phone, "f", "DEBUG", "signal 11 (SIGSEGV)");
    log(&phone, "e", "Shop", "java.lang.NullPointerException: cart");
    log(&phone, "i", "Other", "noise");
    let (about, all) = logs(&mut client, json!({ "platform": "android", "tag": "Shop" }));
    assert_eq!(
        messages(&all),
        ["order 1", "java.lang.NullPointerException: cart"]
    );
    assert_eq!(about["result"]["filtered"], true);
    assert_eq!(about["result"]["count"], 2);
    assert_eq!(about["result"]["source"], "broad");
    assert_eq!(about["result"]["crashLines"].as_array().unwrap().len(), 1);
    let (_, fatal) = logs(
        &mut client,
        json!({ "platform": "android", "level": "fatal" }),
    );
    assert_eq!(messages(&fatal), ["signal 11 (SIGSEGV)"]);
    assert_eq!(fatal["logs"][0]["level"], "FATAL");
    assert_eq!(fatal["logs"][0]["crash"], true);
    let last = json!({ "platform": "android", "tag": "Shop", "limit": 1 });
    let (_, last) = logs(&mut client, last);
    assert_eq!(messages(&last), ["java.lang.NullPointerException: cart"]);
    let recent = json!({ "platform": "android", "tag": "Shop", "since_seconds": 3600 });
    assert_eq!(messages(&logs(&mut client, recent).1).len(), 2);
    let odd = client.call(
        "get_logs",
        json!({ "platform": "android", "level": "loud" }),
    );
    odd.fails("INVALID_INPUT");
}

#[test]
fn a_stream_has_what_its_app_logged_since_and_each_has_its_own() {
    let (_phone, mut client) = phone();
    let absent = json!({ "packageName": "org.example.absent" });
    let absent = client.call("start_log_stream", absent);
    assert_eq!(
        super::block(&absent),
        json!({ "success": false, "error": "app_not_running" })
    );
    let tree = ask(&mut client, "get_current_screen", json!({}));
    let app = tree["package"].clone();
    let start = json!({ "packageName": app, "level": "debug", "sessionId": "one" });
    assert_eq!(
        ask(&mut client, "start_log_stream", start),
        json!({ "success": true, "stream_started": true })
    );
    let none = ask(
        &mut client,
        "read_log_stream",
        json!({ "sessionId": "one" }),
    );
    assert_eq!(none["crash_summary"]["crash_detected"], false, "{none}");
    let unknown = client.call("read_log_stream", json!({ "sessionId": "two" }));
    unknown.fails("INVALID_INPUT");
    let stopped = ask(
        &mut client,
        "stop_log_stream",
        json!({ "sessionId": "one" }),
    );
    assert_eq!(stopped, json!({ "success": true }));
    client
        .call("read_log_stream", json!({ "sessionId": "one" }))
        .fails("INVALID_INPUT");
}

#[test]
fn the_state_of_the_system_names_every_phone_and_never_fails() {
    let (phone, mut client) = phone();
    let status = ask(&mut client, "get_system_status", json!({}));
    assert_eq!(status["status"], "ready", "{status}");
    assert_eq!(
        (&status["devices"], &status["adbAvailable"]),
        (&json!(1), &json!(true))
    );
    let states = status["deviceStates"].as_str().unwrap();
    assert!(states.contains(&phone.serial), "{states}");
    assert_eq!(status["summary"]["android"]["ready"], true);
}

const NET: &str = "app: Net
package: org.example.net
root: main
screens:
  main:
    title: Net
    items:
      - row: Sign in
        do:
          - toast: POST https://api.example.com/v1/Login?token=x HTTP/1.1 401
      - row: Configure
        do:
          - toast: GET https://api.example.com/v1/config HTTP/1.1 200
      - row: Sync
        do:
          - toast: POST https://api.example.com/v1/sync failed with java.net.SocketTimeoutException
";

fn net() -> (Phone, Client) {
    let phone = Phone::start("net.app.yaml", &[ALLOW_ALL, ("net.app.yaml", NET)]);
    let line = format!("--profile full --device android:{}", phone.serial);
    let mut client = Client::start(&phone.project, &line);
    let open = json!({ "platform": "android", "appId": "org.example.net" });
    client.works("start_app", open);
    (phone, client)
}

fn endpoints(client: &mut Client) -> Vec<(String, String)> {
    let told = ask(
        client,
        "get_network_activity",
        json!({ "platform": "android" }),
    );
    assert_eq!(told["app"], "org.example.net");
    let requests = told["requests"].as_array().unwrap();
    assert_eq!(told["count"], requests.len());
    let word = |request: &Value, key: &str| request[key].as_str().unwrap().to_owned();
    requests
        .iter()
        .map(|request| (word(request, "endpoint"), word(request, "status")))
        .collect()
}

/// M30, M31.
#[test]
fn requests_are_those_of_the_app_since_the_last_act_each_told_once() {
    let (phone, mut client) = net();
    let login = ("/v1/login".to_owned(), "failure".to_owned());
    let config = ("/v1/config".to_owned(), "success".to_owned());
    client.works("tap", json!({ "text": "Sign in" }));
    log(
        &phone,
        "d",
        "Ads",
        "GET https://ads.example.com/v1/events HTTP/1.1 500",
    );
    assert_eq!(endpoints(&mut client), std::slice::from_ref(&login));
    assert_eq!(endpoints(&mut client), []);
    client.works("tap", json!({ "text": "Sign in" }));
    client.works("tap", json!({ "text": "Configure" }));
    assert_eq!(endpoints(&mut client), [config]);
    client.works("tap", json!({ "text": "Sync" }));
    let told = ask(
        &mut client,
        "get_network_activity",
        json!({ "platform": "android" }),
    );
    let sync = &told["requests"][0];
    assert_eq!(
        (&sync["endpoint"], &sync["networkError"], &sync["status"]),
        (&json!("/v1/sync"), &json!("timeout"), &json!("retryable"))
    );
    // What waits and proves sends nothing, so it begins no window.
    client.works("tap", json!({ "text": "Sign in" }));
    let title = json!({ "selector": { "text": "Net" } });
    client.works("expect_element_visible", title);
    assert_eq!(endpoints(&mut client), [login]);
}

/// Returns the messages of a snapshot's logs.
fn snapped(client: &mut Client, arguments: Value) -> Vec<String> {
    let data = ask(client, "capture_debug_snapshot", arguments);
    assert!(data["raw"].get("logs_error").is_none(), "{}", data["raw"]);
    messages(&data["raw"])
}

/// M32: the lines are those that `get_logs` and `read_log_stream` would tell.
#[test]
fn the_logs_of_a_snapshot_are_those_of_the_app_or_the_stream_it_names() {
    let (phone, mut client) = net();
    client.works("tap", json!({ "text": "Sign in" }));
    log(&phone, "e", "Other", "noise");
    let app = "org.example.net";
    let everything = snapped(&mut client, json!({}));
    assert!(everything.contains(&"noise".to_owned()), "{everything:?}");
    let asked = json!({ "platform": "android", "appId": app, "limit": 200 });
    let of_app = messages(&logs(&mut client, asked).1);
    assert!(of_app.iter().any(|line| line.contains("/v1/Login")));
    assert_eq!(snapped(&mut client, json!({ "appId": app })), of_app);
    let last = snapped(&mut client, json!({ "appId": app, "logLines": 1 }));
    assert_eq!(Some(&last[0]), of_app.last());
    let start = json!({ "packageName": app, "level": "debug", "sessionId": "one" });
    ask(&mut client, "start_log_stream", start);
    client.works("tap", json!({ "text": "Configure" }));
    log(&phone, "e", "Other", "more noise");
    let of_stream = snapped(&mut client, json!({ "sessionId": "one" }));
    assert!(of_stream.iter().any(|line| line.contains("/v1/config")));
    let is_other = |line: &String| line.contains("noise") || line.contains("/v1/Login");
    assert!(!of_stream.iter().any(is_other), "{of_stream:?}");
    let both = json!({ "sessionId": "one", "appId": "org.example.absent" });
    assert_eq!(snapped(&mut client, both), [""; 0]);
    // What others log is not the app's when the app has gone, and what it logged before still is.
    phone.adb_here(&["shell", "am force-stop org.example.net"]);
    log(&phone, "e", "Other", "late noise");
    assert_eq!(
        snapped(&mut client, json!({ "sessionId": "one" })),
        of_stream
    );
    // A stream that is not there has no lines, and that is told instead of the lines of others.
    let unknown = ask(
        &mut client,
        "capture_debug_snapshot",
        json!({ "sessionId": "two" }),
    );
    assert_eq!(unknown["raw"]["logs"], json!([]));
    let told = unknown["raw"]["logs_error"].as_str().unwrap();
    assert!(told.contains("`two`"), "{told}");
}

/// M13, and the version of a phone's system.
#[test]
fn a_screen_of_a_phone_goes_by_its_full_and_its_short_name() {
    let (phone, mut client) = phone();
    let front = ask(&mut client, "get_current_screen", json!({}));
    assert_eq!(front["device"]["osVersion"], "14", "{front}");
    let listed = ask(
        &mut client,
        "list_devices",
        json!({ "platform": "android" }),
    );
    let devices = listed["devices"].as_array().unwrap();
    let own = devices
        .iter()
        .find(|it| it["id"] == format!("android:{}", phone.serial));
    assert_eq!(own.unwrap()["osVersion"], "14", "{listed}");
    assert_ne!(front["activity"], front["shortActivity"]);
    for name in ["activity", "shortActivity"] {
        let proven = ask(
            &mut client,
            "expect_screen",
            json!({ "screen": front[name] }),
        );
        assert_eq!(proven["success"], true, "{proven}");
        assert_eq!(proven["comparison"]["basis"], "screen");
    }
    // A fingerprint counts before a name.
    let both = json!({ "fingerprint": "x", "screen": front["activity"] });
    let both = ask(&mut client, "expect_screen", both);
    assert_eq!(
        (&both["success"], &both["confidence"]),
        (&json!(false), &json!(0))
    );
}

/// M33.
#[test]
fn of_several_phones_the_one_with_the_app_is_meant_and_a_tie_lists_them() {
    let first = Phone::start("settings", &[ALLOW_ALL]);
    let second = Phone::start("shop", &[]);
    first.connect(&second.serial);
    let mut client = Client::start(&first.project, "--profile mobile-debug");
    let tie = client.call("get_ui_tree", json!({ "platform": "android" }));
    let said = tie.data()["error"]["message"].as_str().unwrap().to_owned();
    for serial in [&first.serial, &second.serial] {
        assert!(said.contains(serial.as_str()), "{said}");
    }
    let open = json!({ "platform": "android", "appId": "dev.retap.shop" });
    let opened = ask(&mut client, "start_app", open);
    assert_eq!(
        opened["device"]["id"],
        format!("android:{}", second.serial),
        "{opened}"
    );
}

/// M33: without adb nothing of a phone can be told, and that is told.
#[test]
fn a_system_without_adb_is_blocked_unless_another_device_was_chosen() {
    let project = open_project();
    let nothing = std::path::Path::new("/nowhere/adb");
    let status = |line: &str| {
        let mut client = Client::start_in(&project, line, &[("ADB_PATH", nothing)]);
        ask(&mut client, "get_system_status", json!({}))
    };
    let blocked = status("--profile mobile-debug");
    assert_eq!(
        (
            &blocked["status"],
            &blocked["success"],
            &blocked["adbAvailable"]
        ),
        (&json!("blocked"), &json!(false), &json!(false)),
        "{blocked}"
    );
    assert!(!blocked["issues"].as_array().unwrap().is_empty());
    let degraded = status("--profile mobile-debug --device sim:settings");
    assert_eq!(degraded["status"], "degraded", "{degraded}");
}
