//! `ime`: the keyboards.

use std::io;

use super::super::state::KEYBOARD;
use super::Call;

/// `ime list [-s] [-a]`, `ime set|enable|disable ID`, `ime reset`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let id = call.args.iter().skip(1).find(|arg| !arg.starts_with('-'));
    let known = call.phone.state().keyboards();
    let is_known = id.is_some_and(|id| known.contains(&id.as_str()));
    let id = id.map_or("", String::as_str);
    match call.arg(0) {
        "list" => list(call, &known),
        "set" if is_known => {
            choose(call, id);
            call.line(&format!("Input method {id} selected for user #0"))?;
            Ok(0)
        }
        "enable" if is_known => {
            call.line(&format!("Input method {id}: now enabled for user #0"))?;
            Ok(0)
        }
        "disable" if is_known => {
            choose(call, KEYBOARD);
            call.line(&format!("Input method {id}: now disabled for user #0"))?;
            Ok(0)
        }
        "reset" => {
            choose(call, KEYBOARD);
            call.line("Reset current and enabled IMEs for user #0")?;
            Ok(0)
        }
        verb @ ("set" | "enable" | "disable") => {
            let done = if verb == "set" { "selected" } else { "enabled" };
            call.fail(
                255,
                &format!("Unknown input method {id} cannot be {done} for user #0"),
            )
        }
        other => call.fail(255, &format!("Unknown command: {other}")),
    }
}

fn choose(call: &Call<'_>, id: &str) {
    let key = ("secure".to_owned(), "default_input_method".to_owned());
    call.phone.state().settings.insert(key, id.to_owned());
}

fn list(call: &Call<'_>, known: &[&str]) -> io::Result<i32> {
    let is_short = call.args.iter().any(|arg| arg == "-s");
    for id in known {
        if is_short {
            call.line(id)?;
        } else {
            let package = id.split('/').next().unwrap_or_default();
            call.line(&format!(
                "{id}:\n  mId={id} mSettingsActivityName=null\n    packageName={package}"
            ))?;
        }
    }
    Ok(0)
}
