//! Reads the sentences that touch elements.

use retap_model::program::{DoubleTap, Drag, Effect, Hover, LongPress, StepKind, Tap};

use super::Sentence;
use super::cursor::{Cursor, Miss};
use super::target::read_target;
use crate::source::duration::{Unit, parse_duration};

pub(super) fn read_tap(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let target = read_target(cursor)?;
    let effect = read_effect(cursor);
    Ok(Sentence::Step(StepKind::Tap(Tap { target, effect })))
}

pub(super) fn read_hover(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    cursor.eat("over");
    let target = read_target(cursor)?;
    let effect = read_effect(cursor);
    Ok(Sentence::Step(StepKind::Hover(Hover { target, effect })))
}

fn read_effect(cursor: &mut Cursor<'_>) -> Effect {
    match cursor.eat("(no visible effect)") {
        true => Effect::None,
        false => Effect::Visible,
    }
}

pub(super) fn read_double_tap(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    Ok(Sentence::Step(StepKind::DoubleTap(DoubleTap {
        target: read_target(cursor)?,
    })))
}

pub(super) fn read_long_press(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let target = read_target(cursor)?;
    let start = cursor.clone();
    let mut duration = None;
    if cursor.eat("(") {
        cursor.eat("for");
        duration = parse_duration(cursor.until(')')?, Unit::Milliseconds);
        if duration.is_none() {
            *cursor = start;
            return Err(cursor.miss());
        }
    }
    Ok(Sentence::Step(StepKind::LongPress(LongPress {
        target,
        duration,
    })))
}

pub(super) fn read_drag(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let from = read_target(cursor)?;
    if !cursor.eat_any(&["to", "onto"]) {
        return Err(cursor.miss());
    }
    let to = read_target(cursor)?;
    Ok(Sentence::Step(StepKind::Drag(Drag { from, to })))
}
