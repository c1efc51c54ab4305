//! Every answer of every tool is what its output schema says.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::super::kit::{ALLOW_ALL, Called, Client};
use super::listed;
use crate::project::{ABOUT, Project};

/// Returns where a value is not what a schema says; knows the words our schemas use.
fn faults(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(kind) = schema.get("type") {
        let kinds: Vec<&str> = match kind {
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        };
        if !kinds.iter().any(|kind| is_of(kind, value)) {
            found.push(format!("{at}: {value} is no {kinds:?}"));
            return;
        }
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed
            .iter()
            .any(|it| it == value || it.as_f64().is_some() && it.as_f64() == value.as_f64())
    {
        found.push(format!("{at}: {value} is none of {allowed:?}"));
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(name.as_str().unwrap()) {
                found.push(format!("{at}: no {name}"));
            }
        }
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            if let Some(value) = object.get(name) {
                faults(inner, value, &format!("{at}.{name}"), found);
            }
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        if let Some(inner) = schema.get("items") {
            faults(inner, item, &format!("{at}[{index}]"), found);
        }
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let fits = |way: &Value| {
            let mut against = Vec::new();
            faults(way, value, at, &mut against);
            against.is_empty()
        };
        if !ways.iter().any(fits) {
            found.push(format!("{at}: fits none of {ways:?}"));
        }
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}

#[test]
fn the_check_itself_finds_what_is_wrong() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "integer" }, "b": { "enum": ["x", null] } },
        "anyOf": [{ "required": ["a"] }, { "required": ["error"] }],
    });
    let against = |value: Value| {
        let mut found = Vec::new();
        faults(&schema, &value, "", &mut found);
        found.len()
    };
    assert_eq!(against(json!({ "a": 1, "b": null })), 0);
    assert_eq!(against(json!({ "error": "x" })), 0);
    assert_eq!(against(json!({ "a": 1.5 })), 1);
    assert_eq!(against(json!({ "a": 1, "b": "y" })), 1);
    assert_eq!(against(json!({})), 1);
    assert_eq!(against(json!([])), 1);
}

/// What is called of every tool: something that works on the simulated phone where anything does, then
/// something that does not.
fn project(name: &str, path: &str) -> Value {
    json!({ "platform": "android", "projectType": "native", name: path })
}

/// Returns what is wrong with the blocks of a mobile-debug answer: all are JSON, and there is one unless
/// the tool is known to have two.
fn odd_blocks(tool: &str, called: &Called) -> Option<String> {
    let blocks = called.0["content"].as_array().unwrap();
    let two = ["get_logs", "capture_screenshot", "build_and_install"];
    let is_two = two.contains(&tool) && !called.data()["error"]["tool"].is_string();
    let is_json = |block: &Value| {
        let lines = block["text"].as_str().unwrap_or("{}").lines();
        lines
            .into_iter()
            .all(|line| serde_json::from_str::<Value>(line).is_ok())
    };
    let is_right = blocks.len() == if is_two { 2 } else { 1 } && blocks.iter().all(is_json);
    (!is_right).then(|| format!("{tool}: {}", called.0))
}

