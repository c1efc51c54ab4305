//! Finding out, from the readings before and after an act, what proves that it happened.

use std::collections::BTreeSet;

use crate::screen::{Element, Role, Screen, is_structural};

use crate::select::effective_id;

use super::{Expectation, Property, RunSpecifics, Subject, answered};

/// How many texts are kept: enough that one may be renamed later, few enough to read.
const MOST_TEXTS: usize = 3;

/// How many changed states are kept.
const MOST_STATES: usize = 2;

/// Returns checks that hold after the act and did not before, best first.
///
/// What belongs to this run only is not kept. No check is returned that already held before.
pub fn mine(before: &Screen, after: &Screen, own: &RunSpecifics) -> Vec<Expectation> {
    let mut expectations = Vec::new();
    if before.app != after.app {
        expectations.extend(after.app.clone().map(Expectation::App));
    }
    // The same page may well come up in the window that is there, where nothing else tells the two apart.
    let windows = [Expectation::OpensWindow, Expectation::ClosesWindow];
    expectations.extend(windows.into_iter().filter(|it| it.holds(before, after)));
    expectations.extend(new_texts(before, after, own));
    expectations.extend(new_states(before, after, own));
    if expectations.is_empty() {
        let gone = new_texts(after, before, own);
        expectations.extend(gone.into_iter().take(1).map(hidden));
    }
    if expectations.is_empty() && answered(before, after) {
        expectations.push(Expectation::Changed);
    }
    expectations.retain(|check| !check.holds(before, before) && check.holds(before, after));
    expectations
}

/// Returns the texts of `after` that `before` lacks, those that best name a screen first.
fn new_texts(before: &Screen, after: &Screen, own: &RunSpecifics) -> Vec<Expectation> {
    let old: BTreeSet<&str> = before
        .visible()
        .map(|(_, element)| element.caption())
        .collect();
    let mut found: Vec<(u8, &str, bool)> = Vec::new();
    for (index, element) in after.visible() {
        let text = element.caption();
        let is_new = !text.is_empty()
            && !old.contains(text)
            && found.iter().all(|(_, known, _)| *known != text);
        if is_new && is_keepable(element, text) && !own.include(after, index) {
            found.push((rank(after, index, text), text, is_control(after, index)));
        }
    }
    found.sort_by_key(|(rank, _, _)| *rank);
    // A text with figures is a last resort: counts and prices change from run to run.
    let has_plain = found.iter().any(|(rank, _, _)| *rank < WITH_DIGITS);
    found
        .into_iter()
        .filter(|(rank, _, _)| !has_plain || *rank < WITH_DIGITS)
        .take(MOST_TEXTS)
        .map(|(_, text, is_control)| {
            let make = if is_control {
                Expectation::Offers
            } else {
                Expectation::Shows
            };
            make(text.to_owned())
        })
        .collect()
}

/// Returns whether the text is the name of something to touch.
fn is_control(screen: &Screen, index: usize) -> bool {
    let element = &screen.elements[index];
    let names_one = element.id.is_empty() && !effective_id(screen, index).is_empty();
    element.is_clickable || names_one
}

/// Turns a text that shows into one that no longer does.
fn hidden(check: Expectation) -> Expectation {
    match check {
        Expectation::Shows(text) | Expectation::Offers(text) => Expectation::Hides(text),
        other => other,
    }
}

fn is_keepable(element: &Element, text: &str) -> bool {
    !element.is_editable
        && !element.is_password
        && !matches!(element.role, Role::Toast | Role::Progress)
        // What a list is set to is not its name.
        && element.state.value.as_deref() != Some(text)
        && is_structural(text)
        && text.chars().any(char::is_alphanumeric)
}

/// The rank of texts with figures.
const WITH_DIGITS: u8 = 10;

