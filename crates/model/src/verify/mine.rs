//! Finding out, from the readings before and after an act, what proves that it happened.

use std::collections::BTreeSet;

use crate::screen::{Element, Role, Screen, is_structural};

use crate::select::effective_id;

use super::{Expectation, ExpectedState, Property, RunSpecifics, Subject, shows_effect};

/// How many texts are kept: enough that some may be renamed later, few enough to read.
const MOST_TEXTS: usize = 6;

/// How many texts are kept where all of them are data, which need not come again.
const MOST_DATA: usize = 1;

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
    let texts = new_texts(before, after, own);
    expectations.extend(texts.own_words);
    expectations.extend(new_states(before, after, own));
    if expectations.is_empty() {
        let gone = new_texts(after, before, own).own_words;
        expectations.extend(gone.into_iter().take(1).map(hidden));
    }
    if expectations.is_empty() {
        let rows = [Expectation::MoreRows, Expectation::FewerRows];
        expectations.extend(rows.into_iter().filter(|it| it.holds(before, after)));
    }
    if expectations.is_empty() {
        expectations.extend(texts.data);
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

/// The texts that came with an act.
struct NewTexts {
    /// The words of the app itself, those that best name a screen first.
    own_words: Vec<Expectation>,
    /// What may be another text the next time.
    data: Vec<Expectation>,
}

/// Returns the texts of `after` that `before` lacks.
fn new_texts(before: &Screen, after: &Screen, own: &RunSpecifics) -> NewTexts {
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
                rank: rank(after, index, own),
                is_control: is_control(after, index),
            });
        }
    }
    found.sort_by_key(|new| new.rank);
    let (own_words, data): (Vec<_>, Vec<_>) = found.into_iter().partition(|new| new.rank < DATA);
    let expectation = |new: NewText<'_>| match new.is_control {
        true => Expectation::Offers(new.text.to_owned()),
        false => Expectation::Shows(new.text.to_owned()),
    };
    NewTexts {
        own_words: own_words
            .into_iter()
            .take(MOST_TEXTS)
            .map(expectation)
            .collect(),
        data: data.into_iter().take(MOST_DATA).map(expectation).collect(),
    }
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

/// From this rank on, a text is data: it may be another one the next time.
const DATA: u8 = 10;

/// Returns how well a text names a screen; the lower, the better. What the app says of itself is there every time; what
/// stands in one of many rows, beside the name of a row, or has figures in it may be a user's own.
fn rank(screen: &Screen, index: usize, own: &RunSpecifics) -> u8 {
    let element = &screen.elements[index];
    let text = element.caption();
    let by_role = match element.role {
        Role::Heading => 0,
        Role::Dialog => 1,
        Role::Button | Role::Tab => 2,
        Role::Row | Role::Text | Role::Link | Role::TextField => 3,
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
    by_role
        + if has_digits || is_data(screen, index, own) {
            DATA
        } else {
            0
        }
}

/// How far up the row or card of a text is looked for.
const HIGHEST_ROW: usize = 4;

/// Returns whether a text is one of many of its kind, or a value: it is in a row that it does not name by an id of its own.
/// What the author calls something, and what every row says, are words of the app.
fn is_data(screen: &Screen, index: usize, own: &RunSpecifics) -> bool {
    let text = screen.elements[index].caption();
    let names_something = !effective_id(screen, index).is_empty();
    let mut near = screen.lineage(index).take(1 + HIGHEST_ROW);
    if names_something || own.fixed.iter().any(|words| words == text) {
        return false;
    }
    let rows = near.find_map(|holder| repeated(screen, holder));
    rows.is_some_and(|rows| {
        let says = |row: &&usize| {
            let mut inside = screen.inside(**row);
            inside.any(|inner| screen.elements[inner].caption() == text)
        };
        let with = rows.iter().filter(says).count();
        // The first may be the head of the rows.
        with < 2 || !rows.iter().skip(1).all(|row| says(&row))
    })
}

/// Returns an element and those of the same shape beside it, where it is a row or there are such ones, as with cards.
fn repeated(screen: &Screen, index: usize) -> Option<Vec<usize>> {
    let element = &screen.elements[index];
    let shape = |holder: usize| -> Vec<Role> {
        let inside = screen.inside(holder);
        let children = inside.filter(|it| screen.elements[*it].parent == Some(holder));
        children.map(|it| screen.elements[it].role).collect()
    };
    let is_row = element.role == Role::Row;
    let own = if is_row { Vec::new() } else { shape(index) };
    if !is_row && own.len() < 2 {
        return None;
    }
    let all = screen.elements.iter().enumerate();
    let beside = all.filter(|(other, peer)| {
        let is_beside = peer.parent == element.parent && peer.role == element.role;
        is_beside && (is_row || *other == index || shape(*other) == own)
    });
    let beside: Vec<usize> = beside.map(|(other, _)| other).collect();
    (is_row || beside.len() > 1).then_some(beside)
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
    fn what_stands_in_rows_is_expected_only_as_a_row_more() {
        let list = |names: &[&str], more: &[&str]| {
            let mut elements = vec![element(Role::List, "", 0.0)];
            for name in names {
                let row = elements.len();
                elements.push(element(Role::Row, "", 0.0));
                elements[row].parent = Some(0);
                elements.push(element(Role::Text, name, 0.0));
                elements[row + 1].parent = Some(row);
            }
            elements.extend(more.iter().map(|text| element(Role::Text, text, 500.0)));
            screen(elements)
        };
        let mined = |more: &[&str]| {
            let (before, after) = (list(&["Milk"], &[]), list(&["Milk", "Bread"], more));
            mine(&before, &after, &RunSpecifics::default())
        };
        assert_eq!(mined(&[]), [Expectation::MoreRows]);
        let shows = Expectation::Shows("It is in your list".to_owned());
        assert_eq!(mined(&["It is in your list", "2 items"]), [shows]);
    }

    #[test]
    fn what_only_some_cards_say_is_data_and_what_all_say_are_words_of_the_app() {
        let mut elements = vec![element(Role::Container, "", 0.0)];
        for [name, maker] in [["Lamp", "Lumo"], ["Apron", "Casa"], ["Board", "Lumo"]] {
            let card = elements.len();
            elements.push(element(Role::Container, name, 0.0));
            elements[card].parent = Some(0);
            for text in [name, maker, "Shipped free"] {
                elements.push(Element {
                    parent: Some(card),
                    ..element(Role::Text, text, 0.0)
                });
            }
        }
        let found = mine(
            &screen(Vec::new()),
            &screen(elements),
            &RunSpecifics::default(),
        );
        assert_eq!(found, [Expectation::Shows("Shipped free".to_owned())]);
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
