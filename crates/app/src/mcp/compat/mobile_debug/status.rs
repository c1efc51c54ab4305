//! Which devices there are, and whether they can be driven from here.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::element::ShownDevice;
use crate::android::{Connected, os_version};
use crate::cli::devices::{Entry, entries};
use crate::devices::Address;
use crate::mcp::schema::{AnyObject, object};
use crate::mcp::{Answer, Args, Call, Client, Reply};

#[derive(Serialize, JsonSchema)]
pub(super) struct Devices {
    devices: Vec<ShownDevice>,
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
    let version = version.unwrap_or_default();
    ShownDevice::new(platform, &entry.address, &version, &entry.about)
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SystemStatus {
    success: bool,
    status: Readiness,
    adb_available: bool,
    adb_version: Option<String>,
    devices: usize,
    device_states: String,
    logs_available: bool,
    env_valid: bool,
    issues: Vec<String>,
    app_installed: Option<bool>,
    ios_available: bool,
    ios_devices: usize,
    gradle_found: bool,
    summary: Summary,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Readiness {
    Ready,
    Degraded,
    Blocked,
}

#[derive(Serialize, JsonSchema)]
struct Summary {
    overall: AnyObject,
    android: AnyObject,
    ios: AnyObject,
    gradle: AnyObject,
}

/// Says whether devices can be driven; never fails.
pub(super) fn get_system_status(client: &Client, _: &Args, _: &Call) -> Answer {
    let host = &client.host;
    let adb = crate::android::connected(&host.config.adb);
    let blockers = match &adb {
        Ok(connected) => unready(connected),
        Err(error) => vec![error.to_string()],
    };
    let configured = entries(&host.config);
    let broken = configured
        .iter()
        .filter(|entry| !entry.is_usable && scheme(entry) != "android")
        .map(|entry| format!("{}: {}", entry.address, entry.about));
    let issues: Vec<String> = blockers.iter().cloned().chain(broken).collect();
    let phones = adb.as_ref().map_or(&[][..], |it| &it.devices);
    let ready = phones.iter().filter(|it| it.remedy().is_none()).count();
    let states = phones
        .iter()
        .map(|phone| format!("{}={}", phone.serial, phone.state));
    // The simulated phone is always there; it counts for those who chose it.
    let is_real = |entry: &Entry| entry.is_usable && scheme(entry) != "sim";
    let is_usable = configured.iter().any(is_real) || has_own_device(client);
    let (status, word) = match (issues.is_empty(), is_usable) {
        (true, _) => (Readiness::Ready, "ready"),
        (false, true) => (Readiness::Degraded, "degraded"),
        (false, false) => (Readiness::Blocked, "blocked"),
    };
    let has_gradle = host.environment.program("gradle").is_some();
    let gradle = match has_gradle {
        true => "gradle is on the path",
        false => "only projects with a gradlew can be built",
    };
    let driven = format!("{ready} of {} devices can be driven", phones.len());
    let part = |is_ready: bool, summary: &str, blockers: &[String]| {
        object(json!({ "ready": is_ready, "summary": summary, "blockers": blockers }))
    };
    let answer = SystemStatus {
        success: issues.is_empty(),
        status,
        adb_available: adb.is_ok(),
        adb_version: adb
            .as_ref()
            .ok()
            .map(|it| format!("Android Debug Bridge version 1.0.{}", it.version)),
        devices: ready,
        device_states: states.collect::<Vec<_>>().join(", "),
        logs_available: ready > 0,
        env_valid: adb.is_ok(),
        app_installed: None,
        ios_available: false,
        ios_devices: 0,
        gradle_found: has_gradle,
        summary: Summary {
            overall: part(issues.is_empty(), word, &blockers),
            android: part(ready > 0, &driven, &blockers),
            ios: part(false, "no driver for iOS", &[]),
            gradle: part(has_gradle, gradle, &[]),
        },
        issues,
    };
    Ok(Reply {
        is_error: false,
        ..Reply::json(answer)
    })
}

/// Returns whether the client has, or the server was given, a device that needs no adb.
fn has_own_device(client: &Client) -> bool {
    let host = &client.host;
    let device = client
        .current_device()
        .or_else(|| host.config.device.clone());
    let address = device.and_then(|it| Address::parse(&it, &host.config).ok());
    matches!(address, Some(Address::Sim(_) | Address::Web { .. }))
}

/// Returns what keeps each device that is not ready.
fn unready(connected: &Connected) -> Vec<String> {
    let unready = connected.devices.iter().filter_map(|phone| {
        let remedy = phone.remedy()?;
        Some(format!(
            "android:{} is {}: {remedy}",
            phone.serial, phone.state
        ))
    });
    unready.collect()
}
