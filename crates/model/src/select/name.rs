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
    let id = Some(effective_id(screen, index)).filter(|id| !id.is_empty());
    let with_id = |target: Target| {
        let id = Some(Phrase::literal(id?));
        Some(Target { id, ..target })
    };
    let is_it = |target: &Target| means(screen, target, index);
    if label.is_empty() {
        return with_id(Target::default()).filter(is_it);
    }
    let named = Target::labelled(Phrase::literal(label));
    let in_row = row_key(screen, index).map(|row| Target {
        row: Some(Phrase::literal(row)),
        ..named.clone()
    });
    let with_role = Target {
        role: WantedRole::Only(screen.elements[index].role),
        ..named.clone()
    };
    let numbered = (1..=MOST_OF_ONE_NAME).map(|number| Target {
        index: Some(number),
        ..named.clone()
    });
    let plain = [
        Some(named.clone()),
        in_row,
        Some(with_role),
        with_id(named.clone()),
    ];
    plain.into_iter().flatten().chain(numbered).find(is_it)
}

/// Returns what names the element: its own caption, else the first text inside it.
pub(super) fn label_of(screen: &Screen, index: usize) -> String {
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
    use crate::geometry::Rect;
    use crate::screen::sample::{element, screen};
    use crate::screen::{Element, Role};

    fn inside(parent: usize, inner: Element) -> Element {
        Element {
            parent: Some(parent),
            ..inner
        }
    }

    #[test]
    fn the_plainest_words_that_are_unique_are_chosen() {
        let add = |parent: usize, top: f64| Element {
            bounds: Rect::new(150.0, top, 50.0, 40.0),
            ..inside(parent, element(Role::Button, "Add", top))
        };
        let shown = screen(vec![
            element(Role::Row, "", 0.0),
            inside(0, element(Role::Text, "Mug", 0.0)),
            add(0, 0.0),
            element(Role::Row, "", 50.0),
            inside(3, element(Role::Text, "Bag", 50.0)),
            add(3, 50.0),
            element(Role::Button, "Pay", 200.0),
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
            element(Role::Button, "Go", 0.0),
            element(Role::Button, "Go", 50.0),
            element(Role::Button, "", 100.0),
        ]);
        assert_eq!(name_element(&shown, 1).unwrap().index, Some(2));
        assert_eq!(name_element(&shown, 2), None);
    }
}
