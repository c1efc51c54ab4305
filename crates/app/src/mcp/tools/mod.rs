//! Our own tools, a file for each kind; a new one is one file here and its lines in [`LEAN`].
//!
//! Not here: the names and shapes of other servers (`compat`), the protocol (`server.rs`).

mod do_steps;
pub(super) mod expect;
pub(super) mod keep_skill;
pub(super) mod keyboard;
pub(super) mod look;
pub(super) mod open;
mod run_summary;
pub(super) mod skills;
pub(super) mod touch;
pub(super) mod wait;

use retap_model::verify::ActionType::{LocalState, SideEffect};

use super::tool_spec::Work::{Act, Aside, OnDevice, OnDeviceAndFiles};
use super::tool_spec::{Operations, Steps, ToolSpec, destroying};
use crate::operation::Operation::{
    DoSteps, DoubleTap, KeepSkill, ListDevices, ListSkills, LongPress, Open, OpenAddress, OpenApp,
    PressKey, Prove, ReadFile, ReadScreen, ReadSkill, RunSkill, Scroll, StopApp, Swipe,
    SwitchDevice, TakePicture, Touch, TypeText, Wait,
};

/// What the steps do that a call names, by the abilities they may take.
const ANY_STEP: Operations = &[
    Touch,
    DoubleTap,
    LongPress,
    Swipe,
    PressKey,
    TypeText,
    Open,
    TakePicture,
    ReadFile,
    SwitchDevice,
];

/// The tools of the lean profile, in the order they are listed.
pub(crate) static LEAN: [ToolSpec; 17] = [
    ToolSpec::new("list_devices", &[ListDevices], Aside(look::list_devices))
        .about(
            "Lists the devices that can be driven. Every other tool takes `device`; the last one \
             stays in use.",
        )
        .answers(&["devices"]),
    ToolSpec::new("screen", &[ReadScreen], OnDevice(look::screen))
        .about(
            "Shows the screen as numbered lines. since_revision: only what changed since. all: \
             everything, with ids.",
        )
        .takes("device since_revision:whole all:boolean")
        .answers(&["revision"]),
    ToolSpec::new("screenshot", &[TakePicture], OnDevice(look::screenshot))
        .about("Takes a picture. Costs many tokens; prefer screen.")
        .takes("device")
        .answers(&["width"]),
    ToolSpec::new("wait_for", &[Wait], OnDevice(wait::wait_for))
        .about(
            "Waits until a text or id shows, or with gone until it does not. Synchronises; proves \
             nothing.",
        )
        .takes("text id gone:boolean timeout_ms:millis=15000"),
    ToolSpec::new(
        "wait_for_change",
        &[Wait],
        OnDevice(wait::wait_until_changed),
    )
    .about(
        "Waits until the screen differs from since_revision (else from now) and is stable. A \
             change that already happened succeeds at once.",
    )
    .takes(
        "since_revision:whole kind:hierarchy_diff|text_change|state_change \
             timeout_ms:millis=15000",
    ),
    ToolSpec::new("expect", &[Prove], OnDevice(expect::expect))
        .about(
            "Proves: a text or id shows (or gone), an app is in front, or a property of an \
             element equals a value. success is the only proof.",
        )
        .takes(
            "text id row gone:boolean app element:count \
             property:checked|selected|expanded|enabled|focused|value|text_value \
             equals:boolean,number,string",
        )
        .with_steps(Steps::These(&[
            "assert_visible",
            "assert_not_visible",
            "assert_state",
        ])),
    ToolSpec::new("tap", &[Touch], Act(touch::do_tap))
        .about(
            "Touches one thing: element (its number on the screen), text with row or index, id, \
             or x and y. hover: only points at it. success: it was sent; verdict: whether the \
             screen answered. Returns what changed.",
        )
        .takes(
            "element:count text row index:count id x:place y:place hold_ms:millis \
             double:boolean hover:boolean timeout_ms:millis=5000",
        )
        .with_steps(Steps::These(&["hover", "long_press", "double_tap"])),
    ToolSpec::new("type_text", &[TypeText], Act(keyboard::do_type))
        .about(
            "Types literally, into a field by its label or number, else where the focus is. The \
             field is emptied first. secret: never shown or kept.",
        )
        .takes("text! into element:count secret:boolean")
        .doing("type")
        .sometimes(&[PressKey])
        .touching(LocalState),
    ToolSpec::new("press_key", &[PressKey], Act(keyboard::press_key))
        .about(
            "Presses back, home, return, tab, escape, up … or one character; l+command holds a \
             modifier.",
        )
        .takes("key!")
        .with_steps(Steps::These(&["back", "home"]))
        .touching(LocalState),
    ToolSpec::new("swipe", &[Swipe], Act(touch::do_swipe))
        .about(
            "Moves a finger from the middle, or from x1,y1 to x2,y2. direction is where the \
             finger goes: up shows what is below.",
        )
        .takes("direction:up|down|left|right x1:place y1:place x2:place y2:place")
        .touching(LocalState),
    ToolSpec::new("scroll_to", &[Swipe, Scroll], OnDevice(touch::scroll_to))
        .about("Swipes until a text or id is in view.")
        .takes("text id direction:up|down|left|right=up max:count=10")
        .touching(LocalState),
    ToolSpec::new("open", &[Open], Act(open::open))
        .about(
            "Opens an app by name or id, or a url. fresh stops the app first: start with it what \
             you want to keep.",
        )
        .takes("app url fresh:boolean device")
        .sometimes(&[OpenApp, OpenAddress, StopApp])
        .with_steps(Steps::These(&["launch", "open_url", "reset_app"]))
        .touching(SideEffect),
    ToolSpec::new("do", &[DoSteps], OnDeviceAndFiles(do_steps::do_steps))
        .about(
            "Does steps as in skill YAML (type: {text: Ada, into: Name}) or sentences, until one \
             is not proven. success: all are.",
        )
        .takes("steps:[object,string]!")
        .sometimes(ANY_STEP)
        .with_steps(Steps::Any)
        .wanting(do_steps::operations)
        .listing(do_steps::verbs),
    ToolSpec::new("list_skills", &[ListSkills], Aside(skills::list_skills))
        .about("Lists the skills that can be run, and whether they are compiled.")
        .answers(&["skills"]),
    ToolSpec::new("get_skill", &[ReadSkill], Aside(skills::get_skill))
        .about("Shows the text of a skill; the last line is its compile status.")
        .takes("name!")
        .answers(&["text"]),
    destroying(
        skills::RUN_SKILL,
        &[RunSkill],
        OnDeviceAndFiles(skills::run_skill),
    )
    .about("Replays a skill without AI. Returns the verdict and only where it diverged.")
    .takes("name! inputs:object device")
    .sometimes(ANY_STEP)
    .with_steps(Steps::Any)
    .wanting(skills::operations),
    ToolSpec::new(
        "keep_skill",
        &[KeepSkill],
        OnDeviceAndFiles(keep_skill::keep_skill),
    )
    .about(
        "Keeps what you just did as a skill that replays without AI: everything since the \
             last fresh open, or from act number `from`. inputs: names for typed values, \
             {\"EMAIL\":\"a@b.c\"}. prove replays it first.",
    )
    .takes("name! about from:count inputs:object prove:boolean")
    .sometimes(&[RunSkill])
    .with_steps(Steps::Any)
    .touching(SideEffect),
];
