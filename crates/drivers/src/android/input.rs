//! Touches and keys as commands for the device's own `input`.

use std::time::Duration;

use retap_model::device::{Key, Modifier};
use retap_model::geometry::Point;

use super::keys::{CONTROL, DELETE, FORWARD_DELETE, LETTER_A, code_of, codes_of};
use super::text;

/// The first system whose `input` can hold a key while it presses another (Android 12).
pub(super) const KEYS_TOGETHER: u32 = 31;

/// The first system whose `input` can drag (Android 7).
pub(super) const DRAGS: u32 = 24;

/// How many characters are deleted one by one when it is not known how many there are.
const USUAL_LENGTH: usize = 128;

/// Longest field that is emptied one by one; the engine looks whether it is empty.
const LONGEST_FIELD: usize = 2_000;

/// Returns the command that touches a point.
pub(super) fn tap(at: Point) -> String {
    format!("input tap {}", place(at))
}

/// Returns the command that touches a point twice.
pub(super) fn double_tap(at: Point) -> String {
    format!("{0} && {0}", tap(at))
}

/// Returns the command that moves a finger; one that stays where it is holds the point.
pub(super) fn swipe(from: Point, to: Point, time: Duration) -> String {
    format!("input swipe {} {} {}", place(from), place(to), millis(time))
}

/// Returns the command that picks up and lets go.
pub(super) fn drag(from: Point, to: Point, time: Duration, sdk: u32) -> String {
    if sdk < DRAGS {
        return swipe(from, to, time);
    }
    let (from, to) = (place(from), place(to));
    format!("input draganddrop {from} {to} {}", millis(time))
}

/// Returns the command that presses keys one after the other.
pub(super) fn press(codes: &[u16]) -> String {
    let codes: Vec<String> = codes.iter().map(u16::to_string).collect();
    format!("input keyevent {}", codes.join(" "))
}

/// Returns the command that presses keys together.
pub(super) fn press_together(codes: &[u16]) -> String {
    let codes: Vec<String> = codes.iter().map(u16::to_string).collect();
    format!("input keycombination {}", codes.join(" "))
}

/// Returns the command that presses a key with modifiers held, or why there is none.
pub(super) fn press_key(key: &Key, modifiers: &[Modifier], sdk: u32) -> Result<String, String> {
    let held = codes_of(modifiers);
    match (code_of(key), held.is_empty()) {
        (Some(code), true) => Ok(press(&[code])),
        (Some(_), false) if sdk < KEYS_TOGETHER => Err(format!(
            "keys can be held only since Android 12, and this system is API level {sdk}"
        )),
        (Some(code), false) => Ok(press_together(&[&held[..], &[code]].concat())),
        (None, true) if text::needs_of(key.as_str()) == text::Needs::Keys => {
            Ok(text::by_keys(key.as_str()).concat())
        }
        (None, _) => Err(format!("Android has no key `{}`", key.as_str())),
    }
}

/// Returns the command that empties the field with the focus by choosing all of it.
pub(super) fn clear_at_once() -> String {
    let all = press_together(&[CONTROL, LETTER_A]);
    format!("{all} && {}", press(&[DELETE]))
}

/// Returns the command that empties the field with the focus character by character, to both sides
/// of the cursor, wherever that is.
pub(super) fn clear_one_by_one(length: Option<usize>) -> String {
    let count = length.unwrap_or(USUAL_LENGTH).min(LONGEST_FIELD);
    let back = std::iter::repeat_n(DELETE, count);
    let codes: Vec<u16> = back
        .chain(std::iter::repeat_n(FORWARD_DELETE, count))
        .collect();
    press(&codes)
}

/// Touches are pixels.
fn place(at: Point) -> String {
    format!("{} {}", at.x.floor() as i64, at.y.floor() as i64)
}

fn millis(time: Duration) -> u128 {
    time.as_millis()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Point = Point::new(10.5, 20.9);
    const B: Point = Point::new(300.0, 400.0);
    const TIME: Duration = Duration::from_millis(700);

    #[test]
    fn touches_are_whole_pixels() {
        assert_eq!(tap(A), "input tap 10 20");
        assert_eq!(double_tap(B), "input tap 300 400 && input tap 300 400");
        assert_eq!(swipe(A, B, TIME), "input swipe 10 20 300 400 700");
        assert_eq!(drag(A, B, TIME, 34), "input draganddrop 10 20 300 400 700");
        assert_eq!(drag(A, B, TIME, 23), "input swipe 10 20 300 400 700");
    }

    #[test]
    fn keys_are_pressed_alone_or_together() {
        let press = |word, modifiers: &[Modifier], sdk| {
            press_key(&Key::from_word(word).unwrap(), modifiers, sdk)
        };
        assert_eq!(press("return", &[], 30), Ok("input keyevent 66".to_owned()));
        assert_eq!(press("+", &[], 30), Ok("input text '+'".to_owned()));
        assert_eq!(
            press("a", &[Modifier::Command], 34),
            Ok("input keycombination 113 29".to_owned())
        );
        assert!(press("a", &[Modifier::Command], 30).is_err());
        assert_eq!(
            press("é", &[], 34),
            Err("Android has no key `é`".to_owned())
        );
    }

    #[test]
    fn a_field_is_emptied_in_one_command() {
        assert_eq!(
            clear_at_once(),
            "input keycombination 113 29 && input keyevent 67"
        );
        assert_eq!(clear_one_by_one(Some(2)), "input keyevent 67 67 112 112");
        assert!(clear_one_by_one(Some(1_000_000)).len() < 32_000);
    }
}
