//! Finding what an author's words name, without any recording.

use crate::program::Target;
use crate::screen::{Element, Role, Screen, ScreenSource};

use super::caution::negates;
use super::evidence::effective_id;
use super::matcher::{LabelMatch, Part, Strategy, find_label, match_label};
use super::score::{ACTIONABLE, MARGIN};

/// Returns how the target is shown on the screen, best match first, or `None`.
///
/// Asserting that something is visible needs no unique element; acting on it does. On a tree, mere
/// letters inside a word, a part of the label, or its opposite do not show it; on pixels the reader
/// may have missed a part.
pub fn is_shown(screen: &Screen, target: &Target) -> Option<LabelMatch> {
    let label = target.label.reveal();
    let shows = |found: &LabelMatch| {
        let is_certain = found.is_fit_to_act() && !is_opposite(screen, *found, &label);
        is_certain || screen.source == ScreenSource::Pixels
    };
    matches(screen, target).into_iter().filter(shows).min()
}

/// Returns whether a person would see the target, what fields hold included. Absence and conditions
/// go by this: what is typed into a field is no proof that it was found, but it is there to see.
pub fn is_seen(screen: &Screen, target: &Target) -> bool {
    let label = target.label.reveal();
    let holds = |element: &Element| {
        let value = element.state.value.as_deref().unwrap_or(&element.text);
        let shown = Element {
            text: value.to_owned(),
            ..Element::default()
        };
        match_label(&shown, &label, 0).is_some_and(LabelMatch::is_fit_to_act)
    };
    let is_field = |element: &Element| element.is_editable && !element.is_password;
    is_shown(screen, target).is_some()
        || screen
            .visible()
            .any(|(_, element)| is_field(element) && holds(element))
}

/// Returns the elements the words name, on the best rung that names any.
pub(super) fn matches(screen: &Screen, target: &Target) -> Vec<LabelMatch> {
    let label = target.label.reveal();
    if target.row.is_none() && target.id.is_none() && target.role.is_none() {
        return find_label(screen, &label);
    }
    let by_label = |index: usize| match_label(&screen.elements[index], &label, index);
    let by_id =
        |index: usize| (label.trim().is_empty() && target.id.is_some()).then(|| whole(index));
    let mut found: Vec<LabelMatch> = screen
        .visible()
        .filter_map(|(index, _)| by_label(index).or_else(|| by_id(index)))
        .map(|found| LabelMatch {
            index: control_of(screen, found.index, target),
            ..found
        })
        .filter(|found| fits_constraints(screen, found.index, target))
        .collect();
    let best = found.iter().map(|found| (found.strategy, found.part)).min();
    found.retain(|found| Some((found.strategy, found.part)) == best);
    found
}

/// Returns what the author means by a label and a role: in a row named `Wi-Fi`, `Wi-Fi` as a switch
/// is the switch of that row.
fn control_of(screen: &Screen, index: usize, target: &Target) -> usize {
    let Some(role) = target.role.filter(|role| !has_role(screen, index, *role)) else {
        return index;
    };
    let has_it = |member: &usize| screen.elements[*member].role == role;
    let mut controls = row_members(screen, index).into_iter().filter(has_it);
    match (controls.next(), controls.next()) {
        (Some(only), None) => only,
        _ => index,
    }
}

/// An author who gives only an id means exactly what has it.
const fn whole(index: usize) -> LabelMatch {
    LabelMatch {
        strategy: Strategy::Exact,
        part: Part::Whole,
        index,
    }
}

/// Returns the elements the words name that an act could mean, nested repeats and mere labels
/// of controls left out, in reading order.
pub(super) fn actionable_matches(screen: &Screen, target: &Target) -> Vec<LabelMatch> {
    let label = target.label.reveal();
    let mut found = matches(screen, target);
    found.retain(|found| {
        let is_fit = match screen.source {
            ScreenSource::Tree => found.is_fit_to_act(),
            ScreenSource::Pixels => found.part != Part::Letters,
        };
        is_fit && !is_opposite(screen, *found, &label)
    });
    drop_nested(screen, &mut found);
    prefer_actionable(screen, &mut found);
    found.sort_by_key(|found| place_in_text(screen, found.index));
    found
}

fn is_opposite(screen: &Screen, found: LabelMatch, label: &str) -> bool {
    found.part == Part::Words && negates(screen.elements[found.index].caption(), label)
}

/// Returns whether the element or what holds it reacts to touches.
pub(super) fn is_actionable(screen: &Screen, index: usize) -> bool {
    let reacts = |index: usize| {
        let element = &screen.elements[index];
        element.is_clickable || element.is_editable
    };
    reacts(index) || screen.ancestors(index).any(reacts)
}

/// Returns whether the element is where and what the author says it is.
pub(super) fn fits_constraints(screen: &Screen, index: usize, target: &Target) -> bool {
    let fits_id = target
        .id
        .as_ref()
        .is_none_or(|id| id == effective_id(screen, index));
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
            .is_some_and(|found| found.part == Part::Whole)
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

/// Returns where the element stands when the screen is read like a page. Elements less than half a
/// line apart stand in one line.
fn place_in_text(screen: &Screen, index: usize) -> (i64, i64) {
    const LINE: f64 = 16.0;
    let center = screen.elements[index].bounds.center();
    ((center.y / LINE).round() as i64, center.x as i64)
}
