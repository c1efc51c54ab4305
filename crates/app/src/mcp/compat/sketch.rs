//! Screens of a few elements, for tests.

use retap_model::geometry::{Rect, Size};
use retap_model::screen::{Element, Screen};

/// Returns a text at this height.
pub(super) fn text_at(text: &str, y: f64) -> Element {
    Element {
        text: text.to_owned(),
        bounds: Rect::new(0.0, y, 200.0, 30.0),
        ..Element::default()
    }
}

/// Returns a button at this height.
pub(super) fn button_at(text: &str, y: f64) -> Element {
    let mut button = text_at(text, y);
    button.is_clickable = true;
    button.state.enabled = true;
    button
}

/// Returns a screen of these elements.
pub(super) fn screen(elements: Vec<Element>) -> Screen {
    Screen {
        size: Size::new(400.0, 800.0),
        elements,
        ..Screen::default()
    }
}
