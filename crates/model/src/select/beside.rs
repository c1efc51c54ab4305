//! Which control a text beside or above it names: one that has no other name of its own.

use crate::screen::{Element, Role, Screen};

use super::denial::negates;
use super::evidence::row_key;
use super::label::{Label, LabelMatch, Part};
use super::name::label_of;
use super::row::row_members;

/// Returns the control of a kind that is meant by a text: the only one in its row, or the field below it, that does not
/// go by another name.
pub(super) fn control_beside(
    screen: &Screen,
    label: &Label,
    text: LabelMatch,
    role: Role,
) -> Option<usize> {
    let may_be_meant = |control: &usize| may_name(screen, label, text, *control);
    let mut controls = controls_in_row(screen, text.index, role)
        .filter(may_be_meant)
        .filter(|control| belongs_to(screen, text.index, *control));
    match (controls.next(), controls.next()) {
        (Some(only), None) => Some(only),
        (None, _) if role == Role::TextField => {
            field_below(screen, text.index).filter(may_be_meant)
        }
        (None | Some(_), _) => None,
    }
}

/// Returns the name of a control of a kind in the row of a text or below it: why the text does not stand for it.
pub(super) fn other_name_beside(screen: &Screen, text: usize, role: Role) -> Option<String> {
    let below = field_below(screen, text).filter(|_| role == Role::TextField);
    let mut names = controls_in_row(screen, text, role)
        .chain(below)
        .map(|control| own_name(screen, control));
    names.find(|name| !name.is_empty())
}

fn controls_in_row(screen: &Screen, text: usize, role: Role) -> impl Iterator<Item = usize> {
    let members = row_members(screen, text).into_iter();
    members.filter(move |member| screen.elements[*member].role == role)
}

/// Returns whether a text may name the control: not one of another name, and only a whole text one that shows words which
/// may be a name. In one entry of a list, the name of the control may say more than the text.
fn may_name(screen: &Screen, label: &Label, text: LabelMatch, control: usize) -> bool {
    let own = own_name(screen, control);
    if own.is_empty() {
        let shows_words = !screen.elements[control].caption().is_empty();
        return text.part == Part::Whole || !shows_words;
    }
    let is_entry = screen.row_of(control).is_some();
    label.is_said_by(&own).is_some_and(|found| {
        let says_more = is_entry && found.is_fit_to_act() && !negates(&own, label.text());
        found.part == Part::Whole || says_more
    })
}

/// Returns what a control is called by itself, as against what it holds, a hint in it, or the state it shows.
fn own_name(screen: &Screen, control: usize) -> String {
    let element = &screen.elements[control];
    let shows_other =
        element.is_editable || element.role == Role::Switch || element.holds_its_text();
    match shows_other {
        true if element.is_described_by_tip => String::new(),
        true => element.description.trim().to_owned(),
        false => label_of(screen, control),
    }
}

/// Returns whether the text is the name of the control's row, or no other text stands between the two. What a message that
/// goes away says is about no control.
fn belongs_to(screen: &Screen, text: usize, control: usize) -> bool {
    let name = &screen.elements[text];
    if name.role == Role::Toast {
        return false;
    }
    let is_row_name = row_key(screen, control).is_some_and(|row| row == name.caption());
    is_row_name || !has_text_between(screen, text, control)
}

fn has_text_between(screen: &Screen, text: usize, control: usize) -> bool {
    let (left, right) = {
        let (a, b) = (
            &screen.elements[text].bounds,
            &screen.elements[control].bounds,
        );
        (a.right().min(b.right()), a.x.max(b.x))
    };
    let is_between = |element: &Element| {
        let middle = element.bounds.center();
        let is_text = element.caption().contains(char::is_alphabetic);
        middle.x > left && middle.x < right && is_text && !element.reacts_to_touches()
    };
    row_members(screen, text)
        .into_iter()
        .filter(|member| *member != text && *member != control)
        .any(|member| is_between(&screen.elements[member]))
}

