//! Giving an element that was pointed at the words an author would use for it.

use crate::phrase::Phrase;
use crate::program::{Target, WantedRole};
use crate::screen::Screen;

use super::evidence::{effective_id, row_key};
use super::{Search, locate};

/// How many elements of one name are counted through; more is a list nobody names by numbers.
const MOST_OF_ONE_NAME: u32 = 50;

/// Returns words that mean this element and no other on this screen, the plainest that do; `None`
/// where there are none.
pub fn name_element(screen: &Screen, index: usize) -> Option<Target> {
    let label = label_of(screen, index);
    let labelled = Target::labelled(Phrase::literal(label.clone()));
    let with_role = Target {
        role: WantedRole::Only(screen.elements[index].role),
        ..labelled.clone()
    };
    let row = row_key(screen, index).map(|row| Target {
        row: Some(Phrase::literal(row)),
        ..labelled.clone()
    });
    let id = effective_id(screen, index);
    let with_id = |target: Target| Target {
        id: Some(Phrase::literal(id)),
        ..target
    };
    let has_label = !label.is_empty();
    let plain = [
        has_label.then_some(labelled.clone()),
        row.filter(|_| has_label),
        has_label.then_some(with_role),
        (!id.is_empty()).then(|| {
            with_id(if has_label {
                labelled.clone()
            } else {
                Target::default()
            })
        }),
    ];
    let numbered = (1..=MOST_OF_ONE_NAME)
        .filter(|_| has_label)
        .map(|number| Target {
            index: Some(number),
            ..labelled.clone()
        });
    plain
        .into_iter()
        .flatten()
        .chain(numbered)
        .find(|target| means(screen, target, index))
}

/// Returns what names the element: its own caption, else the first text inside it.
fn label_of(screen: &Screen, index: usize) -> String {
    let own = screen.elements[index].caption();
    if !own.is_empty() {
        return own.to_owned();
    }
    let inner = screen.inside(index).find(|inner| {
        let element = &screen.elements[*inner];
        !element.caption().is_empty() && !element.reacts_to_touches()
    });
    inner.map_or_else(String::new, |inner| {
        screen.elements[inner].caption().to_owned()
    })
}

/// Returns whether the target is this element, or the text in it, or what it is the text of.
fn means(screen: &Screen, target: &Target, index: usize) -> bool {
    let Search::Found(found) = locate(screen, target, None) else {
        return false;
    };
    let own = screen.elements[index].bounds;
    found.index == index
        || (screen.is_inside(found.index, index) && !screen.elements[found.index].is_clickable)
        || (screen.is_inside(index, found.index)
            && own.contains(found.point)
            && !screen.elements[index].is_clickable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Rect, Size};
    use crate::screen::{Element, Role, State};

    fn element(role: Role, text: &str, y: f64, parent: Option<usize>) -> Element {
        Element {
            text: text.to_owned(),
            role,
            bounds: Rect::new(0.0, y, 200.0, 40.0),
            is_clickable: matches!(role, Role::Button | Role::Row),
            state: State {
                enabled: true,
                ..State::default()
            },
            parent,
            ..Element::default()
        }
    }

    fn screen(elements: Vec<Element>) -> Screen {
        Screen {
            size: Size::new(400.0, 800.0),
            elements,
            ..Screen::default()
        }
    }

    #[test]
    fn the_plainest_words_that_are_unique_are_chosen() {
        let mut add = element(Role::Button, "Add", 0.0, Some(0));
        add.bounds = Rect::new(150.0, 0.0, 50.0, 40.0);
        let mut other = element(Role::Button, "Add", 50.0, Some(3));
        other.bounds = Rect::new(150.0, 50.0, 50.0, 40.0);
        let shown = screen(vec![
            element(Role::Row, "", 0.0, None),
            element(Role::Text, "Mug", 0.0, Some(0)),
            add,
            element(Role::Row, "", 50.0, None),
            element(Role::Text, "Bag", 50.0, Some(3)),
            other,
            element(Role::Button, "Pay", 200.0, None),
        ]);
        let pay = name_element(&shown, 6).unwrap();
        assert_eq!(
            (pay.label.reveal(), pay.row, pay.index),
            ("Pay".to_owned(), None, None)
        );
        let bag = name_element(&shown, 5).unwrap();
        assert_eq!(
            bag.row.map(|row| row.reveal()),
            Some("Bag".to_owned()),
            "{:?}",
            bag.index
        );
        assert_eq!(name_element(&shown, 3).unwrap().label.reveal(), "Bag");
    }

    #[test]
    fn equal_elements_are_counted_and_nameless_ones_have_no_words() {
        let shown = screen(vec![
            element(Role::Button, "Go", 0.0, None),
            element(Role::Button, "Go", 50.0, None),
            element(Role::Button, "", 100.0, None),
        ]);
        assert_eq!(name_element(&shown, 1).unwrap().index, Some(2));
        assert_eq!(name_element(&shown, 2), None);
    }
}
