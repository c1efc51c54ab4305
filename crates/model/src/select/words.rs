//! Finding what an author's words name, without any recording.

use crate::program::Target;
use crate::screen::{Role, Screen, ScreenSource};

use super::matcher::{LabelMatch, find_label, match_label};
use super::score::{ACTIONABLE, MARGIN};

/// Returns how the target is shown on the screen, best match first, or `None`.
///
/// Asserting that something is visible needs no unique element; acting on it does.
pub fn is_shown(screen: &Screen, target: &Target) -> Option<LabelMatch> {
    matches(screen, target).into_iter().min()
}

/// Returns the elements the words name, on the best rung that names any.
pub(super) fn matches(screen: &Screen, target: &Target) -> Vec<LabelMatch> {
    let label = target.label.reveal();
    if target.row.is_none() && target.id.is_none() && target.role.is_none() {
        return find_label(screen, &label);
    }
    let mut found: Vec<LabelMatch> = screen
        .visible()
        .filter_map(|(index, element)| match_label(element, &label, index))
        .filter(|found| fits_constraints(screen, found.index, target))
        .collect();
    let best = found.iter().map(|found| (found.strategy, found.part)).min();
    found.retain(|found| Some((found.strategy, found.part)) == best);
    found
}

/// Returns the elements the words name that an act could mean, nested repeats and mere labels
/// of controls left out, in reading order.
pub(super) fn actionable_matches(screen: &Screen, target: &Target) -> Vec<LabelMatch> {
    let mut found = matches(screen, target);
    if screen.source == ScreenSource::Tree {
        found.retain(|found| found.is_fit_to_act());
    }
    drop_nested(screen, &mut found);
    prefer_actionable(screen, &mut found);
    found.sort_by(|left, right| reading_order(screen, left.index, right.index));
    found
}

/// Returns whether the element or what holds it reacts to touches.
pub(super) fn is_actionable(screen: &Screen, index: usize) -> bool {
    let reacts = |index: usize| {
        let element = &screen.elements[index];
        element.is_clickable || element.is_editable
    };
    reacts(index) || screen.ancestors(index).any(reacts)
}

fn fits_constraints(screen: &Screen, index: usize, target: &Target) -> bool {
    let element = &screen.elements[index];
    let fits_id = target.id.as_ref().is_none_or(|id| *id == element.id);
    let fits_role = target.role.is_none_or(|role| has_role(screen, index, role));
    let fits_row = target
        .row
        .as_ref()
        .is_none_or(|row| is_in_row(screen, index, &row.reveal()));
    fits_id && fits_role && fits_row
}

/// A text inside a button is that button for an author, so the nearest actionable ancestor counts.
fn has_role(screen: &Screen, index: usize, role: Role) -> bool {
    screen.elements[index].role == role
        || screen
            .ancestors(index)
            .take(2)
            .any(|ancestor| screen.elements[ancestor].role == role)
}

/// Returns whether some text in the element's row is `row`, compared whole.
fn is_in_row(screen: &Screen, index: usize, row: &str) -> bool {
    row_members(screen, index).into_iter().any(|member| {
        match_label(&screen.elements[member], row, member)
            .is_some_and(|found| found.part == super::matcher::Part::Whole)
    })
}

/// Returns the visible elements in the same row: under the same list entry, or on platforms
/// without entries, those whose vertical middle lies within the element's height.
fn row_members(screen: &Screen, index: usize) -> Vec<usize> {
    let is_entry = |ancestor: &usize| screen.elements[*ancestor].role == Role::Row;
    let Some(entry) = screen.ancestors(index).find(is_entry) else {
        let bounds = screen.elements[index].bounds;
        let is_beside = |middle: f64| middle >= bounds.y && middle <= bounds.bottom();
        return screen
            .visible()
            .filter(|(_, element)| is_beside(element.bounds.center().y))
            .map(|(member, _)| member)
            .collect();
    };
    screen
        .inside(entry)
        .filter(|member| screen.is_in_view(&screen.elements[*member]))
        .collect()
}

/// Of an element and its ancestor with the same label, the inner one stays.
fn drop_nested(screen: &Screen, found: &mut Vec<LabelMatch>) {
    let holders: Vec<usize> = found
        .iter()
        .flat_map(|found| screen.ancestors(found.index))
        .collect();
    found.retain(|found| !holders.contains(&found.index));
}

/// When some react to touches and others do not, an act means one of the former.
fn prefer_actionable(screen: &Screen, found: &mut Vec<LabelMatch>) {
    const { assert!(ACTIONABLE >= MARGIN) };
    if found.iter().any(|found| is_actionable(screen, found.index)) {
        found.retain(|found| is_actionable(screen, found.index));
    }
}

fn reading_order(screen: &Screen, left: usize, right: usize) -> std::cmp::Ordering {
    let place = |index: usize| {
        let bounds = screen.elements[index].bounds;
        (bounds.y, bounds.x)
    };
    place(left)
        .partial_cmp(&place(right))
        .unwrap_or(std::cmp::Ordering::Equal)
}
