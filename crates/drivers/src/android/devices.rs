//! Which devices there are, in which state, and which of them is meant.

use std::fmt;

/// Returns what a person can do about a device of which the server says this; it has no codes for what it
/// says, so its words are all there is to go by.
pub(super) fn remedy_for(said: &str) -> Option<&'static str> {
    let said = said.to_ascii_lowercase();
    let says = |word: &str| said.contains(word);
    if says("unauthorized") {
        Some("unlock the phone and allow USB debugging in the dialog it shows")
    } else if says("authorizing") || says("still connecting") {
        Some("wait a moment and try again")
    } else if says("offline") {
        Some("reconnect it, or run `adb reconnect offline`")
    } else if says("no permissions") {
        Some("add a udev rule for the device, or your user to the group `plugdev`")
    } else if says("not found") && says("device") || says("no devices") {
        Some("connect it and check `adb devices`")
    } else if said == "closed" || says("device closed") {
        Some("check the cable and `adb devices`")
    } else {
        None
    }
}

/// A line of `adb devices -l`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedDevice {
    /// The name adb knows it by.
    pub serial: String,
    /// Its state as adb calls it.
    pub state: String,
    /// The maker's name for it; empty when not told.
    pub model: String,
}

impl ListedDevice {
    /// Returns what a person can do so that the device can be driven; nothing when it can be.
    pub fn remedy(&self) -> Option<&'static str> {
        let remedy = || remedy_for(&self.state).unwrap_or("start the phone normally");
        (self.state != "device").then(remedy)
    }

    /// Returns whether the device may be ready in a moment.
    pub(super) fn is_passing(&self) -> bool {
        matches!(self.state.as_str(), "offline" | "authorizing")
    }

    /// Returns whether it is an emulator, by the names adb gives to them.
    fn is_emulator(&self) -> bool {
        self.serial.starts_with("emulator-")
    }
}

impl fmt::Display for ListedDevice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.serial)?;
        if !self.model.is_empty() {
            write!(out, " ({})", self.model.replace('_', " "))?;
        }
        if self.remedy().is_some() {
            write!(out, " {}", self.state)?;
        }
        Ok(())
    }
}

/// Reads the answer to `host:devices-l`.
pub(super) fn parse_devices(text: &str) -> Vec<ListedDevice> {
    text.lines().filter_map(parse_device).collect()
}

fn parse_device(line: &str) -> Option<ListedDevice> {
    let mut words = line.split_whitespace();
    let serial = words.next()?.to_owned();
    let state = match words.next()? {
        "connecting" => "authorizing",
        "no" => "no permissions",
        other => other,
    };
    let model = words.find_map(|word| word.strip_prefix("model:"));
    Some(ListedDevice {
        serial,
        state: state.to_owned(),
        model: model.unwrap_or_default().to_owned(),
    })
}

/// A device that could be meant, with what tells it from others where that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub device: ListedDevice,
    /// Whether the app that is to be driven is installed.
    pub has_app: bool,
    /// The version of its system, such as 34.
    pub sdk: Option<u32>,
}

/// Why no device could be chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There is none at all.
    #[error(
        "no Android device is connected; connect one, start an emulator, or run `adb connect HOST:PORT`"
    )]
    NoDevice,
    /// None goes by the name that was given: that and which there are.
    #[error("no Android device {0}")]
    Unknown(String),
    /// There are some, and none can be driven: each with its state and what to do about it.
    #[error("no Android device can be driven: {}", .0.join("; "))]
    NotReady(Vec<String>),
    /// Several are equally likely to be meant: those.
    #[error("several Android devices are connected, say which with `android:SERIAL`: {}", .0.join(", "))]
    Several(Vec<String>),
}

impl ChoiceError {
    fn unknown(serial: &str, listed: &[ListedDevice]) -> Self {
        let known: Vec<String> = listed.iter().map(ToString::to_string).collect();
        Self::Unknown(match known.is_empty() {
            true => format!("is connected, so not `{serial}` either"),
            false => format!("`{serial}`; connected: {}", known.join(", ")),
        })
    }
}

/// Returns the ready devices among `listed` that `serial` can mean: that one, or all for none.
pub(super) fn ready_devices(
    listed: &[ListedDevice],
    serial: Option<&str>,
) -> Result<Vec<ListedDevice>, ChoiceError> {
    let is_meant = |device: &&ListedDevice| serial.is_none_or(|serial| serial == device.serial);
    let meant: Vec<&ListedDevice> = listed.iter().filter(is_meant).collect();
    if meant.is_empty() {
        return Err(match serial {
            None => ChoiceError::NoDevice,
            Some(serial) => ChoiceError::unknown(serial, listed),
        });
    }
    let ready = meant.iter().filter(|one| one.remedy().is_none());
    let ready: Vec<ListedDevice> = ready.map(|one| (*one).clone()).collect();
    if ready.is_empty() {
        let with_remedy = |one: &&ListedDevice| Some(format!("{one}: {}", one.remedy()?));
        let devices = meant.iter().filter_map(with_remedy).collect();
        return Err(ChoiceError::NotReady(devices));
    }
    Ok(ready)
}

