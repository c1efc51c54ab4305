//! Which of the devices is meant.

use std::fmt;

use super::devices::{DeviceState, ListedDevice};

/// A device that could be meant, with what tells it from others where that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The device.
    pub device: ListedDevice,
    /// Whether the app that is to be driven is installed.
    pub has_app: Option<bool>,
    /// The version of its system, such as 34.
    pub sdk: Option<u32>,
}

/// Why no device could be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChoiceError {
    /// There is none at all.
    NoDevice,
    /// None goes by this name.
    Unknown {
        /// The name.
        serial: String,
        /// Those that are there.
        known: Vec<String>,
    },
    /// There are some, and none can be driven.
    NotReady {
        /// Each with its state and what to do about it.
        devices: Vec<String>,
    },
    /// Several are equally likely to be meant.
    Several {
        /// Those.
        devices: Vec<String>,
    },
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDevice => out.write_str(
                "no Android device is connected; connect one, start an emulator, or run `adb connect HOST:PORT`",
            ),
            Self::Unknown { serial, known } if known.is_empty() => {
                write!(out, "no Android device is connected, so not `{serial}` either")
            }
            Self::Unknown { serial, known } => {
                write!(out, "no Android device `{serial}`; connected: {}", known.join(", "))
            }
            Self::NotReady { devices } => {
                write!(out, "no Android device can be driven: {}", devices.join("; "))
            }
            Self::Several { devices } => write!(
                out,
                "several Android devices are connected, say which with `android:SERIAL`: {}",
                devices.join(", ")
            ),
        }
    }
}

impl std::error::Error for ChoiceError {}

/// Returns the ready devices among `listed` that `serial` can mean: that one, or all for none.
pub fn ready_devices(
    listed: &[ListedDevice],
    serial: Option<&str>,
) -> Result<Vec<ListedDevice>, ChoiceError> {
    let meant: Vec<&ListedDevice> = listed
        .iter()
        .filter(|device| serial.is_none_or(|serial| serial == device.serial))
        .collect();
    if meant.is_empty() {
        return Err(match serial {
            None => ChoiceError::NoDevice,
            Some(serial) => ChoiceError::Unknown {
                serial: serial.to_owned(),
                known: listed.iter().map(ToString::to_string).collect(),
            },
        });
    }
    let is_ready = |device: &&&ListedDevice| device.state == DeviceState::Ready;
    let ready: Vec<ListedDevice> = meant
        .iter()
        .filter(is_ready)
        .map(|one| (*one).clone())
        .collect();
    if ready.is_empty() {
        let devices = meant.iter().map(|device| with_remedy(device)).collect();
        return Err(ChoiceError::NotReady { devices });
    }
    Ok(ready)
}

fn with_remedy(device: &ListedDevice) -> String {
    match device.state.remedy() {
        Some(remedy) => format!("{device}: {remedy}"),
        None => device.to_string(),
    }
}

/// Returns the one device that is meant: one with the app before one without, a real one before an
/// emulator, then the newest system. What is still a tie is an error.
pub fn choose(candidates: &[Candidate]) -> Result<&ListedDevice, ChoiceError> {
    let rank = |one: &Candidate| {
        (
            one.has_app == Some(true),
            !one.device.is_emulator(),
            one.sdk,
        )
    };
    let best = candidates.iter().map(rank).max();
    let mut first = candidates.iter().filter(|one| Some(rank(one)) == best);
    match (first.next(), first.next()) {
        (Some(only), None) => Ok(&only.device),
        (None, _) => Err(ChoiceError::NoDevice),
        (Some(_), Some(_)) => Err(ChoiceError::Several {
            devices: candidates
                .iter()
                .map(|one| one.device.to_string())
                .collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::devices::tests::LISTED;
    use super::super::devices::{parse_device, parse_devices};
    use super::*;

    fn candidate(serial: &str, has_app: Option<bool>, sdk: u32) -> Candidate {
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
        assert_eq!(
            error.to_string(),
            "no Android device `nope`; connected: R58M123ABC (SM A515F)"
        );
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
        let emulator = candidate("emulator-5554", Some(true), 35);
        let phone = candidate("R58", Some(false), 30);
        assert_eq!(serial(&[phone.clone(), emulator]).unwrap(), "emulator-5554");
        let emulator = candidate("emulator-5554", None, 35);
        let older = candidate("OLD", None, 29);
        assert_eq!(serial(&[emulator, older.clone()]).unwrap(), "OLD");
        assert_eq!(serial(&[older, phone]).unwrap(), "R58");
    }

    #[test]
    fn a_tie_lists_the_devices() {
        let tie = [candidate("A", None, 34), candidate("B", None, 34)];
        assert_eq!(
            choose(&tie).unwrap_err().to_string(),
            "several Android devices are connected, say which with `android:SERIAL`: A, B"
        );
    }
}
