//! A phone on a cable, through the real adb: what an agent does there is kept, and the phone itself is the
//! witness of what a replay touched.

use serde_json::{Value, json};

use super::http_client::HttpClient;
use super::keep::{DRIFTS, buy, keep, password};
use super::kit::{ALLOW_ALL, Client};
use crate::android::Phone;
use crate::http_server::HttpServer;

fn phone(app: &str) -> (Phone, String) {
    let phone = Phone::start(app, &[ALLOW_ALL]);
    let address = format!("android:{}", phone.serial);
    (phone, address)
}

/// Returns what a phone that nobody touches now was touched at since the last time: the screen, the input and
/// its effect.
fn touches(phone: &Phone) -> Vec<String> {
    let touches = touches_so_far(phone);
    phone.adb_here(&["shell", "retap-touches", "clear"]);
    touches
}

fn touches_so_far(phone: &Phone) -> Vec<String> {
    let said = phone.adb_here(&["shell", "retap-touches"]).stdout;
    let said = String::from_utf8(said).unwrap();
    said.lines().map(what_it_did).collect()
}

/// Leaves out labels and places: on a drifted app they differ, what a touch does must not.
fn what_it_did(line: &str) -> String {
    let parts: Vec<&str> = line.split('\t').collect();
    let verb = parts[2].split(" at (").next().unwrap();
    format!("{}: {verb}: {}", parts[0], parts[3])
}

/// Keeps a task on some phones at once, and replays it on each with a few of these drifts: most of the time is spent
/// waiting for what a drifted app does not show.
fn replays_nothing_but_what_was_kept(drifts: &[&str]) {
    std::thread::scope(|scope| {
        for few in drifts.chunks(2) {
            scope.spawn(|| keeps_and_replays(few));
        }
    });
}

/// Keeps a task, and replays it through both doors: as it was, and on a phone with each of these drifts.
fn keeps_and_replays(drifts: &[&str]) {
    let (phone, address) = phone("shop?latency=instant");
    phone.project.write(".retap/config.toml", "timeout = 2\n");
    let mut client = Client::start(&phone.project, &format!("--device {address}"));
    buy(&mut client);
    keep(&mut client).works();
    touches(&phone);
    let line = format!("test buy-a-mug --set PASSWORD=lantern-42 --device {address}");
    let asked = json!({ "name": "buy-a-mug", "inputs": password() });
    let ran = client.works("run_skill", asked.clone());
    assert_eq!(ran.data()["mode"], "compiled");
    let right = touches(&phone);
    assert!(right.len() > 12, "{right:#?}");
    phone.project.run(&line).exits(0);
    assert_eq!(touches(&phone), right);
    for drift in drifts {
        phone.adb_here(&["shell", "retap-drift", drift]);
        let ran = client.call("run_skill", asked.clone());
        for count in ["ai_calls", "text_reads"] {
            assert_eq!(ran.data()[count], 0, "{drift}");
        }
        let by_agent = touches(&phone);
        let code = if ran.is_error() { 1 } else { 0 };
        phone.project.run(&line).exits(code);
        for touched in [by_agent, touches(&phone)] {
            // It does what it did when it was kept, all of it or as far as it can tell.
            let far = touched.len();
            assert!(
                right.starts_with(&touched),
                "{drift}: {touched:#?}\n{right:#?}"
            );
            assert!(
                far > 0 && (ran.is_error() || far == right.len()),
                "{drift}: {far}"
            );
        }
    }
}

#[test]
fn on_a_phone_whose_app_looks_different_a_replay_touches_what_it_should() {
    let drifts: Vec<&str> = DRIFTS.split(' ').collect();
    replays_nothing_but_what_was_kept(&drifts[..6]);
}

#[test]
fn on_a_phone_whose_app_is_another_a_replay_touches_nothing_wrong() {
    let drifts: Vec<&str> = DRIFTS.split(' ').collect();
    replays_nothing_but_what_was_kept(&drifts[6..]);
}

#[test]
fn a_phone_that_another_client_has_is_busy_until_it_leaves() {
    let (phone, address) = phone("settings");
    let line = format!("--device {address}");
    let mut first = Client::start(&phone.project, &line);
    first.works("open", json!({ "app": "Settings" }));
    let mut second = Client::start(&phone.project, &line);
    let busy = second.call("screen", json!({})).fails("DEVICE_BUSY");
    assert_eq!(busy.data()["retryable"], true);
    busy.says("another client (test");
    first.leave();
    assert!(first.ends_within(std::time::Duration::from_secs(20)));
    second.works("screen", json!({}));
    // Simulated phones and pages are new for everybody.
    let mut third = Client::start(&phone.project, "--device sim:settings");
    third.call("screen", json!({})).works();
}

