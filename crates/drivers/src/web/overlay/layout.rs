//! Where the parts of a dialog are: in the middle of the page, as browsers have it.

use retap_model::geometry::{Point, Rect, Size};
use retap_model::screen::{Element, Role, State};

use super::Touched;

/// The identifiers of the two buttons; touches are told apart by them.
pub(super) const ACCEPT: &str = "dialog-accept";
pub(super) const DISMISS: &str = "dialog-dismiss";

const WIDTH: f64 = 400.0;
const LINE: f64 = 32.0;
const PADDING: f64 = 16.0;
const BUTTON: f64 = 100.0;

/// The parts of a dialog.
pub(super) struct Parts<'a> {
    /// Its name.
    pub(super) title: &'a str,
    /// Its content.
    pub(super) message: &'a str,
    /// The name of its field and what that holds.
    pub(super) field: Option<(&'a str, &'a str)>,
    /// The words on its buttons, the one that goes on first.
    pub(super) buttons: &'a [&'a str],
}

/// Returns the elements of a dialog on a page of this size.
pub(super) fn lay_out(parts: &Parts<'_>, size: Size) -> Vec<Element> {
    let lines = 2.0 + f64::from(u8::from(parts.field.is_some()));
    let width = WIDTH.min(size.width);
    let height = lines * LINE + 2.0 * PADDING;
    let x = (size.width - width) / 2.0;
    let mut y = ((size.height - height) / 2.0).max(0.0);
    let mut elements = vec![Element {
        role: Role::Dialog,
        description: parts.title.to_owned(),
        ..base(Rect::new(x, y, width, height), None)
    }];
    y += PADDING;
    let line = |y: f64| Rect::new(x + PADDING, y, width - 2.0 * PADDING, LINE);
    if !parts.message.is_empty() {
        elements.push(Element {
            role: Role::Text,
            text: parts.message.to_owned(),
            ..base(line(y), Some(0))
        });
    }
    y += LINE;
    if let Some((name, value)) = parts.field {
        elements.push(field(name, value, line(y)));
        y += LINE;
    }
    for (number, (words, id)) in parts.buttons.iter().zip([ACCEPT, DISMISS]).enumerate() {
        let right = x + width - PADDING - number as f64 * (BUTTON + PADDING);
        elements.push(Element {
            role: Role::Button,
            text: (*words).to_owned(),
            id: id.to_owned(),
            is_clickable: true,
            ..base(Rect::new(right - BUTTON, y, BUTTON, LINE), Some(0))
        });
    }
    elements
}

fn field(name: &str, value: &str, bounds: Rect) -> Element {
    let mut field = Element {
        role: Role::TextField,
        text: value.to_owned(),
        description: name.to_owned(),
        id: "dialog-field".to_owned(),
        is_clickable: true,
        is_editable: true,
        ..base(bounds, Some(0))
    };
    field.state.focused = true;
    field.state.value = Some(value.to_owned());
    field
}

/// Returns an element of the browser's own.
pub(super) fn base(bounds: Rect, parent: Option<usize>) -> Element {
    Element {
        class: "browser".to_owned(),
        bounds,
        parent,
        state: State {
            enabled: true,
            ..State::default()
        },
        ..Element::default()
    }
}

/// Returns what a touch on one of these elements means.
pub(super) fn touched(elements: &[Element], at: Point) -> Touched {
    let mut hit = elements
        .iter()
        .filter(|element| element.bounds.contains(at));
    match hit.next_back().map(|element| element.id.as_str()) {
        Some(ACCEPT) => Touched::Accept,
        Some(DISMISS) => Touched::Dismiss,
        Some(_) | None => Touched::Nothing,
    }
}
