//! Which devices there are, and in which state.

use std::fmt;

/// A device as the adb server lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceState {
    /// Can be driven.
    Ready,
    /// Known, but it does not answer.
    Offline,
    /// The phone has not been told to trust this machine.
    Unauthorized,
    /// The phone is being asked right now.
    Authorizing,
    /// This machine may not open the USB device.
    NoPermissions,
    /// In recovery, in the bootloader, or anything else with no apps.
    Other(String),
}

impl DeviceState {
    fn parse(word: &str) -> Self {
        match word {
            "device" => Self::Ready,
            "offline" => Self::Offline,
            "unauthorized" => Self::Unauthorized,
            "authorizing" | "connecting" => Self::Authorizing,
            "no" => Self::NoPermissions,
            other => Self::Other(other.to_owned()),
        }
    }

    /// Returns the state as adb calls it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Ready => "device",
            Self::Offline => "offline",
            Self::Unauthorized => "unauthorized",
            Self::Authorizing => "authorizing",
            Self::NoPermissions => "no permissions",
            Self::Other(word) => word,
        }
    }

    /// Returns what a person can do so that the device can be driven; nothing when it can be.
    pub const fn remedy(&self) -> Option<&'static str> {
        match self {
            Self::Ready => None,
            Self::Offline => Some("reconnect it, or run `adb reconnect offline`"),
            Self::Unauthorized => {
                Some("unlock the phone and allow USB debugging in the dialog it shows")
            }
            Self::Authorizing => Some("wait a moment and try again"),
            Self::NoPermissions => {
                Some("add a udev rule for the device, or your user to the group `plugdev`")
            }
            Self::Other(_) => Some("start the phone normally"),
        }
    }
}

/// A line of `adb devices -l`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedDevice {
    /// The name adb knows it by.
    pub serial: String,
    /// Its state as the server lists it.
    pub state: DeviceState,
    /// The maker's name for it; empty when not told.
    pub model: String,
}

impl ListedDevice {
    /// Returns whether it is an emulator, by the names adb gives to them.
    pub fn is_emulator(&self) -> bool {
        self.serial.starts_with("emulator-")
    }
}

impl fmt::Display for ListedDevice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.serial)?;
        if !self.model.is_empty() {
            write!(out, " ({})", self.model.replace('_', " "))?;
        }
        if self.state != DeviceState::Ready {
            write!(out, " {}", self.state.as_str())?;
        }
        Ok(())
    }
}

/// Reads the answer to `host:devices-l`.
pub(super) fn parse_devices(text: &str) -> Vec<ListedDevice> {
    text.lines().filter_map(parse_device).collect()
}

pub(super) fn parse_device(line: &str) -> Option<ListedDevice> {
    let mut words = line.split_whitespace();
    let serial = words.next()?.to_owned();
    let state = DeviceState::parse(words.next()?);
    let model = words.find_map(|word| word.strip_prefix("model:"));
    Some(ListedDevice {
        serial,
        state,
        model: model.unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) const LISTED: &str = "\
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
        assert_eq!(
            shown,
            [
                "R58M123ABC (SM A515F)",
                "emulator-5554 (sdk gphone64 x86 64)",
                "0123456789 unauthorized",
                "192.168.1.5:5555 offline",
                "8XV7N18 no permissions",
            ]
        );
        assert_eq!(parse_devices(""), []);
    }
}
