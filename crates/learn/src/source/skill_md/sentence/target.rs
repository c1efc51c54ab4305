//! Reads how prose names an element: a quoted label and what tells it apart.

use retap_model::program::Target;
use retap_model::screen::Role;

use super::cursor::{Cursor, Miss};

/// The words for the first few of several equal elements.
const ORDINALS: [&str; 10] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

/// Reads a target.
pub(super) fn read_target(cursor: &mut Cursor<'_>) -> Result<Target, Miss> {
    let mut target = Target::default();
    if cursor.eat("the element") {
        cursor.expect("with id")?;
        target.id = Some(cursor.phrase()?);
    } else {
        target.index = read_ordinal(cursor)?;
        target.label = cursor.phrase()?;
    }
    while read_detail(cursor, &mut target)? {}
    Ok(target)
}

/// Reads one more thing that tells the target apart, if there is one.
fn read_detail(cursor: &mut Cursor<'_>, target: &mut Target) -> Result<bool, Miss> {
    if target.row.is_none() && cursor.eat("in the row") {
        target.row = Some(cursor.phrase()?);
    } else if target.index.is_none() && cursor.eat("(number") {
        target.index = Some(cursor.count()?);
        cursor.expect(")")?;
    } else if target.id.is_none() && cursor.eat("with id") {
        target.id = Some(cursor.phrase()?);
    } else if target.role.is_none() && cursor.eat_any(&["as a", "as an"]) {
        target.role = Some(read_role(cursor)?);
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn read_ordinal(cursor: &mut Cursor<'_>) -> Result<Option<u32>, Miss> {
    if !cursor.eat("the") {
        return Ok(None);
    }
    for (index, word) in (1..).zip(ORDINALS) {
        if cursor.eat(word) {
            return Ok(Some(index));
        }
    }
    Err(cursor.miss())
}

fn read_role(cursor: &mut Cursor<'_>) -> Result<Role, Miss> {
    // Longer names first: `text field` also starts with `text`.
    let mut roles = Role::ALL;
    roles.sort_by_key(|role| std::cmp::Reverse(role.as_str().len()));
    let found = roles
        .into_iter()
        .find(|role| cursor.eat(&role.as_str().replace('_', " ")));
    found.ok_or_else(|| cursor.miss())
}