/// Returns the field a label stands above, as forms have it: the nearest one below, under the label and
/// no further away than the field is high.
fn field_below(screen: &Screen, label: usize) -> Option<usize> {
    let above = screen.elements[label].bounds;
    let gap = |field: &Element| field.bounds.y - above.bottom();
    let is_under =
        |field: &Element| field.bounds.x < above.right() && field.bounds.right() > above.x;
    screen
        .visible()
        .filter(|(_, field)| field.role == Role::TextField && is_under(field))
        .filter(|(_, field)| gap(field) > -above.height && gap(field) <= field.bounds.height)
        .min_by(|(_, left), (_, right)| gap(left).total_cmp(&gap(right)))
        .map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use crate::program::{Target, WantedRole};
    use crate::reason::Reason;
    use crate::screen::sample::{element, screen};
    use crate::select::{Search, is_shown, locate};

    fn at(x: f64, y: f64, element: Element) -> Element {
        let bounds = Rect::new(x, y, 90.0, 30.0);
        Element { bounds, ..element }
    }

    fn text(words: &str) -> Element {
        at(0.0, 100.0, element(Role::Text, words, 0.0))
    }

    /// Returns a control to the right of the text.
    fn control(role: Role, description: &str) -> Element {
        let is_field = role == Role::TextField;
        let control = Element {
            description: description.to_owned(),
            is_clickable: true,
            is_editable: is_field,
            ..element(role, "", 0.0)
        };
        at(200.0, 100.0, control)
    }

    fn target(label: &str, role: Role) -> Target {
        Target {
            role: WantedRole::Only(role),
            ..Target::labelled(label)
        }
    }

    fn found(screen: &Screen, target: &Target) -> Option<usize> {
        let acted = match locate(screen, target, None) {
            Search::Found(found) => Some(found.index),
            Search::Ambiguous(_) | Search::Missing(_) => None,
        };
        assert_eq!(acted.is_some(), is_shown(screen, target).is_some());
        acted
    }

    #[test]
    fn a_text_names_the_control_beside_it_unless_that_has_another_name() {
        use Role::{Button, Checkbox, Link, Radio, Slider, Switch, TextField};
        for role in [Button, Checkbox, Link, Radio, Slider, Switch, TextField] {
            for (own, is_meant) in [("", true), ("Save:", true), ("Reset", false)] {
                let screen = screen(vec![text("Save"), control(role, own)]);
                let found = found(&screen, &target("Save", role));
                assert_eq!(found, is_meant.then_some(1), "{role:?} {own}");
            }
        }
    }

    #[test]
    fn the_text_inside_a_control_is_its_name() {
        let inner = Element {
            parent: Some(1),
            ..at(200.0, 100.0, element(Role::Text, "Reset", 0.0))
        };
        let screen = screen(vec![text("Save"), control(Role::Button, ""), inner]);
        assert_eq!(found(&screen, &target("Save", Role::Button)), None);
    }

    #[test]
    fn both_names_are_told() {
        let screen = screen(vec![text("Password"), control(Role::TextField, "Nickname")]);
        let target = target("Password", Role::TextField);
        let search = locate(&screen, &target, None);
        let reason = Reason::not_actionable(&target, &search, &screen);
        assert_eq!(
            reason.to_string(),
            "no field is called `Password`: a text is, and the field beside it is called `Nickname`; \
             visible: Password, Nickname"
        );
    }

    #[test]
    fn a_hint_or_a_state_is_no_name_of_its_own() {
        let mut hinted = control(Role::TextField, "you@example.org");
        hinted.is_described_by_tip = true;
        let mut unnamed = control(Role::TextField, "");
        unnamed.text = "you@example.org".to_owned();
        let mut switch = control(Role::Switch, "");
        switch.text = "ON".to_owned();
        for control in [hinted, unnamed, switch] {
            let role = control.role;
            let screen = |words| screen(vec![text(words), control.clone()]);
            assert_eq!(found(&screen("Email *"), &target("Email", role)), Some(1));
            assert_eq!(found(&screen("Email sent"), &target("Email", role)), None);
        }
    }

    #[test]
    fn a_control_belongs_to_the_nearest_text() {
        let near = at(100.0, 100.0, element(Role::Text, "Nickname", 0.0));
        let field = control(Role::TextField, "");
        let screen = screen(vec![text("Password"), near, field]);
        assert_eq!(found(&screen, &target("Password", Role::TextField)), None);
        assert_eq!(
            found(&screen, &target("Nickname", Role::TextField)),
            Some(2)
        );
    }

    #[test]
    fn a_label_above_a_field_of_another_name_does_not_name_it() {
        let below = |own: &str| at(0.0, 140.0, control(Role::TextField, own));
        for (own, is_meant) in [("", true), ("Nickname", false)] {
            let screen = screen(vec![text("Password"), below(own)]);
            let found = found(&screen, &target("Password", Role::TextField));
            assert_eq!(found, is_meant.then_some(1));
        }
    }

    #[test]
    fn a_message_at_the_height_of_a_control_does_not_name_it() {
        let toast = at(0.0, 100.0, element(Role::Toast, "Saved", 0.0));
        let screen = screen(vec![toast, control(Role::Button, "")]);
        assert_eq!(found(&screen, &target("Saved", Role::Button)), None);
    }
}
