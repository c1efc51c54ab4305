//! Which devices there are, and whether they can be driven from here.

use serde_json::{Value, json};

use super::element::shown_device;
use crate::android::{Connected, os_version};
use crate::cli::devices::{Entry, entries};
use crate::devices::Address;
use crate::mcp::{Args, Call, Client, Refusal, Reply};

/// Lists devices.
pub(super) fn list_devices(client: &Client, args: &Args, _: &Call) -> Result<Reply, Refusal> {
    let wanted = args.words("platform");
    let devices: Vec<Value> = entries(&client.host.config)
        .iter()
        .filter(|entry| entry.is_usable && wanted.is_none_or(|it| is_of(entry, it)))
        .map(|entry| shape(client, entry))
        .collect();
    Ok(Reply::json(json!({ "devices": devices })))
}

fn scheme(entry: &Entry) -> &str {
    entry
        .address
        .split_once(':')
        .map_or("", |(scheme, _)| scheme)
}

/// The simulated phone stands for whichever phone is asked for.
fn is_of(entry: &Entry, platform: &str) -> bool {
    matches!(scheme(entry), "sim") || scheme(entry) == platform
}

fn shape(client: &Client, entry: &Entry) -> Value {
    let platform = match scheme(entry) {
        "sim" => "simulated",
        other => other,
    };
    let serial = entry.address.strip_prefix("android:");
    let version = serial.and_then(|serial| os_version(&client.host.config.adb, serial));
    shown_device(
        platform,
        &entry.address,
        &version.unwrap_or_default(),
        &entry.about,
    )
}

/// Says whether devices can be driven; never fails.
pub(super) fn get_system_status(client: &Client, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    let host = &client.host;
    let adb = crate::android::connected(&host.config.adb);
    let mut blockers: Vec<String> = Vec::new();
    match &adb {
        Ok(connected) => blockers.extend(unready(connected)),
        Err(error) => blockers.push(error.to_string()),
    }
    let configured = entries(&host.config);
    let broken = configured
        .iter()
        .filter(|entry| !entry.is_usable && scheme(entry) != "android");
    let others: Vec<String> = broken
        .map(|entry| format!("{}: {}", entry.address, entry.about))
        .collect();
    let phones = adb.as_ref().map_or(0, |it| {
        it.devices
            .iter()
            .filter(|phone| phone.state.remedy().is_none())
            .count()
    });
    let states: Vec<String> = adb.as_ref().map_or_else(
        |_| Vec::new(),
        |it| {
            let state = |phone: &retap_drivers::android::ListedDevice| {
                format!("{}={}", phone.serial, phone.state.as_str())
            };
            it.devices.iter().map(state).collect()
        },
    );
    let issues: Vec<&String> = blockers.iter().chain(&others).collect();
    // The simulated phone is always there; it counts for those who chose it.
    let is_real = |entry: &Entry| entry.is_usable && scheme(entry) != "sim";
    let is_usable = configured.iter().any(is_real) || has_own_device(client);
    let status = match (issues.is_empty(), is_usable) {
        (true, _) => "ready",
        (false, true) => "degraded",
        (false, false) => "blocked",
    };
    let gradle = host.environment.program("gradle");
    Ok(Reply::json(json!({
        "success": issues.is_empty(),
        "status": status,
        "adbAvailable": adb.is_ok(),
        "adbVersion": adb.as_ref().ok().map(|it| format!("Android Debug Bridge version 1.0.{}", it.version)),
        "devices": phones,
        "deviceStates": states.join(", "),
        "logsAvailable": phones > 0,
        "envValid": adb.is_ok(),
        "issues": issues,
        "appInstalled": null,
        "iosAvailable": false,
        "iosDevices": 0,
        "gradleFound": gradle.is_some(),
        "summary": {
            "overall": part(issues.is_empty(), status, &blockers),
            "android": part(
                phones > 0,
                &format!("{phones} of {} devices can be driven", states.len()),
                &blockers,
            ),
            "ios": part(false, "no driver for iOS", &[]),
            "gradle": part(
                gradle.is_some(),
                if gradle.is_some() { "gradle is on the path" } else { "only projects with a gradlew can be built" },
                &[],
            ),
        },
    })))
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

fn part(is_ready: bool, summary: &str, blockers: &[String]) -> Value {
    json!({ "ready": is_ready, "summary": summary, "blockers": blockers })
}

/// Returns what keeps each device that is not ready.
fn unready(connected: &Connected) -> Vec<String> {
    let unready = connected.devices.iter().filter_map(|phone| {
        let remedy = phone.state.remedy()?;
        Some(format!(
            "android:{} is {}: {remedy}",
            phone.serial,
            phone.state.as_str()
        ))
    });
    unready.collect()
}
