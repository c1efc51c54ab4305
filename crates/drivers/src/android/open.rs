//! Opening a device: finding the one that is meant and asking what it is.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use retap_model::device::{Deadline, DeviceError, DeviceInfo, Platform};

use super::apps::{self, parse_activities};
use super::choice::{Candidate, ChoiceError, choose, ready_devices};
use super::device::{AndroidDevice, Facts};
use super::devices::{DeviceState, ListedDevice};
use super::dump::DumpWay;
use super::logs::LogMark;
use super::shell::{ShellKind, quote};
use super::size::parse_size;
use super::{AdbError, AdbServer};

/// The system that is assumed when a device does not say: none of the newer commands is used.
const UNKNOWN_SDK: u32 = 0;

/// Which device is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// The address after `android:`; empty for whichever there is.
    pub serial: &'a str,
    /// The package that is to be driven, which can tell which of several devices is meant.
    pub app: Option<&'a str>,
}

/// Why a device could not be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenError {
    /// The adb server could not be asked.
    Adb(AdbError),
    /// There is no device, or it is not clear which one is meant.
    Choice(ChoiceError),
    /// The device did not say what it must.
    Device(DeviceError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Adb(error) => error.fmt(out),
            Self::Choice(error) => error.fmt(out),
            Self::Device(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<AdbError> for OpenError {
    fn from(error: AdbError) -> Self {
        Self::Adb(error)
    }
}

impl From<ChoiceError> for OpenError {
    fn from(error: ChoiceError) -> Self {
        Self::Choice(error)
    }
}

impl AndroidDevice {
    /// Opens the device that is wanted; the server is started if need be.
    pub fn open(
        server: AdbServer,
        wanted: Wanted<'_>,
        deadline: Deadline,
    ) -> Result<Self, OpenError> {
        server.ensure_running(deadline)?;
        let serial = Some(wanted.serial).filter(|serial| !serial.is_empty());
        if let Some(serial) = serial {
            reach(&server, serial, deadline)?;
        }
        let listed = server.devices(deadline)?;
        let ready = ready_devices(&listed, serial)?;
        let device = match &ready[..] {
            [only] => only.clone(),
            several => choose_among(&server, several, wanted.app, deadline)?,
        };
        let facts = ask_facts(&server, &device, deadline)?;
        let address = format!("android:{}", device.serial);
        let name = match &*facts.model {
            "" => device.model.replace('_', " "),
            model => model.to_owned(),
        };
        Ok(Self {
            info: DeviceInfo {
                address,
                name: if name.is_empty() {
                    device.serial.clone()
                } else {
                    name
                },
                platform: Platform::Android,
                size: facts.natural,
                scale: 1.0,
            },
            serial: device.serial,
            server,
            log_mark: LogMark::at(&facts.time),
            facts,
            dump_way: DumpWay::default(),
            called: HashMap::new(),
            typed: Vec::new(),
            focused_length: None,
            selects_all: true,
        })
    }
}

/// How long a device that is named and away for the moment is waited for.
const COMING_BACK: Duration = Duration::from_secs(10);

/// Makes the server know a device of the network, and gives one that is offline time to come back.
fn reach(server: &AdbServer, serial: &str, deadline: Deadline) -> Result<(), AdbError> {
    let listed = server.devices(deadline)?;
    let known = listed.iter().find(|device| device.serial == serial);
    match known.map(|device| &device.state) {
        // A server that was started anew has forgotten the devices of the network. Whether it is
        // there is for the choice to say.
        None if serial.contains(':') => match server.attach(serial, deadline) {
            Ok(()) | Err(AdbError::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        },
        Some(DeviceState::Offline | DeviceState::Authorizing) => {
            let patience = Deadline::after(server.clock().now(), COMING_BACK).or_sooner(deadline);
            match server.wait_for_device(serial, patience) {
                Ok(()) | Err(AdbError::DeadlinePassed { .. } | AdbError::Refused { .. }) => Ok(()),
                Err(error) => Err(error),
            }
        }
        None
        | Some(
            DeviceState::Ready
            | DeviceState::Unauthorized
            | DeviceState::NoPermissions
            | DeviceState::Other(_),
        ) => Ok(()),
    }
}

/// Asks each of several devices what can tell it from the others.
fn choose_among(
    server: &AdbServer,
    devices: &[ListedDevice],
    app: Option<&str>,
    deadline: Deadline,
) -> Result<ListedDevice, OpenError> {
    let mut candidates = Vec::new();
    for device in devices {
        let question = match app {
            Some(app) => format!("getprop ro.build.version.sdk; pm path {}", quote(app)),
            None => "getprop ro.build.version.sdk".to_owned(),
        };
        let answer = server.exec(&device.serial, &question, "tell devices apart", deadline)?;
        let answer = String::from_utf8_lossy(&answer);
        candidates.push(Candidate {
            device: device.clone(),
            has_app: app.map(|_| answer.lines().any(|line| line.starts_with("package:"))),
            sdk: answer
                .lines()
                .next()
                .and_then(|line| line.trim().parse().ok()),
        });
    }
    Ok(choose(&candidates)?.clone())
}

/// Asks all that must be known of a device, in one command.
fn ask_facts(
    server: &AdbServer,
    device: &ListedDevice,
    deadline: Deadline,
) -> Result<Facts, OpenError> {
    const ASKED: &str = "ask what the device is";
    let shell = ShellKind::of(&server.features(&device.serial, deadline)?);
    let command = format!(
        "echo @sdk; getprop ro.build.version.sdk; echo @release; getprop ro.build.version.release; \
         echo @model; getprop ro.product.model; echo @size; wm size; echo @time; date '+%m-%d %H:%M:%S.000'; echo @home; {}",
        apps::HOME
    );
    let output = server.shell(&device.serial, shell, &command, ASKED, deadline)?;
    let text = output.text();
    let section = |name: &str| section(&text, name);
    let natural = parse_size(section("size")).ok_or_else(|| {
        OpenError::Device(DeviceError::Refused {
            asked: "ask for the size of the screen".to_owned(),
            reason: output.one_line(),
        })
    })?;
    Ok(Facts {
        shell,
        sdk: section("sdk").trim().parse().unwrap_or(UNKNOWN_SDK),
        release: section("release").trim().to_owned(),
        model: section("model").trim().to_owned(),
        natural,
        time: section("time").trim().to_owned(),
        home: parse_activities(section("home"))
            .pop()
            .map(|activity| activity.package),
    })
}

/// Returns what stands between the line `@name` and the next such line.
fn section<'t>(text: &'t str, name: &str) -> &'t str {
    let mark = format!("@{name}");
    let mut start = None;
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        let begin = place;
        place += line.len();
        match start {
            None if line.trim_end() == mark => start = Some(place),
            Some(start) if line.starts_with('@') => return &text[start..begin],
            None | Some(_) => {}
        }
    }
    start.map_or("", |start| &text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_taken_apart_by_its_marks() {
        let text = "@sdk\r\n34\r\n@model\n@size\nPhysical size: 1x2\nx\n";
        assert_eq!(section(text, "sdk"), "34\r\n");
        assert_eq!(section(text, "model"), "");
        assert_eq!(section(text, "size"), "Physical size: 1x2\nx\n");
        assert_eq!(section(text, "home"), "");
    }
}
