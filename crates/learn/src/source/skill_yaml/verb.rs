//! The verbs of skill YAML: name, keys, and the function that reads each.

use retap_model::program::StepKind;

use super::fields::Fields;
use super::step::StepReader;
use super::{device, entry, flow, look, memory, touch};
use crate::source::fault::Fault;

/// Reads one step from its fields.
type Read = fn(&mut StepReader, &Fields<'_>) -> Result<StepKind, Fault>;

/// One verb.
pub(super) struct Verb {
    /// The word.
    pub(super) name: &'static str,
    /// The key that a single value stands for; `None` for verbs that need a mapping or nothing.
    pub(super) main: Option<&'static str>,
    /// All keys.
    pub(super) keys: &'static [&'static str],
    /// How the verb is written, for error messages.
    pub(super) example: &'static str,
    /// The function that reads it.
    pub(super) read: Read,
}

const fn verb(
    name: &'static str,
    main: Option<&'static str>,
    keys: &'static [&'static str],
    example: &'static str,
    read: Read,
) -> Verb {
    Verb {
        name,
        main,
        keys,
        example,
        read,
    }
}

/// The key that a bare label stands for.
const LABEL: Option<&str> = Some("label");

/// Every verb, in the order error messages list them.
#[rustfmt::skip]
pub(super) const VERBS: [Verb; 29] = [
    verb("launch", Some("app"), &["app"], "launch: \"Settings\"", device::read_launch),
    verb("tap", LABEL, &["label", "row", "index", "id", "role", "effect"], "tap: \"General\"", touch::read_tap),
    verb("double_tap", LABEL, &["label", "row", "index", "id", "role"], "double_tap: \"Photo\"", touch::read_double_tap),
    verb("hover", LABEL, &["label", "row", "index", "id", "role", "effect"], "hover: \"Menu\"", touch::read_hover),
    verb("long_press", LABEL, &["label", "row", "index", "id", "role", "duration"], "long_press: { label: \"Photo\", duration: 1000 }", touch::read_long_press),
    verb("drag", None, &["from", "to"], "drag: { from: \"A\", to: \"B\" }", touch::read_drag),
    verb("type", Some("text"), &["text", "into"], "type: \"hello\"", entry::read_type),
    verb("press_key", Some("key"), &["key", "modifiers"], "press_key: \"return\"", entry::read_press_key),
    verb("swipe", Some("direction"), &["direction"], "swipe: \"up\"", look::read_swipe),
    verb("scroll_to", LABEL, &["label", "row", "index", "id", "role", "direction", "max"], "scroll_to: \"About\"", look::read_scroll_to),
    verb("wait_for", LABEL, &["label", "row", "index", "id", "role", "timeout"], "wait_for: \"General\"", look::read_wait_for),
    verb("assert_visible", LABEL, &["label", "row", "index", "id", "role"], "assert_visible: \"Done\"", look::read_assert_visible),
    verb("assert_not_visible", LABEL, &["label", "row", "index", "id", "role"], "assert_not_visible: \"Error\"", look::read_assert_not_visible),
    verb("screenshot", LABEL, &["label"], "screenshot: \"result\"", look::read_screenshot),
    verb("home", Some("on"), &["on"], "home", device::read_home),
    verb("press_home", Some("on"), &["on"], "press_home: true", device::read_home),
    verb("back", Some("on"), &["on"], "back", device::read_back),
    verb("shake", Some("on"), &["on"], "shake", device::read_shake),
    verb("open_url", Some("url"), &["url"], "open_url: \"https://example.com\"", device::read_open_url),
    verb("reset_app", Some("app"), &["app"], "reset_app: \"Mail\"", device::read_reset_app),
    verb("set_network", Some("mode"), &["mode"], "set_network: \"airplane_on\"", device::read_set_network),
    verb("measure", None, &["tap", "launch", "press_key", "until", "max", "name"], "measure: { tap: \"Go\", until: \"Done\", max: 5, name: \"go\" }", memory::read_measure),
    verb("target", Some("name"), &["name"], "target: \"tablet\"", device::read_target_switch),
    verb("remember", Some("text"), &["text", "name", "from"], "remember: { name: total, from: \"Total\" }", memory::read_remember),
    verb("condition", None, &["if_visible", "if_not_visible", "then", "else"], "condition: with if_visible, then and else below it", flow::read_condition),
    verb("repeat", None, &["while_visible", "until_visible", "times", "max", "steps"], "repeat: with while_visible, max and steps below it", flow::read_repeat),
    verb("verify", Some("text"), &["text"], "verify: \"the total is right\"", memory::read_verify),
    verb("summarize", Some("text"), &["text"], "summarize: \"the mail\"", memory::read_summarize),
    verb("ask", Some("text"), &["text"], "ask: \"close whatever is in the way\"", memory::read_ask),
];

/// Returns the verb of this name.
pub(super) fn find(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == name)
}

/// Returns all names.
pub(super) fn names() -> [&'static str; VERBS.len()] {
    VERBS.each_ref().map(|verb| verb.name)
}
