//! Finding what an author's words name, without any recording.

use std::collections::BTreeSet;

use crate::phrase::Phrase;
use crate::program::{Matching, Target};
use crate::screen::{Element, Role, Screen, ScreenSource};

use super::caution::negates;
use super::evidence::effective_id;
use super::figures::is_with_figures;
use super::matcher::{
    LabelMatch, Part, Strategy, find_label, match_described, match_label, match_letters,
};
use super::row::{InRow, in_row, row_members};
use super::score::{ACTIONABLE, MARGIN};

/// Returns how the target is shown on the screen, best match first, or `None`.
///
/// Asserting that something is visible needs no unique element; acting on it does. On a tree, mere
/// letters inside a word, a part of the label, or its opposite do not show it; on pixels the reader
/// may have missed a part.
pub fn is_shown(screen: &Screen, target: &Target) -> Option<LabelMatch> {
    let label = target.label.reveal();
    let shows = |found: &LabelMatch| {
        let is_certain = found.is_fit_to_act() && !is_opposite(screen, *found, target, &label);
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
        match_target(&shown, target, &label, 0).is_some_and(LabelMatch::is_fit_to_act)
    };
    let is_field = |element: &Element| element.is_editable && !element.is_password;
    is_shown(screen, target).is_some()
        || !unclear_rows(screen, target).is_empty()
        || screen
            .visible()
            .any(|(_, element)| is_field(element) && holds(element))
}

/// Returns the elements the words name, on the best rung that names any.
pub(super) fn matches(screen: &Screen, target: &Target) -> Vec<LabelMatch> {
    let label = target.label.reveal();
    let is_plain = target.row.is_none() && target.id.is_none() && target.role.is_none();
    if is_plain && target.area.is_none() && target.matching == Matching::Usual {
        return find_label(screen, &label);
    }
    let found = in_any_row(screen, target);
    let Some(row) = &target.row else {
        return best_rung(found);
    };
    match in_row(screen, &row.reveal(), &found, |found| found.index) {
        InRow::Sure(found) => best_rung(found),
        InRow::Unclear(..) | InRow::NotInIt | InRow::NoRow => Vec::new(),
    }
}

/// Returns the texts of the rows that may be meant by the target's row, where that is not certain and what is
/// wanted is in them.
pub fn unclear_rows(screen: &Screen, target: &Target) -> Vec<String> {
    let Some(row) = &target.row else {
        return Vec::new();
    };
    let label = target.label.reveal();
    let mut found = in_any_row(screen, target);
    found.retain(|found| found.is_fit_to_act() && !is_opposite(screen, *found, target, &label));
    match in_row(screen, &row.reveal(), &found, |found| found.index) {
        InRow::Unclear(_, rows) => rows,
        InRow::Sure(_) | InRow::NotInIt | InRow::NoRow => Vec::new(),
    }
}

/// Returns what the words name, on every rung and in every row.
fn in_any_row(screen: &Screen, target: &Target) -> Vec<LabelMatch> {
    let label = target.label.reveal();
    let by_label = |index: usize| match_target(&screen.elements[index], target, &label, index);
    let by_id =
        |index: usize| (label.trim().is_empty() && target.id.is_some()).then(|| whole(index));
    screen
        .visible()
        .filter_map(|(index, _)| by_label(index).or_else(|| by_id(index)))
        .map(|found| LabelMatch {
            index: control_of(screen, found.index, target),
            ..found
        })
        .filter(|found| fits_constraints(screen, found.index, target))
        .collect()
}

fn best_rung(mut found: Vec<LabelMatch>) -> Vec<LabelMatch> {
    let best = found.iter().map(|found| (found.strategy, found.part)).min();
    found.retain(|found| Some((found.strategy, found.part)) == best);
    // A field and the label beside it go by one name, and both lead to the field.
    let mut known = BTreeSet::new();
    found.retain(|found| known.insert(found.index));
    found
}

/// Returns how the label names this one element, matched as the target says.
fn match_target(
    element: &Element,
    target: &Target,
    label: &str,
    index: usize,
) -> Option<LabelMatch> {
    match target.matching {
        Matching::Usual => match_label(element, label, index),
        Matching::Exact => match_letters(element, label, Part::Whole, index),
        Matching::Contains => match_letters(element, label, Part::Words, index),
        Matching::Described => match_described(element, label, index),
    }
}

/// Returns whether the author's words name this one element, the whole of it unless they ask for a part.
pub(super) fn is_named_by(screen: &Screen, index: usize, target: &Target) -> bool {
    let label = target.label.reveal();
    let names = |index: usize| {
        match_target(&screen.elements[index], target, &label, index)
            .is_some_and(|found| found.part == Part::Whole || target.matching == Matching::Contains)
    };
    names(index)
        || (target.role == Some(Role::TextField)
            && screen
                .visible()
                .any(|(named, _)| names(named) && control_of(screen, named, target) == index))
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
        (None, _) if role == Role::TextField => field_below(screen, index).unwrap_or(index),
        _ => index,
    }
}

