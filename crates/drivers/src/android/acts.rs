//! Acts: each one command for the device, most in one round trip.

use retap_model::device::{Action, Deadline, DeviceError, NetworkMode, Typed};
use retap_model::secret::Masker;

use super::Asked;
use super::apps::{self, CLEAR, OPEN_URL, STOP, about, find_package, is_package, parse_activities};
use super::device::AndroidDevice;
use super::input::{self, KEYBOARD, Needs};

impl AndroidDevice {
    pub(super) fn act(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        let sdk = self.facts.sdk;
        // Never the command: it may hold a password, and these words go into reports.
        let what = action.to_string();
        let asked = Asked::new(&what, deadline);
        let refused = |reason: String| asked.refused(reason);
        let command = match action {
            Action::Tap(at) => input::tap(*at),
            Action::DoubleTap(at) => input::double_tap(*at),
            Action::LongPress(at, time) => input::swipe(*at, *at, *time),
            Action::Swipe(from, to, time) => input::swipe(*from, *to, *time),
            Action::Drag(from, to, time) => input::drag(*from, *to, *time, sdk),
            Action::Type(typed) => return self.type_text(typed, asked),
            Action::ClearText => return self.clear_text(asked),
            Action::PressKey(key, held) => input::press_key(key, held, sdk).map_err(refused)?,
            Action::Launch(app) => return self.launch(app, asked),
            Action::Stop(app) => about(STOP, &self.package_of(app, asked)?),
            Action::ClearData(app) => about(CLEAR, &self.package_of(app, asked)?),
            Action::OpenUrl(url) => about(OPEN_URL, url),
            Action::Back => input::press(&[input::BACK]),
            Action::Home => input::press(&[input::HOME]),
            Action::SetNetwork(mode) => switch_radio(*mode, sdk).map_err(refused)?,
            Action::Special(..) | Action::Shake => {
                return Err(DeviceError::Unsupported {
                    device: self.info.address.clone(),
                    ability: action.ability(),
                });
            }
        };
        self.must_run(&command, asked).map(drop)
    }

    fn type_text(&mut self, typed: &Typed, asked: Asked<'_>) -> Result<(), DeviceError> {
        let commands = match input::needs_of(typed.reveal()) {
            Needs::Keys => input::by_keys(typed.reveal()),
            Needs::Keyboard(character) => {
                self.must_have_keyboard(&shown(typed, character), asked)?;
                input::by_keyboard(typed.reveal())
            }
            Needs::Impossible(character) => {
                let shown = shown(typed, character);
                let reason = format!("no key and no keyboard types {shown}; nothing was typed");
                return Err(asked.refused(reason));
            }
        };
        self.remember(typed);
        for command in commands {
            let sent = self.must_run(&command, asked);
            sent.map_err(|error| without_secret(error, typed))?;
        }
        Ok(())
    }

    /// Looks whether the keyboard app that takes any text is in use. Switching to it is left to the
    /// person: the field would lose its keyboard, and it is not known when the new one is ready.
    fn must_have_keyboard(&self, character: &str, asked: Asked<'_>) -> Result<(), DeviceError> {
        let question = "settings get secure default_input_method; ime list -a -s";
        let text = self.run(question, asked)?.text();
        let mut lines = text.lines().map(str::trim);
        if lines.next() == Some(KEYBOARD) {
            return Ok(());
        }
        let serial = &self.serial;
        let use_it = format!(
            "run `adb -s {serial} shell ime enable {KEYBOARD}` and `adb -s {serial} shell ime set {KEYBOARD}`"
        );
        let remedy = if lines.any(|line| line == KEYBOARD) {
            use_it
        } else {
            format!("install https://github.com/senzhk/ADBKeyBoard, then {use_it}")
        };
        Err(asked.refused(format!(
            "Android's own `input` types ASCII only, and not {character}; nothing was typed; {remedy}"
        )))
    }

    fn clear_text(&mut self, asked: Asked<'_>) -> Result<(), DeviceError> {
        if self.facts.sdk >= input::KEYS_TOGETHER && self.selects_all {
            let output = self.run(&input::clear_at_once(), asked)?;
            if !output.one_line().contains("Unknown command") {
                let error = apps::error_message(&output);
                return error.map_or(Ok(()), |reason| Err(asked.refused(reason)));
            }
            self.selects_all = false;
        }
        let command = input::clear_one_by_one(self.focused_length);
        self.must_run(&command, asked).map(drop)
    }

    fn launch(&mut self, app: &str, asked: Asked<'_>) -> Result<(), DeviceError> {
        let package = self.package_of(app, asked)?;
        let output = self.run(&about(apps::RESOLVE, &package), asked)?;
        let activities = parse_activities(&output.text());
        // A chooser belongs to the system, and opening it would not open the app.
        let own = activities.iter().find(|one| one.package == package);
        let command = match own {
            Some(own) => about(apps::START, &format!("{package}/{}", own.name)),
            None => apps::start_by_monkey(&package),
        };
        self.must_run(&command, asked)?;
        self.called.insert(package, app.to_owned());
        Ok(())
    }

    /// Returns the package of the app that a person calls so.
    pub(super) fn package_of(&self, app: &str, asked: Asked<'_>) -> Result<String, DeviceError> {
        if is_package(app) {
            return Ok(app.to_owned());
        }
        let known = self.called.iter().find(|(_, called)| *called == app);
        if let Some((package, _)) = known {
            return Ok(package.clone());
        }
        let output = self.must_run(apps::LIST, asked)?;
        let installed = parse_activities(&output.text());
        find_package(app, &installed).map_err(|reason| asked.refused(reason))
    }
}

/// A device may quote the command it complains about.
fn without_secret(error: DeviceError, typed: &Typed) -> DeviceError {
    match (error, typed) {
        (DeviceError::Refused { asked, reason }, Typed::Hidden(secret)) => DeviceError::Refused {
            asked,
            reason: Masker::from_iter([secret.reveal()])
                .mask(&reason)
                .into_owned(),
        },
        (other, Typed::Plain(_) | Typed::Hidden(_)) => other,
    }
}

/// Names a character of a text, unless the text is secret.
fn shown(typed: &Typed, character: char) -> String {
    match typed {
        Typed::Plain(_) if character.is_control() => format!("U+{:04X}", u32::from(character)),
        Typed::Plain(_) => format!("`{character}`"),
        Typed::Hidden(_) => "a character of the secret text".to_owned(),
    }
}

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
fn switch_radio(mode: NetworkMode, sdk: u32) -> Result<String, String> {
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
pub(super) fn ask_radio(mode: NetworkMode) -> String {
    format!("settings get global {}", radio_of(mode).1)
}

/// Returns whether the answer to [`ask_radio`] is the state of `mode`; nothing when it is no answer.
pub(super) fn is_radio_in(mode: NetworkMode, answer: &str) -> Option<bool> {
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
        assert_eq!(is_radio_in(NetworkMode::WifiOn, "1\n"), Some(true));
        assert_eq!(is_radio_in(NetworkMode::WifiOff, "3\n"), Some(true));
        assert_eq!(is_radio_in(NetworkMode::AirplaneOff, "0"), Some(true));
        assert_eq!(is_radio_in(NetworkMode::CellularOff, "1"), Some(false));
        assert_eq!(is_radio_in(NetworkMode::CellularOn, "null"), None);
        assert!(switch_radio(NetworkMode::AirplaneOn, 29).is_err());
    }
}
