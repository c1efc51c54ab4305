//! Reads the sentences that have steps below them.

use retap_model::program::{Presence, Rounds, Test};

use super::Sentence;
use super::cursor::{Cursor, Miss};
use super::look::{read_max, read_presence};
use super::target::read_target;
use crate::source::error::Problem;

pub(super) fn read_if(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let target = read_target(cursor)?;
    let presence = read_presence(cursor)?;
    cursor.eat(":");
    Ok(Sentence::If(Test { target, presence }))
}

pub(super) fn read_repeat(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let rounds = read_rounds(cursor)?;
    let Some(max) = read_max(cursor)? else {
        let (key, owner) = ("max".to_owned(), "Repeat".to_owned());
        return Err(cursor.problem(Problem::MissingKey { key, owner }));
    };
    cursor.eat(":");
    Ok(Sentence::Repeat(rounds, max))
}

fn read_rounds(cursor: &mut Cursor<'_>) -> Result<Rounds, Miss> {
    let is_while = cursor.eat("while");
    if !is_while && !cursor.eat("until") {
        let times = cursor.count()?;
        return if cursor.eat_any(&["times", "time"]) {
            Ok(Rounds::Times(times))
        } else {
            Err(cursor.miss())
        };
    }
    let target = read_target(cursor)?;
    // `while "X" is not visible` is `until "X" is visible`, and the other way round.
    let is_visible = read_presence(cursor)? == Presence::Visible;
    match is_while == is_visible {
        true => Ok(Rounds::WhileVisible(target)),
        false => Ok(Rounds::UntilVisible(target)),
    }
}

/// Refuses `Otherwise` with anything behind it; alone it is never read as a sentence.
pub(super) fn read_otherwise(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    cursor.eat(":");
    Err(cursor.miss())
}