/// Returns the field a label stands above, as forms have it: the nearest one below, under the label and
/// no further away than the field is high.
fn field_below(screen: &Screen, label: usize) -> Option<usize> {
    let above = screen.elements[label].bounds;
    let gap = |field: &Element| field.bounds.y - above.bottom();
    let is_under = |field: &Element| {
        let starts_before_its_end = field.bounds.x < above.right();
        let ends_after_its_start = field.bounds.right() > above.x;
        starts_before_its_end && ends_after_its_start
    };
    screen
        .visible()
        .filter(|(_, field)| field.role == Role::TextField && is_under(field))
        .filter(|(_, field)| gap(field) > -above.height && gap(field) <= field.bounds.height)
        .min_by(|(_, left), (_, right)| gap(left).total_cmp(&gap(right)))
        .map(|(index, _)| index)
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
        is_fit
            && !is_opposite(screen, *found, target, &label)
            && !is_prose(screen, *found, target)
            && !is_other_value(screen, *found, target)
    });
    drop_nested(screen, &mut found);
    prefer_actionable(screen, &mut found);
    if target.takes_text {
        prefer_fields(screen, &mut found);
    }
    found.sort_by_key(|found| place_in_text(screen, found.index));
    found
}

/// An author who asks for a part of a text has said that the rest of it does not matter.
fn is_opposite(screen: &Screen, found: LabelMatch, target: &Target, label: &str) -> bool {
    target.matching == Matching::Usual
        && found.part == Part::Words
        && negates(screen.elements[found.index].caption(), label)
}

/// A text that has the label in it among other words, and where nothing reacts to touches, speaks of the
/// target, as an instruction does, and is not it.
pub(super) fn is_prose(screen: &Screen, found: LabelMatch, target: &Target) -> bool {
    let reacts = |index: usize| is_actionable(screen, index);
    screen.source == ScreenSource::Tree
        && target.matching == Matching::Usual
        && found.part == Part::Words
        && !reacts(found.index)
        && !screen.inside(found.index).any(reacts)
}

/// A name with a given value in it and more words is that of something else: where milk is sold out, milk tea is
/// not what was asked for. Figures around it make no other name.
pub(super) fn is_other_value(screen: &Screen, found: LabelMatch, target: &Target) -> bool {
    screen.source == ScreenSource::Tree
        && target.matching == Matching::Usual
        && found.part == Part::Words
        && !target.label.is_fixed()
        && !is_with_figures(
            screen.elements[found.index].caption(),
            &target.label.reveal(),
        )
}

/// Returns whether the element or what holds it reacts to touches.
pub(super) fn is_actionable(screen: &Screen, index: usize) -> bool {
    let reacts = |index: usize| {
        let element = &screen.elements[index];
        element.is_clickable || element.is_editable
    };
    reacts(index) || screen.ancestors(index).any(reacts)
}

/// Returns whether the element is what the author says it is, and on the screen they say; its row aside.
pub(super) fn fits_constraints(screen: &Screen, index: usize, target: &Target) -> bool {
    let fits_id = target
        .id
        .as_ref()
        .is_none_or(|id| id.reveal() == effective_id(screen, index));
    let fits_role = target.role.is_none_or(|role| has_role(screen, index, role));
    let fits_area = target
        .area
        .as_ref()
        .is_none_or(|area| is_in_front(screen, &named(area)));
    fits_id && fits_role && fits_area
}

/// Returns the target that an author means who only says what it is called.
fn named(name: &Phrase) -> Target {
    Target::matching(name.clone(), Matching::Described)
}

/// Returns whether the screen the target names is in front: something says so that is not merely a way
/// to get there. The tab of another screen is one, and so is a button where the screen has a title.
pub(crate) fn is_in_front(screen: &Screen, target: &Target) -> bool {
    let has_title = screen
        .visible()
        .any(|(_, element)| element.role == Role::Heading);
    let found = matches(screen, target).into_iter();
    let mut certain = found.filter(|found| found.is_fit_to_act());
    certain.any(|found| !leads_elsewhere(screen, found.index, has_title))
}

fn leads_elsewhere(screen: &Screen, index: usize, has_title: bool) -> bool {
    let near = std::iter::once(index).chain(screen.ancestors(index).take(2));
    let mut holders = near.map(|holder| &screen.elements[holder]);
    let control = holders.find(|holder| holder.role == Role::Tab || holder.is_clickable);
    match control {
        Some(tab) if tab.role == Role::Tab => tab.state.selected != Some(true),
        Some(_) => has_title,
        None => false,
    }
}

/// A text inside a button is that button for an author, so the nearest actionable ancestor counts.
fn has_role(screen: &Screen, index: usize, role: Role) -> bool {
    screen.elements[index].role == role
        || screen
            .ancestors(index)
            .take(2)
            .any(|ancestor| screen.elements[ancestor].role == role)
}

