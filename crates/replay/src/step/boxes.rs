//! Codes that are typed into a row of boxes with a character or a few in each: what all of them hold together.

use super::field::value;
use super::prelude::*;

/// How much the boxes of a row differ in place and size at the most.
const LEAST_DIFFERENCE: f64 = 2.0;

/// Returns the row of boxes that begins with a field: fields that follow it side by side and look like it. A field alone is
/// a row of one.
pub(super) fn row_of<'s>(first: &'s Element, screen: &'s Screen) -> Vec<&'s Element> {
    let fields = screen.visible().map(|(_, element)| element);
    let fields = fields.filter(|element| element.is_editable);
    let from_first = fields.skip_while(|element| !std::ptr::eq(*element, first));
    from_first.take_while(|it| is_alike(first, it)).collect()
}

fn is_alike(first: &Element, other: &Element) -> bool {
    let (one, other) = (first.bounds, other.bounds);
    let differences = [
        one.y - other.y,
        one.width - other.width,
        one.height - other.height,
    ];
    differences.iter().all(|it| it.abs() <= LEAST_DIFFERENCE)
}

/// Returns whether several boxes together hold a text and nothing else, one after the other: each as many letters as the
/// first, but for the last, and none behind an empty one. Of those that do not show their letters each has one.
pub(super) fn hold_together(boxes: &[&Element], text: &str) -> bool {
    let mut rest = text;
    let mut size = None;
    for field in boxes {
        let Some(behind) = behind_box(field, rest) else {
            return false;
        };
        let letters = rest.chars().count() - behind.chars().count();
        let size = *size.get_or_insert(letters);
        let is_last = behind.is_empty() && letters <= size;
        if letters != size && !is_last {
            return false;
        }
        rest = behind;
    }
    boxes.len() > 1 && rest.is_empty()
}

/// Returns what of a text stands behind what a box holds of it.
fn behind_box<'t>(field: &Element, text: &'t str) -> Option<&'t str> {
    if !field.is_password {
        return text.strip_prefix(value(field));
    }
    let shown = field.text.chars().count();
    match field.hidden_length.unwrap_or(shown) {
        0 => Some(text),
        1 => text.chars().next().map(|letter| &text[letter.len_utf8()..]),
        _ => None,
    }
}

/// Returns what each of several boxes holds, for people.
pub(super) fn told(boxes: &[&Element]) -> String {
    let held = boxes.iter().map(|field| value(field));
    held.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use retap_model::screen::State;

    use super::*;

    fn boxes(values: &[&str]) -> Screen {
        let places = (0..).map(|place| 10.0 + 40.0 * f64::from(place));
        let field = |(value, x): (&&str, f64)| Element {
            is_editable: true,
            bounds: Rect::new(x, 100.0, 30.0, 30.0),
            state: State {
                value: Some((*value).to_owned()),
                enabled: true,
                ..State::default()
            },
            ..Element::default()
        };
        Screen {
            size: Size::new(400.0, 800.0),
            elements: values.iter().zip(places).map(field).collect(),
            ..Screen::default()
        }
    }

    fn hold(values: &[&str], text: &str) -> bool {
        let screen = boxes(values);
        hold_together(&row_of(&screen.elements[0], &screen), text)
    }

    #[test]
    fn boxes_hold_a_code_together() {
        assert!(hold(&["1", "2", "3", "4"], "1234"));
        assert!(hold(&["4111", "1111", "23", ""], "4111111123"));
        assert!(hold(&["1", "2", "", ""], "12"));
    }

    #[test]
    fn what_is_missing_more_or_elsewhere_is_another_code() {
        assert!(!hold(&["1", "6", "", ""], "1234"));
        assert!(!hold(&["1", "2", "3", ""], "1234"));
        assert!(!hold(&["1", "2", "3", "4"], "123"));
        assert!(!hold(&["1", "", "2", ""], "12"));
        assert!(!hold(&["2", "1"], "12"));
        assert!(!hold(&["John", "Smith"], "JohnSmith"), "two names");
        assert!(!hold(&["", ""], "12"));
        assert!(!hold(&["12"], "12"), "one field is no row of boxes");
    }

    #[test]
    fn a_field_of_another_size_or_line_is_no_box_of_the_row() {
        let mut screen = boxes(&["1", "2", "3"]);
        screen.elements[2].bounds = Rect::new(90.0, 100.0, 200.0, 30.0);
        assert_eq!(row_of(&screen.elements[0], &screen).len(), 2);
    }

    #[test]
    fn letters_that_are_not_shown_are_counted() {
        let mut screen = boxes(&["", "2", "3"]);
        screen.elements[0].is_password = true;
        screen.elements[0].hidden_length = Some(1);
        let row = row_of(&screen.elements[0], &screen);
        assert!(hold_together(&row, "123"));
        assert!(!hold_together(&row, "124"));
        screen.elements[0].hidden_length = Some(2);
        let row = row_of(&screen.elements[0], &screen);
        assert!(!hold_together(&row, "1123"), "no box for one letter");
    }
}
