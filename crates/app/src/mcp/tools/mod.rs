//! The tools, a file for each kind; this one holds the lean table and only routes.

mod aim;
mod change;
mod enter;
mod expect;
mod full;
mod look;
mod open;
mod shapes;
mod skills;
mod told_run;
mod touch;
mod wait;

pub(crate) use full::{DEBUG, Generating, MIRROR, SHARED, check_platform};
pub(crate) use shapes::{device_json, element_json};
pub(crate) use skills::{replay, run_named};

use retap_model::verify::ActionType::{LocalState, SideEffect};

use super::keep;
use super::table::{Dialect, ToolSpec, Work};
use crate::permissions::Access;

/// The tools of the lean profile.
pub(crate) static LEAN: [ToolSpec; 16] = [
    ToolSpec {
        name: "list_devices",
        about: "Lists the devices that can be driven. Every other tool takes `device`; the last one stays in use.",
        access: Access::Looks,
        action_type: None,
        input: "{}",
        required: &[],
        output: "{}",
        answers: &["devices"],
        dialect: Dialect::Own,
        work: Work::Aside(look::list_devices),
    },
    ToolSpec {
        name: "screen",
        about: "Shows the screen as numbered lines. since_revision: only what changed since. all: everything, with ids.",
        access: Access::Looks,
        action_type: None,
        input: r#"{"device":{"type":"string"},"since_revision":{"type":"integer"},"all":{"type":"boolean"}}"#,
        required: &[],
        output: "{}",
        answers: &["revision"],
        dialect: Dialect::Own,
        work: Work::OnDevice(look::screen),
    },
    ToolSpec {
        name: "screenshot",
        about: "Takes a picture. Costs many tokens; prefer screen.",
        access: Access::Looks,
        action_type: None,
        input: r#"{"device":{"type":"string"}}"#,
        required: &[],
        output: "{}",
        answers: &["width"],
        dialect: Dialect::Own,
        work: Work::OnDevice(look::screenshot),
    },
    ToolSpec {
        name: "wait_for",
        about: "Waits until a text or id shows, or with gone until it does not. Synchronises; proves nothing.",
        access: Access::Looks,
        action_type: None,
        input: r#"{"text":{"type":"string"},"id":{"type":"string"},"gone":{"type":"boolean"},"timeout_ms":{"type":"number","default":15000}}"#,
        required: &[],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(wait::wait_for),
    },
    ToolSpec {
        name: "wait_for_change",
        about: "Waits until the screen differs from since_revision (else from now) and is stable. A change that already happened succeeds at once.",
        access: Access::Looks,
        action_type: None,
        input: r#"{"since_revision":{"type":"integer"},"kind":{"enum":["hierarchy_diff","text_change","state_change"]},"timeout_ms":{"type":"number","default":15000}}"#,
        required: &[],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(wait::wait_for_change_lean),
    },
    ToolSpec {
        name: "expect",
        about: "Proves: a text or id shows (or gone), an app is in front, or a property of an element equals a value. success is the only proof.",
        access: Access::Looks,
        action_type: None,
        input: r#"{"text":{"type":"string"},"id":{"type":"string"},"row":{"type":"string"},"gone":{"type":"boolean"},"app":{"type":"string"},"element":{"type":"integer"},"property":{"enum":["checked","selected","expanded","enabled","focused","value","text_value"]},"equals":{"anyOf":[{"type":"boolean"},{"type":"number"},{"type":"string"}]}}"#,
        required: &[],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(expect::expect),
    },
    ToolSpec {
        name: "tap",
        about: "Touches one thing: element (its number on the screen), text with row or index, id, or x and y. hover: only points at it. success: it was sent; verdict: whether the screen answered. Returns what changed.",
        access: Access::Acts,
        action_type: None,
        input: r#"{"element":{"type":"integer"},"text":{"type":"string"},"row":{"type":"string"},"index":{"type":"integer"},"id":{"type":"string"},"x":{"type":"number"},"y":{"type":"number"},"hold_ms":{"type":"number"},"double":{"type":"boolean"},"hover":{"type":"boolean"},"timeout_ms":{"type":"number","default":5000}}"#,
        required: &[],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(touch::tap),
    },
    ToolSpec {
        name: "type_text",
        about: "Types literally, into a field by its label or number, else where the focus is. The field is emptied first. secret: never shown or kept.",
        access: Access::Acts,
        action_type: Some(LocalState),
        input: r#"{"text":{"type":"string"},"into":{"type":"string"},"element":{"type":"integer"},"secret":{"type":"boolean"}}"#,
        required: &["text"],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(enter::type_text),
    },
    ToolSpec {
        name: "press_key",
        about: "Presses back, home, return, tab, escape, up … or one character; l+command holds a modifier.",
        access: Access::Acts,
        action_type: Some(LocalState),
        input: r#"{"key":{"type":"string"}}"#,
        required: &["key"],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(enter::press_key),
    },
    ToolSpec {
        name: "swipe",
        about: "Moves a finger from the middle, or from x1,y1 to x2,y2. direction is where the finger goes: up shows what is below.",
        access: Access::Acts,
        action_type: Some(LocalState),
        input: r#"{"direction":{"enum":["up","down","left","right"]},"x1":{"type":"number"},"y1":{"type":"number"},"x2":{"type":"number"},"y2":{"type":"number"}}"#,
        required: &[],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(touch::swipe),
    },
    ToolSpec {
        name: "scroll_to",
        about: "Swipes until a text or id is in view.",
        access: Access::Acts,
        action_type: Some(LocalState),
        input: r#"{"text":{"type":"string"},"id":{"type":"string"},"direction":{"enum":["up","down","left","right"],"default":"up"},"max":{"type":"integer","default":10}}"#,
        required: &[],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(touch::scroll_to),
    },
    ToolSpec {
        name: "open",
        about: "Opens an app by name or id, or a url. fresh stops the app first: start with it what you want to keep.",
        access: Access::Acts,
        action_type: Some(SideEffect),
        input: r#"{"app":{"type":"string"},"url":{"type":"string"},"fresh":{"type":"boolean"},"device":{"type":"string"}}"#,
        required: &[],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::OnDevice(open::open),
    },
    ToolSpec {
        name: "list_skills",
        about: "Lists the skills that can be run, and whether they are compiled.",
        access: Access::Looks,
        action_type: None,
        input: "{}",
        required: &[],
        output: "{}",
        answers: &["skills"],
        dialect: Dialect::Own,
        work: Work::Aside(skills::list_skills),
    },
    ToolSpec {
        name: "get_skill",
        about: "Shows the text of a skill; the last line is its compile status.",
        access: Access::Looks,
        action_type: None,
        input: r#"{"name":{"type":"string"}}"#,
        required: &["name"],
        output: "{}",
        answers: &["text"],
        dialect: Dialect::Own,
        work: Work::Aside(skills::get_skill),
    },
    ToolSpec {
        name: "run_skill",
        about: "Replays a skill without AI. Returns the verdict and only where it diverged.",
        access: Access::Destroys,
        action_type: Some(SideEffect),
        input: r#"{"name":{"type":"string"},"inputs":{"type":"object"},"device":{"type":"string"}}"#,
        required: &["name"],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::WithClient(skills::run_skill),
    },
    ToolSpec {
        name: "keep_skill",
        about: "Keeps what you just did as a skill that replays without AI: everything since the last fresh open, or from act number `from`. inputs: names for typed values, {\"EMAIL\":\"a@b.c\"}. prove replays it first.",
        access: Access::Acts,
        action_type: Some(SideEffect),
        input: r#"{"name":{"type":"string"},"about":{"type":"string"},"from":{"type":"integer"},"inputs":{"type":"object"},"prove":{"type":"boolean"}}"#,
        required: &["name"],
        output: "{}",
        answers: &["success"],
        dialect: Dialect::Own,
        work: Work::WithClient(keep::keep_skill),
    },
];