/// Returns the elements the words name and the controls beside them in their rows, named ones first.
pub(crate) fn named_and_beside(screen: &Screen, target: &Target) -> Vec<Vec<usize>> {
    let named = matches(screen, target);
    let named = named.into_iter().filter(|found| found.is_fit_to_act());
    named
        .map(|found| {
            let mut group = vec![found.index];
            let beside = row_members(screen, found.index);
            group.extend(beside.into_iter().filter(|member| *member != found.index));
            group
        })
        .collect()
}

/// Returns whether a field of this name holds what the target's label says.
pub(crate) fn is_held_by(screen: &Screen, target: &Target, field: &str) -> bool {
    let label = target.label.reveal();
    let is_named = |element: &Element, index: usize| {
        match_label(element, field, index).is_some_and(|found| found.part == Part::Whole)
    };
    screen.visible().any(|(index, element)| {
        let value = element.state.value.as_deref().unwrap_or(&element.text);
        let shown = Element {
            text: value.to_owned(),
            ..Element::default()
        };
        element.is_editable
            && !element.is_password
            && is_named(element, index)
            && match_target(&shown, target, &label, index).is_some_and(LabelMatch::is_fit_to_act)
    })
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

/// A field and the button beside it often go by one name; text goes into the field.
fn prefer_fields(screen: &Screen, found: &mut Vec<LabelMatch>) {
    let is_field = |found: &LabelMatch| screen.elements[found.index].is_editable;
    if found.iter().any(is_field) {
        found.retain(is_field);
    }
}

/// Returns where the element stands when the screen is read like a page. Elements less than half a
/// line apart stand in one line.
fn place_in_text(screen: &Screen, index: usize) -> (i64, i64) {
    const LINE: f64 = 16.0;
    let center = screen.elements[index].bounds.center();
    ((center.y / LINE).round() as i64, center.x as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Rect, Size};
    use crate::phrase::Variables;

    fn screen(elements: Vec<Element>) -> Screen {
        Screen {
            size: Size::new(400.0, 800.0),
            elements,
            ..Screen::default()
        }
    }

    fn field(name: &str) -> Element {
        Element {
            description: name.to_owned(),
            role: Role::TextField,
            is_editable: true,
            bounds: Rect::new(20.0, 100.0, 200.0, 20.0),
            ..Element::default()
        }
    }

    #[test]
    fn a_field_and_the_label_beside_it_are_one_field() {
        let label = Element {
            text: "Name".to_owned(),
            role: Role::Text,
            bounds: Rect::new(0.0, 90.0, 60.0, 20.0),
            ..Element::default()
        };
        let screen = screen(vec![label, field("Name")]);
        let target = Target {
            role: Some(Role::TextField),
            ..Target::labelled("Name")
        };
        let found: Vec<usize> = matches(&screen, &target)
            .iter()
            .map(|it| it.index)
            .collect();
        assert_eq!(found, [1]);
    }

    #[test]
    fn text_goes_into_the_field_and_not_into_the_button_of_its_name() {
        let button = Element {
            text: "Search".to_owned(),
            role: Role::Button,
            is_clickable: true,
            bounds: Rect::new(240.0, 100.0, 60.0, 20.0),
            ..Element::default()
        };
        let count = |elements: &[Element], takes_text: bool| {
            let target = Target {
                takes_text,
                ..Target::labelled("Search")
            };
            actionable_matches(&screen(elements.to_vec()), &target).len()
        };
        let both = [field("Search"), button.clone()];
        assert_eq!((count(&both, true), count(&both, false)), (1, 2));
        // A button may be what opens the field.
        assert_eq!(count(&[button], true), 1);
        assert_eq!(count(&[field("Search"), field("Search")], true), 2);
    }

    #[test]
    fn a_given_value_is_not_found_in_another_name() {
        let button = |text: &str| Element {
            text: text.to_owned(),
            role: Role::Button,
            is_clickable: true,
            bounds: Rect::new(20.0, 100.0, 60.0, 20.0),
            ..Element::default()
        };
        let count = |shown: &str, label: &str| {
            let mut phrase = Phrase::parse(label);
            let mut given = Variables::new();
            given.set("product", "Milk");
            phrase.bind(&given, &mut BTreeSet::new());
            let screen = screen(vec![button(shown)]);
            actionable_matches(&screen, &Target::labelled(phrase)).len()
        };
        assert_eq!(count("Delete Milk", "Delete ${product}"), 1);
        assert_eq!(count("Milk 6.50", "${product}"), 1);
        assert_eq!(count("Milk Tea", "${product}"), 0);
        assert_eq!(count("Delete Milk Tea", "Delete ${product}"), 0);
        // An author who writes it out may leave words away.
        assert_eq!(count("Delete Milk Tea", "Delete Milk"), 1);
    }
}
