//! The tools of mirroir-mcp, in its names, arguments, defaults and sentences.
//!
//! Not here: behaviour of its own; what it does beyond shapes and words, the lean tools do too.

mod acts;
mod component;
mod explore;
mod generate;
mod look;
mod recording;
mod skills;

pub(super) use generate::Generating;
pub(super) use recording::AnimatedPng;
pub(crate) use skills::Compiling;

use component::Calibrated;
use generate::Generated;
use look::{Connected, DescribedScreen, Health, HeldAs, Targets};
use recording::Recorded;
use skills::{CompiledSaved, StepRecorded};

use retap_model::verify::ActionType::{self, LocalState, SideEffect};

use crate::mcp::envelope::Act;
use crate::mcp::tool_spec::Work::{Aside, OnDevice, OnDeviceAndFiles};
use crate::mcp::tool_spec::{DeviceWork, Dialect, Operations, Steps, ToolSpec, acting, looking};
use crate::mcp::tools::look::{Shot, screenshot};
use crate::mcp::tools::skills::{SkillList, SkillText};
use crate::operation::Operation::{
    DoubleTap, Drag, Explore, GoHome, KeepSkill, ListDevices, ListSkills, LongPress, Measure,
    OpenAddress, OpenApp, PressKey, ReadDevice, ReadFile, ReadScreen, ReadSkill, ReportStep,
    Scroll, Search, SetNetwork, Shake, StopApp, Swipe, SwitchApp, SwitchDevice, TakePicture, Touch,
    TypeText, WriteFile,
};

/// Returns a tool that acts on a device, and answers as nearly all of them do.
const fn act(
    name: &'static str,
    does: Operations,
    touched: ActionType,
    work: DeviceWork,
) -> ToolSpec {
    acting(name, does, touched, work).gives::<Act>()
}

