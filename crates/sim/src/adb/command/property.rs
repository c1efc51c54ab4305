//! `getprop`, `setprop`, `settings`, `ime` and `svc`: what is set on the phone.

use retap_model::device::{Action, NetworkMode};

use super::super::state::{KEYBOARD_SETTING, State};
use super::{Call, Ended};

/// Prints one property, or all.
pub(super) fn getprop(call: &mut Call<'_>) -> Ended {
    let state = call.state();
    let properties = state.properties.iter();
    let text: String = match call.args {
        [] => properties
            .map(|(key, value)| format!("[{key}]: [{value}]\n"))
            .collect(),
        [key, ..] => {
            let value = state
                .properties
                .get(key)
                .map_or(call.arg(1), String::as_str);
            format!("{value}\n")
        }
    };
    drop(state);
    call.print(&text)
}

/// Sets a property; those below `debug.retap.` change the phone.
pub(super) fn setprop(call: &mut Call<'_>) -> Ended {
    let [key, value] = call.args else {
        return call.fail(1, "usage: setprop NAME VALUE");
    };
    if key.starts_with("ro.") {
        let text = format!("setprop: failed to set property '{key}' to '{value}'");
        return call.fail(1, &text);
    }
    let words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
    match key.as_str() {
        "debug.retap.fault" => call.hand_on("retap-fault", &words),
        "debug.retap.drift" => call.hand_on("retap-drift", &words),
        _ => {
            call.state().properties.insert(key.clone(), value.clone());
            Ok(0)
        }
    }
}

/// `settings get|put NAMESPACE KEY [VALUE]`.
pub(super) fn settings(call: &mut Call<'_>) -> Ended {
    // A value may start with a dash, so only `--user 0` is told apart.
    let mut args: Vec<&str> = call.args.iter().map(String::as_str).collect();
    if let Some(at) = args.iter().position(|arg| *arg == "--user") {
        args.drain(at..args.len().min(at + 2));
    }
    match args.get(1) {
        Some(space) if !["global", "secure", "system"].contains(space) => {
            return call.fail(255, &format!("Invalid namespace '{space}'"));
        }
        Some(_) | None => {}
    }
    match args.as_slice() {
        ["get", space, key] => {
            let value = get(&call.state(), space, key);
            call.line(value.as_deref().unwrap_or("null"))
        }
        ["put", space, key, value, ..] => put(call, space, key, value),
        _ => call.fail(255, "Invalid command"),
    }
}

/// Returns a setting; those of the radios come from the radios.
fn get(state: &State, space: &str, key: &str) -> Option<String> {
    let radios = &state.device.phone().radios;
    let is_on = match (space, key) {
        ("global", "airplane_mode_on") => radios.airplane,
        ("global", "wifi_on") => radios.wifi,
        ("global", "mobile_data") => radios.cellular,
        _ => return state.settings.get(&format!("{space}/{key}")).cloned(),
    };
    Some(i32::from(is_on).to_string())
}

fn put(call: &Call<'_>, space: &str, key: &str, value: &str) -> Ended {
    if (space, key) == ("global", "airplane_mode_on") {
        let mode = match value {
            "1" => NetworkMode::AirplaneOn,
            _ => NetworkMode::AirplaneOff,
        };
        return switch(call, mode);
    }
    let name = format!("{space}/{key}");
    call.state().settings.insert(name, value.to_owned());
    Ok(0)
}

/// `svc wifi|data enable|disable`, `svc power stayon`, and `cmd wifi|connectivity`.
pub(super) fn svc(call: &mut Call<'_>) -> Ended {
    let words = call.args.join(" ");
    let mode = match words.as_str() {
        "wifi enable" | "wifi set-wifi-enabled enabled" => NetworkMode::WifiOn,
        "wifi disable" | "wifi set-wifi-enabled disabled" => NetworkMode::WifiOff,
        "data enable" => NetworkMode::CellularOn,
        "data disable" => NetworkMode::CellularOff,
        "connectivity airplane-mode enable" => NetworkMode::AirplaneOn,
        "connectivity airplane-mode disable" => NetworkMode::AirplaneOff,
        // The screen never goes off by itself, and there is no lock.
        stays if stays.starts_with("power stayon") => return Ok(0),
        other => return call.fail(255, &format!("Unknown command: {other}")),
    };
    switch(call, mode)
}

fn switch(call: &Call<'_>, mode: NetworkMode) -> Ended {
    match call.perform(&Action::SetNetwork(mode)) {
        Ok(()) => Ok(0),
        Err(error) => call.fail(1, &error.to_string()),
    }
}

/// `ime list [-s] [-a]` and `ime set|enable ID`.
pub(super) fn ime(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["user"]);
    let known = call.state().keyboards();
    let id = options.rest.get(1).copied().unwrap_or_default();
    let is_known = known.contains(&id);
    match options.first() {
        "list" => {
            let line = |id: &&str| match options.has(&["s"]) {
                true => format!("{id}\n"),
                false => {
                    let package = id.split('/').next().unwrap_or_default();
                    format!(
                        "{id}:\n  mId={id} mSettingsActivityName=null\n    packageName={package}\n"
                    )
                }
            };
            call.print(&known.iter().map(line).collect::<String>())
        }
        "set" if is_known => {
            let mut state = call.state();
            state
                .settings
                .insert(KEYBOARD_SETTING.to_owned(), id.to_owned());
            drop(state);
            call.line(&format!("Input method {id} selected for user #0"))
        }
        "enable" if is_known => call.line(&format!("Input method {id}: now enabled for user #0")),
        verb @ ("set" | "enable") => {
            let done = if verb == "set" { "selected" } else { "enabled" };
            let text = format!("Unknown input method {id} cannot be {done} for user #0");
            call.fail(255, &text)
        }
        other => call.fail(255, &format!("Unknown command: {other}")),
    }
}
