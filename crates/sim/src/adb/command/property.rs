//! `getprop`, `setprop` and `settings`.

use std::io;

use retap_model::device::{Action, NetworkMode};

use super::super::state::State;
use super::Call;
use super::retap;

/// Prints one property, or all.
pub(super) fn getprop(call: &mut Call<'_>) -> io::Result<i32> {
    let state = call.phone.state();
    let text = match call.args.iter().find(|arg| !arg.starts_with('-')) {
        Some(key) => {
            let value = state
                .properties
                .get(key)
                .map_or(call.arg(1), String::as_str);
            format!("{value}\n")
        }
        None => {
            let lines = state
                .properties
                .iter()
                .map(|(key, value)| format!("[{key}]: [{value}]\n"));
            lines.collect()
        }
    };
    drop(state);
    call.out(&text)?;
    Ok(0)
}

/// Sets a property; those below `debug.retap.` change the phone.
pub(super) fn setprop(call: &mut Call<'_>) -> io::Result<i32> {
    let [key, value] = call.args else {
        return call.fail(1, "usage: setprop NAME VALUE");
    };
    if key.starts_with("ro.") {
        let text = format!("setprop: failed to set property '{key}' to '{value}'");
        return call.fail(1, &text);
    }
    match key.as_str() {
        "debug.retap.fault" => return call.hand_on(retap::fault, "retap-fault", &words(value)),
        "debug.retap.drift" => return call.hand_on(retap::drift, "retap-drift", &words(value)),
        _ => {}
    }
    let mut state = call.phone.state();
    state.properties.insert(key.clone(), value.clone());
    Ok(0)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// `settings get|put|delete|list NAMESPACE [KEY [VALUE]]`.
pub(super) fn settings(call: &mut Call<'_>) -> io::Result<i32> {
    let args = without_user(call.args);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let is_space = |space: &str| ["global", "secure", "system"].contains(&space);
    match args.as_slice() {
        ["get", space, key] if is_space(space) => {
            let value = get(&call.phone.state(), space, key);
            call.line(value.as_deref().unwrap_or("null"))?;
            Ok(0)
        }
        ["put", space, key, value, ..] if is_space(space) => put(call, space, key, value),
        ["delete", space, key] if is_space(space) => {
            let entry = ((*space).to_owned(), (*key).to_owned());
            let removed = call.phone.state().settings.remove(&entry);
            call.line(&format!("Deleted {} rows", i32::from(removed.is_some())))?;
            Ok(0)
        }
        ["list", space] if is_space(space) => {
            let state = call.phone.state();
            let all = state
                .settings
                .iter()
                .filter(|((known, _), _)| known == space);
            let lines: String = all
                .map(|((_, key), value)| format!("{key}={value}\n"))
                .collect();
            drop(state);
            call.out(&lines)?;
            Ok(0)
        }
        ["get" | "put" | "delete" | "list", space, ..] if !is_space(space) => {
            call.fail(255, &format!("Invalid namespace '{space}'"))
        }
        _ => call.fail(255, "Invalid command"),
    }
}

/// Leaves `--user 0` out.
fn without_user(args: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--user" {
            args.next();
        } else {
            kept.push(arg.clone());
        }
    }
    kept
}

/// Returns a setting; those of the radios come from the radios.
fn get(state: &State, space: &str, key: &str) -> Option<String> {
    let radios = &state.device.phone().radios;
    let radio = match (space, key) {
        ("global", "airplane_mode_on") => Some(radios.airplane),
        ("global", "wifi_on") => Some(radios.wifi),
        ("global", "mobile_data") => Some(radios.cellular),
        _ => None,
    };
    if let Some(is_on) = radio {
        return Some(i32::from(is_on).to_string());
    }
    let entry = (space.to_owned(), key.to_owned());
    state.settings.get(&entry).cloned()
}

fn put(call: &Call<'_>, space: &str, key: &str, value: &str) -> io::Result<i32> {
    let is_on = value == "1";
    let mode = match (space, key) {
        ("global", "airplane_mode_on") if is_on => Some(NetworkMode::AirplaneOn),
        ("global", "airplane_mode_on") => Some(NetworkMode::AirplaneOff),
        _ => None,
    };
    match mode {
        Some(mode) => {
            // A phone that is dead has cut the connection; there is nobody to tell.
            let _ = call.phone.perform(&Action::SetNetwork(mode));
        }
        None => {
            let entry = (space.to_owned(), key.to_owned());
            call.phone.state().settings.insert(entry, value.to_owned());
        }
    }
    Ok(0)
}
