//! The table of mirroir's tools.

mod acts;
mod animated_png;
mod component;
mod explore;
mod generate;
mod look;
mod record_step;
mod recording;

pub(crate) use animated_png::AnimatedPng;
pub(crate) use generate::Generating;
pub(crate) use record_step::Compiling;

use retap_model::verify::ActionType::{LocalState, SideEffect};

use crate::mcp::compat::mirror;
use crate::mcp::compat::outputs::{
    COMPILED, COMPONENT, DESCRIBED, GENERATED, HEALTH, ORIENTATION, RECORDED, SENTENCE, SHOT,
    SKILL, SKILLS, STATUS, STEP_RECORDED, TARGETS,
};
use crate::mcp::registry::ToolSpec;
use crate::mcp::registry::Work::{Aside, OnDevice, WithClient};
use crate::mcp::tools::skills;
use crate::permissions::Access::{Acts, Looks};

const TARGET: &str = r#"{"target":{"type":"string"}}"#;
const PLACE: &str = r#"{"x":{"type":"number"},"y":{"type":"number"},"cursor_mode":{"enum":["direct","preserving"]},"target":{"type":"string"}}"#;
const NAME: &str = r#"{"name":{"type":"string"},"target":{"type":"string"}}"#;

/// mirroir's tools.
pub(crate) static MIRROR: [ToolSpec; 32] = [
    mirror(
        "screenshot",
        "Takes a picture.",
        Looks,
        OnDevice(look::screenshot),
    )
    .takes(TARGET, &[])
    .gives(SHOT),
    mirror(
        "describe_screen",
        "Lists texts with the places to tap them at, from top to bottom, then a picture. scroll: the whole page.",
        Looks,
        WithClient(look::describe_screen),
    )
    .takes(
        r#"{"scroll":{"type":"boolean"},"target":{"type":"string"}}"#,
        &[],
    )
    .gives(DESCRIBED),
    mirror(
        "start_recording",
        "Records an animated PNG: the screen now, and after each act.",
        Looks,
        WithClient(recording::start_recording),
    )
    .takes(
        r#"{"output_path":{"type":"string"},"target":{"type":"string"}}"#,
        &[],
    )
    .gives(RECORDED),
    mirror(
        "stop_recording",
        "Writes the recording and returns its path.",
        Looks,
        OnDevice(recording::stop_recording),
    )
    .takes(TARGET, &[])
    .gives(RECORDED),
    mirror(
        "get_orientation",
        "Says how the device is held.",
        Looks,
        OnDevice(look::get_orientation),
    )
    .takes(TARGET, &[])
    .gives(ORIENTATION),
    mirror(
        "status",
        "Says whether the device answers.",
        Looks,
        OnDevice(look::status),
    )
    .takes(TARGET, &[])
    .gives(STATUS),
    mirror(
        "check_health",
        "Checks connection, screen and pictures.",
        Looks,
        OnDevice(look::check_health),
    )
    .takes(TARGET, &[])
    .gives(HEALTH),
    mirror(
        "list_targets",
        "Lists the devices of the configuration.",
        Looks,
        Aside(look::list_targets),
    )
    .gives(TARGETS),
    mirror(
        "list_skills",
        "Lists the skills that can be run, and whether they are compiled.",
        Looks,
        Aside(look::list_skills),
    )
    .gives(SKILLS),
    mirror(
        "get_skill",
        "Shows the text of a skill; the last line is its compile status.",
        Looks,
        Aside(skills::get_skill),
    )
    .takes(r#"{"name":{"type":"string"}}"#, &["name"])
    .gives(SKILL),
    mirror(
        "calibrate_component",
        "Tries a component definition (.md) on the screen: which rows match, and why others do not.",
        Looks,
        WithClient(component::calibrate_component),
    )
    .takes(
        r#"{"component_path":{"type":"string"},"target":{"type":"string"},"scroll":{"type":"boolean"}}"#,
        &["component_path"],
    )
    .gives(COMPONENT),
    mirror("tap", "Taps a place.", Acts, OnDevice(acts::tap))
        .takes(PLACE, &["x", "y"])
        .gives(SENTENCE),
    mirror(
        "double_tap",
        "Taps a place twice.",
        Acts,
        OnDevice(acts::double_tap),
    )
    .takes(PLACE, &["x", "y"])
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "long_press",
        "Holds a place.",
        Acts,
        OnDevice(acts::long_press),
    )
    .takes(
        r#"{"x":{"type":"number"},"y":{"type":"number"},"duration_ms":{"type":"number","default":500},"cursor_mode":{"enum":["direct","preserving"]},"target":{"type":"string"}}"#,
        &["x", "y"],
    )
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "swipe",
        "Moves a finger quickly from one place to another.",
        Acts,
        OnDevice(acts::swipe),
    )
    .takes(
        r#"{"from_x":{"type":"number"},"from_y":{"type":"number"},"to_x":{"type":"number"},"to_y":{"type":"number"},"duration_ms":{"type":"number","default":300},"cursor_mode":{"enum":["direct","preserving"]},"target":{"type":"string"}}"#,
        &["from_x", "from_y", "to_x", "to_y"],
    )
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "drag",
        "Drags from one place to another.",
        Acts,
        OnDevice(acts::drag),
    )
    .takes(
        r#"{"from_x":{"type":"number"},"from_y":{"type":"number"},"to_x":{"type":"number"},"to_y":{"type":"number"},"duration_ms":{"type":"number","default":1000},"cursor_mode":{"enum":["direct","preserving"]},"target":{"type":"string"}}"#,
        &["from_x", "from_y", "to_x", "to_y"],
    )
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "type_text",
        "Types literally into what has the focus.",
        Acts,
        OnDevice(acts::type_text),
    )
    .takes(
        r#"{"text":{"type":"string"},"target":{"type":"string"}}"#,
        &["text"],
    )
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "press_key",
        "Presses return, escape, tab, delete, space, up, down, left, right, back, home or one character; with modifiers held.",
        Acts,
        OnDevice(acts::press_key),
    )
    .takes(
        r#"{"key":{"type":"string"},"modifiers":{"type":"array","items":{"enum":["command","shift","option","control"]}},"target":{"type":"string"}}"#,
        &["key"],
    )
    .gives(SENTENCE)
    .touching(LocalState),
    mirror("shake", "Shakes the device.", Acts, OnDevice(acts::shake))
        .takes(TARGET, &[])
        .gives(SENTENCE)
        .touching(SideEffect),
    mirror(
        "launch_app",
        "Opens an app by name, and checks that it came to the front.",
        Acts,
        OnDevice(acts::launch_app),
    )
    .takes(NAME, &["name"])
    .gives(SENTENCE)
    .touching(SideEffect),
    mirror("open_url", "Opens a URL.", Acts, OnDevice(acts::open_url))
        .takes(
            r#"{"url":{"type":"string"},"target":{"type":"string"}}"#,
            &["url"],
        )
        .gives(SENTENCE)
        .touching(SideEffect),
    mirror(
        "press_home",
        "Goes to the home screen.",
        Acts,
        OnDevice(acts::press_home),
    )
    .takes(TARGET, &[])
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "press_app_switcher",
        "Opens the app switcher.",
        Acts,
        OnDevice(acts::press_app_switcher),
    )
    .takes(TARGET, &[])
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "spotlight",
        "Opens the search of the home screen.",
        Acts,
        OnDevice(acts::spotlight),
    )
    .takes(TARGET, &[])
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "scroll_to",
        "Swipes until a text is in view.",
        Acts,
        OnDevice(acts::scroll_to),
    )
    .takes(
        r#"{"label":{"type":"string"},"direction":{"enum":["up","down","left","right"],"default":"up"},"max_scrolls":{"type":"integer","default":10},"text":{"type":"string"},"id":{"type":"string"},"max":{"type":"integer"},"target":{"type":"string"}}"#,
        &[],
    )
    .gives(SENTENCE)
    .touching(LocalState),
    mirror(
        "reset_app",
        "Stops an app for good.",
        Acts,
        OnDevice(acts::reset_app),
    )
    .takes(NAME, &["name"])
    .gives(SENTENCE)
    .touching(SideEffect),
    mirror(
        "measure",
        "Times how long the screen takes to answer an act: tap:LABEL, launch:APP or press_key:KEY.",
        Acts,
        OnDevice(acts::measure),
    )
    .takes(
        r#"{"action":{"type":"string"},"until":{"type":"string"},"max_seconds":{"type":"number"},"name":{"type":"string"},"target":{"type":"string"}}"#,
        &["action", "until"],
    )
    .gives(SENTENCE)
    .touching(SideEffect),
    mirror(
        "set_network",
        "Turns a radio on or off, and reads whether it is.",
        Acts,
        OnDevice(acts::set_network),
    )
    .takes(
        r#"{"mode":{"enum":["airplane_on","airplane_off","wifi_on","wifi_off","cellular_on","cellular_off"]},"target":{"type":"string"}}"#,
        &["mode"],
    )
    .gives(SENTENCE)
    .touching(SideEffect),
    mirror(
        "switch_target",
        "Goes on with another device.",
        Acts,
        OnDevice(look::switch_target),
    )
    .takes(TARGET, &["target"])
    .gives(STATUS)
    .touching(LocalState),
    mirror(
        "record_step",
        "Reports one step of the skill that get_skill showed: tap_x, tap_y, confidence and match_strategy of a tap, elapsed_ms of a wait, scroll_count and scroll_direction of a scroll.",
        Acts,
        WithClient(record_step::record_step),
    )
    .takes(
        r#"{"step_index":{"type":"integer"},"type":{"type":"string"},"label":{"type":"string"},"tap_x":{"type":"number"},"tap_y":{"type":"number"},"confidence":{"type":"number"},"match_strategy":{"type":"string"},"elapsed_ms":{"type":"integer"},"scroll_count":{"type":"integer"},"scroll_direction":{"enum":["up","down","left","right"]}}"#,
        &["step_index", "type"],
    )
    .gives(STEP_RECORDED)
    .touching(SideEffect),
    mirror(
        "save_compiled",
        "Writes the compiled file of the skill from the reported steps.",
        Acts,
        WithClient(record_step::save_compiled),
    )
    .takes(r#"{"skill_name":{"type":"string"}}"#, &["skill_name"])
    .gives(COMPILED)
    .touching(SideEffect),
    mirror(
        "generate_skill",
        "Writes a SKILL.md from what you do: start opens the app, then act and capture each screen, finish returns the text. explore goes through an app by itself, touching only what leads on. keep_skill also compiles what you did.",
        Acts,
        OnDevice(generate::generate_skill),
    )
    .takes(
        r#"{"action":{"enum":["start","capture","finish","explore"]},"app_name":{"type":"string"},"goal":{"type":"string"},"goals":{"type":"array","items":{"type":"string"}},"arrived_via":{"type":"string"},"action_type":{"type":"string"},"max_depth":{"type":"integer","default":6},"max_screens":{"type":"integer","default":30},"max_time":{"type":"integer","default":300},"strategy":{"enum":["mobile","social","desktop"]},"target":{"type":"string"}}"#,
        &["action"],
    )
    .gives(GENERATED)
    .touching(SideEffect),
];