/// mirroir's tools, in the order it lists them.
pub(crate) static MIRROR: [ToolSpec; 32] = Dialect::Mirroir.table([
    looking("screenshot", &[TakePicture], screenshot)
        .about("Takes a picture.")
        .takes("target")
        .gives::<Shot>(),
    looking("describe_screen", &[ReadScreen], look::describe_screen)
        .about(
            "Lists texts with the places to tap them at, from top to bottom, then a picture. \
             scroll: the whole page.",
        )
        .takes("scroll:boolean target")
        .sometimes(&[TakePicture, Swipe])
        .gives::<DescribedScreen>(),
    acting(
        "start_recording",
        &[TakePicture, WriteFile],
        LocalState,
        recording::start_recording,
    )
    .about("Records an animated PNG: the screen now, and after each act.")
    .takes("output_path target")
    .gives::<Recorded>(),
    acting(
        "stop_recording",
        &[TakePicture, WriteFile],
        LocalState,
        recording::stop_recording,
    )
    .about("Writes the recording and returns its path.")
    .takes("target")
    .gives::<Recorded>(),
    looking("get_orientation", &[ReadDevice], look::get_orientation)
        .about("Says how the device is held.")
        .takes("target")
        .gives::<HeldAs>(),
    looking("status", &[ReadDevice], look::status)
        .about("Says whether the device answers.")
        .takes("target")
        .gives::<Connected>(),
    looking("check_health", &[ReadDevice], look::check_health)
        .about("Checks connection, screen and pictures.")
        .sometimes(&[TakePicture])
        .takes("target")
        .gives::<Health>(),
    ToolSpec::new("list_targets", &[ListDevices], Aside(look::list_targets))
        .about("Lists the devices of the configuration.")
        .gives::<Targets>(),
    ToolSpec::new("list_skills", &[ListSkills], Aside(skills::list_skills))
        .about("Lists the skills that can be run, and whether they are compiled.")
        .gives::<SkillList>(),
    ToolSpec::new("get_skill", &[ReadSkill], Aside(skills::get_skill))
        .about("Shows the text of a skill; the last line is its compile status.")
        .takes("name!")
        .gives::<SkillText>(),
    looking(
        "calibrate_component",
        &[ReadFile, ReadScreen],
        component::calibrate_component,
    )
    .about(
        "Tries a component definition (.md) on the screen: which rows match, and why others \
             do not.",
    )
    .takes("component_path! target scroll:boolean")
    .sometimes(&[TakePicture, Swipe])
    .gives::<Calibrated>(),
    ToolSpec::new("tap", &[Touch], OnDevice(acts::tap))
        .about("Taps a place.")
        .takes("Place")
        .gives::<Act>(),
    act(
        "double_tap",
        &[Touch, DoubleTap],
        LocalState,
        acts::double_tap,
    )
    .about("Taps a place twice.")
    .takes("Place"),
    act(
        "long_press",
        &[Touch, LongPress],
        LocalState,
        acts::long_press,
    )
    .about("Holds a place.")
    .takes("Place duration_ms:millis=500"),
    act("swipe", &[Swipe], LocalState, acts::swipe)
        .about("Moves a finger quickly from one place to another.")
        .takes("Stroke duration_ms:millis=300"),
    act("drag", &[Swipe, Drag], LocalState, acts::drag)
        .about("Drags from one place to another.")
        .takes("Stroke duration_ms:millis=1000"),
    act("type_text", &[TypeText], LocalState, acts::type_text)
        .about("Types literally into what has the focus.")
        .takes("text! target")
        .doing("type")
        .sometimes(&[PressKey]),
    act("press_key", &[PressKey], LocalState, acts::press_key)
        .about(
            "Presses return, escape, tab, delete, space, up, down, left, right, back, home or \
             one character; with modifiers held.",
        )
        .takes("key! modifiers:[command|shift|option|control] target")
        .with_steps(Steps::These(&["back", "home"])),
    act("shake", &[Shake], SideEffect, acts::shake)
        .about("Shakes the device.")
        .takes("target"),
    act("launch_app", &[OpenApp], SideEffect, acts::launch_app)
        .about("Opens an app by name, and checks that it came to the front.")
        .takes("name! target")
        .doing("launch"),
    act("open_url", &[OpenAddress], SideEffect, acts::open_url)
        .about("Opens a URL.")
        .takes("url! target"),
    act(
        "press_home",
        &[PressKey, GoHome],
        LocalState,
        acts::press_home,
    )
    .about("Goes to the home screen.")
    .takes("target")
    .doing("home"),
    act(
        "press_app_switcher",
        &[PressKey, SwitchApp],
        LocalState,
        acts::press_app_switcher,
    )
    .about("Opens the app switcher.")
    .takes("target"),
    act(
        "spotlight",
        &[PressKey, Search],
        LocalState,
        acts::spotlight,
    )
    .about("Opens the search of the home screen.")
    .takes("target"),
    act("scroll_to", &[Swipe, Scroll], LocalState, acts::scroll_to)
        .about("Swipes until a text is in view.")
        .takes(
            "label direction:up|down|left|right=up max_scrolls:count=10 text id max:count \
             target",
        ),
    act("reset_app", &[StopApp], SideEffect, acts::reset_app)
        .about("Stops an app for good.")
        .takes("name! target"),
    act("measure", &[Measure], SideEffect, acts::measure)
        .sometimes(&[Touch, OpenApp, PressKey])
        .about(
            "Times how long the screen takes to answer an act: tap:LABEL, launch:APP or \
             press_key:KEY.",
        )
        .takes("action! until! max_seconds:seconds name target"),
    act("set_network", &[SetNetwork], SideEffect, acts::set_network)
        .about("Turns a radio on or off, and reads whether it is.")
        .takes("mode:airplane_on|airplane_off|wifi_on|wifi_off|cellular_on|cellular_off! target"),
    acting(
        "switch_target",
        &[SwitchDevice],
        LocalState,
        look::switch_target,
    )
    .about("Goes on with another device.")
    .takes("target!")
    .gives::<Connected>(),
    ToolSpec::new(
        "record_step",
        &[KeepSkill, ReportStep],
        OnDeviceAndFiles(skills::record_step),
    )
    .about(
        "Reports one step of the skill that get_skill showed: place, confidence and \
             match_strategy of a tap, elapsed_ms of a wait, scroll_* of a scroll.",
    )
    .takes(
        "step_index:count! type! label tap_x:place tap_y:place confidence:share \
             match_strategy elapsed_ms:whole scroll_count:count \
             scroll_direction:up|down|left|right",
    )
    .gives::<StepRecorded>()
    .touching(SideEffect),
    ToolSpec::new(
        "save_compiled",
        &[KeepSkill, ReportStep],
        OnDeviceAndFiles(skills::save_compiled),
    )
    .about("Writes the compiled file of the skill from the reported steps.")
    .takes("skill_name!")
    .gives::<CompiledSaved>()
    .touching(SideEffect),
    acting(
        "generate_skill",
        &[Explore],
        SideEffect,
        generate::generate_skill,
    )
    .about(
        "Writes a SKILL.md from what you do: start opens the app, then act and capture each \
             screen, finish returns the text. explore goes through an app by itself, touching \
             only what leads on.",
    )
    .takes(
        "action:start|capture|finish|explore! app_name goal goals:[string] arrived_via \
             action_type max_depth:count=6 max_screens:count=30 max_time:count=300 \
             strategy:mobile|social|desktop target",
    )
    .sometimes(&[OpenApp, StopApp, Touch, TakePicture])
    .with_steps(Steps::These(&["launch", "reset_app", "tap", "back"]))
    .gives::<Generated>(),
]);