fn calls() -> Vec<(&'static str, Value)> {
    let app = json!({ "platform": "android", "appId": "Settings" });
    let nobody = json!({ "platform": "android", "appId": "Nothing" });
    let general = json!({ "selector": { "text": "General" } });
    let corners = json!({ "from_x": 200, "from_y": 500, "to_x": 200, "to_y": 400 });
    vec![
        ("start_app", app.clone()),
        ("start_app", nobody.clone()),
        ("start_app", json!({})),
        ("restart_app", app.clone()),
        ("get_ui_tree", json!({ "platform": "android" })),
        ("get_current_screen", json!({})),
        ("get_screen_fingerprint", json!({})),
        ("wait_for_ui", general.clone()),
        ("wait_for_ui", json!({ "selector": {} })),
        (
            "wait_for_ui",
            json!({ "selector": { "text": "Nothing" }, "timeout_ms": 50 }),
        ),
        ("find_element", json!({ "query": "General" })),
        (
            "find_element",
            json!({ "query": "Nothing", "timeoutMs": 50 }),
        ),
        ("find_element", json!({})),
        ("expect_element_visible", general.clone()),
        (
            "expect_element_visible",
            json!({ "selector": { "text": "Nothing" }, "timeout_ms": 50 }),
        ),
        ("expect_element_visible", json!({ "selector": {} })),
        (
            "expect_state",
            json!({ "property": "checked", "expected": false, "selector": { "text": "Airplane Mode" } }),
        ),
        (
            "expect_state",
            json!({ "property": "checked", "expected": true, "selector": { "text": "Airplane Mode" } }),
        ),
        (
            "expect_state",
            json!({ "property": "checked", "expected": true, "selector": { "text": "Nothing" } }),
        ),
        (
            "expect_state",
            json!({ "property": "enabled", "expected": true, "selector": { "text": "a", "contains": true } }),
        ),
        ("expect_screen", json!({ "fingerprint": "x" })),
        ("expect_screen", json!({})),
        (
            "wait_for_screen_change",
            json!({ "previousFingerprint": "x" }),
        ),
        ("wait_for_screen_change", json!({})),
        ("wait_for_ui_change", json!({ "timeout_ms": 50 })),
        (
            "wait_for_ui_change",
            json!({ "expected_change": "weather" }),
        ),
        ("capture_screenshot", json!({ "platform": "android" })),
        ("capture_debug_snapshot", json!({})),
        ("get_logs", json!({ "platform": "android" })),
        ("start_log_stream", json!({ "packageName": "Settings" })),
        ("read_log_stream", json!({})),
        ("stop_log_stream", json!({})),
        ("read_log_stream", json!({})),
        ("get_network_activity", json!({ "platform": "android" })),
        ("classify_action_outcome", json!({ "uiChanged": true })),
        ("classify_action_outcome", json!({})),
        ("list_devices", json!({})),
        ("get_system_status", json!({})),
        ("tap", json!({ "x": 200, "y": 5 })),
        ("tap", json!({ "text": "Nothing", "timeout_ms": 50 })),
        ("press_back", json!({})),
        ("tap_element", json!({ "elementId": "el_never" })),
        (
            "swipe",
            json!({ "x1": 200, "y1": 500, "x2": 200, "y2": 400, "duration": 300 }),
        ),
        ("swipe", json!({})),
        (
            "scroll_to_element",
            json!({ "platform": "android", "selector": { "text": "Legal" } }),
        ),
        (
            "scroll_to_element",
            json!({ "platform": "android", "selector": {} }),
        ),
        (
            "scroll_to_element",
            json!({ "platform": "android", "selector": { "text": "Nothing" }, "maxScrolls": 1 }),
        ),
        ("type_text", json!({ "text": "x" })),
        ("type_text", json!({})),
        ("build_app", project("projectPath", "absent")),
        ("build_app", project("projectPath", ".")),
        ("install_app", project("appPath", "absent.apk")),
        ("install_app", project("appPath", "notes.apk")),
        ("build_and_install", project("projectPath", ".")),
        ("screenshot", json!({})),
        ("describe_screen", json!({})),
        ("start_recording", json!({ "output_path": "film.png" })),
        ("stop_recording", json!({})),
        ("stop_recording", json!({})),
        ("get_orientation", json!({})),
        ("status", json!({})),
        ("check_health", json!({})),
        ("list_targets", json!({})),
        ("list_skills", json!({})),
        ("get_skill", json!({ "name": "check-about" })),
        ("get_skill", json!({ "name": "nothing" })),
        ("record_step", json!({ "step_index": 9, "type": "tap" })),
        ("get_skill", json!({ "name": "check-about" })),
        (
            "record_step",
            json!({ "step_index": 0, "type": "launch", "label": "Settings" }),
        ),
        ("save_compiled", json!({ "skill_name": "check-about" })),
        ("save_compiled", json!({ "skill_name": "check-about" })),
        ("calibrate_component", json!({ "component_path": "row.md" })),
        (
            "calibrate_component",
            json!({ "component_path": "absent.md" }),
        ),
        ("double_tap", json!({ "x": 200, "y": 5 })),
        ("long_press", json!({ "x": 200, "y": 5 })),
        ("drag", corners.clone()),
        ("drag", json!({})),
        ("press_key", json!({ "key": "tab" })),
        ("press_key", json!({ "key": "nonsense" })),
        ("shake", json!({})),
        ("launch_app", json!({ "name": "Settings" })),
        ("launch_app", json!({ "name": "Nothing" })),
        ("open_url", json!({ "url": "app://settings/general" })),
        ("open_url", json!({ "url": "nothing://" })),
        ("press_home", json!({})),
        ("press_app_switcher", json!({})),
        ("spotlight", json!({})),
        ("launch_app", json!({ "name": "Settings" })),
        ("scroll_to", json!({ "label": "Legal" })),
        ("scroll_to", json!({ "label": "Nothing", "max_scrolls": 1 })),
        ("reset_app", json!({ "name": "Settings" })),
        (
            "measure",
            json!({ "action": "launch:Settings", "until": "General" }),
        ),
        ("measure", json!({ "action": "launch", "until": "General" })),
        ("set_network", json!({ "mode": "wifi_off" })),
        ("set_network", json!({ "mode": "sideways" })),
        ("switch_target", json!({ "target": "sim:settings" })),
        (
            "generate_skill",
            json!({ "action": "start", "app_name": "Settings" }),
        ),
        ("generate_skill", json!({ "action": "capture" })),
        ("generate_skill", json!({ "action": "finish" })),
        ("generate_skill", json!({ "action": "finish" })),
        ("generate_skill", json!({ "action": "explore" })),
        ("reset_app_data", app.clone()),
        ("reset_app_data", nobody.clone()),
        ("terminate_app", app),
        ("terminate_app", nobody),
    ]
}

