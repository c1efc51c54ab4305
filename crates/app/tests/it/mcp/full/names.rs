//! Which tools each profile lists, with which arguments, defaults and hints.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::kit::{Client, open_project};
use super::listed;
use crate::project::Project;

/// The tools of mobile-debug: the 32 it lists, and the one it only answers to.
pub(super) const DEBUG: [&str; 33] = [
    "start_app",
    "restart_app",
    "terminate_app",
    "reset_app_data",
    "install_app",
    "build_app",
    "build_and_install",
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

/// The tools of mirroir that read or write files which a call names.
const FILES: [&str; 3] = ["start_recording", "stop_recording", "calibrate_component"];

/// The tools of mirroir that only look.
pub(in crate::mcp) const LOOKS: [&str; 8] = [
    "screenshot",
    "describe_screen",
    "get_orientation",
    "status",
    "check_health",
    "list_targets",
    "list_skills",
    "get_skill",
];

/// The tools of mirroir that act.
const ACTS: [&str; 21] = [
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

fn names(project: &Project, profile: &str) -> BTreeSet<String> {
    let mut client = Client::start(project, &format!("--profile {profile}"));
    let names = client.tools();
    let unique: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(unique.len(), names.len(), "{names:?}");
    unique
}

fn set<'a>(names: impl IntoIterator<Item = &'a &'a str>) -> BTreeSet<String> {
    names.into_iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_profile_of_a_reference_server_has_exactly_its_names_and_full_has_all() {
    let project = open_project();
    assert_eq!(names(&project, "mobile-debug"), set(&DEBUG));
    assert_eq!(
        names(&project, "mirroir"),
        set(LOOKS.iter().chain(&FILES).chain(&ACTS))
    );
    let full = names(&project, "full");
    let lean = names(&project, "lean");
    let all: BTreeSet<String> = set(DEBUG.iter().chain(&LOOKS).chain(&FILES).chain(&ACTS));
    assert_eq!(full, all.union(&lean).cloned().collect());
}

/// Row 43 of the specification of skills.
#[test]
fn without_a_permission_file_only_what_looks_is_listed() {
    assert_eq!(names(&Project::new(), "mirroir"), set(&LOOKS));
    let debug = names(&Project::new(), "mobile-debug");
    for act in [
        "tap",
        "start_app",
        "install_app",
        "build_app",
        "build_and_install",
    ] {
        assert!(!debug.contains(act), "{act}");
    }
    let mut client = Client::start(&Project::new(), "--profile mirroir --device sim:settings");
    let refused = client.call("tap", json!({ "x": 1, "y": 1 }));
    refused.fails("NOT_PERMITTED");
}

/// M1.
#[test]
fn arguments_have_the_defaults_agents_were_taught() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile mobile-debug");
    let tools = listed(&mut client);
    let schema = |name: &str| -> Value {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        tool["inputSchema"].clone()
    };
    for (tool, argument, value) in [
        ("wait_for_ui", "timeout_ms", json!(60000)),
        ("wait_for_ui", "poll_interval_ms", json!(300)),
        ("wait_for_ui", "condition", json!("exists")),
        ("wait_for_screen_change", "timeoutMs", json!(5000)),
        ("wait_for_screen_change", "pollIntervalMs", json!(300)),
        ("wait_for_ui_change", "timeout_ms", json!(60000)),
        ("wait_for_ui_change", "stability_window_ms", json!(250)),
        ("expect_element_visible", "timeout_ms", json!(5000)),
        ("expect_element_visible", "poll_interval_ms", json!(300)),
        ("find_element", "timeoutMs", json!(3000)),
        ("find_element", "exact", json!(false)),
        ("scroll_to_element", "maxScrolls", json!(10)),
        ("scroll_to_element", "scrollAmount", json!(0.7)),
        ("scroll_to_element", "direction", json!("down")),
        ("capture_debug_snapshot", "includeLogs", json!(true)),
        ("capture_debug_snapshot", "logLines", json!(200)),
        ("start_log_stream", "platform", json!("android")),
        ("start_log_stream", "level", json!("error")),
        ("start_log_stream", "sessionId", json!("default")),
        ("get_logs", "limit", json!(50)),
        ("read_log_stream", "limit", json!(100)),
        ("swipe", "platform", json!("android")),
    ] {
        let default = &schema(tool)["properties"][argument]["default"];
        assert_eq!(*default, value, "{tool} {argument}");
    }
    for (tool, required) in [
        ("start_app", json!(["platform", "appId"])),
        ("tap", json!(["x", "y"])),
        ("swipe", json!(["x1", "y1", "x2", "y2", "duration"])),
        ("scroll_to_element", json!(["platform", "selector"])),
        ("get_ui_tree", json!(["platform"])),
        ("tap_element", json!(["elementId"])),
        ("expect_element_visible", json!(["selector"])),
        ("expect_state", json!(["property", "expected"])),
        ("install_app", json!(["platform", "projectType", "appPath"])),
        ("classify_action_outcome", json!(["uiChanged"])),
    ] {
        assert_eq!(schema(tool)["required"], required, "{tool}");
    }
}

#[test]
fn every_tool_says_what_it_may_touch_and_whether_it_only_looks() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile full");
    for tool in listed(&mut client) {
        let name = tool["name"].as_str().unwrap();
        let hints = &tool["annotations"];
        let only_looks = hints["readOnlyHint"] == true;
        assert!(only_looks || hints["destructiveHint"] == true, "{name}");
        let annotated = &tool["inputSchema"]["action_type"];
        // What these touch depends on what stands there, so each answer says it.
        let is_told_later = ["tap", "tap_element", "do"].contains(&name);
        match annotated.as_str() {
            Some("local_state" | "side_effect") => assert!(!only_looks, "{name}"),
            Some(other) => panic!("{name}: {other}"),
            None => assert!(only_looks || is_told_later, "{name} says no action_type"),
        }
    }
    for name in [
        "reset_app_data",
        "install_app",
        "build_app",
        "build_and_install",
    ] {
        let tools = listed(&mut client);
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        assert_eq!(tool["annotations"]["destructiveHint"], true, "{name}");
    }
}

