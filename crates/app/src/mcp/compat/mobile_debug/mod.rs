//! The table of mobile-debug's tools.

mod acts;
mod apps;
mod classify;
mod element;
mod element_ids;
mod expects;
mod find_element;
mod guess;
mod install;
mod log_buffer;
mod log_stream;
mod logs;
mod network;
mod selector;
mod snapshot;
mod status;
mod ui_tree;
mod waits;

pub(super) use acts::{swipe, tap};
pub(crate) use element::{device_json, element_json};
pub(crate) use element_ids::ElementIds;
pub(crate) use log_buffer::LogBuffer;

use retap_model::verify::ActionType::{LocalState, SideEffect};

use crate::mcp::compat::debug;
use crate::mcp::compat::outputs::{
    BUILT, BUILT_AND_INSTALLED, CLASSIFIED, CLEARED, CURRENT, DEVICES, ENVELOPE, EXPECTED_SCREEN,
    EXPECTED_STATE, EXPECTED_VISIBLE, FINGERPRINT, FOUND, INSTALLED, LOGS, NETWORK, PICTURE,
    SCREEN_CHANGE, SNAPSHOT, STREAM, STREAM_STARTED, STREAM_STOPPED, SYSTEM, TERMINATED, TREE,
    UI_CHANGE, UI_WAIT,
};
use crate::mcp::registry::ToolSpec;
use crate::mcp::registry::Work::{Aside, OnDevice, WithClient};
use crate::permissions::Access::{Acts, Destroys, Looks};

const DEVICE: &str = r#"{"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#;
const APP: &str = r#"{"platform":{"enum":["android","ios"]},"appId":{"type":"string"},"deviceId":{"type":"string"}}"#;
const PROJECT: &str = r#"{"platform":{"enum":["android","ios"]},"projectType":{"enum":["native","kmp","react-native","flutter"]},"projectPath":{"type":"string"},"variant":{"type":"string","default":"debug"},"timeout":{"type":"number","default":600000},"deviceId":{"type":"string"}}"#;

