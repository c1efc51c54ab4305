//! `pm` and `cmd`: the packages.

use std::io;

use retap_model::device::Action;

use crate::dump::LAUNCHER;

use super::super::state::{State, component};
use super::intent::Intent;
use super::{Call, activity, dumpsys, ime, input, install, network, property, window};

/// Packages of the system.
const SYSTEM: [&str; 3] = ["android", LAUNCHER, "com.android.inputmethod.latin"];

/// `cmd SERVICE ...`: the services that have commands of their own, and those of packages.
pub(super) fn cmd(call: &mut Call<'_>) -> io::Result<i32> {
    let rest = call.args.get(1..).unwrap_or_default();
    match call.arg(0) {
        "package" => call.hand_on(pm, "pm", rest),
        "activity" => call.hand_on(activity::run, "am", rest),
        "window" => call.hand_on(window::run, "wm", rest),
        "input" => call.hand_on(input::run, "input", rest),
        "input_method" => call.hand_on(ime::run, "ime", rest),
        "settings" => call.hand_on(property::settings, "settings", rest),
        "wifi" | "connectivity" => network::cmd(call),
        "-l" => {
            call.line("Currently running services:")?;
            [
                "activity",
                "input",
                "input_method",
                "package",
                "settings",
                "wifi",
                "window",
            ]
            .iter()
            .try_for_each(|name| call.line(&format!("  {name}")))?;
            Ok(0)
        }
        "" => call.fail(
            20,
            "cmd: No service specified; use -l to list all running services.",
        ),
        other => call.fail(20, &format!("cmd: Can't find service: {other}")),
    }
}

/// `pm list|path|clear|grant|revoke|install|uninstall|resolve-activity ...`.
pub(super) fn pm(call: &mut Call<'_>) -> io::Result<i32> {
    let rest = call.args.get(1..).unwrap_or_default();
    match call.arg(0) {
        "list" => list(call, rest),
        "path" => path(call, rest),
        "clear" => clear(call, rest),
        "grant" | "revoke" => grant(call, rest),
        "install" => install::install(call, rest),
        "uninstall" => install::uninstall(call, rest),
        "resolve-activity" => resolve(call, rest),
        "query-activities" => query(call, rest),
        "dump" => {
            let args = [
                "package".to_owned(),
                rest.first().cloned().unwrap_or_default(),
            ];
            call.hand_on(dumpsys::run, "dumpsys", &args)
        }
        "get-install-location" => {
            call.line("0[auto]")?;
            Ok(0)
        }
        "" => call.fail(
            1,
            "Package manager (package) commands: list, path, clear, grant, install, uninstall",
        ),
        other => call.fail(255, &format!("Unknown command: {other}")),
    }
}

fn list(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    match args.first().map(String::as_str) {
        Some("packages" | "package") => list_packages(call, &args[1..]),
        Some("users") => {
            call.line("Users:\n\tUserInfo{0:Owner:c13} running")?;
            Ok(0)
        }
        Some("features") => {
            call.line("feature:android.hardware.touchscreen")?;
            Ok(0)
        }
        Some("instrumentation" | "libraries" | "permissions") => Ok(0),
        other => call.fail(
            255,
            &format!("Error: unknown list type '{}'", other.unwrap_or_default()),
        ),
    }
}

fn list_packages(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let values = args.iter().position(|arg| arg == "--user").map(|at| at + 1);
    let mut filters = args.iter().enumerate();
    let filter = filters.find(|(at, arg)| !arg.starts_with('-') && Some(*at) != values);
    let apps = call.phone.state().packages();
    let system = SYSTEM.iter().map(|name| (*name).to_owned());
    let mut names: Vec<String> = match (has("-3"), has("-s")) {
        (true, _) => apps,
        (false, true) => system.collect(),
        (false, false) => system.chain(apps).collect(),
    };
    names.sort();
    for name in names
        .iter()
        .filter(|name| filter.is_none_or(|(_, text)| name.contains(text.as_str())))
    {
        let file = if has("-f") {
            format!("{}=", file_of(name))
        } else {
            String::new()
        };
        let user = if has("-U") { " uid:10100" } else { "" };
        call.line(&format!("package:{file}{name}{user}"))?;
    }
    Ok(0)
}

