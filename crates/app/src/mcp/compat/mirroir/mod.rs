//! The tools of mirroir-mcp, in its names, arguments, defaults and sentences.
//!
//! Not here: behaviour of its own; what it does beyond shapes and words, the lean tools do too.

mod acts;
mod animated_png;
mod component;
mod explore;
mod generate;
mod look;
mod recording;
mod skills;

pub(super) use animated_png::AnimatedPng;
pub(super) use generate::Generating;
pub(crate) use skills::Compiling;

use retap_model::verify::ActionType::{LocalState, SideEffect};

use crate::mcp::envelope::Act;
use crate::mcp::tool_spec::Work::{self, Aside, OnDevice, OnDeviceAndFiles};
use crate::mcp::tool_spec::{Dialect, ToolSpec};
use crate::mcp::tools::look::{Shot, screenshot};
use crate::mcp::tools::skills::{ShownSkill, Skills};
use crate::permissions::Access::{self, Acts, Looks};

/// The arguments that name a place.
const PLACE: &str = "x:number! y:number! cursor_mode:direct|preserving target";

/// mirroir's tools, in the order it lists them.
pub(crate) static MIRROR: [ToolSpec; 32] = [
    mirror_tool("screenshot", Looks, OnDevice(screenshot))
        .about("Takes a picture.")
        .takes("target")
        .gives::<Shot>(),
    mirror_tool("describe_screen", Looks, OnDevice(look::describe_screen))
        .about(
            "Lists texts with the places to tap them at, from top to bottom, then a picture. \
             scroll: the whole page.",
        )
        .takes("scroll:boolean target")
        .gives::<look::Described>(),
    mirror_tool(
        "start_recording",
        Looks,
        OnDevice(recording::start_recording),
    )
    .about("Records an animated PNG: the screen now, and after each act.")
    .takes("output_path target")
    .gives::<recording::Recorded>(),
    mirror_tool("stop_recording", Looks, OnDevice(recording::stop_recording))
        .about("Writes the recording and returns its path.")
        .takes("target")
        .gives::<recording::Recorded>(),
    mirror_tool("get_orientation", Looks, OnDevice(look::get_orientation))
        .about("Says how the device is held.")
        .takes("target")
        .gives::<look::Held>(),
    mirror_tool("status", Looks, OnDevice(look::status))
        .about("Says whether the device answers.")
        .takes("target")
        .gives::<look::Connected>(),
    mirror_tool("check_health", Looks, OnDevice(look::check_health))
        .about("Checks connection, screen and pictures.")
        .takes("target")
        .gives::<look::Health>(),
    mirror_tool("list_targets", Looks, Aside(look::list_targets))
        .about("Lists the devices of the configuration.")
        .gives::<look::Targets>(),
    mirror_tool("list_skills", Looks, Aside(skills::list_skills))
        .about("Lists the skills that can be run, and whether they are compiled.")
        .gives::<Skills>(),
    mirror_tool("get_skill", Looks, Aside(skills::get_skill))
        .about("Shows the text of a skill; the last line is its compile status.")
        .takes("name!")
        .gives::<ShownSkill>(),
    mirror_tool(
        "calibrate_component",
        Looks,
        OnDevice(component::calibrate_component),
    )
    .about(
        "Tries a component definition (.md) on the screen: which rows match, and why others \
             do not.",
    )
    .takes("component_path! target scroll:boolean")
    .gives::<component::Calibrated>(),
    mirror_tool("tap", Acts, OnDevice(acts::tap))
        .about("Taps a place.")
        .takes(PLACE)
        .gives::<Act>(),
    mirror_tool("double_tap", Acts, OnDevice(acts::double_tap))
        .about("Taps a place twice.")
        .takes(PLACE)
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("long_press", Acts, OnDevice(acts::long_press))
        .about("Holds a place.")
        .takes("x:number! y:number! duration_ms:number=500 cursor_mode:direct|preserving target")
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("swipe", Acts, OnDevice(acts::swipe))
        .about("Moves a finger quickly from one place to another.")
        .takes(
            "from_x:number! from_y:number! to_x:number! to_y:number! duration_ms:number=300 \
             cursor_mode:direct|preserving target",
        )
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("drag", Acts, OnDevice(acts::drag))
        .about("Drags from one place to another.")
        .takes(
            "from_x:number! from_y:number! to_x:number! to_y:number! duration_ms:number=1000 \
             cursor_mode:direct|preserving target",
        )
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("type_text", Acts, OnDevice(acts::type_text))
        .about("Types literally into what has the focus.")
        .takes("text! target")
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("press_key", Acts, OnDevice(acts::press_key))
        .about(
            "Presses return, escape, tab, delete, space, up, down, left, right, back, home or one \
             character; with modifiers held.",
        )
        .takes("key! modifiers:[command|shift|option|control] target")
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("shake", Acts, OnDevice(acts::shake))
        .about("Shakes the device.")
        .takes("target")
        .gives::<Act>()
        .touching(SideEffect),
    mirror_tool("launch_app", Acts, OnDevice(acts::launch_app))
        .about("Opens an app by name, and checks that it came to the front.")
        .takes("name! target")
        .gives::<Act>()
        .touching(SideEffect),
    mirror_tool("open_url", Acts, OnDevice(acts::open_url))
        .about("Opens a URL.")
        .takes("url! target")
        .gives::<Act>()
        .touching(SideEffect),
    mirror_tool("press_home", Acts, OnDevice(acts::press_home))
        .about("Goes to the home screen.")
        .takes("target")
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool(
        "press_app_switcher",
        Acts,
        OnDevice(acts::press_app_switcher),
    )
    .about("Opens the app switcher.")
    .takes("target")
    .gives::<Act>()
    .touching(LocalState),
    mirror_tool("spotlight", Acts, OnDevice(acts::spotlight))
        .about("Opens the search of the home screen.")
        .takes("target")
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("scroll_to", Acts, OnDevice(acts::scroll_to))
        .about("Swipes until a text is in view.")
        .takes(
            "label direction:up|down|left|right=up max_scrolls:integer=10 text id max:integer \
             target",
        )
        .gives::<Act>()
        .touching(LocalState),
    mirror_tool("reset_app", Acts, OnDevice(acts::reset_app))
        .about("Stops an app for good.")
        .takes("name! target")
        .gives::<Act>()
        .touching(SideEffect),
    mirror_tool("measure", Acts, OnDevice(acts::measure))
        .about(
            "Times how long the screen takes to answer an act: tap:LABEL, launch:APP or \
             press_key:KEY.",
        )
        .takes("action! until! max_seconds:number name target")
        .gives::<Act>()
        .touching(SideEffect),
    mirror_tool("set_network", Acts, OnDevice(acts::set_network))
        .about("Turns a radio on or off, and reads whether it is.")
        .takes("mode:airplane_on|airplane_off|wifi_on|wifi_off|cellular_on|cellular_off! target")
        .gives::<Act>()
        .touching(SideEffect),
    mirror_tool("switch_target", Acts, OnDevice(look::switch_target))
        .about("Goes on with another device.")
        .takes("target!")
        .gives::<look::Connected>()
        .touching(LocalState),
    mirror_tool("record_step", Acts, OnDeviceAndFiles(skills::record_step))
        .about(
            "Reports one step of the skill that get_skill showed: place, confidence and \
             match_strategy of a tap, elapsed_ms of a wait, scroll_* of a scroll.",
        )
        .takes(
            "step_index:integer! type! label tap_x:number tap_y:number confidence:number \
             match_strategy elapsed_ms:integer scroll_count:integer \
             scroll_direction:up|down|left|right",
        )
        .gives::<skills::StepRecorded>()
        .touching(SideEffect),
    mirror_tool(
        "save_compiled",
        Acts,
        OnDeviceAndFiles(skills::save_compiled),
    )
    .about("Writes the compiled file of the skill from the reported steps.")
    .takes("skill_name!")
    .gives::<skills::SavedSkill>()
    .touching(SideEffect),
    mirror_tool("generate_skill", Acts, OnDevice(generate::generate_skill))
        .about(
            "Writes a SKILL.md from what you do: start opens the app, then act and capture each \
             screen, finish returns the text. explore goes through an app by itself, touching \
             only what leads on.",
        )
        .takes(
            "action:start|capture|finish|explore! app_name goal goals:[string] arrived_via \
             action_type max_depth:integer=6 max_screens:integer=30 max_time:integer=300 \
             strategy:mobile|social|desktop target",
        )
        .gives::<generate::Generated>()
        .touching(SideEffect),
];

/// Returns a tool of mirroir.
const fn mirror_tool(name: &'static str, access: Access, work: Work) -> ToolSpec {
    ToolSpec::new(name, access, work).in_dialect(Dialect::Mirroir)
}
