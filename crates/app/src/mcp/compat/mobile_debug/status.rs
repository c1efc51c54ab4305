//! Which devices there are, and whether they can be driven from here.

use retap_drivers::android::ListedDevice;

use super::element::ShownDevice;
use crate::android::os_version;
use crate::cli::devices::{Entry, entries};
use crate::devices::Address;
use crate::mcp::answer::{Unlisted, answer};
use crate::mcp::{Answer, Args, Call, Client, Reply};

answer! {
    /// The devices there are.
    pub(super) struct Devices { devices: Vec<ShownDevice> }
    /// Whether devices can be driven from here, and what keeps them from it.
    pub(super) struct SystemStatus { success: bool, status: Readiness, adbAvailable: bool, adbVersion: Option<String>,
        devices: usize, deviceStates: String, logsAvailable: bool, envValid: bool, issues: Vec<String>,
        appInstalled: Option<bool>, iosAvailable: bool, iosDevices: usize, gradleFound: bool, summary: Summary }
    /// Whether everything, something or nothing can be driven.
    pub(super) enum Readiness { Ready = "ready", Degraded = "degraded", Blocked = "blocked" }
    /// The status of each part.
    pub(super) struct Summary { overall: Unlisted<Part>, android: Unlisted<Part>, ios: Unlisted<Part>,
        gradle: Unlisted<Part> }
    /// The status of one part.
    pub(super) struct Part { ready: bool, summary: String, blockers: Vec<String> }
}

/// Lists devices.
pub(super) fn list_devices(client: &Client, args: &Args, _: &Call) -> Answer {
    let wanted = args.words("platform");
    // The simulated phone stands for whichever phone is asked for.
    let is_wanted = |entry: &Entry| {
        let scheme = scheme(entry);
        wanted.is_none_or(|wanted| scheme == "sim" || scheme == wanted)
    };
    let devices = entries(&client.host.config)
        .iter()
        .filter(|entry| entry.is_usable && is_wanted(entry))
        .map(|entry| shown(client, entry))
        .collect();
    Ok(Reply::json(Devices { devices }))
}

fn scheme(entry: &Entry) -> &str {
    let parts = entry.address.split_once(':');
    parts.map_or("", |(scheme, _)| scheme)
}

fn shown(client: &Client, entry: &Entry) -> ShownDevice {
    let platform = match scheme(entry) {
        "sim" => "simulated",
        other => other,
    };
    let serial = entry.address.strip_prefix("android:");
    let version = serial.and_then(|serial| os_version(&client.host.config.adb, serial));
    ShownDevice {
        platform: platform.to_owned(),
        osVersion: version.unwrap_or_default(),
        model: entry.about.clone(),
        ..ShownDevice::at(&entry.address)
    }
}

/// Says whether devices can be driven; never fails.
pub(super) fn get_system_status(client: &Client, _: &Args, _: &Call) -> Answer {
    let config = &client.host.config;
    let adb = crate::android::connected(&config.adb);
    let phones = adb.as_ref().map_or(&[][..], |it| &it.devices);
    let unready: Vec<String> = phones.iter().filter_map(unready).collect();
    let ready = phones.len() - unready.len();
    let android = Part {
        ready: ready > 0,
        summary: format!("{ready} of {} devices can be driven", phones.len()),
        blockers: match &adb {
            Ok(_) => unready,
            Err(error) => vec![error.to_string()],
        },
    };
    let states = phones
        .iter()
        .map(|phone| format!("{}={}", phone.serial, phone.state));
    let version = adb.as_ref().ok().map(|it| it.version);
    let (status, issues) = judge(client, &android.blockers);
    let answer = SystemStatus {
        success: issues.is_empty(),
        status,
        adbAvailable: adb.is_ok(),
        adbVersion: version.map(|it| format!("Android Debug Bridge version 1.0.{it}")),
        devices: ready,
        deviceStates: states.collect::<Vec<_>>().join(", "),
        logsAvailable: ready > 0,
        envValid: adb.is_ok(),
        issues,
        appInstalled: None,
        iosAvailable: false,
        iosDevices: 0,
        gradleFound: has_gradle(client),
        summary: summary(client, status, android),
    };
    Ok(Reply {
        is_error: false,
        ..Reply::json(answer)
    })
}

/// Returns whether anything can be driven, and everything that is wrong.
fn judge(client: &Client, blockers: &[String]) -> (Readiness, Vec<String>) {
    let configured = entries(&client.host.config);
    let broken = configured
        .iter()
        .filter(|entry| !entry.is_usable && scheme(entry) != "android")
        .map(|entry| format!("{}: {}", entry.address, entry.about));
    let issues: Vec<String> = blockers.iter().cloned().chain(broken).collect();
    let status = match issues.is_empty() {
        true => Readiness::Ready,
        false if can_drive(client, &configured) => Readiness::Degraded,
        false => Readiness::Blocked,
    };
    (status, issues)
}

fn has_gradle(client: &Client) -> bool {
    client.host.environment.program("gradle").is_some()
}

fn summary(client: &Client, status: Readiness, android: Part) -> Summary {
    let part = |ready, summary: &str| Part {
        ready,
        summary: summary.to_owned(),
        blockers: Vec::new(),
    };
    let gradle = match has_gradle(client) {
        true => part(true, "gradle is on the path"),
        false => part(false, "only projects with a gradlew can be built"),
    };
    Summary {
        overall: Unlisted(Part {
            blockers: android.blockers.clone(),
            ..part(status == Readiness::Ready, status.as_str())
        }),
        android: Unlisted(android),
        ios: Unlisted(part(false, "no driver for iOS")),
        gradle: Unlisted(gradle),
    }
}

/// Returns whether any device can be driven. The simulated phone is always there; it counts for those who chose it,
/// as a page does.
fn can_drive(client: &Client, configured: &[Entry]) -> bool {
    let config = &client.host.config;
    let chosen = client.current_device().or_else(|| config.device.clone());
    let chosen = chosen.and_then(|it| Address::parse(&it, config).ok());
    let is_real = |entry: &Entry| entry.is_usable && scheme(entry) != "sim";
    configured.iter().any(is_real) || matches!(chosen, Some(Address::Sim(_) | Address::Web { .. }))
}

/// Returns what keeps a phone from being driven; nothing where it is ready.
fn unready(phone: &ListedDevice) -> Option<String> {
    let (remedy, state) = (phone.remedy()?, &phone.state);
    Some(format!("android:{} is {state}: {remedy}", phone.serial))
}
