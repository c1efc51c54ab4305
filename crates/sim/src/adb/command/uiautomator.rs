//! `uiautomator dump`: the tree of the screen, with the messages of the real one.

use std::io;

use super::super::phone::{Dump, DumpScope};
use super::Call;

/// Where the tree goes when nothing else is said.
const USUAL_FILE: &str = "/sdcard/window_dump.xml";

/// Set to 0, `--windows` is ignored, as older systems do.
const WINDOWS_PROPERTY: &str = "debug.retap.windows";

const USAGE: &str = "Usage: uiautomator <subcommand> [options]\n\n\
     Available subcommands:\n\n\
     help: displays help message\n\n\
     dump: creates an XML dump of current UI hierarchy\n\
     \x20   dump [--verbose][file]\n\
     \x20     [--windows]: dumps all windows on all displays.\n\
     \x20     [--compressed]: dumps compressed layout information.\n\
     \x20     [file]: the location where the dumped XML should be stored, default is\n\
     \x20     /sdcard/window_dump.xml\n";

/// `uiautomator dump [--compressed] [FILE]`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    match call.arg(0) {
        "dump" => dump(call),
        "runtest" | "events" => call.fail(1, "uiautomator: only `dump` is simulated"),
        _ => {
            call.out(USAGE)?;
            Ok(0)
        }
    }
}

fn dump(call: &Call<'_>) -> io::Result<i32> {
    let mut names = call
        .args
        .iter()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"));
    let name = names.next_back().map_or(USUAL_FILE, String::as_str);
    let asks_all = call.args.iter().any(|arg| arg == "--windows");
    let has_all = call
        .phone
        .state()
        .properties
        .get(WINDOWS_PROPERTY)
        .is_none_or(|v| v != "0");
    let scope = if asks_all && has_all {
        DumpScope::AllWindows
    } else {
        DumpScope::FrontWindow
    };
    let text = match call.phone.dump(scope, call.is_over) {
        Ok(Dump::Written(text)) => text,
        Ok(Dump::NotIdle) => return call.fail(0, "ERROR: could not get idle state."),
        Ok(Dump::NullRoot) => {
            return call.fail(
                0,
                "ERROR: null root node returned by UiTestAutomationBridge.",
            );
        }
        Err(error) => return call.fail(1, &format!("ERROR: {error}")),
    };
    if matches!(name, "/dev/tty" | "/dev/stdout" | "/proc/self/fd/1") {
        call.out(&text)?;
    } else {
        write(call, name, text);
    }
    // The real one has the same slip of the pen, and tools look for it.
    call.line(&format!("UI hierchary dumped to: {name}"))?;
    Ok(0)
}

/// Writes the file; like the real one, it says only in the log that it could not.
fn write(call: &Call<'_>, name: &str, text: String) {
    let path = call.path(name);
    let mut state = call.phone.state();
    let now = state.seconds();
    if let Err(error) = state.files.write(&path, text.into_bytes(), now) {
        let words = format!("failed to dump window to file: {name}: {error}");
        state.log.warn("AccessibilityNodeInfoDumper", &words);
    }
}