/// What answers may have beside what their schema says: what every error has, and what only some acts have.
const UNTOLD: [&str; 8] = [
    "success",
    "error",
    "failure_code",
    "retryable",
    "reason",
    "candidates",
    "act",
    "device",
];

fn check(profile: &str, calls: &[(&str, Value)]) -> BTreeSet<String> {
    let project = Project::with(&[
        ALLOW_ALL,
        (".retap/skills/check-about.yaml", ABOUT),
        ("row.md", "- zone: content\n"),
        ("notes.apk", crate::android::NOTES),
    ]);
    let line = format!("--profile {profile} --device sim:settings");
    let mut client = Client::start(&project, &line);
    let schemas: BTreeMap<String, Value> = listed(&mut client)
        .into_iter()
        .map(|tool| {
            let name = tool["name"].as_str().unwrap().to_owned();
            assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
            (name, tool["outputSchema"].clone())
        })
        .collect();
    let mut wrong = Vec::new();
    for (tool, arguments) in calls {
        let Some(schema) = schemas.get(*tool) else {
            continue;
        };
        let called = client.call(tool, arguments.clone());
        if profile == "mobile-debug" {
            wrong.extend(odd_blocks(tool, &called));
        }
        let mut found = Vec::new();
        faults(schema, called.data(), "", &mut found);
        let fields = called.data().as_object().unwrap().keys();
        let is_told = |name: &&String| !schema["properties"][name.as_str()].is_null();
        let untold = fields.filter(|name| !is_told(name) && !UNTOLD.contains(&name.as_str()));
        found.extend(untold.map(|name| format!("{name} is told nowhere")));
        if !found.is_empty() {
            wrong.push(format!(
                "{tool} {arguments}: {found:?}\n  {}",
                called.data()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    schemas.into_keys().collect()
}

#[test]
fn every_answer_and_every_error_is_as_its_schema_says() {
    let calls = calls();
    let called: BTreeSet<String> = calls.iter().map(|(tool, _)| (*tool).to_owned()).collect();
    for profile in ["mobile-debug", "mirroir"] {
        let tools = check(profile, &calls);
        let missed: Vec<&String> = tools.difference(&called).collect();
        assert!(missed.is_empty(), "no call of {missed:?}");
    }
}