/// Returns the one device that is meant: one with the app before one without, a real one before an
/// emulator, then the newest system. What is still a tie is an error.
pub(super) fn choose(candidates: &[Candidate]) -> Result<&ListedDevice, ChoiceError> {
    let rank = |one: &Candidate| (one.has_app, !one.device.is_emulator(), one.sdk);
    let best = candidates.iter().map(rank).max();
    let mut first = candidates.iter().filter(|one| Some(rank(one)) == best);
    match (first.next(), first.next()) {
        (Some(only), None) => Ok(&only.device),
        (None, _) => Err(ChoiceError::NoDevice),
        (Some(_), Some(_)) => {
            let all = candidates.iter().map(|one| one.device.to_string());
            Err(ChoiceError::Several(all.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "\
R58M123ABC             device usb:1-1 product:a51 model:SM_A515F device:a51 transport_id:1
emulator-5554          device product:sdk_gphone64 model:sdk_gphone64_x86_64 transport_id:2
0123456789             unauthorized usb:1-2 transport_id:3
192.168.1.5:5555       offline transport_id:4
8XV7N18                no permissions (missing udev rules? user is in the plugdev group); see [http://x]
";

    #[test]
    fn every_line_is_a_device_whatever_its_state() {
        let devices = parse_devices(LISTED);
        let shown: Vec<String> = devices.iter().map(ToString::to_string).collect();
        let expected = [
            "R58M123ABC (SM A515F)",
            "emulator-5554 (sdk gphone64 x86 64)",
            "0123456789 unauthorized",
            "192.168.1.5:5555 offline",
            "8XV7N18 no permissions",
        ];
        assert_eq!(shown, expected);
        assert_eq!(parse_devices(""), []);
    }

    fn candidate(serial: &str, has_app: bool, sdk: u32) -> Candidate {
        Candidate {
            device: parse_device(&format!("{serial} device")).unwrap(),
            has_app,
            sdk: Some(sdk),
        }
    }

    #[test]
    fn devices_that_cannot_be_driven_are_told_with_the_remedy() {
        let devices = parse_devices(LISTED);
        let error = ready_devices(&devices[2..4], None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no Android device can be driven: 0123456789 unauthorized: unlock the phone and allow \
             USB debugging in the dialog it shows; 192.168.1.5:5555 offline: reconnect it, or run \
             `adb reconnect offline`"
        );
        let error = ready_devices(&devices, Some("8XV7N18")).unwrap_err();
        assert!(error.to_string().contains("udev rule"), "{error}");
        let error = ready_devices(&devices[..1], Some("nope")).unwrap_err();
        let unknown = "no Android device `nope`; connected: R58M123ABC (SM A515F)";
        assert_eq!(error.to_string(), unknown);
        assert_eq!(ready_devices(&[], None), Err(ChoiceError::NoDevice));
    }

    #[test]
    fn the_only_ready_device_is_meant_when_none_is_named() {
        let devices = parse_devices(LISTED);
        let ready = ready_devices(&devices[1..], None).unwrap();
        assert_eq!(ready.len(), 1);
        assert_eq!(ready[0].serial, "emulator-5554");
    }

    #[test]
    fn the_app_then_a_real_phone_then_the_newest_system_decides() {
        let serial = |candidates: &[Candidate]| choose(candidates).map(|one| one.serial.clone());
        let emulator = candidate("emulator-5554", true, 35);
        let phone = candidate("R58", false, 30);
        assert_eq!(serial(&[phone.clone(), emulator]).unwrap(), "emulator-5554");
        let emulator = candidate("emulator-5554", false, 35);
        let older = candidate("OLD", false, 29);
        assert_eq!(serial(&[emulator, older.clone()]).unwrap(), "OLD");
        assert_eq!(serial(&[older, phone]).unwrap(), "R58");
    }

    #[test]
    fn a_tie_lists_the_devices() {
        let tie = [candidate("A", false, 34), candidate("B", false, 34)];
        let several =
            "several Android devices are connected, say which with `android:SERIAL`: A, B";
        assert_eq!(choose(&tie).unwrap_err().to_string(), several);
    }
}
