//! Screens and elements for the tests of this crate.

use crate::geometry::{Rect, Size};

use super::{Element, Role, Screen};

/// Returns the screen of a phone with these elements.
pub(crate) fn screen(elements: Vec<Element>) -> Screen {
    Screen {
        size: Size::new(400.0, 800.0),
        elements,
        ..Screen::default()
    }
}

/// Returns a screen with these texts, one below the other.
pub(crate) fn screen_of(texts: &[&str]) -> Screen {
    let rows = texts.iter().enumerate();
    let text = |(row, text): (usize, &&str)| element(Role::Unknown, text, row as f64 * 40.0);
    screen(rows.map(text).collect())
}

/// Returns what says `text` this far from the top; buttons and rows react to touches.
pub(crate) fn element(role: Role, text: &str, top: f64) -> Element {
    let mut element = Element {
        text: text.to_owned(),
        role,
        bounds: Rect::new(0.0, top, 100.0, 30.0),
        is_clickable: matches!(role, Role::Button | Role::Row),
        ..Element::default()
    };
    element.state.enabled = true;
    element
}