fn file_of(package: &str) -> String {
    if SYSTEM.contains(&package) {
        format!("/system/app/{package}.apk")
    } else {
        format!("/data/app/{package}-1/base.apk")
    }
}

fn is_installed(state: &State, package: &str) -> bool {
    SYSTEM.contains(&package) || state.app(package).is_some()
}

fn path(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let package = args.last().map_or("", String::as_str);
    if !is_installed(&call.phone.state(), package) {
        return Ok(1);
    }
    call.line(&format!("package:{}", file_of(package)))?;
    Ok(0)
}

fn clear(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let package = args.last().cloned().unwrap_or_default();
    if call.phone.state().app(&package).is_none() {
        call.line("Failed")?;
        return Ok(1);
    }
    match call.phone.perform(&Action::ClearData(package.clone())) {
        Ok(()) => {
            call.phone.state().granted.remove(&package);
            call.line("Success")?;
            Ok(0)
        }
        Err(error) => call.fail(1, &error.to_string()),
    }
}

fn grant(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let names = args
        .iter()
        .filter(|arg| !arg.starts_with('-') && *arg != "0");
    let names: Vec<&String> = names.collect();
    let [package, permission] = names.as_slice() else {
        return call.fail(255, "Error: no permission specified");
    };
    let mut state = call.phone.state();
    if state.app(package).is_none() {
        drop(state);
        return call.fail(
            255,
            &format!(
                "\nException occurred while executing '{}':\njava.lang.IllegalArgumentException: Unknown package: {package}",
                call.arg(0)
            ),
        );
    }
    let granted = state.granted.entry((*package).clone()).or_default();
    if call.arg(0) == "grant" {
        granted.insert((*permission).clone());
    } else {
        granted.remove(*permission);
    }
    Ok(0)
}

/// Returns the packages an intent finds.
fn found(call: &Call<'_>, args: &[String]) -> Vec<String> {
    let intent = Intent::parse(args);
    let packages = call.phone.state().packages();
    let wants_home = intent
        .categories
        .iter()
        .any(|category| category.ends_with(".HOME"));
    match intent.named_package() {
        Some(LAUNCHER) => vec![LAUNCHER.to_owned()],
        Some(package) => packages
            .into_iter()
            .filter(|known| known == package)
            .collect(),
        None if wants_home => vec![LAUNCHER.to_owned()],
        None => match &intent.data {
            Some(url) => call.phone.state().openers(url),
            None => packages,
        },
    }
}

const MATCH: &str = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false";

fn resolve(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let found = found(call, args);
    match found.first() {
        // The real one opens a chooser for an intent that fits several.
        Some(package) if args.iter().any(|arg| arg == "--brief") => {
            call.line(&format!("{MATCH}\n{}", component(package)))?;
        }
        Some(package) => call.line(&info(package))?,
        None => call.line("No activity found")?,
    }
    Ok(0)
}

/// Returns what is known of the activity of a package.
fn info(package: &str) -> String {
    format!(
        "{MATCH}\nActivityInfo:\n  name={package}.MainActivity\n  packageName={package}\n  \
         enabled=true exported=true directBootAware=false"
    )
}

fn query(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let found = found(call, args);
    if found.is_empty() {
        call.line("No activities found")?;
        return Ok(0);
    }
    call.line(&format!("{} activities found:", found.len()))?;
    let is_brief = args.iter().any(|arg| arg == "--brief");
    for (number, package) in found.iter().enumerate() {
        if !is_brief {
            call.line(&format!(
                "  Activity #{number}:\n    {}",
                info(package).replace('\n', "\n    ")
            ))?;
            continue;
        }
        call.line(&format!(
            "  Activity #{number}:\n    {MATCH}\n    {}",
            component(package)
        ))?;
    }
    Ok(0)
}
