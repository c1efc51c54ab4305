//! Which devices there are, and whether they can be driven from here.

use retap_drivers::android::ListedDevice;
use serde_json::{Value, json};

use super::element::device;
use crate::android::os_version;
use crate::cli::devices::{Entry, entries};
use crate::devices::Address;
use crate::mcp::{Answer, Args, Call, Client, Reply};

/// Lists devices.
pub(super) fn list_devices(client: &Client, args: &Args, _: &Call) -> Answer {
    let wanted = args.words("platform");
    // The simulated phone stands for whichever phone is asked for.
    let is_wanted = |entry: &Entry| {
        let scheme = scheme(entry);
        wanted.is_none_or(|wanted| scheme == "sim" || scheme == wanted)
    };
    let devices: Vec<Value> = entries(&client.host.config)
        .iter()
        .filter(|entry| entry.is_usable && is_wanted(entry))
        .map(|entry| shown(client, entry))
        .collect();
    Ok(Reply::json(json!({ "devices": devices })))
}

fn scheme(entry: &Entry) -> &str {
    let parts = entry.address.split_once(':');
    parts.map_or("", |(scheme, _)| scheme)
}

fn shown(client: &Client, entry: &Entry) -> Value {
    let platform = match scheme(entry) {
        "sim" => "simulated",
        other => other,
    };
    let serial = entry.address.strip_prefix("android:");
    let version = serial.and_then(|serial| os_version(&client.host.config.adb, serial));
    let version = version.unwrap_or_default();
    device(platform, &entry.address, &entry.about, &version)
}

/// Says whether devices can be driven; never fails.
pub(super) fn get_system_status(client: &Client, _: &Args, _: &Call) -> Answer {
    let host = &client.host;
    let adb = crate::android::connected(&host.config.adb);
    let phones = adb.as_ref().map_or(&[][..], |it| &it.devices);
    let unready: Vec<String> = phones.iter().filter_map(unready).collect();
    let ready = phones.len() - unready.len();
    let blockers = match &adb {
        Ok(_) => unready,
        Err(error) => vec![error.to_string()],
    };
    let configured = entries(&host.config);
    let broken = configured
        .iter()
        .filter(|entry| !entry.is_usable && scheme(entry) != "android")
        .map(|entry| format!("{}: {}", entry.address, entry.about));
    let issues: Vec<String> = blockers.iter().cloned().chain(broken).collect();
    let states = phones
        .iter()
        .map(|phone| format!("{}={}", phone.serial, phone.state));
    let status = match issues.is_empty() {
        true => "ready",
        false if can_drive(client, &configured) => "degraded",
        false => "blocked",
    };
    let has_gradle = host.environment.program("gradle").is_some();
    let gradle = match has_gradle {
        true => "gradle is on the path",
        false => "only projects with a gradlew can be built",
    };
    let driven = format!("{ready} of {} devices can be driven", phones.len());
    let version = adb.as_ref().ok().map(|it| it.version);
    let answer = json!({
        "success": issues.is_empty(),
        "status": status,
        "adbAvailable": adb.is_ok(),
        "adbVersion": version.map(|it| format!("Android Debug Bridge version 1.0.{it}")),
        "devices": ready,
        "deviceStates": states.collect::<Vec<_>>().join(", "),
        "logsAvailable": ready > 0,
        "envValid": adb.is_ok(),
        "appInstalled": null,
        "iosAvailable": false,
        "iosDevices": 0,
        "gradleFound": has_gradle,
        "summary": {
            "overall": { "ready": issues.is_empty(), "summary": status, "blockers": blockers },
            "android": { "ready": ready > 0, "summary": driven, "blockers": blockers },
            "ios": { "ready": false, "summary": "no driver for iOS", "blockers": [] },
            "gradle": { "ready": has_gradle, "summary": gradle, "blockers": [] },
        },
        "issues": issues,
    });
    Ok(Reply {
        is_error: false,
        ..Reply::json(answer)
    })
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
