//! The full profile: names, defaults and shapes of the reference servers, with their faults mended.

use serde_json::{Value, json};

use super::kit::{Client, open_project};

/// The tools of mobile-debug.
const DEBUG: [&str; 32] = [
    "start_app",
    "restart_app",
    "terminate_app",
    "reset_app_data",
    "install_app",
    "build_app",
    "list_devices",
    "get_system_status",
    "get_logs",
    "start_log_stream",
    "read_log_stream",
    "stop_log_stream",
    "capture_screenshot",
    "capture_debug_snapshot",
    "get_ui_tree",
    "get_current_screen",
    "get_screen_fingerprint",
    "wait_for_screen_change",
    "wait_for_ui_change",
    "wait_for_ui",
    "find_element",
    "expect_screen",
    "expect_element_visible",
    "expect_state",
    "tap",
    "tap_element",
    "swipe",
    "scroll_to_element",
    "type_text",
    "press_back",
    "classify_action_outcome",
    "get_network_activity",
];

/// The tools of mirroir.
const MIRROR: [&str; 32] = [
    "screenshot",
    "describe_screen",
    "start_recording",
    "stop_recording",
    "get_orientation",
    "status",
    "check_health",
    "list_targets",
    "list_skills",
    "get_skill",
    "calibrate_component",
    "tap",
    "double_tap",
    "long_press",
    "swipe",
    "drag",
    "type_text",
    "press_key",
    "shake",
    "launch_app",
    "open_url",
    "press_home",
    "press_app_switcher",
    "spotlight",
    "scroll_to",
    "reset_app",
    "measure",
    "set_network",
    "switch_target",
    "record_step",
    "save_compiled",
    "generate_skill",
];

fn client() -> (crate::project::Project, Client) {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings --profile full");
    client
        .call(
            "start_app",
            json!({ "platform": "android", "appId": "Settings" }),
        )
        .works();
    (project, client)
}

/// Returns the data that the one block of text holds.
fn block(called: &super::kit::Called) -> Value {
    assert_eq!(
        called.0["content"].as_array().unwrap().len(),
        1,
        "{}",
        called.0
    );
    serde_json::from_str(called.text()).unwrap()
}

#[test]
fn every_name_of_both_servers_is_there_once_with_its_defaults() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile full");
    let answer = client.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let named =
        |name: &str| -> Vec<&Value> { tools.iter().filter(|tool| tool["name"] == name).collect() };
    for name in DEBUG.iter().chain(&MIRROR) {
        assert_eq!(named(name).len(), 1, "{name}");
    }
    let default = |tool: &str, argument: &str| {
        named(tool)[0]["inputSchema"]["properties"][argument]["default"].clone()
    };
    for (tool, argument, value) in [
        ("wait_for_ui", "timeout_ms", json!(60000)),
        ("wait_for_ui", "poll_interval_ms", json!(300)),
        ("wait_for_ui", "condition", json!("exists")),
        ("wait_for_screen_change", "timeoutMs", json!(5000)),
        ("wait_for_ui_change", "stability_window_ms", json!(250)),
        ("expect_element_visible", "timeout_ms", json!(5000)),
        ("find_element", "timeoutMs", json!(3000)),
        ("scroll_to_element", "maxScrolls", json!(10)),
        ("scroll_to_element", "scrollAmount", json!(0.7)),
        ("capture_debug_snapshot", "logLines", json!(200)),
        ("start_log_stream", "level", json!("error")),
    ] {
        assert_eq!(default(tool, argument), value, "{tool} {argument}");
    }
}

#[test]
fn an_act_answers_with_the_whole_envelope() {
    let (_project, mut client) = client();
    let tapped = client.call("tap", json!({ "text": "General" })).works();
    let envelope = block(&tapped);
    let id = envelope["action_id"].as_str().unwrap();
    assert!(id.starts_with("tap_") && id.split('_').count() == 3, "{id}");
    assert_eq!(envelope["success"], true);
    assert_eq!(envelope["device"]["id"], "sim:settings");
    assert!(envelope["timestamp"].as_str().unwrap().ends_with('Z'));
    assert_ne!(
        envelope["ui_fingerprint_before"],
        envelope["ui_fingerprint_after"]
    );
    assert!(envelope.get("failure_code").is_none() && envelope.get("retryable").is_none());
    assert_eq!(envelope["target"]["resolved"]["text"], "General");
    client
        .call("tap_element", json!({ "elementId": "el_never" }))
        .fails("STALE_REFERENCE");
}

