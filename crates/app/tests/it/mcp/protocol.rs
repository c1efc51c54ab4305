//! The protocol itself: versions, errors, pings and cancellation during a long call, clients that go.

use std::time::Duration;

use serde_json::json;

use super::kit::{Client, open_project};

/// A simulated phone on which waiting takes real time.
const REAL: &str = "--device sim:settings?signals=off --real-time";

fn long_wait(client: &mut Client) -> u64 {
    let arguments = json!({ "text": "Nowhere", "timeout_ms": 120_000 });
    client.ask(
        "tools/call",
        json!({ "name": "wait_for", "arguments": arguments, "_meta": { "progressToken": "p" } }),
    )
}

#[test]
fn the_version_a_client_asks_for_is_agreed_on() {
    let project = open_project();
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
        ("yesterday", "2025-11-25"),
    ] {
        let mut client = Client::start_silent(&project, "");
        let info = json!({ "name": "t", "version": "1" });
        let answer = client.request(
            "initialize",
            json!({ "protocolVersion": asked, "capabilities": {}, "clientInfo": info }),
        );
        assert_eq!(answer["result"]["protocolVersion"], agreed, "{answer}");
        assert_eq!(
            answer["result"]["serverInfo"]["version"],
            env!("CARGO_PKG_VERSION")
        );
    }
}

/// What a client of the newest revision says with every request.
fn inline(params: serde_json::Value, version: &str) -> serde_json::Value {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
    });
    params
}

#[test]
fn a_client_that_does_not_introduce_itself_is_served_over_pipes() {
    let project = open_project();
    let mut client = Client::start_silent(&project, "--device sim:settings");
    let newest = "2026-07-28";
    let found = client.request("server/discover", inline(json!({}), newest));
    let versions = found["result"]["supportedVersions"].to_string();
    assert!(
        versions.contains(newest) && versions.contains("2024-11-05"),
        "{found}"
    );
    let opened = json!({ "name": "open", "arguments": { "app": "Settings" } });
    let old = opened.clone();
    let opened = client.request("tools/call", inline(opened, newest));
    assert_eq!(opened["result"]["isError"], false, "{opened}");
    // The device stays with the process, as it does for clients that introduce themselves.
    let proven = json!({ "name": "expect", "arguments": { "app": "Settings" } });
    let proven = client.request("tools/call", inline(proven, newest));
    assert_eq!(proven["result"]["isError"], false, "{proven}");
    let unknown = client.request("tools/call", inline(old, "2099-01-01"));
    assert_eq!(unknown["error"]["code"], -32022, "{unknown}");
    let missing = client.request("tools/list", json!({}));
    assert_eq!(missing["error"]["code"], -32602, "{missing}");
}

#[test]
fn mistakes_are_told_by_the_codes_of_the_protocol() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    client.send_raw(b"{\"jsonrpc\": \"2.0\", \"id\": 7,\n");
    let broken = client.read();
    assert_eq!(
        (&broken["error"]["code"], &broken["id"]),
        (&json!(-32700), &json!(null))
    );
    let method = client.request("tools/burn", json!({}));
    assert_eq!(method["error"]["code"], -32601, "{method}");
    let tool = client.request("tools/call", json!({ "name": "burn", "arguments": {} }));
    assert_eq!(tool["error"]["code"], -32602, "{tool}");
    assert_eq!(tool["error"]["message"], "Unknown tool: burn");
    let missing = client
        .call("type_text", json!({ "text": 3 }))
        .fails("INVALID_INPUT");
    assert_eq!(
        missing.data()["error"]["message"],
        "Missing or invalid string argument: text"
    );
    client.notify("notifications/whatever", json!({}));
    assert!(client.request("ping", json!({}))["result"].is_object());
}

#[test]
fn a_long_call_leaves_pings_answered_and_tells_its_progress() {
    let project = open_project();
    let mut client = Client::start(&project, REAL);
    client.works("open", json!({ "app": "Settings" }));
    let wait = long_wait(&mut client);
    // Nobody here waits as long for an answer as the call takes.
    assert!(client.request("ping", json!({}))["result"].is_object());
    // The wait is still under way: what came meanwhile is its progress, not its answer.
    let told = client.read();
    let told = if told["method"].is_null() {
        client.read()
    } else {
        told
    };
    assert_eq!(told["method"], "notifications/progress", "{told}");
    assert_eq!(told["params"]["progressToken"], "p");
    client.notify("notifications/cancelled", json!({ "requestId": wait }));
}

#[test]
fn a_cancelled_call_frees_the_device_at_once() {
    let project = open_project();
    let mut client = Client::start(&project, REAL);
    client.works("open", json!({ "app": "Settings" }));
    let wait = long_wait(&mut client);
    client.notify(
        "notifications/cancelled",
        json!({ "requestId": wait, "reason": "changed my mind" }),
    );
    // Nobody here waits as long for an answer as the cancelled call would have taken.
    client.works("expect", json!({ "app": "Settings" }));
    let is_its = |message: &serde_json::Value| message["id"] == wait;
    assert!(
        !client.aside.iter().any(is_its),
        "a cancelled call has no answer"
    );
}

#[test]
fn a_client_that_goes_in_the_middle_of_a_call_ends_the_server() {
    let project = open_project();
    let mut client = Client::start(&project, REAL);
    client.works("open", json!({ "app": "Settings" }));
    long_wait(&mut client);
    client.leave();
    assert!(client.ends_within(Duration::from_secs(20)));
}

#[test]
fn a_client_that_says_nothing_and_goes_is_no_error() {
    let project = open_project();
    let mut client = Client::start_silent(&project, "");
    client.leave();
    assert!(client.ends_within(Duration::from_secs(20)));
}

#[test]
fn skills_and_runs_can_be_read_and_nothing_beside_them() {
    let project = open_project();
    project.write(".retap/skills/about.yaml", crate::project::ABOUT);
    let mut client = Client::start(&project, "--device sim:settings");
    client.works("run_skill", json!({ "name": "about" }));
    let answer = client.request("resources/list", json!({}));
    let listed = answer["result"]["resources"].as_array().unwrap().clone();
    let uris: Vec<&str> = listed
        .iter()
        .map(|it| it["uri"].as_str().unwrap())
        .collect();
    assert_eq!(uris[0], "retap://skills/about");
    assert!(
        uris.iter().any(|uri| uri.ends_with("-about/report")),
        "{uris:?}"
    );
    for uri in uris {
        let read = client.request("resources/read", json!({ "uri": uri }));
        assert!(read["result"]["contents"][0].is_object(), "{uri}: {read}");
    }
    for uri in [
        "retap://runs/../../home",
        "retap://skills/nobody",
        "file:///etc/passwd",
    ] {
        let read = client.request("resources/read", json!({ "uri": uri }));
        assert!(read["error"].is_object(), "{uri}: {read}");
    }
    let prompts = client.request("prompts/list", json!({}));
    assert_eq!(prompts["result"]["prompts"][0]["name"], "record_as_skill");
    let asked = json!({ "name": "record_as_skill", "arguments": { "task": "buy a mug" } });
    let prompt = client.request("prompts/get", asked)["result"].to_string();
    assert!(prompt.contains("buy a mug") && prompt.contains("keep_skill"));
}

#[test]
fn a_device_with_a_nul_in_its_name_does_not_end_the_server() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:shop");
    for device in ["sim:\0", "a\0b"] {
        assert!(
            client
                .call("screen", json!({ "device": device }))
                .is_error()
        );
    }
    client.works("screen", json!({ "device": "sim:shop" }));
}
