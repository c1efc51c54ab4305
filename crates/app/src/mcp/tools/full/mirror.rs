//! The table of mirroir's tools that mobile-debug has not.

use retap_model::verify::ActionType::{LocalState, SideEffect};

use super::super::super::compiling;
use super::super::super::table::{
    ToolSpec,
    Work::{Aside, OnDevice, WithClient},
};
use super::mirror_tools as tools;
use super::{entry, typed};
use crate::permissions::Access::{Acts, Looks};

const NOTHING: &str = "{}";
const PLACE: &str = r#"{"x":{"type":"number"},"y":{"type":"number"},"cursor_mode":{"enum":["direct","preserving"]},"target":{"type":"string"}}"#;

/// mirroir's tools.
pub(crate) static MIRROR: [ToolSpec; 25] = [
    entry(
        "describe_screen",
        "Lists texts with their places.",
        Looks,
        r#"{"scroll":{"type":"boolean"},"target":{"type":"string"}}"#,
        &[],
        OnDevice(tools::describe_screen),
    ),
    entry(
        "start_recording",
        "Records a film; retap keeps events and pictures instead.",
        Looks,
        r#"{"output_path":{"type":"string"}}"#,
        &[],
        OnDevice(tools::start_recording),
    ),
    entry(
        "stop_recording",
        "Ends a film.",
        Looks,
        NOTHING,
        &[],
        OnDevice(tools::stop_recording),
    ),
    entry(
        "get_orientation",
        "Says how the device is held.",
        Looks,
        NOTHING,
        &[],
        OnDevice(tools::get_orientation),
    ),
    entry(
        "status",
        "Says whether the device answers.",
        Looks,
        NOTHING,
        &[],
        OnDevice(tools::status),
    ),
    entry(
        "check_health",
        "Checks connection, screen and pictures.",
        Looks,
        NOTHING,
        &[],
        OnDevice(tools::check_health),
    ),
    entry(
        "list_targets",
        "Lists the devices of the configuration.",
        Looks,
        NOTHING,
        &[],
        Aside(tools::list_targets),
    ),
    entry(
        "calibrate_component",
        "Tries a component definition; retap finds elements without them.",
        Looks,
        r#"{"component_path":{"type":"string"},"target":{"type":"string"},"scroll":{"type":"boolean"}}"#,
        &["component_path"],
        OnDevice(tools::calibrate_component),
    ),
    typed(
        entry(
            "double_tap",
            "Taps a place twice.",
            Acts,
            PLACE,
            &["x", "y"],
            OnDevice(tools::double_tap),
        ),
        LocalState,
    ),
    typed(
        entry(
            "long_press",
            "Holds a place.",
            Acts,
            r#"{"x":{"type":"number"},"y":{"type":"number"},"duration_ms":{"type":"number","default":500},"target":{"type":"string"}}"#,
            &["x", "y"],
            OnDevice(tools::long_press),
        ),
        LocalState,
    ),
    typed(
        entry(
            "drag",
            "Drags from one place to another.",
            Acts,
            r#"{"from_x":{"type":"number"},"from_y":{"type":"number"},"to_x":{"type":"number"},"to_y":{"type":"number"},"duration_ms":{"type":"number","default":1000},"target":{"type":"string"}}"#,
            &["from_x", "from_y", "to_x", "to_y"],
            OnDevice(tools::drag),
        ),
        LocalState,
    ),
    typed(
        entry(
            "shake",
            "Shakes the device.",
            Acts,
            NOTHING,
            &[],
            OnDevice(tools::shake),
        ),
        SideEffect,
    ),
    typed(
        entry(
            "launch_app",
            "Opens an app by name.",
            Acts,
            r#"{"name":{"type":"string"},"target":{"type":"string"}}"#,
            &["name"],
            OnDevice(tools::launch_app),
        ),
        SideEffect,
    ),
    typed(
        entry(
            "open_url",
            "Opens a URL.",
            Acts,
            r#"{"url":{"type":"string"},"target":{"type":"string"}}"#,
            &["url"],
            OnDevice(tools::open_url),
        ),
        SideEffect,
    ),
    typed(
        entry(
            "press_home",
            "Goes to the home screen.",
            Acts,
            NOTHING,
            &[],
            OnDevice(tools::press_home),
        ),
        LocalState,
    ),
    typed(
        entry(
            "press_app_switcher",
            "Opens the app switcher.",
            Acts,
            NOTHING,
            &[],
            OnDevice(tools::press_app_switcher),
        ),
        LocalState,
    ),
    typed(
        entry(
            "spotlight",
            "Opens the search of the home screen.",
            Acts,
            NOTHING,
            &[],
            OnDevice(tools::spotlight),
        ),
        LocalState,
    ),
    typed(
        entry(
            "reset_app",
            "Stops an app for good.",
            Acts,
            r#"{"name":{"type":"string"},"target":{"type":"string"}}"#,
            &["name"],
            OnDevice(tools::reset_app),
        ),
        SideEffect,
    ),
    typed(
        entry(
            "measure",
            "Times how long the screen takes to answer an act.",
            Acts,
            r#"{"action":{"type":"string"},"until":{"type":"string"},"max_seconds":{"type":"number"},"name":{"type":"string"}}"#,
            &["action", "until"],
            OnDevice(tools::measure),
        ),
        SideEffect,
    ),
    typed(
        entry(
            "set_network",
            "Turns a radio on or off, and reads whether it is.",
            Acts,
            r#"{"mode":{"enum":["airplane_on","airplane_off","wifi_on","wifi_off","cellular_on","cellular_off"]}}"#,
            &["mode"],
            OnDevice(tools::set_network),
        ),
        SideEffect,
    ),
    entry(
        "switch_target",
        "Goes on with another device.",
        Acts,
        r#"{"target":{"type":"string"}}"#,
        &["target"],
        OnDevice(tools::status),
    ),
    entry(
        "record_step",
        "Reports one step of the skill that get_skill showed.",
        Acts,
        r#"{"step_index":{"type":"integer"},"type":{"type":"string"},"label":{"type":"string"},"tap_x":{"type":"number"},"tap_y":{"type":"number"},"confidence":{"type":"number"},"match_strategy":{"type":"string"},"elapsed_ms":{"type":"number"},"scroll_count":{"type":"integer"},"scroll_direction":{"type":"string"}}"#,
        &["step_index", "type"],
        WithClient(compiling::record_step),
    ),
    entry(
        "save_compiled",
        "Writes the compiled file from the reported steps.",
        Acts,
        r#"{"skill_name":{"type":"string"}}"#,
        &["skill_name"],
        WithClient(compiling::save_compiled),
    ),
    entry(
        "generate_skill",
        "Explores an app; retap keeps what you do instead, with keep_skill.",
        Acts,
        r#"{"action":{"enum":["start","capture","finish","explore"]},"app_name":{"type":"string"},"goal":{"type":"string"}}"#,
        &["action"],
        OnDevice(tools::generate_skill),
    ),
    entry(
        "screenshot",
        "Takes a picture.",
        Looks,
        r#"{"target":{"type":"string"},"device":{"type":"string"}}"#,
        &[],
        OnDevice(tools::screenshot),
    ),
];
