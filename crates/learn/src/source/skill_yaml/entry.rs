//! Reads the verbs that enter text and press keys.

use retap_model::device::Modifier;
use retap_model::phrase::Phrase;
use retap_model::program::{PressKey, StepKind, Target, TypeText};

use super::fields::Fields;
use super::step::StepReader;
use super::value::{bad_value, read_target, read_text, wrong_type};
use crate::source::fault::Fault;
use crate::source::yaml::{Content, Node};

pub(super) fn read_type(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let text = read_text(
        "type",
        fields.require("text", "type: { text: \"hello\", into: \"Email\" }")?,
    )?;
    let into = fields
        .get("into")
        .map(|node| read_target("into", node))
        .transpose()?
        .map(|field| Target {
            takes_text: true,
            ..field
        });
    Ok(StepKind::Type(TypeText {
        text: Phrase::parse(text),
        into,
    }))
}

pub(super) fn read_press_key(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    press_key_of(fields).map(StepKind::PressKey)
}

/// Reads a key behind another key: `return`, `l+command`, or a mapping.
pub(super) fn read_key(owner: &str, node: &Node) -> Result<PressKey, Fault> {
    let fields = Fields::new(owner, node.span, Some("key"), node)?;
    fields.check_keys(&["key", "modifiers"])?;
    press_key_of(&fields)
}

fn press_key_of(fields: &Fields<'_>) -> Result<PressKey, Fault> {
    const ACCEPTED: &str = "return, escape, tab, delete, space, up, down, left, right, home, end, \
        page_up, page_down, menu, back, search, or one character; with modifiers: \"l+command\"";
    let node = fields.require("key", "press_key: \"return\"")?;
    let press = node.text().and_then(PressKey::parse);
    let mut press = press.ok_or_else(|| bad_value("press_key", node, ACCEPTED))?;
    if let Some(modifiers) = fields.get("modifiers") {
        press.modifiers.extend(read_modifiers(modifiers)?);
    }
    Ok(press)
}

fn read_modifiers(node: &Node) -> Result<Vec<Modifier>, Fault> {
    match &node.content {
        Content::Sequence(items) => items.iter().map(read_modifier).collect(),
        Content::Scalar { .. } => read_modifier(node).map(|modifier| vec![modifier]),
        Content::Mapping(_) => Err(wrong_type("modifiers", node).accepted("[command, shift]")),
    }
}

fn read_modifier(node: &Node) -> Result<Modifier, Fault> {
    let modifier = node.text().and_then(Modifier::from_word);
    let accepted = || Modifier::ALL.map(Modifier::as_str).join(", ");
    modifier.ok_or_else(|| bad_value("modifiers", node, &accepted()))
}