/// Returns how well a text names a screen; the lower, the better. What names a row says more than a
/// value beside it, which may be a user's own.
fn rank(screen: &Screen, index: usize, text: &str) -> u8 {
    let element = &screen.elements[index];
    let names_something = !effective_id(screen, index).is_empty();
    let by_role = match element.role {
        Role::Heading => 0,
        Role::Dialog => 1,
        Role::Button | Role::Tab => 2,
        Role::Row | Role::Text | Role::Link | Role::TextField if names_something => 3,
        Role::Row | Role::Text | Role::Link | Role::TextField => 5,
        Role::Checkbox
        | Role::Container
        | Role::Image
        | Role::List
        | Role::Progress
        | Role::Radio
        | Role::Slider
        | Role::Switch
        | Role::Toast
        | Role::Unknown => 4,
    };
    let has_digits = text.chars().any(|c| c.is_ascii_digit());
    by_role + if has_digits { WITH_DIGITS } else { 0 }
}

fn new_states(before: &Screen, after: &Screen, own: &RunSpecifics) -> Vec<Expectation> {
    let mut found = Vec::new();
    for (_, element) in after.visible() {
        let label = if own.is_known_by_id(&element.id) {
            ""
        } else {
            element.caption()
        };
        let subject = Subject {
            id: element.id.clone(),
            label: label.to_owned(),
        };
        if subject.id.is_empty() && subject.label.is_empty() {
            continue;
        }
        let Some(old) = counterpart(before, element) else {
            continue;
        };
        for property in Property::ALL {
            if property == Property::Focused && !element.is_editable {
                continue;
            }
            let is_turned = property.of(old) != property.of(element);
            if let Some(is) = property.of(element).filter(|_| is_turned) {
                found.push(Expectation::State {
                    subject: subject.clone(),
                    property,
                    is,
                });
            }
        }
    }
    // The focus moves with most touches; it proves one only when nothing else changed.
    let (focus, real): (Vec<_>, Vec<_>) = found.into_iter().partition(|state| {
        matches!(
            state,
            Expectation::State {
                property: Property::Focused,
                ..
            }
        )
    });
    // One of a group turns on and another off; which other depends on where the group stood.
    let is_on = |state: &Expectation| matches!(state, Expectation::State { is: true, .. });
    let real: Vec<Expectation> = if real.iter().any(is_on) {
        real.into_iter().filter(is_on).collect()
    } else {
        real
    };
    let gained = focus
        .into_iter()
        .filter(|state| matches!(state, Expectation::State { is: true, .. }));
    let states = if real.is_empty() {
        gained.collect()
    } else {
        real
    };
    states.into_iter().take(MOST_STATES).collect()
}

/// Returns the same element on the other screen, if exactly one can be it.
fn counterpart<'a>(screen: &'a Screen, element: &Element) -> Option<&'a Element> {
    let mut same = screen.visible().map(|(_, other)| other).filter(|other| {
        other.id == element.id
            && other.role == element.role
            && other.caption() == element.caption()
            && (other.bounds.y - element.bounds.y).abs() < other.bounds.height.max(1.0)
    });
    let first = same.next()?;
    same.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Rect, Size};

    fn screen(texts: &[(&str, Option<&str>)]) -> Screen {
        let element = |(row, (text, value)): (usize, &(&str, Option<&str>))| Element {
            text: (*text).to_owned(),
            role: Role::Button,
            is_clickable: true,
            bounds: Rect::new(0.0, row as f64 * 40.0, 100.0, 30.0),
            state: crate::screen::State {
                value: value.map(str::to_owned),
                ..Default::default()
            },
            ..Element::default()
        };
        Screen {
            size: Size::new(400.0, 800.0),
            elements: texts.iter().enumerate().map(element).collect(),
            ..Screen::default()
        }
    }

    fn mined(after: &[(&str, Option<&str>)], personal: &str) -> Vec<Expectation> {
        let own = RunSpecifics::of_texts(vec![personal.to_owned()]);
        mine(&screen(&[]), &screen(after), &own)
    }

    #[test]
    fn what_a_list_is_set_to_is_not_expected() {
        let found = mined(&[("Japan", Some("Japan")), ("Submit", None)], "");
        assert_eq!(found, [Expectation::Offers("Submit".to_owned())]);
    }

    #[test]
    fn a_short_value_of_this_run_is_no_part_of_what_is_expected() {
        let found = mined(&[("Press \"Ok\" now", None), ("Okay", None)], "Ok");
        assert_eq!(found, [Expectation::Offers("Okay".to_owned())]);
    }
}
