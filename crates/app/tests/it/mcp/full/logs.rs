//! Logs, streams of them and what they tell of the network, from a phone over the real adb.

use serde_json::{Value, json};

use super::super::kit::{ALLOW_ALL, Client};
use super::ask;
use crate::android::{Phone, text};

fn phone() -> (Phone, Client) {
    let phone = Phone::start("settings", &[ALLOW_ALL]);
    let line = format!("--profile mobile-debug --device android:{}", phone.serial);
    let mut client = Client::start(&phone.project, &line);
    let open = json!({ "platform": "android", "appId": "Settings" });
    client.call("start_app", open).works();
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
    let called = client.call("get_logs", arguments).works();
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
    let phone = Phone::start("net.app.yaml", &[ALLOW_ALL, ("net.app.yaml", NET)]);
    let line = format!("--profile mobile-debug --device android:{}", phone.serial);
    let mut client = Client::start(&phone.project, &line);
    let open = json!({ "platform": "android", "appId": "org.example.net" });
    client.call("start_app", open).works();
    let login = ("/v1/login".to_owned(), "failure".to_owned());
    let config = ("/v1/config".to_owned(), "success".to_owned());
    client.call("tap", json!({ "text": "Sign in" })).works();
    log(
        &phone,
        "d",
        "Ads",
        "GET https://ads.example.com/v1/events HTTP/1.1 500",
    );
    assert_eq!(endpoints(&mut client), [login.clone()]);
    assert_eq!(endpoints(&mut client), []);
    client.call("tap", json!({ "text": "Sign in" })).works();
    client.call("tap", json!({ "text": "Configure" })).works();
    assert_eq!(endpoints(&mut client), [config]);
    client.call("tap", json!({ "text": "Sync" })).works();
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
    client.call("tap", json!({ "text": "Sign in" })).works();
    let title = json!({ "selector": { "text": "Net" } });
    client.call("expect_element_visible", title).works();
    assert_eq!(endpoints(&mut client), [login]);
}