#[test]
fn waits_and_proofs_have_the_shapes_agents_were_taught() {
    let (_project, mut client) = client();
    let blank = client.call("wait_for_ui", json!({ "selector": { "text": " " } }));
    let blank = block(&blank);
    assert_eq!(blank["error"]["code"], "INVALID_SELECTOR");
    assert_eq!(blank["metrics"]["poll_count"], 0);
    let found = client.call(
        "wait_for_ui",
        json!({ "selector": { "text": "general" }, "condition": "clickable" }),
    );
    let found = block(&found.works());
    assert_eq!(found["status"], "success");
    let id = found["element"]["elementId"].clone();
    let absent = json!({ "selector": { "text": "Refund" }, "timeout_ms": 200 });
    let absent = block(&client.call("wait_for_ui", absent));
    assert_eq!(
        absent["error"]["message"],
        "Condition exists not satisfied within timeout; observed 0 match(es)"
    );
    let before = block(&client.call("get_screen_fingerprint", json!({})))["fingerprint"].clone();
    client
        .call("tap_element", json!({ "elementId": id }))
        .works();
    let changed = client.call(
        "wait_for_screen_change",
        json!({ "previousFingerprint": before }),
    );
    let changed = block(&changed.works());
    client
        .call(
            "expect_screen",
            json!({ "fingerprint": changed["newFingerprint"] }),
        )
        .works();
    let none = block(&client.call("expect_screen", json!({})));
    assert_eq!(
        (&none["success"], &none["comparison"]["basis"]),
        (&json!(false), &json!("none"))
    );
    client
        .call(
            "expect_element_visible",
            json!({ "selector": { "text": "About" } }),
        )
        .works();
    client
        .call("expect_element_visible", json!({ "selector": {} }))
        .fails("INVALID_SELECTOR");
}

#[test]
fn states_are_proven_and_absent_is_not_false() {
    let (_project, mut client) = client();
    let ask = |expected: bool| {
        json!({
            "property": "checked", "expected": expected, "selector": { "text": "Airplane Mode" },
        })
    };
    client.call("expect_state", ask(false)).works();
    client
        .call("expect_state", ask(true))
        .fails("EXPECT_STATE_MISMATCH");
    let nobody =
        json!({ "property": "checked", "expected": true, "selector": { "text": "Refund" } });
    client
        .call("expect_state", nobody)
        .fails("ELEMENT_NOT_FOUND");
}

#[test]
fn the_tree_says_its_revision_and_what_it_is_made_of() {
    let (_project, mut client) = client();
    let tree = block(
        &client
            .call("get_ui_tree", json!({ "platform": "android" }))
            .works(),
    );
    assert!(tree["snapshot_revision"].as_u64().unwrap() > 0);
    assert!(tree["captured_at_ms"].as_u64().unwrap() > 0);
    assert!(tree["loading_state"].is_null());
    let elements = tree["elements"].as_array().unwrap();
    let child = elements.iter().find(|it| it["parentId"].is_u64()).unwrap();
    let parent = &elements[usize::try_from(child["parentId"].as_u64().unwrap()).unwrap()];
    assert!(!parent["children"].as_array().unwrap().is_empty());
    let again = block(&client.call("get_ui_tree", json!({})));
    assert_eq!(again["snapshot_revision"], tree["snapshot_revision"]);
    let found = block(
        &client
            .call("find_element", json!({ "query": "gener" }))
            .works(),
    );
    assert_eq!(found["found"], true);
    client
        .call(
            "tap_element",
            json!({ "elementId": found["element"]["elementId"] }),
        )
        .works();
    let described = client.call("describe_screen", json!({})).works();
    assert!(
        described.text().contains("- \"About\" at ("),
        "{}",
        described.text()
    );
    assert!(
        described
            .text()
            .lines()
            .last()
            .unwrap()
            .starts_with("_meta: element_count=")
    );
}

#[test]
fn outcomes_are_classified_the_same_for_the_same_signals() {
    let (_project, mut client) = client();
    let ask = json!({ "uiChanged": false, "actionType": "start_app", "networkRequests": [] });
    let one = client.call("classify_action_outcome", ask.clone()).works();
    assert_eq!(
        one.text(),
        client.call("classify_action_outcome", ask).text()
    );
    assert_eq!(block(&one)["outcome"], "no_op");
    let missing = client.call("classify_action_outcome", json!({}));
    assert_eq!(
        missing.data()["error"]["message"],
        "Missing or invalid boolean argument: uiChanged"
    );
}

#[test]
fn a_snapshot_has_its_raw_layer_always_and_no_logs_when_none_are_wanted() {
    let (_project, mut client) = client();
    let snapshot = client
        .call("capture_debug_snapshot", json!({ "includeLogs": false }))
        .works();
    let data = snapshot.data();
    assert_eq!(data["raw"]["logs"], json!([]));
    assert_eq!(
        data["raw"]["snapshot_revision"],
        data["raw"]["ui_tree"]["snapshot_revision"]
    );
    assert!(data["semantic"]["warnings"].is_array());
    let sure = data["semantic"]["confidence"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&sure));
}
