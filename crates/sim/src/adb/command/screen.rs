//! `uiautomator`, `screencap` and `wm`: the tree, the picture and the size of the screen.

use std::fmt::Display;

use super::super::phone::DumpScope;
use super::super::state::{DENSITY, PixelSize, Refusal, State};
use super::file::write;
use super::{Call, Ended};

/// Where the tree goes when nothing else is said.
const USUAL_FILE: &str = "/sdcard/window_dump.xml";

/// Set to 0, `--windows` is ignored, as older systems do.
const WINDOWS_PROPERTY: &str = "debug.retap.windows";

const UIAUTOMATOR_USAGE: &str = include_str!("../../../adb/uiautomator_usage.txt");

/// `uiautomator dump [--windows] [FILE]`.
pub(super) fn uiautomator(call: &mut Call<'_>) -> Ended {
    match call.arg(0) {
        "dump" => dump(call),
        "runtest" | "events" => call.fail(1, "uiautomator: only `dump` is simulated"),
        _ => call.print(UIAUTOMATOR_USAGE),
    }
}

fn dump(call: &Call<'_>) -> Ended {
    let options = call.options(&[]);
    let name = options.rest[1..].last().copied().unwrap_or(USUAL_FILE);
    let property = call.state().properties.get(WINDOWS_PROPERTY).cloned();
    let has_all = property.is_none_or(|value| value != "0");
    let scope = if has_all && options.has(&["windows"]) {
        DumpScope::AllWindows
    } else {
        DumpScope::FrontWindow
    };
    let text = match call.shell.phone.dump(scope, &*call.shell.is_over) {
        Ok(Ok(text)) => text,
        Ok(Err(Refusal::NotIdle)) => return call.fail(0, "ERROR: could not get idle state."),
        Ok(Err(Refusal::NullRoot)) => {
            let text = "ERROR: null root node returned by UiTestAutomationBridge.";
            return call.fail(0, text);
        }
        Err(error) => return call.fail(1, &format!("ERROR: {error}")),
    };
    if matches!(name, "/dev/tty" | "/dev/stdout" | "/proc/self/fd/1") {
        call.out(&text)?;
    } else if let Err(error) = write(call, name, text.into_bytes()) {
        // Like the real one, it says so only in the log.
        let words = format!("failed to dump window to file: {name}: {error}");
        call.state().log.warn("AccessibilityNodeInfoDumper", &words);
    }
    // The real one has the same slip of the pen, and tools look for it.
    call.line(&format!("UI hierchary dumped to: {name}"))
}

/// Prints a PNG (`-p`) or writes it to a file that ends so.
pub(super) fn screencap(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["d"]);
    if options.has(&["h"]) {
        return call.fail(1, "usage: screencap [-hp] [-d display-id] [FILENAME]");
    }
    let name = options.first();
    if !options.has(&["p"]) && !name.ends_with(".png") {
        return call.fail(1, "screencap: only PNG is simulated; use -p");
    }
    let picture = match call.shell.phone.screenshot() {
        Ok(picture) => picture,
        Err(error) => return call.fail(1, &format!("screencap: {error}")),
    };
    if matches!(name, "" | "-") {
        call.io.out.write(&picture)?;
        return Ok(0);
    }
    match write(call, name, picture) {
        Ok(()) => Ok(0),
        Err(error) => call.fail(1, &format!("Error opening file: {name} ({error})")),
    }
}

/// `wm size|density [VALUE|reset]`.
pub(super) fn wm(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["d"]);
    let value = options.rest.get(1).copied();
    match options.first() {
        "size" => measure(call, value, PixelSize::parse, |state| {
            (state.physical_size(), &mut state.size)
        }),
        "density" => measure(call, value, parse_density, |state| {
            (DENSITY, &mut state.density)
        }),
        "dismiss-keyguard" => Ok(0),
        "user-rotation" if value.is_none() => call.line("lock 0"),
        "" => call.fail(255, "Window manager (window) commands: size, density"),
        other => call.fail(255, &format!("Unknown command: {other}")),
    }
}

fn parse_density(text: &str) -> Option<u32> {
    text.parse().ok().filter(|density| *density >= 72)
}

/// A measure of the screen that can be set: its real value, and the one that was set.
type Measure<'a, T> = (T, &'a mut Option<T>);

/// Prints, sets or resets a measure of the screen.
fn measure<T: Copy + PartialEq + Display>(
    call: &Call<'_>,
    value: Option<&str>,
    parse: fn(&str) -> Option<T>,
    find: fn(&mut State) -> Measure<'_, T>,
) -> Ended {
    let name = call.options(&["d"]).first();
    let mut state = call.state();
    let (physical, changed) = find(&mut state);
    let mut text = String::new();
    match value {
        None => {
            text = format!("Physical {name}: {physical}\n");
            text.extend(changed.map(|changed| format!("Override {name}: {changed}\n")));
        }
        Some("reset") => *changed = None,
        Some(value) => match parse(value) {
            Some(value) => *changed = (value != physical).then_some(value),
            None => {
                drop(state);
                return call.fail(255, &format!("Error: bad {name} {value}"));
            }
        },
    }
    drop(state);
    call.print(&text)
}