/// mobile-debug's tools.
pub(crate) static DEBUG: [ToolSpec; 33] = [
    debug(
        "start_app",
        "Launches an app. success means dispatched, not outcome.",
        Acts,
        OnDevice(apps::start_app),
    )
    .takes(APP, &["platform", "appId"])
    .gives(ENVELOPE)
    .touching(SideEffect),
    debug(
        "restart_app",
        "Stops an app, then launches it.",
        Acts,
        OnDevice(apps::restart_app),
    )
    .takes(APP, &["platform", "appId"])
    .gives(ENVELOPE)
    .touching(SideEffect),
    debug(
        "terminate_app",
        "Stops an app.",
        Acts,
        OnDevice(apps::terminate_app),
    )
    .takes(APP, &["platform", "appId"])
    .gives(TERMINATED)
    .touching(SideEffect),
    debug(
        "reset_app_data",
        "Erases an app's data.",
        Destroys,
        OnDevice(apps::reset_app_data),
    )
    .takes(APP, &["platform", "appId"])
    .gives(CLEARED)
    .touching(SideEffect),
    debug(
        "install_app",
        "Installs an app from its .apk, or builds the project of a folder first.",
        Destroys,
        WithClient(install::install_app),
    )
    .takes(
        r#"{"platform":{"enum":["android","ios"]},"projectType":{"enum":["native","kmp","react-native","flutter"]},"appPath":{"type":"string"},"variant":{"type":"string","default":"debug"},"deviceId":{"type":"string"}}"#,
        &["platform", "projectType", "appPath"],
    )
    .gives(INSTALLED)
    .touching(SideEffect),
    debug(
        "build_app",
        "Builds an Android project with its own Gradle.",
        Destroys,
        Aside(install::build_app),
    )
    .takes(PROJECT, &["platform", "projectType", "projectPath"])
    .gives(BUILT)
    .touching(SideEffect),
    debug(
        "build_and_install",
        "Builds an Android project and installs what came of it; the first block has a line of JSON for each event.",
        Destroys,
        WithClient(install::build_and_install),
    )
    .takes(PROJECT, &["platform", "projectType", "projectPath"])
    .gives(BUILT_AND_INSTALLED)
    .touching(SideEffect),
    debug(
        "list_devices",
        "Lists devices.",
        Looks,
        Aside(status::list_devices),
    )
    .takes(r#"{"platform":{"enum":["android","ios"]}}"#, &[])
    .gives(DEVICES),
    debug(
        "get_system_status",
        "Says whether devices can be driven from here. Never fails.",
        Looks,
        Aside(status::get_system_status),
    )
    .gives(SYSTEM),
    debug(
        "get_logs",
        "Returns log lines; filters first, then the limit. Diagnosis, never proof.",
        Looks,
        OnDevice(logs::get_logs),
    )
    .takes(
        r#"{"platform":{"enum":["android","ios"]},"appId":{"type":"string"},"deviceId":{"type":"string"},"pid":{"type":"number"},"tag":{"type":"string"},"level":{"type":"string"},"contains":{"type":"string"},"since_seconds":{"type":"number"},"limit":{"type":"number","default":50},"lines":{"type":"number"}}"#,
        &["platform"],
    )
    .gives(LOGS),
    debug(
        "start_log_stream",
        "Starts to collect the log lines of an app.",
        Looks,
        OnDevice(log_stream::start_log_stream),
    )
    .takes(
        r#"{"packageName":{"type":"string"},"platform":{"enum":["android","ios"],"default":"android"},"level":{"enum":["error","warn","info","debug"],"default":"error"},"deviceId":{"type":"string"},"sessionId":{"type":"string","default":"default"}}"#,
        &["packageName"],
    )
    .gives(STREAM_STARTED),
    debug(
        "read_log_stream",
        "Returns what was collected, with a summary of crashes.",
        Looks,
        OnDevice(log_stream::read_log_stream),
    )
    .takes(
        r#"{"sessionId":{"type":"string","default":"default"},"platform":{"enum":["android","ios"]},"limit":{"type":"number","default":100},"since":{"type":"string"}}"#,
        &[],
    )
    .gives(STREAM),
    debug(
        "stop_log_stream",
        "Stops to collect log lines.",
        Looks,
        OnDevice(log_stream::stop_log_stream),
    )
    .takes(
        r#"{"sessionId":{"type":"string","default":"default"},"platform":{"enum":["android","ios"]}}"#,
        &[],
    )
    .gives(STREAM_STOPPED),
    debug(
        "capture_screenshot",
        "Takes a picture.",
        Looks,
        OnDevice(snapshot::capture_screenshot),
    )
    .takes(DEVICE, &["platform"])
    .gives(PICTURE),
    debug(
        "capture_debug_snapshot",
        "Raw observation layer (authoritative) with an optional semantic layer of hints. Use semantic for planning; fall back to raw when it is absent, unsure or has warnings.",
        Looks,
        OnDevice(snapshot::capture_debug_snapshot),
    )
    .takes(
        r#"{"reason":{"type":"string"},"includeLogs":{"type":"boolean","default":true},"logLines":{"type":"number","default":200},"platform":{"enum":["android","ios"]},"appId":{"type":"string"},"deviceId":{"type":"string"},"sessionId":{"type":"string"}}"#,
        &[],
    )
    .gives(SNAPSHOT),
    debug(
        "get_ui_tree",
        "Returns every element with snapshot_revision, captured_at_ms and loading_state.",
        Looks,
        OnDevice(ui_tree::get_ui_tree),
    )
    .takes(DEVICE, &["platform"])
    .gives(TREE),
    debug(
        "get_current_screen",
        "Returns the app and the screen in front.",
        Looks,
        OnDevice(ui_tree::get_current_screen),
    )
    .takes(r#"{"deviceId":{"type":"string"}}"#, &[])
    .gives(CURRENT),
    debug(
        "get_screen_fingerprint",
        "Returns a fingerprint that ignores clocks and figures.",
        Looks,
        OnDevice(ui_tree::get_screen_fingerprint),
    )
    .takes(DEVICE, &[])
    .gives(FINGERPRINT),
    debug(
        "wait_for_screen_change",
        "Waits for another fingerprint, seen twice. It must not be used alone to confirm action success.",
        Looks,
        OnDevice(waits::wait_for_screen_change),
    )
    .takes(
        r#"{"previousFingerprint":{"type":"string"},"platform":{"enum":["android","ios"]},"timeoutMs":{"type":"number","default":5000},"pollIntervalMs":{"type":"number","default":300},"deviceId":{"type":"string"}}"#,
        &["previousFingerprint"],
    )
    .gives(SCREEN_CHANGE),
    debug(
        "wait_for_ui_change",
        "Waits for a stable change since since_revision, else since now. It must not be used alone to confirm action success.",
        Looks,
        OnDevice(waits::wait_for_ui_change),
    )
    .takes(
        r#"{"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"},"expected_change":{"enum":["hierarchy_diff","text_change","state_change"]},"since_revision":{"type":"number"},"timeout_ms":{"type":"number","default":60000},"stability_window_ms":{"type":"number","default":250}}"#,
        &[],
    )
    .gives(UI_CHANGE),
    debug(
        "wait_for_ui",
        "RESOLVE or WAIT for an element. Flow: RESOLVE → ACT → WAIT → EXPECT. It must not be used alone to confirm action success.",
        Looks,
        OnDevice(waits::wait_for_ui),
    )
    .takes(
        r#"{"selector":{"type":"object","properties":{"text":{"type":"string"},"resource_id":{"type":"string"},"accessibility_id":{"type":"string"},"contains":{"type":"boolean","default":false}}},"condition":{"enum":["exists","not_exists","visible","clickable"],"default":"exists"},"timeout_ms":{"type":"number","default":60000},"poll_interval_ms":{"type":"number","default":300},"match":{"type":"object","properties":{"index":{"type":"number"}}},"retry":{"type":"object","properties":{"max_attempts":{"type":"number","default":1},"backoff_ms":{"type":"number","default":0}}},"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#,
        &[],
    )
    .gives(UI_WAIT),
    debug(
        "find_element",
        "Guesses what a query means, with a confidence and an elementId for tap_element.",
        Looks,
        OnDevice(find_element::find_element),
    )
    .takes(
        r#"{"query":{"type":"string"},"exact":{"type":"boolean","default":false},"timeoutMs":{"type":"number","default":3000},"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#,
        &["query"],
    )
    .gives(FOUND),
    debug(
        "expect_screen",
        "Proves which screen is in front, by fingerprint or name.",
        Looks,
        OnDevice(expects::expect_screen),
    )
    .takes(
        r#"{"fingerprint":{"type":"string"},"screen":{"type":"string"},"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#,
        &[],
    )
    .gives(EXPECTED_SCREEN),
    debug(
        "expect_element_visible",
        "Proves that an element is visible. element_id: that very one, while the id is known.",
        Looks,
        OnDevice(expects::expect_element_visible),
    )
    .takes(
        r#"{"selector":{"type":"object","properties":{"text":{"type":"string"},"resource_id":{"type":"string"},"accessibility_id":{"type":"string"},"contains":{"type":"boolean","default":false}}},"element_id":{"type":"string"},"timeout_ms":{"type":"number","default":5000},"poll_interval_ms":{"type":"number","default":300},"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#,
        &["selector"],
    )
    .gives(EXPECTED_VISIBLE),
    debug(
        "expect_state",
        "Proves a property of an element; read again by count, not by clock.",
        Looks,
        OnDevice(expects::expect_state),
    )
    .takes(
        r#"{"property":{"type":"string"},"expected":{"type":["boolean","number","string","object"]},"selector":{"type":"object","properties":{"text":{"type":"string"},"resource_id":{"type":"string"},"accessibility_id":{"type":"string"},"contains":{"type":"boolean","default":false}}},"element_id":{"type":"string"},"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#,
        &["property", "expected"],
    )
    .gives(EXPECTED_STATE),
    debug(
        "tap",
        "Taps a place. success means dispatched.",
        Acts,
        OnDevice(acts::tap),
    )
    .takes(
        r#"{"x":{"type":"number"},"y":{"type":"number"},"platform":{"enum":["android","ios"]},"deviceId":{"type":"string"}}"#,
        &["x", "y"],
    )
    .gives(ENVELOPE),
    debug(
        "tap_element",
        "Taps an element by the id that wait_for_ui or find_element returned.",
        Acts,
        OnDevice(acts::tap_element),
    )
    .takes(r#"{"elementId":{"type":"string"}}"#, &["elementId"])
    .gives(ENVELOPE),
    debug(
        "swipe",
        "Moves a finger from x1,y1 to x2,y2 in duration milliseconds.",
        Acts,
        OnDevice(acts::swipe),
    )
    .takes(
        r#"{"x1":{"type":"number"},"y1":{"type":"number"},"x2":{"type":"number"},"y2":{"type":"number"},"duration":{"type":"number"},"platform":{"enum":["android","ios"],"default":"android"},"deviceId":{"type":"string"}}"#,
        &["x1", "y1", "x2", "y2", "duration"],
    )
    .gives(ENVELOPE)
    .touching(LocalState),
    debug(
        "scroll_to_element",
        "Scrolls until an element is visible; success is that it is.",
        Acts,
        OnDevice(acts::scroll_to_element),
    )
    .takes(
        r#"{"platform":{"enum":["android","ios"]},"selector":{"type":"object","properties":{"text":{"type":"string"},"resourceId":{"type":"string"},"contentDesc":{"type":"string"},"className":{"type":"string"}}},"direction":{"enum":["down","up"],"default":"down"},"maxScrolls":{"type":"number","default":10},"scrollAmount":{"type":"number","default":0.7},"deviceId":{"type":"string"}}"#,
        &["platform", "selector"],
    )
    .gives(ENVELOPE)
    .touching(LocalState),
    debug(
        "type_text",
        "Types literally into what has the focus, or into a field.",
        Acts,
        OnDevice(acts::type_text),
    )
    .takes(
        r#"{"text":{"type":"string"},"into":{"type":"string"},"element":{"type":"integer"},"secret":{"type":"boolean"},"deviceId":{"type":"string"}}"#,
        &["text"],
    )
    .gives(ENVELOPE)
    .touching(LocalState),
    debug("press_back", "Goes back.", Acts, OnDevice(acts::press_back))
        .takes(r#"{"deviceId":{"type":"string"}}"#, &[])
        .gives(ENVELOPE)
        .touching(LocalState),
    debug(
        "classify_action_outcome",
        "Routes by action type; never replaces expect_*. Collect network data only if the result is still ambiguous.",
        Looks,
        Aside(expects::classify_action_outcome),
    )
    .takes(
        r#"{"uiChanged":{"type":"boolean"},"expectedElementVisible":{"type":"boolean"},"actionType":{"type":"string"},"networkRequests":{"type":"array","items":{"type":"object","properties":{"endpoint":{"type":"string"},"status":{"enum":["success","failure","retryable"]}},"required":["endpoint","status"]}},"hasLogErrors":{"type":"boolean"}}"#,
        &["uiChanged"],
    )
    .gives(CLASSIFIED),
    debug(
        "get_network_activity",
        "Requests of the app since the last act, each told once; auxiliary, no proof.",
        Looks,
        OnDevice(network::get_network_activity),
    )
    .takes(DEVICE, &["platform"])
    .gives(NETWORK),
];
