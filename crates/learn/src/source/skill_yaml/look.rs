//! Reads the verbs that look: wait, assert, scroll, swipe, screenshot.

use retap_model::geometry::Direction;
use retap_model::program::{
    Assert, Check, Presence, Screenshot, ScrollTo, StateClaim, StepKind, Swipe, WaitFor,
};
use retap_model::verify::Property;

use super::fields::Fields;
use super::step::StepReader;
use super::value::{bad_value, read_count, read_direction, read_duration, read_phrase, target_of};
use crate::source::duration::Unit;
use crate::source::fault::Fault;

pub(super) fn read_wait_for(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let timeout = fields
        .get("timeout")
        .map(|node| read_duration("timeout", node, Unit::Seconds));
    Ok(StepKind::WaitFor(WaitFor {
        target: target_of(fields)?,
        timeout: timeout.transpose()?,
    }))
}

pub(super) fn read_assert_visible(
    _: &mut StepReader,
    fields: &Fields<'_>,
) -> Result<StepKind, Fault> {
    Ok(StepKind::Assert(Assert {
        target: target_of(fields)?,
        presence: Presence::Visible,
    }))
}

pub(super) fn read_assert_not_visible(
    _: &mut StepReader,
    fields: &Fields<'_>,
) -> Result<StepKind, Fault> {
    Ok(StepKind::Assert(Assert {
        target: target_of(fields)?,
        presence: Presence::NotVisible,
    }))
}

pub(super) fn read_assert_state(
    _: &mut StepReader,
    fields: &Fields<'_>,
) -> Result<StepKind, Fault> {
    let (word, node) = fields.exactly_one(&Property::ALL.map(Property::as_str))?;
    let property = Property::from_word(word);
    let is = match node.text() {
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some(_) | None => None,
    };
    let (Some(property), Some(is)) = (property, is) else {
        return Err(bad_value(word, node, "true, false"));
    };
    Ok(StepKind::Check(Check::of_state(StateClaim {
        target: target_of(fields)?,
        property,
        is,
    })))
}

pub(super) fn read_scroll_to(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let direction = fields
        .get("direction")
        .map(|node| read_direction("direction", node));
    let max = fields
        .get("max")
        .map(|node| read_count("max", node))
        .transpose()?;
    Ok(StepKind::ScrollTo(ScrollTo {
        target: target_of(fields)?,
        direction: direction.transpose()?.unwrap_or(Direction::Up),
        max: max.unwrap_or(ScrollTo::DEFAULT_MAX),
        stroke: None,
    }))
}

pub(super) fn read_swipe(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let node = fields.require("direction", "swipe: \"up\"")?;
    Ok(StepKind::Swipe(Swipe {
        direction: read_direction("swipe", node)?,
        stroke: None,
    }))
}

pub(super) fn read_screenshot(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let node = fields.require("label", "screenshot: \"result\"")?;
    Ok(StepKind::Screenshot(Screenshot {
        label: read_phrase("screenshot", node)?,
    }))
}
