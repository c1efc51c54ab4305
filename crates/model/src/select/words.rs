//! Whether a screen shows what an author's words name, without any recording.

use crate::program::Target;
use crate::screen::{Element, Screen, ScreenSource};

use super::exclusion::{innermost, is_opposite, is_other_value};
use super::label::{Label, LabelMatch, Part, match_label};
use super::locate::place_in_text;
use super::query::Query;
use super::row::{InRow, in_row};
use super::search::Candidate;

/// Returns how the target is shown on the screen, best match first, or `None`.
///
/// Asserting that something is visible needs no unique element; acting on it does. On a tree, mere
/// letters inside a word, a part of the label, or its opposite do not show it; on pixels the reader
/// may have missed a part. Where the author gives a number, only the one of that number is the target.
pub fn is_shown(screen: &Screen, target: &Target) -> Option<LabelMatch> {
    match target.index {
        None => Query::by_sight(screen, target).shown().into_iter().min(),
        Some(number) => all_shown(screen, target).into_iter().nth(position(number)),
    }
}

/// Returns all that shows the words of the target, whatever its number, in reading order. An element and its
/// holder show them once.
pub fn all_shown(screen: &Screen, target: &Target) -> Vec<LabelMatch> {
    let query = Query::by_sight(screen, target);
    query.counted(query.shown())
}

/// Returns where the one of this number stands in a list.
pub(crate) fn position(number: u32) -> usize {
    (number as usize).saturating_sub(1)
}

/// Returns whether a person would see the target, what fields hold included. Absence and conditions
/// go by this: what is typed into a field is no proof that it was found, but it is there to see.
pub fn is_seen(screen: &Screen, target: &Target) -> bool {
    is_shown(screen, target).is_some()
        || !unclear_rows(screen, target).is_empty()
        || is_in_a_field(screen, target)
}

/// Returns whether a field holds what the target's label says; where the author gives a number, whether there are so
/// many of it with what fields hold.
fn is_in_a_field(screen: &Screen, target: &Target) -> bool {
    let shown = |field: &Element| value_of(field).unwrap_or(&field.text).to_owned();
    let mut held = fields_with(screen, target, shown);
    let Some(number) = target.index else {
        return !held.is_empty();
    };
    let shown = all_shown(screen, target);
    held.retain(|field| shown.iter().all(|shown| shown.index != *field));
    !held.is_empty() && shown.len() + held.len() > position(number)
}

/// Returns whether a field of this name holds what the target's label says.
pub(crate) fn is_held_by(screen: &Screen, target: &Target, field: &str) -> bool {
    let is_meant = |index: &usize| {
        let found = match_label(&screen.elements[*index], field, *index);
        found.is_some_and(|found| found.part == Part::Whole)
    };
    let held = |field: &Element| value_of(field).unwrap_or_default().to_owned();
    let held = fields_with(screen, target, held)
        .into_iter()
        .filter(is_meant);
    held.count() > target.index.map_or(0, position)
}

/// Returns what a field holds; `None` where it is empty, and may show a placeholder.
fn value_of(field: &Element) -> Option<&str> {
    let value = field.state.value.as_deref().unwrap_or(&field.text);
    Some(value).filter(|value| !value.is_empty())
}

/// Returns the fields of whose text the target's label is said, by what of them counts.
fn fields_with(screen: &Screen, target: &Target, text: impl Fn(&Element) -> String) -> Vec<usize> {
    let label = Label::new(&target.label.reveal(), target.matching);
    let says = |element: &Element| {
        let said = label.is_said_by(&text(element));
        said.is_some_and(LabelMatch::is_fit_to_act)
    };
    let fields = screen
        .visible()
        .filter(|(_, element)| element.is_editable && !element.is_password && says(element));
    fields.map(|(index, _)| index).collect()
}

