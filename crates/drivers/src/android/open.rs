//! Opening a device: finding the one that is meant and asking what it is.

use std::collections::HashMap;
use std::time::Duration;

use retap_model::device::{Deadline, DeviceError, DeviceInfo, Platform};
use retap_model::geometry::Size;

use super::apps::{self, parse_activities};
use super::device::{AndroidDevice, DumpWay, Facts};
use super::devices::{Candidate, ChoiceError, ListedDevice, choose, ready_devices};
use super::logs::LogMark;
use super::shell::{ShellKind, quote};
use super::{AdbError, AdbServer, Asked};

/// Which device is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// The address after `android:`; empty for whichever there is.
    pub serial: &'a str,
    /// The package that is to be driven, which can tell which of several devices is meant.
    pub app: Option<&'a str>,
}

/// Why a device could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum OpenError {
    /// The adb server could not be asked.
    Adb(#[from] AdbError),
    /// There is no device, or it is not clear which one is meant.
    Choice(#[from] ChoiceError),
    /// The device did not say what it must.
    Device(#[from] DeviceError),
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
        let listed = device.model.replace('_', " ");
        let names = [&facts.model, &listed, &device.serial];
        let name = names.into_iter().find(|name| !name.is_empty());
        Ok(Self {
            info: DeviceInfo {
                address: format!("android:{}", device.serial),
                name: name.cloned().unwrap_or_default(),
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

    /// Waits until the device is there again after it was lost; a server that ended is started.
    pub(super) fn reach_again(&self, deadline: Deadline) -> Result<(), DeviceError> {
        let reach = || {
            self.server.ensure_running(deadline)?;
            known_device(&self.server, &self.serial, deadline)?;
            self.server.wait_for_device(&self.serial, deadline)
        };
        reach().map_err(|error: AdbError| error.of_device(&self.info.address))
    }
}

/// How long a device that is named and away for the moment is waited for.
const COMING_BACK: Duration = Duration::from_secs(10);

/// Makes the server know a device of the network, and gives one that is offline time to come back.
fn reach(server: &AdbServer, serial: &str, deadline: Deadline) -> Result<(), AdbError> {
    let reached = match known_device(server, serial, deadline) {
        Ok(Some(device)) if device.is_passing() => {
            let patience = Deadline::after(server.clock().now(), COMING_BACK).min(deadline);
            server.wait_for_device(serial, patience)
        }
        known => known.map(drop),
    };
    match reached {
        // Whether it is there is for the choice to say.
        Err(AdbError::Refused { .. } | AdbError::DeadlinePassed { .. }) => Ok(()),
        reached => reached,
    }
}

/// Returns a device as the server lists it. One of the network that it does not know is made known: a server that was
/// started anew has forgotten those.
fn known_device(
    server: &AdbServer,
    serial: &str,
    deadline: Deadline,
) -> Result<Option<ListedDevice>, AdbError> {
    let mut listed = server.devices(deadline)?.into_iter();
    let known = listed.find(|device| device.serial == serial);
    if known.is_none() && serial.contains(':') {
        server.attach(serial, deadline)?;
    }
    Ok(known)
}

/// Asks each of several devices what can tell it from the others.
fn choose_among(
    server: &AdbServer,
    devices: &[ListedDevice],
    app: Option<&str>,
    deadline: Deadline,
) -> Result<ListedDevice, OpenError> {
    let what = "tell devices apart";
    let question = match app {
        Some(app) => format!("getprop ro.build.version.sdk; pm path {}", quote(app)),
        None => "getprop ro.build.version.sdk".to_owned(),
    };
    let mut candidates = Vec::new();
    for device in devices {
        let answer = server.exec(&device.serial, &question, Asked::new(what, deadline))?;
        let answer = String::from_utf8_lossy(&answer);
        let mut lines = answer.lines();
        candidates.push(Candidate {
            device: device.clone(),
            sdk: lines.next().and_then(|line| line.trim().parse().ok()),
            has_app: lines.any(|line| line.starts_with("package:")),
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
    let what = "ask what the device is";
    let shell = ShellKind::of(&server.features(&device.serial, deadline)?);
    let command = format!(
        "echo @sdk; getprop ro.build.version.sdk; echo @release; getprop ro.build.version.release; \
         echo @model; getprop ro.product.model; echo @size; wm size; echo @time; date '+%m-%d %H:%M:%S.000'; echo @home; {}",
        apps::HOME
    );
    let output = server.shell(&device.serial, shell, &command, Asked::new(what, deadline))?;
    let text = output.text();
    let section = |name: &str| section(&text, name);
    let what = "ask for the size of the screen";
    let natural = parse_size(section("size"));
    let natural = natural.ok_or_else(|| Asked::new(what, deadline).refused(output.one_line()))?;
    let home = parse_activities(section("home")).pop();
    Ok(Facts {
        shell,
        // Of a device that does not say, none of the newer commands is used.
        sdk: section("sdk").parse().unwrap_or_default(),
        release: section("release").to_owned(),
        model: section("model").to_owned(),
        natural,
        time: section("time").to_owned(),
        home: home.map(|activity| activity.package),
    })
}

/// Returns what stands between the line `@name` and the next such line.
fn section<'t>(text: &'t str, name: &str) -> &'t str {
    let sections = text
        .split("\n@")
        .filter_map(|section| section.split_once('\n'));
    let is_named = |(mark, _): &(&str, &str)| mark.trim_start_matches('@').trim_end() == name;
    let named = sections.filter(is_named).map(|(_, told)| told.trim());
    named.last().unwrap_or_default()
}

/// Reads the answer to `wm size`: what was set by hand counts before what the screen has.
fn parse_size(text: &str) -> Option<Size> {
    let of = |label: &str| {
        text.lines()
            .filter_map(|line| line.trim().strip_prefix(label))
            .find_map(parse_extent)
    };
    of("Override size:").or_else(|| of("Physical size:"))
}

fn parse_extent(text: &str) -> Option<Size> {
    let (width, height) = text.trim().split_once('x')?;
    let number = |text: &str| text.trim().parse::<u16>().ok().filter(|value| *value > 0);
    Some(Size::new(number(width)?.into(), number(height)?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_taken_apart_by_its_marks() {
        let text = "@sdk\r\n34\r\n@model\n@size\nPhysical size: 1x2\nx\n";
        assert_eq!(section(text, "sdk"), "34");
        assert_eq!(section(text, "model"), "");
        assert_eq!(section(text, "size"), "Physical size: 1x2\nx");
        assert_eq!(section(text, "home"), "");
    }

    #[test]
    fn what_was_set_counts_before_what_is_built_in() {
        let both = "Physical size: 1080x2400\r\nOverride size: 720x1600\r\n";
        assert_eq!(parse_size(both), Some(Size::new(720.0, 1600.0)));
        let one = "Physical size: 1080x2400\n";
        assert_eq!(parse_size(one), Some(Size::new(1080.0, 2400.0)));
        for bad in ["", "0x0", "1080"].map(|size| format!("Physical size: {size}")) {
            assert_eq!(parse_size(&bad), None, "{bad}");
        }
        assert_eq!(parse_size("wm: not found"), None);
        assert_eq!(parse_size(""), None);
    }
}