/// M3.
#[test]
fn an_unknown_tool_is_an_error_of_the_protocol_and_a_missing_argument_one_of_the_tool() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile mobile-debug --device sim:settings");
    let unknown = json!({ "name": "unknown_tool", "arguments": {} });
    let answer = client.request("tools/call", unknown);
    assert_eq!(answer["error"]["message"], "Unknown tool: unknown_tool");
    let missing = client.call("start_app", json!({ "platform": "android", "appId": 7 }));
    let data = super::block(&missing);
    assert_eq!(
        data["error"],
        json!({ "tool": "start_app", "message": "Missing or invalid string argument: appId" })
    );
    assert!(missing.is_error());
    let missing = client.call("classify_action_outcome", json!({ "uiChanged": "true" }));
    assert_eq!(
        super::block(&missing)["error"]["message"],
        "Missing or invalid boolean argument: uiChanged"
    );
    let missing = client.call("tap", json!({ "x": "12", "y": 3 }));
    assert_eq!(
        super::block(&missing)["error"]["message"],
        "Missing or invalid number argument: x"
    );
}

/// M3: whatever must be given and is not, or is something else, is named; no device is asked for anything.
#[test]
fn every_argument_that_must_be_given_is_missed_by_name() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile mobile-debug --device android:nowhere");
    for tool in listed(&mut client) {
        let name = tool["name"].as_str().unwrap();
        let schema = &tool["inputSchema"];
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let given = |argument: &Value| -> (String, Value) {
            let property = &schema["properties"][argument.as_str().unwrap()];
            let value = match property["type"].as_str() {
                Some("number") => json!(1),
                Some("boolean") => json!(true),
                Some("object") => json!({}),
                Some(_) => json!("x"),
                None => property["enum"].get(0).cloned().unwrap_or(json!(1)),
            };
            (argument.as_str().unwrap().to_owned(), value)
        };
        for absent in &required {
            let mut arguments: serde_json::Map<String, Value> =
                required.iter().map(given).collect();
            let argument = absent.as_str().unwrap();
            for wrong in [None, Some(json!(["x"]))] {
                match wrong {
                    None => arguments.remove(argument),
                    Some(wrong) => arguments.insert(argument.to_owned(), wrong),
                };
                if argument == "expected" {
                    continue;
                }
                let called = client.call(name, Value::Object(arguments.clone()));
                assert!(called.is_error());
                let error = &super::block(&called)["error"];
                assert_eq!(error["tool"], name);
                let message = error["message"].as_str().unwrap();
                let is_named = message.starts_with("Missing or invalid ")
                    && message.ends_with(&format!(" argument: {argument}"));
                assert!(is_named, "{name}: {message}");
            }
        }
    }
    let odd = json!({ "platform": "windows" });
    let odd = super::block(&client.call("get_ui_tree", odd));
    assert_eq!(
        odd["error"]["message"],
        "Missing or invalid string argument: platform"
    );
}
