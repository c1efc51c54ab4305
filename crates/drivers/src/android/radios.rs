//! Switching radios and reading how they are set.

use retap_model::device::NetworkMode;

/// The first system that lets adb switch airplane mode (Android 11).
const AIRPLANE: u32 = 30;

/// How a mode is reached: by which command, in which setting it shows, and whether the radio is then on.
struct Radio(&'static str, &'static str, bool);

const fn radio_of(mode: NetworkMode) -> Radio {
    let airplane = "cmd connectivity airplane-mode";
    match mode {
        NetworkMode::AirplaneOn => Radio(airplane, "airplane_mode_on", true),
        NetworkMode::AirplaneOff => Radio(airplane, "airplane_mode_on", false),
        NetworkMode::WifiOn => Radio("svc wifi", "wifi_on", true),
        NetworkMode::WifiOff => Radio("svc wifi", "wifi_on", false),
        NetworkMode::CellularOn => Radio("svc data", "mobile_data", true),
        NetworkMode::CellularOff => Radio("svc data", "mobile_data", false),
    }
}

/// Returns the command that brings a radio into a state, or why there is none.
pub(super) fn switch(mode: NetworkMode, sdk: u32) -> Result<String, String> {
    let Radio(command, setting, is_on) = radio_of(mode);
    if setting == "airplane_mode_on" && sdk < AIRPLANE {
        return Err(format!(
            "adb can switch airplane mode only since Android 11, and this system is API level {sdk}"
        ));
    }
    let word = if is_on { "enable" } else { "disable" };
    Ok(format!("{command} {word}"))
}

/// Returns the command that asks how a radio is set.
pub(super) fn ask(mode: NetworkMode) -> String {
    format!("settings get global {}", radio_of(mode).1)
}

/// Returns whether the answer to [`ask`] is the state of `mode`; nothing when it is no answer.
pub(super) fn is_in(mode: NetworkMode, answer: &str) -> Option<bool> {
    let number: u32 = answer.trim().parse().ok()?;
    let Radio(_, setting, wants_on) = radio_of(mode);
    // Wi-Fi has more states than two: 2 is on although airplane mode is, 3 is off because of it.
    let is_on = matches!(number, 1 | 2) || number != 0 && setting != "wifi_on";
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
