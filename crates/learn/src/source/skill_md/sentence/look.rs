//! Reads the sentences that look: wait, verify, scroll, swipe, screenshot.

use retap_model::geometry::Direction;
use retap_model::program::{
    Ask, Assert, Presence, Question, Screenshot, ScrollTo, StepKind, Swipe, WaitFor,
};

use super::Sentence;
use super::cursor::{Cursor, Miss};
use super::target::read_target;
use crate::source::duration::{Unit, parse_duration};

pub(super) fn read_wait(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    cursor.expect("for")?;
    let target = read_target(cursor)?;
    cursor.eat_any(&["to appear", "to be visible"]);
    let timeout = read_limit(cursor, &["(timeout", "(max"])?;
    Ok(Sentence::Step(StepKind::WaitFor(WaitFor {
        target,
        timeout,
    })))
}

/// Reads `(max 5s)` and the like, if it is there.
pub(super) fn read_limit(
    cursor: &mut Cursor<'_>,
    starts: &[&str],
) -> Result<Option<std::time::Duration>, Miss> {
    if !cursor.eat_any(starts) {
        return Ok(None);
    }
    let start = cursor.clone();
    let duration = parse_duration(cursor.until(')')?, Unit::Seconds);
    if duration.is_none() {
        *cursor = start;
        return Err(cursor.miss());
    }
    Ok(duration)
}

pub(super) fn read_verify(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    if cursor.eat(":") {
        let ask = Ask::new(Question::Verify, cursor.free_text()?);
        return Ok(Sentence::Step(StepKind::Ask(ask)));
    }
    let target = read_target(cursor)?;
    let presence = read_presence(cursor)?;
    Ok(Sentence::Step(StepKind::Assert(Assert {
        target,
        presence,
    })))
}

/// Reads `is visible`, `is not visible` or `is NOT visible`.
pub(super) fn read_presence(cursor: &mut Cursor<'_>) -> Result<Presence, Miss> {
    cursor.expect("is")?;
    let presence = match cursor.eat("not") {
        true => Presence::NotVisible,
        false => Presence::Visible,
    };
    cursor.expect("visible")?;
    Ok(presence)
}

pub(super) fn read_swipe(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let direction = read_direction(cursor).ok_or_else(|| cursor.miss())?;
    if cursor.eat("until") {
        return read_scroll_rest(cursor, direction);
    }
    Ok(Sentence::Step(StepKind::Swipe(Swipe {
        direction,
        stroke: None,
    })))
}

/// Reads what is scrolled to; to scroll down the page, the finger goes up.
pub(super) fn read_scroll(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let finger = match read_direction(cursor) {
        None | Some(Direction::Down) => Direction::Up,
        Some(Direction::Up) => Direction::Down,
        Some(Direction::Left) => Direction::Right,
        Some(Direction::Right) => Direction::Left,
    };
    if !cursor.eat_any(&["until", "to"]) {
        return Err(cursor.miss());
    }
    read_scroll_rest(cursor, finger)
}

fn read_scroll_rest(cursor: &mut Cursor<'_>, direction: Direction) -> Result<Sentence, Miss> {
    let target = read_target(cursor)?;
    cursor.eat_any(&["is visible", "appears"]);
    let max = read_max(cursor)?.unwrap_or(ScrollTo::DEFAULT_MAX);
    Ok(Sentence::Step(StepKind::ScrollTo(ScrollTo {
        target,
        direction,
        max,
        stroke: None,
    })))
}

/// Reads `(max 5)`, `(max 5 iterations)` and the like, if it is there.
pub(super) fn read_max(cursor: &mut Cursor<'_>) -> Result<Option<u32>, Miss> {
    if !cursor.eat("(max") {
        return Ok(None);
    }
    let max = cursor.count()?;
    cursor.eat_any(&[
        "iterations",
        "rounds",
        "times",
        "swipes",
        "iteration",
        "round",
        "time",
    ]);
    cursor.expect(")")?;
    Ok(Some(max))
}

fn read_direction(cursor: &mut Cursor<'_>) -> Option<Direction> {
    Direction::ALL
        .into_iter()
        .find(|direction| cursor.eat(direction.as_str()))
}

pub(super) fn read_screenshot(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    cursor.eat(":");
    Ok(Sentence::Step(StepKind::Screenshot(Screenshot {
        label: cursor.phrase()?,
    })))
}
