//! `input`: touches, keys and text, in the pixels of the screen.

use std::time::Duration;

use retap_model::device::{Action, DeviceError, Key, Typed};
use retap_model::geometry::Point;

use super::keycode::{self, CTRL_LEFT, CTRL_RIGHT, DEL, KEY_A, POWER, SLEEP, WAKEUP};
use super::{Call, Ended};

/// Where an event seems to come from; it makes no difference here.
const SOURCES: &str = "dpad keyboard mouse touchpad touchscreen stylus trackball";

/// How long a swipe takes when nothing is said.
const SWIPE: Duration = Duration::from_millis(300);
/// A finger that rests this long is a long press.
const LONG_PRESS: Duration = Duration::from_millis(500);
/// A finger that moves less than this, in pixels, rests.
const SLIP: f64 = 16.0;

const USAGE: &str = include_str!("../../../adb/input_usage.txt");

/// Why an event was not made.
enum Refused {
    /// The arguments are not those of the command.
    Arguments,
    /// Text has characters no key makes.
    NoKeys,
    /// The phone said no.
    Device(DeviceError),
}

impl From<DeviceError> for Refused {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

/// `input [SOURCE] [-d DISPLAY] COMMAND ARGUMENT...`.
pub(super) fn run(call: &mut Call<'_>) -> Ended {
    let mut args = call.args;
    let is_source = |arg: &String| SOURCES.split(' ').any(|source| source == arg);
    if args.first().is_some_and(is_source) {
        args = &args[1..];
    }
    if args.first().is_some_and(|arg| arg == "-d") {
        args = args.get(2..).unwrap_or_default();
    }
    let Some((command, rest)) = args.split_first() else {
        return call.fail(255, USAGE.trim_end());
    };
    let done = match command.as_str() {
        "tap" | "swipe" | "draganddrop" => gesture(call, command, rest),
        "text" => text(call, rest),
        "keyevent" => keys(call, rest),
        "keycombination" => combination(call, rest),
        other => return call.fail(255, &format!("Unknown command: {other}")),
    };
    match done {
        Ok(()) => Ok(0),
        Err(Refused::Arguments) => call.fail(
            255,
            &format!(
                "Error: Invalid arguments for command: {command}\n{}",
                USAGE.trim_end()
            ),
        ),
        Err(Refused::NoKeys) => call.fail(
            255,
            "\nException occurred while executing 'text':\n\
             java.lang.NullPointerException: Attempt to get length of null array\n\
             \tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:253)",
        ),
        Err(Refused::Device(error)) => call.fail(1, &format!("Error: {error}")),
    }
}

/// Performs an act unless the screen is off; a selection is over after any act.
fn perform(call: &Call<'_>, action: &Action) -> Result<(), Refused> {
    let mut state = call.state();
    state.has_selected_all = false;
    let is_awake = state.is_awake;
    drop(state);
    if is_awake {
        call.perform(action)?;
    }
    Ok(())
}

/// Touches the screen where the numbers say: points in pixels and, behind two of them, a time in milliseconds.
fn gesture(call: &Call<'_>, command: &str, args: &[String]) -> Result<(), Refused> {
    let number = |arg: &String| arg.parse().ok().filter(|number: &f64| number.is_finite());
    let numbers: Option<Vec<f64>> = args.iter().map(number).collect();
    let scale = call.state().scale();
    let point = |x: &f64, y: &f64| Point::new(x / scale.across, y / scale.down);
    let action = match (command, numbers.ok_or(Refused::Arguments)?.as_slice()) {
        ("tap", [x, y, ..]) => Action::Tap(point(x, y)),
        ("swipe", [x1, y1, x2, y2, time @ ..]) => {
            let moved = (x1 - x2).hypot(y1 - y2);
            touch(point(x1, y1), point(x2, y2), moved, duration(time))
        }
        ("draganddrop", [x1, y1, x2, y2, time @ ..]) => {
            Action::Drag(point(x1, y1), point(x2, y2), duration(time))
        }
        _ => return Err(Refused::Arguments),
    };
    perform(call, &action)
}

/// Returns how long a finger moves; as on the real one, what is negative is the usual time.
fn duration(millis: &[f64]) -> Duration {
    let millis = millis.first().filter(|millis| **millis >= 0.0);
    millis.map_or(SWIPE, |millis| Duration::from_millis(*millis as u64))
}

/// Returns what a finger does that goes down, moves and comes up.
fn touch(from: Point, to: Point, pixels: f64, time: Duration) -> Action {
    match (pixels < SLIP, time >= LONG_PRESS) {
        (true, true) => Action::LongPress(from, time),
        (true, false) => Action::Tap(from),
        (false, _) => Action::Swipe(from, to, time),
    }
}

/// Types text, by the keys that make it.
fn text(call: &Call<'_>, args: &[String]) -> Result<(), Refused> {
    let text = spaces_put_in(args.first().ok_or(Refused::Arguments)?);
    if !text
        .chars()
        .all(|c| c.is_ascii_graphic() || " \n\t".contains(c))
    {
        return Err(Refused::NoKeys);
    }
    if call.state().has_selected_all {
        perform(call, &Action::ClearText)?;
    }
    // A key for the end of a line and for a tab does what those keys do.
    for part in text.split_inclusive(['\n', '\t']) {
        let plain = part.trim_end_matches(['\n', '\t']);
        if !plain.is_empty() {
            perform(call, &Action::Type(Typed::Plain(plain.to_owned())))?;
        }
        let key = match part.chars().last() {
            Some('\n') => Key::from_word("return"),
            Some('\t') => Key::from_word("tab"),
            Some(_) | None => None,
        };
        if let Some(key) = key {
            perform(call, &Action::PressKey(key, Vec::new()))?;
        }
    }
    Ok(())
}

/// Returns the text with a space for each `%s`, exactly as Android reads it.
fn spaces_put_in(text: &str) -> String {
    text.replace("%s", " ")
}

/// Presses keys one after the other.
fn keys(call: &Call<'_>, args: &[String]) -> Result<(), Refused> {
    let is_flag = |arg: &&String| arg.starts_with("--");
    let is_long = args.iter().any(|arg| arg == "--longpress");
    let is_double = args.iter().any(|arg| arg == "--doubletap");
    let words: Vec<&String> = args.iter().filter(|arg| !is_flag(arg)).collect();
    if words.is_empty() {
        return Err(Refused::Arguments);
    }
    for word in words {
        let code = keycode::from_word(word);
        // A key that is held repeats, and what it types comes twice.
        let repeats = is_double || (is_long && matches!(code, 7..=16 | 29..=56 | 61..=77 | 81));
        press(call, code)?;
        if repeats {
            press(call, code)?;
        }
    }
    Ok(())
}

fn press(call: &Call<'_>, code: u32) -> Result<(), Refused> {
    let mut state = call.state();
    let has_selected_all = std::mem::take(&mut state.has_selected_all);
    match (code, keycode::action(code)) {
        (POWER, _) => state.is_awake = !state.is_awake,
        (SLEEP | WAKEUP, _) => state.is_awake = code == WAKEUP,
        (_, None) => state.has_selected_all = has_selected_all,
        (_, Some(action)) => {
            drop(state);
            if has_selected_all && matches!(action, Action::PressKey(..)) {
                perform(call, &Action::ClearText)?;
                if code == DEL {
                    return Ok(());
                }
            }
            perform(call, &action)?;
        }
    }
    Ok(())
}

/// Presses keys together; of those only `Ctrl` and `A` mean something here.
fn combination(call: &Call<'_>, args: &[String]) -> Result<(), Refused> {
    let args = if args.first().is_some_and(|arg| arg == "-t") {
        &args[2.min(args.len())..]
    } else {
        args
    };
    let codes: Vec<u32> = args.iter().map(|word| keycode::from_word(word)).collect();
    match codes.as_slice() {
        [CTRL_LEFT | CTRL_RIGHT, KEY_A] => {
            let mut state = call.state();
            state.has_selected_all = state.is_typing();
            Ok(())
        }
        [_, _, ..] => Ok(()),
        _ => Err(Refused::Arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finger_that_rests_is_a_tap_or_a_long_press() {
        let at = Point::new(1.0, 2.0);
        let long = Duration::from_secs(1);
        assert_eq!(touch(at, at, 0.0, SWIPE), Action::Tap(at));
        assert_eq!(touch(at, at, 2.0, long), Action::LongPress(at, long));
        assert_eq!(touch(at, at, 90.0, long), Action::Swipe(at, at, long));
    }

    #[test]
    fn percent_s_is_a_space_and_a_lone_percent_is_not() {
        for (given, typed) in [
            ("a%sb", "a b"),
            ("100%", "100%"),
            ("%%s", "% "),
            ("%S", "%S"),
        ] {
            assert_eq!(spaces_put_in(given), typed, "{given}");
        }
    }
}
