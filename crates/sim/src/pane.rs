//! Which window of the phone an element stands in.

use retap_model::screen::{Element, Role, Screen};

use crate::layout::KEYBOARD_ID;

/// Whose window an element stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pane {
    App,
    StatusBar,
    Keyboard,
    Toast,
}

/// Returns the numbers of what is shown in a window itself, then in each element.
pub(crate) fn children(screen: &Screen, pane: Pane) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); screen.elements.len() + 1];
    for (number, element) in screen.elements.iter().enumerate() {
        let is_inside = element.parent.is_some() || pane_of(screen, element) == pane;
        if screen.is_in_view(element) && is_inside {
            children[element.parent.map_or(0, |parent| parent + 1)].push(number);
        }
    }
    children
}

/// Returns whose window an element stands in that is in no other element.
pub(crate) fn pane_of(screen: &Screen, element: &Element) -> Pane {
    if element.bounds.bottom() <= screen.status_bar {
        Pane::StatusBar
    } else if element.id == KEYBOARD_ID {
        Pane::Keyboard
    } else if element.role == Role::Toast {
        Pane::Toast
    } else {
        Pane::App
    }
}
