//! Switching radios and reading how they are set.

use retap_model::device::NetworkMode;

/// The first system that lets adb switch airplane mode (Android 11).
const AIRPLANE: u32 = 30;

/// Returns the command that brings a radio into a state, or why there is none.
pub(super) fn switch(mode: NetworkMode, sdk: u32) -> Result<String, String> {
    let command = match mode {
        NetworkMode::AirplaneOn | NetworkMode::AirplaneOff if sdk < AIRPLANE => {
            return Err(format!(
                "adb can switch airplane mode only since Android 11, and this system is API level {sdk}"
            ));
        }
        NetworkMode::AirplaneOn => "cmd connectivity airplane-mode enable",
        NetworkMode::AirplaneOff => "cmd connectivity airplane-mode disable",
        NetworkMode::WifiOn => "svc wifi enable",
        NetworkMode::WifiOff => "svc wifi disable",
        NetworkMode::CellularOn => "svc data enable",
        NetworkMode::CellularOff => "svc data disable",
    };
    Ok(command.to_owned())
}

/// Returns the command that asks how a radio is set.
pub(super) fn ask(mode: NetworkMode) -> &'static str {
    match mode {
        NetworkMode::AirplaneOn | NetworkMode::AirplaneOff => {
            "settings get global airplane_mode_on"
        }
        NetworkMode::WifiOn | NetworkMode::WifiOff => "settings get global wifi_on",
        NetworkMode::CellularOn | NetworkMode::CellularOff => "settings get global mobile_data",
    }
}

/// Returns whether the answer to [`ask`] is the state of `mode`; nothing when it is no answer.
pub(super) fn is_in(mode: NetworkMode, answer: &str) -> Option<bool> {
    let number: u32 = answer.trim().parse().ok()?;
    // Wi-Fi has more states than two: 2 is on although airplane mode is, 3 is off because of it.
    let is_on = match mode {
        NetworkMode::WifiOn | NetworkMode::WifiOff => matches!(number, 1 | 2),
        NetworkMode::AirplaneOn
        | NetworkMode::AirplaneOff
        | NetworkMode::CellularOn
        | NetworkMode::CellularOff => number != 0,
    };
    let wants_on = match mode {
        NetworkMode::AirplaneOn | NetworkMode::WifiOn | NetworkMode::CellularOn => true,
        NetworkMode::AirplaneOff | NetworkMode::WifiOff | NetworkMode::CellularOff => false,
    };
    Some(is_on == wants_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radios_are_told_on_from_off() {
        assert_eq!(is_in(NetworkMode::WifiOn, "1\n"), Some(true));
        assert_eq!(is_in(NetworkMode::WifiOff, "3\n"), Some(true));
        assert_eq!(is_in(NetworkMode::AirplaneOff, "0"), Some(true));
        assert_eq!(is_in(NetworkMode::CellularOff, "1"), Some(false));
        assert_eq!(is_in(NetworkMode::CellularOn, "null"), None);
        assert!(switch(NetworkMode::AirplaneOn, 29).is_err());
    }
}
