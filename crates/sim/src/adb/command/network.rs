//! `svc`, `cmd wifi` and `cmd connectivity`: the radios.

use std::io;

use retap_model::device::{Action, NetworkMode};

use super::Call;

/// `svc wifi|data enable|disable`, and `svc power stayon`.
pub(super) fn svc(call: &mut Call<'_>) -> io::Result<i32> {
    match (call.arg(0), call.arg(1)) {
        ("wifi", "enable") => switch(call, NetworkMode::WifiOn),
        ("wifi", "disable") => switch(call, NetworkMode::WifiOff),
        ("data", "enable") => switch(call, NetworkMode::CellularOn),
        ("data", "disable") => switch(call, NetworkMode::CellularOff),
        // The screen never goes off by itself, and there is no lock.
        ("power", "stayon") => Ok(0),
        _ => call.fail(
            1,
            "Available commands: svc wifi|data enable|disable, svc power",
        ),
    }
}

/// `cmd wifi set-wifi-enabled|status` and `cmd connectivity airplane-mode`.
pub(super) fn cmd(call: &Call<'_>) -> io::Result<i32> {
    let words: Vec<&str> = call.args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["wifi", "set-wifi-enabled", "enabled"] => switch(call, NetworkMode::WifiOn),
        ["wifi", "set-wifi-enabled", "disabled"] => switch(call, NetworkMode::WifiOff),
        ["wifi", "status"] => {
            let is_on = call.phone.state().device.phone().radios.wifi;
            call.line(if is_on {
                "Wifi is enabled"
            } else {
                "Wifi is disabled"
            })?;
            Ok(0)
        }
        ["connectivity", "airplane-mode", "enable"] => switch(call, NetworkMode::AirplaneOn),
        ["connectivity", "airplane-mode", "disable"] => switch(call, NetworkMode::AirplaneOff),
        ["connectivity", "airplane-mode"] => {
            let is_on = call.phone.state().device.phone().radios.airplane;
            call.line(if is_on { "enabled" } else { "disabled" })?;
            Ok(0)
        }
        _ => call.fail(255, &format!("Unknown command: {}", call.args.join(" "))),
    }
}

fn switch(call: &Call<'_>, mode: NetworkMode) -> io::Result<i32> {
    match call.phone.perform(&Action::SetNetwork(mode)) {
        Ok(()) => Ok(0),
        Err(error) => call.fail(1, &error.to_string()),
    }
}