#[test]
fn a_client_that_vanishes_in_a_call_over_http_frees_its_phone() {
    let (phone, address) = phone("settings");
    let server = HttpServer::start(&phone.project, &format!("--device {address}"));
    let mut gone = HttpClient::start(&server);
    gone.call("open", json!({ "app": "Settings" })).works();
    let heard = gone.listen();
    let patient = json!({ "text": "Nowhere", "timeout_ms": 600_000 });
    gone.call_and_hold("wait_for", patient).vanish();
    let mut other = HttpClient::start(&server);
    other.call("screen", json!({})).fails("DEVICE_BUSY");
    // What the server has to say ends with the session.
    while heard.recv().is_ok() {}
    // The call under way is given a few seconds to end by itself.
    let is_free = (0..100_000).any(|_| !other.call("screen", json!({})).is_error());
    assert!(is_free, "the phone was not freed");
    let late = gone.post(&json!({ "jsonrpc": "2.0", "id": 9, "method": "ping" }));
    assert_eq!(late.status, 404);
}

#[test]
fn a_client_that_says_goodbye_over_http_frees_its_phone() {
    let (phone, address) = phone("settings");
    let server = HttpServer::start(&phone.project, &format!("--device {address}"));
    let mut first = HttpClient::start(&server);
    first.works("screen", json!({}));
    let mut second = HttpClient::start(&server);
    second.call("screen", json!({})).fails("DEVICE_BUSY");
    let heard = first.listen();
    assert_eq!(first.leave(), 200);
    while heard.recv().is_ok() {}
    // The call under way is given a few seconds to end by itself.
    let is_free = (0..100_000).any(|_| !second.call("screen", json!({})).is_error());
    assert!(is_free, "the phone was not freed");
}

#[test]
fn a_replay_that_is_cancelled_ends_between_two_steps() {
    let (phone, address) = phone("settings");
    let skill = "name: Slow\nsteps:\n  - reset_app: Settings\n  - launch: Settings\n  - tap: General\n  \
                 - wait_for: { label: Nowhere, timeout: 300 }\n  - tap: About\n";
    phone.project.write(".retap/skills/slow.yaml", skill);
    let mut client = Client::start(&phone.project, &format!("--device {address}"));
    let params = json!({ "name": "run_skill", "arguments": { "name": "slow" },
        "_meta": { "progressToken": "p" } });
    let id = client.ask("tools/call", params);
    let mut progress: Vec<(f64, Value)> = Vec::new();
    loop {
        let told = client.read_notice("notifications/progress");
        let done = told["params"]["progress"].as_f64().unwrap();
        progress.push((done, told["params"]["total"].clone()));
        if told["params"]["message"].to_string().contains("Nowhere") {
            break;
        }
    }
    let grows = progress.windows(2).all(|two| two[0].0 < two[1].0);
    assert!(grows && progress[0].1 == 5.0, "{progress:?}");
    client.notify("notifications/cancelled", json!({ "requestId": id }));
    assert!(client.request("ping", json!({}))["result"].is_object());
    // The device is free at once, and stands where the last step left it.
    let about = client.works("expect", json!({ "text": "About" }));
    assert!(!about.is_error());
    let touched = touches(&phone);
    let taps = touched.iter().filter(|it| it.contains(": tap:")).count();
    assert_eq!(taps, 1, "{touched:?}");
}

#[test]
fn a_phone_is_sent_the_keys_of_its_app_switcher_and_its_search() {
    let (phone, address) = phone("settings");
    let line = format!("--profile mirroir --device {address}");
    let mut client = Client::start(&phone.project, &line);
    client.works("launch_app", json!({ "name": "Settings" }));
    touches(&phone);
    for (tool, message, key) in [
        ("press_app_switcher", "Opened App Switcher", "app_switch"),
        ("spotlight", "Opened Spotlight search", "search"),
    ] {
        let pressed = client.works(tool, json!({}));
        assert!(pressed.text().starts_with(message), "{}", pressed.text());
        assert_eq!(touches(&phone), [format!(": press {key}: ")]);
    }
}

#[test]
fn a_person_is_told_that_an_agent_has_the_phone_and_an_agent_that_a_person_has() {
    let (phone, address) = phone("settings");
    let skill = "name: Slow\nsteps:\n  - launch: Settings\n  - tap: General\n  \
                 - wait_for: { label: Nowhere, timeout: 300 }\n";
    phone.project.write(".retap/skills/slow.yaml", skill);
    let mut agent = Client::start(&phone.project, &format!("--device {address}"));
    agent.works("open", json!({ "app": "Settings" }));
    let tapped = phone
        .project
        .run(&format!("tap General --device {address}"));
    let told = "is in use by another client (test, process ";
    assert!(tapped.exits(0).text.contains(told));
    agent.leave();
    assert!(agent.ends_within(std::time::Duration::from_secs(20)));
    touches(&phone);
    let mut test = phone.project.command();
    test.args(["test", "slow", "--device", &address]);
    let mut test = test.stdout(std::process::Stdio::null()).spawn().unwrap();
    let has_begun = (0..10_000).any(|_| !touches_so_far(&phone).is_empty());
    let mut agent = Client::start(&phone.project, &format!("--device {address}"));
    let busy = agent.call("screen", json!({}));
    test.kill().unwrap();
    test.wait().unwrap();
    assert!(has_begun);
    let busy = busy.fails("DEVICE_BUSY");
    busy.says("(retap, process ");
    agent.works("screen", json!({}));
}