/// Returns the texts of the rows that may be meant by the target's row, where that is not certain and what is
/// wanted is in them.
pub fn unclear_rows(screen: &Screen, target: &Target) -> Vec<String> {
    let Some(row) = &target.row else {
        return Vec::new();
    };
    let query = Query::by_sight(screen, target);
    let mut found = query.named_in_any_row();
    found.retain(|found| query.is_certain(*found));
    match in_row(screen, &row.reveal(), found.iter().map(|found| found.index)) {
        InRow::Unclear(rows) => rows,
        InRow::Sure(_) | InRow::Nothing => Vec::new(),
    }
}

impl Query<'_> {
    /// Returns what shows the words, in the order of the tree.
    fn shown(&self) -> Vec<LabelMatch> {
        let is_read = self.screen.source == ScreenSource::Pixels;
        let mut shown = self.named();
        shown.retain(|found| is_read || self.is_certain(*found));
        shown
    }

    /// Returns whether the words name it for certain, and neither its opposite nor something with a longer name than the
    /// given value.
    fn is_certain(&self, found: LabelMatch) -> bool {
        let candidate = Candidate::new(found.index, Some(found));
        let vetoes = [is_opposite, is_other_value];
        found.is_fit_to_act() && vetoes.iter().all(|veto| veto(self, &candidate).is_none())
    }

    /// Returns these as a reader counts them: in reading order, an element and its holder once.
    fn counted(&self, mut found: Vec<LabelMatch>) -> Vec<LabelMatch> {
        let candidate = |found: &LabelMatch| Candidate::new(found.index, Some(*found));
        let all: Vec<Candidate> = found.iter().map(candidate).collect();
        let mut is_inner = innermost(self, &all).into_iter();
        found.retain(|_| is_inner.next() == Some(true));
        found.sort_by_key(|found| place_in_text(self.screen, found.index));
        found
    }
}

/// Returns whether the screen the target names is in front.
pub(crate) fn is_in_front(screen: &Screen, target: &Target) -> bool {
    Query::by_words(screen, target).is_in_front()
}

