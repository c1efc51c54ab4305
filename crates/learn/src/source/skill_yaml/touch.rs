//! Reads the verbs that touch elements.

use retap_model::program::{DoubleTap, Drag, Effect, Hover, LongPress, StepKind, Tap};

use super::fields::Fields;
use super::step::StepReader;
use super::value::{bad_value, read_duration, read_target, target_of};
use crate::source::duration::Unit;
use crate::source::fault::Fault;
use crate::source::yaml::Node;

pub(super) fn read_tap(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    Ok(StepKind::Tap(Tap {
        target: target_of(fields)?,
        effect: effect_of(fields)?,
    }))
}

pub(super) fn read_hover(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    Ok(StepKind::Hover(Hover {
        target: target_of(fields)?,
        effect: effect_of(fields)?,
    }))
}

fn effect_of(fields: &Fields<'_>) -> Result<Effect, Fault> {
    let effect = fields.get("effect").map(read_effect).transpose()?;
    Ok(effect.unwrap_or_default())
}

fn read_effect(node: &Node) -> Result<Effect, Fault> {
    match node.text() {
        Some("none") => Ok(Effect::None),
        Some("visible") => Ok(Effect::Visible),
        Some(_) | None => Err(bad_value("effect", node, "none, visible")),
    }
}

pub(super) fn read_double_tap(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    Ok(StepKind::DoubleTap(DoubleTap {
        target: target_of(fields)?,
    }))
}

pub(super) fn read_long_press(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let duration = fields.get("duration");
    let duration = duration.map(|node| read_duration("duration", node, Unit::Milliseconds));
    Ok(StepKind::LongPress(LongPress {
        target: target_of(fields)?,
        duration: duration.transpose()?,
    }))
}

pub(super) fn read_drag(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    const EXAMPLE: &str = "drag: { from: \"A\", to: \"B\" }";
    let from = read_target("from", fields.require("from", EXAMPLE)?)?;
    let to = read_target("to", fields.require("to", EXAMPLE)?)?;
    Ok(StepKind::Drag(Drag { from, to }))
}
