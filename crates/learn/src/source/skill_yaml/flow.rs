//! Reads the verbs that hold other steps.

use retap_model::program::{Condition, Presence, Repeat, Rounds, StepKind, Test};

use super::fields::Fields;
use super::step::StepReader;
use super::value::{read_count, read_target};
use crate::source::fault::Fault;

pub(super) fn read_condition(
    reader: &mut StepReader,
    fields: &Fields<'_>,
) -> Result<StepKind, Fault> {
    let (name, node) = fields.exactly_one(&["if_visible", "if_not_visible"])?;
    let presence = match name {
        "if_visible" => Presence::Visible,
        _ => Presence::NotVisible,
    };
    let test = Test {
        target: read_target(name, node)?,
        presence,
    };
    let then = fields.require("then", "condition: with if_visible, then and else below it")?;
    let then = reader.read_steps("then", then)?;
    let otherwise = match fields.get("else") {
        Some(node) => reader.read_steps("else", node)?,
        None => Vec::new(),
    };
    Ok(StepKind::Condition(Condition {
        test,
        then,
        otherwise,
    }))
}

pub(super) fn read_repeat(reader: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let rounds = match fields.exactly_one(&["while_visible", "until_visible", "times"])? {
        ("while_visible", node) => Rounds::WhileVisible(read_target("while_visible", node)?),
        ("until_visible", node) => Rounds::UntilVisible(read_target("until_visible", node)?),
        (_, node) => Rounds::Times(read_count("times", node)?),
    };
    let max = fields.require("max", "max: 20, the most rounds there may be")?;
    let max = read_count("max", max)?;
    let steps = fields.require("steps", "steps: with a list of steps below it")?;
    let steps = reader.read_steps("steps", steps)?;
    Ok(StepKind::Repeat(Repeat { rounds, max, steps }))
}