/// Returns the elements the words name for certain, whatever the target's number, in reading order.
pub(crate) fn named_for_certain(screen: &Screen, target: &Target) -> Vec<usize> {
    let named = Query::by_words(screen, target).named().into_iter();
    let certain = named.filter(|found| found.is_fit_to_act());
    let mut certain: Vec<usize> = certain.map(|found| found.index).collect();
    certain.sort_by_key(|index| place_in_text(screen, *index));
    certain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use crate::phrase::{Phrase, Variables};
    use crate::program::WantedRole;
    use crate::screen::Role;
    use crate::screen::sample::{element, screen};
    use std::collections::BTreeSet;

    fn actionable(screen: &Screen, target: &Target) -> usize {
        Query::by_words(screen, target).rank().candidates.len()
    }

    fn field(name: &str) -> Element {
        Element {
            description: name.to_owned(),
            is_editable: true,
            bounds: Rect::new(20.0, 100.0, 200.0, 20.0),
            ..element(Role::TextField, "", 0.0)
        }
    }

    fn button(text: &str) -> Element {
        Element {
            bounds: Rect::new(240.0, 100.0, 60.0, 20.0),
            ..element(Role::Button, text, 0.0)
        }
    }

    #[test]
    fn a_field_and_the_label_beside_it_are_one_field() {
        let label = Element {
            bounds: Rect::new(0.0, 90.0, 60.0, 20.0),
            ..element(Role::Text, "Name", 0.0)
        };
        let screen = screen(vec![label, field("Name")]);
        let target = Target {
            role: WantedRole::Only(Role::TextField),
            ..Target::labelled("Name")
        };
        let found = Query::by_words(&screen, &target).named();
        let found: Vec<usize> = found.iter().map(|it| it.index).collect();
        assert_eq!(found, [1]);
    }

    #[test]
    fn text_goes_into_the_field_and_not_into_the_button_of_its_name() {
        let count = |elements: &[Element], role: WantedRole| {
            let target = Target {
                role,
                ..Target::labelled("Search")
            };
            actionable(&screen(elements.to_vec()), &target)
        };
        let both = [field("Search"), button("Search")];
        let (any, field) = (WantedRole::Any, WantedRole::FieldFirst);
        assert_eq!((count(&both, field), count(&both, any)), (1, 2));
        // A button may be what opens the field.
        assert_eq!(count(&[button("Search")], field), 1);
        let fields = [self::field("Search"), self::field("Search")];
        assert_eq!(count(&fields, field), 2);
    }

    fn list(name: &str) -> Element {
        let mut list = Element {
            description: name.to_owned(),
            is_clickable: true,
            ..element(Role::Button, "Open", 0.0)
        };
        list.state.value = Some("Open".to_owned());
        list
    }

    fn clickable(role: Role, name: &str) -> Element {
        Element {
            is_clickable: true,
            ..element(role, name, 0.0)
        }
    }

    #[test]
    fn what_a_step_can_act_on_is_meant() {
        let count = |elements: &[Element], role: WantedRole, index: Option<u32>| {
            let target = Target {
                role,
                index,
                ..Target::labelled("Status")
            };
            actionable(&screen(elements.to_vec()), &target)
        };
        let [choosing, setting] = [
            WantedRole::Any.for_choosing(),
            WantedRole::Any.for_setting(),
        ];
        let lists = [clickable(Role::Link, "Status"), list("Status")];
        assert_eq!(count(&lists, choosing, None), 1);
        assert_eq!(count(&lists, WantedRole::Any, None), 2);
        // Who counts them counts all, and what opens a list may be a link.
        assert_eq!(count(&lists, choosing, Some(2)), 2);
        assert_eq!(count(&lists[..1], choosing, None), 1);
        assert_eq!(count(&[list("Status"), list("Status")], choosing, None), 2);
        let boxes = [
            clickable(Role::Link, "Status"),
            clickable(Role::Checkbox, "Status"),
        ];
        assert_eq!(count(&boxes, setting, None), 1);
        assert_eq!(count(&boxes, WantedRole::Any, None), 2);
    }

    #[test]
    fn what_only_stands_in_something_of_the_said_kind_is_not_meant_before_it() {
        let card = Element {
            bounds: Rect::new(0.0, 0.0, 300.0, 80.0),
            ..clickable(Role::Button, "")
        };
        let mut link = clickable(Role::Link, "Status");
        link.parent = Some(0);
        let target = Target {
            role: WantedRole::Only(Role::Button),
            ..Target::labelled("Status")
        };
        let both = screen(vec![card.clone(), link.clone(), list("Status")]);
        assert_eq!(actionable(&both, &target), 1);
        let twice = screen(vec![card, link, list("Status"), list("Status")]);
        assert_eq!(actionable(&twice, &target), 2);
    }

    #[test]
    fn a_given_value_is_not_found_in_another_name() {
        let count = |shown: &str, label: &str| {
            let mut phrase = Phrase::parse(label);
            let mut given = Variables::new();
            given.set("product", "Milk");
            phrase.bind(&given, &mut BTreeSet::new());
            let screen = screen(vec![button(shown)]);
            let target = Target::labelled(phrase);
            let acted = actionable(&screen, &target);
            assert_eq!(is_shown(&screen, &target).is_some(), acted == 1, "{shown}");
            assert_eq!(is_seen(&screen, &target), acted == 1, "{shown}");
            acted
        };
        assert_eq!(count("Delete Milk", "Delete ${product}"), 1);
        assert_eq!(count("Milk 6.50", "${product}"), 1);
        assert_eq!(count("Milk Tea", "${product}"), 0);
        assert_eq!(count("Delete Milk Tea", "Delete ${product}"), 0);
        // An author who writes it out may leave words away.
        assert_eq!(count("Delete Milk Tea", "Delete Milk"), 1);
    }
}
