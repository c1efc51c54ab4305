//! Finding out, from the readings before and after an act, what proves that it happened.

use std::collections::BTreeSet;

use crate::screen::{Element, Role, Screen, is_structural};

use crate::select::effective_id;

use super::{Expectation, ExpectedState, Property, RunSpecifics, Subject, shows_effect};

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
    if expectations.is_empty() && shows_effect(before, after) {
        expectations.push(Expectation::Changed);
    }
    expectations.retain(|check| !check.holds(before, before) && check.holds(before, after));
    expectations
}

/// A text that came with an act.
struct NewText<'a> {
    text: &'a str,
    /// How well it names a screen; the lower, the better.
    rank: u8,
    is_control: bool,
}

/// Returns the texts of `after` that `before` lacks, those that best name a screen first.
fn new_texts(before: &Screen, after: &Screen, own: &RunSpecifics) -> Vec<Expectation> {
    let captions = before.visible().map(|(_, element)| element.caption());
    let mut known: BTreeSet<&str> = captions.collect();
    let mut found: Vec<NewText<'_>> = Vec::new();
    let restless = own.restless_elements(after);
    for (index, element) in after.visible() {
        let text = element.caption();
        let is_own = restless[index] || own.include(after, index);
        let is_fit = !text.is_empty() && is_keepable(element, text) && !is_own;
        if is_fit && known.insert(text) {
            found.push(NewText {
                text,
                rank: rank(after, index, text),
                is_control: is_control(after, index),
            });
        }
    }
    found.sort_by_key(|new| new.rank);
    // A text with figures is a last resort: counts and prices change from run to run.
    if found.iter().any(|new| new.rank < WITH_DIGITS) {
        found.retain(|new| new.rank < WITH_DIGITS);
    }
    let expectation = |new: NewText<'_>| match new.is_control {
        true => Expectation::Offers(new.text.to_owned()),
        false => Expectation::Shows(new.text.to_owned()),
    };
    found
        .into_iter()
        .take(MOST_TEXTS)
        .map(expectation)
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

/// Returns the states that elements on both screens turned to.
fn new_states(before: &Screen, after: &Screen, own: &RunSpecifics) -> Vec<Expectation> {
    let mut turned: Vec<ExpectedState> = Vec::new();
    let restless = own.restless_elements(after);
    for (_, element) in after.visible().filter(|(index, _)| !restless[*index]) {
        let is_named = !element.id.is_empty() || !label_of(element, own).is_empty();
        if let Some(old) = is_named.then(|| counterpart(before, element)).flatten() {
            turned.extend(turned_states(old, element, own));
        }
    }
    // The focus moves with most touches; it proves one only when nothing else changed.
    let is_focus = |state: &ExpectedState| state.property == Property::Focused;
    let is_real = !turned.iter().all(is_focus);
    turned.retain(|state| is_focus(state) != is_real);
    // One of a group turns on and another off; which other depends on where the group stood. A lost focus
    // proves nothing.
    if !is_real || turned.iter().any(|state| state.is) {
        turned.retain(|state| state.is);
    }
    let kept = turned.into_iter().take(MOST_STATES);
    kept.map(Expectation::State).collect()
}

/// Returns the properties of an element that are not what they were.
fn turned_states<'a>(
    old: &'a Element,
    new: &'a Element,
    own: &'a RunSpecifics,
) -> impl Iterator<Item = ExpectedState> + 'a {
    let telling = Property::ALL.into_iter();
    telling.filter_map(move |property| {
        let is = property.of_effect(new)?;
        (property.of(old) != Some(is)).then(|| ExpectedState {
            subject: Subject {
                id: new.id.clone(),
                label: label_of(new, own).to_owned(),
            },
            property,
            is,
        })
    })
}

/// Returns what the element is called in every run.
fn label_of<'a>(element: &'a Element, own: &RunSpecifics) -> &'a str {
    match own.is_known_by_id(&element.id) {
        true => "",
        false => element.caption(),
    }
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
    use crate::screen::sample::{element, screen};

    fn buttons(texts: &[(&str, Option<&str>)]) -> Screen {
        let button = |(row, (text, value)): (usize, &(&str, Option<&str>))| {
            let mut button = element(Role::Button, text, row as f64 * 40.0);
            button.state.value = value.map(str::to_owned);
            button
        };
        screen(texts.iter().enumerate().map(button).collect())
    }

    fn mined(after: &[(&str, Option<&str>)], personal: &str) -> Vec<Expectation> {
        let own = RunSpecifics::of_texts(vec![personal.to_owned()]);
        mine(&buttons(&[]), &buttons(after), &own)
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
