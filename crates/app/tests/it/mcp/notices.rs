//! Clients are told what changed, whoever changed it.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use serde_json::{Value, json};

use super::http_client::HttpClient;
use super::kit::{ALLOW_ALL, Client, open_project};
use crate::http_server::HttpServer;
use crate::project::{ABOUT, Project};

const TOOLS: &str = "notifications/tools/list_changed";
const RESOURCES: &str = "notifications/resources/list_changed";
const UPDATED: &str = "notifications/resources/updated";

/// Waits until a client is told this.
fn hears(heard: &Receiver<Value>, method: &str) -> Value {
    loop {
        let told = heard.recv_timeout(Duration::from_secs(30)).expect(method);
        if told["method"] == method {
            return told;
        }
    }
}

/// Reads until a client over stdio is told this.
fn reads(client: &mut Client, method: &str) -> Value {
    let is_it = |message: &Value| message["method"] == method;
    if let Some(at) = client.aside.iter().position(is_it) {
        return client.aside.remove(at);
    }
    client.read_notice(method)
}

fn keep_opening(client: &mut HttpClient) {
    client.works("open", json!({ "app": "Shop", "fresh": true }));
    client.works("expect", json!({ "text": "Sign In" }));
    client.works("keep_skill", json!({ "name": "Open the shop" }));
}

#[test]
fn what_one_client_keeps_all_others_hear_of() {
    let project = open_project();
    let server = HttpServer::start(&project, "--device sim:shop");
    let mut clients = [HttpClient::start(&server), HttpClient::start(&server)];
    let heard = [clients[0].listen(), clients[1].listen()];
    keep_opening(&mut clients[0]);
    for heard in &heard {
        hears(heard, TOOLS);
        hears(heard, RESOURCES);
    }
    let tools = clients[1].request("tools/list", json!({}))["result"].to_string();
    assert!(tools.contains("skill_open_the_shop"), "{tools}");
    clients[1].call("skill_open_the_shop", json!({})).works();
}

#[test]
fn what_somebody_changes_on_disk_is_noticed() {
    let project = open_project();
    project.write(".retap/skills/about.yaml", ABOUT);
    let mut client = Client::start(&project, "--device sim:settings");
    let uri = "retap://skills/about";
    let asked = client.request("resources/subscribe", json!({ "uri": uri }));
    assert!(asked["result"].is_object(), "{asked}");
    project.write(".retap/skills/about.yaml", &format!("{ABOUT}  - home\n"));
    assert_eq!(reads(&mut client, UPDATED)["params"]["uri"], uri);
    project.write(".retap/skills/other.yaml", ABOUT);
    reads(&mut client, RESOURCES);
    // A skill that is gone is no resource any more, and whoever asked for it is told.
    std::fs::remove_file(project.path(".retap/skills/about.yaml")).unwrap();
    assert_eq!(reads(&mut client, UPDATED)["params"]["uri"], uri);
    reads(&mut client, RESOURCES);
    let gone = client.request("resources/read", json!({ "uri": uri }));
    assert_eq!(gone["error"]["code"], -32002, "{gone}");
    assert_eq!(gone["error"]["data"]["uri"], uri);
}

#[test]
fn a_client_that_no_longer_wants_to_hear_does_not() {
    let project = open_project();
    project.write(".retap/skills/about.yaml", ABOUT);
    let mut client = Client::start(&project, "--device sim:settings");
    let uri = json!({ "uri": "retap://skills/about" });
    client.request("resources/subscribe", uri.clone());
    client.request("resources/unsubscribe", uri);
    project.write(".retap/skills/about.yaml", &format!("{ABOUT}  - home\n"));
    project.write(".retap/skills/other.yaml", ABOUT);
    reads(&mut client, RESOURCES);
    client.request("resources/list", json!({}));
    let is_update = |message: &Value| message["method"] == UPDATED;
    assert!(!client.aside.iter().any(is_update), "{:?}", client.aside);
    let unknown = json!({ "uri": "retap://skills/nobody" });
    let refused = client.request("resources/subscribe", unknown);
    assert_eq!(refused["error"]["code"], -32002, "{refused}");
}

#[test]
fn a_run_that_is_subscribed_to_is_told_of() {
    let project = open_project();
    project.write(".retap/skills/about.yaml", ABOUT);
    let mut client = Client::start(&project, "--device sim:settings");
    let ran = client.works("run_skill", json!({ "name": "about" }));
    let run = ran.data()["run"].as_str().unwrap().to_owned();
    reads(&mut client, RESOURCES);
    let uri = format!("retap://runs/{run}/report");
    client.request("resources/subscribe", json!({ "uri": uri }));
    let events = format!(".retap/runs/{run}/events.jsonl");
    let text = project.read(&events);
    project.write(&events, &format!("{text}\n"));
    assert_eq!(reads(&mut client, UPDATED)["params"]["uri"], uri);
}

#[test]
fn a_permission_that_is_taken_away_counts_at_the_next_call_and_all_hear_of_it() {
    let project = Project::with(&[ALLOW_ALL]);
    let server = HttpServer::start(&project, "--device sim:shop");
    let mut clients = [HttpClient::start(&server), HttpClient::start(&server)];
    let heard = clients[1].listen();
    clients[0].call("open", json!({ "app": "Shop" })).works();
    project.write("../home/.retap/permissions.json", r#"{"allow": ["open"]}"#);
    let tap = json!({ "text": "Forgot Password" });
    clients[0].call("tap", tap.clone()).fails("NOT_PERMITTED");
    hears(&heard, TOOLS);
    let tools = clients[1].request("tools/list", json!({}))["result"].to_string();
    assert!(!tools.contains("\"tap\""), "{tools}");
    // A file that became unreadable allows nothing, not what it allowed before.
    project.write("../home/.retap/permissions.json", r#"{"allow": ["*""#);
    clients[0]
        .call("open", json!({ "app": "Shop" }))
        .fails("NOT_PERMITTED");
    project.write(ALLOW_ALL.0, ALLOW_ALL.1);
    clients[0].call("tap", tap).works();
}

#[test]
fn an_app_that_is_blocked_later_is_blocked_on_a_device_that_is_open() {
    let project = Project::with(&[ALLOW_ALL]);
    let mut client = Client::start(&project, "--device sim:shop");
    client.works("open", json!({ "app": "Shop" }));
    let file = r#"{"allow": ["*"], "blockedApps": ["Shop"]}"#;
    project.write("../home/.retap/permissions.json", file);
    let refused = client.call("tap", json!({ "text": "Forgot Password" }));
    assert!(refused.is_error());
    refused.says("`blockedApps` names it");
    let file = r#"{"allow": ["*"], "skipElements": ["forgot", "email"]}"#;
    project.write("../home/.retap/permissions.json", file);
    client.works("screen", json!({}));
    for arguments in [
        json!({ "text": "Forgot Password" }),
        json!({ "text": "forgot password", "index": 0 }),
    ] {
        let refused = client.call("tap", arguments);
        assert!(refused.is_error(), "{}", refused.0);
    }
    let typed = client.call("type_text", json!({ "text": "x", "into": "Email" }));
    typed.says("skipElements");
}
