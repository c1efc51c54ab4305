//! `pm` and `cmd`: the packages. `adb install` wants the file of one to be called `.apk`.

use retap_model::device::Action;

use crate::dump::LAUNCHER;

use super::super::state::{State, component};
use super::file::read;
use super::intent::Intent;
use super::options::Options;
use super::{Call, Ended, property};

/// Packages of the system.
const SYSTEM: [&str; 3] = ["android", LAUNCHER, "com.android.inputmethod.latin"];

/// The services of `cmd` that have programs of their own.
const SERVICES: [(&str, &str); 6] = [
    ("activity", "am"),
    ("input", "input"),
    ("input_method", "ime"),
    ("package", "pm"),
    ("settings", "settings"),
    ("window", "wm"),
];

/// `cmd SERVICE ...`.
pub(super) fn cmd(call: &mut Call<'_>) -> Ended {
    let service = call.arg(0);
    if let Some((_, program)) = SERVICES.iter().find(|(name, _)| *name == service) {
        return call.hand_on(program, call.rest());
    }
    match service {
        "wifi" | "connectivity" => property::svc(call),
        "" => {
            let text = "cmd: No service specified";
            call.fail(20, text)
        }
        other => call.fail(20, &format!("cmd: Can't find service: {other}")),
    }
}

/// `pm list|path|clear|install|uninstall|resolve-activity|query-activities ...`.
pub(super) fn pm(call: &mut Call<'_>) -> Ended {
    let options = Options::parse(call.rest(), &["user", "i"]);
    match call.arg(0) {
        "list" => list(call, &options),
        "path" => path(call, options.last()),
        "clear" => clear(call, options.last()),
        "install" => install(call),
        "uninstall" => uninstall(call, options.last()),
        "resolve-activity" => resolve(call),
        "query-activities" => query(call),
        "" => {
            let text = "Package manager (package) commands: list, path, clear, install, uninstall";
            call.fail(1, text)
        }
        other => call.fail(255, &format!("Unknown command: {other}")),
    }
}

fn list(call: &Call<'_>, options: &Options<'_>) -> Ended {
    match options.first() {
        "packages" | "package" => list_packages(call, options),
        "features" => call.line("feature:android.hardware.touchscreen"),
        other => call.fail(255, &format!("Error: unknown list type '{other}'")),
    }
}

fn list_packages(call: &Call<'_>, options: &Options<'_>) -> Ended {
    let apps = call.state().packages().into_iter();
    let system = SYSTEM.iter().map(|name| (*name).to_owned());
    let mut names: Vec<String> = match (options.has(&["3"]), options.has(&["s"])) {
        (true, _) => apps.collect(),
        (false, true) => system.collect(),
        (false, false) => system.chain(apps).collect(),
    };
    names.sort();
    let filter = options.rest.get(1).copied().unwrap_or_default();
    for name in names.iter().filter(|name| name.contains(filter)) {
        call.line(&format!("package:{name}"))?;
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

fn path(call: &Call<'_>, package: &str) -> Ended {
    let is_installed = is_installed(&call.state(), package);
    match is_installed {
        true => call.line(&format!("package:{}", file_of(package))),
        false => Ok(1),
    }
}

fn clear(call: &Call<'_>, package: &str) -> Ended {
    if call.state().app(package).is_none() {
        call.line("Failed")?;
        return Ok(1);
    }
    match call.perform(&Action::ClearData(package.to_owned())) {
        Ok(()) => call.line("Success"),
        Err(error) => call.fail(1, &error.to_string()),
    }
}

/// Returns the packages that the intent in the arguments finds.
fn found(call: &Call<'_>) -> Vec<String> {
    let intent = Intent::parse(call.rest());
    let packages = call.state().packages();
    let asks_home = intent
        .categories
        .iter()
        .any(|category| category.ends_with(".HOME"));
    match intent.named_package() {
        Some(LAUNCHER) => vec![LAUNCHER.to_owned()],
        Some(package) => packages
            .into_iter()
            .filter(|known| known == package)
            .collect(),
        None if asks_home => vec![LAUNCHER.to_owned()],
        None => match intent.data {
            Some(url) => call.state().openers(url),
            None => packages,
        },
    }
}

/// Returns what is known of the activity of a package, as `--brief` says it.
fn about(package: &str) -> String {
    let known = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false";
    format!("{known}\n{}", component(package))
}

/// Prints the first activity; the real one opens a chooser for an intent that fits several.
fn resolve(call: &Call<'_>) -> Ended {
    match found(call).first() {
        Some(package) => call.line(&about(package)),
        None => call.line("No activity found"),
    }
}

fn query(call: &Call<'_>) -> Ended {
    let found = found(call);
    if found.is_empty() {
        return call.line("No activities found");
    }
    call.line(&format!("{} activities found:", found.len()))?;
    for (number, package) in found.iter().enumerate() {
        let about = about(package).replace('\n', "\n    ");
        call.line(&format!("  Activity #{number}:\n    {about}"))?;
    }
    Ok(0)
}

/// `install [-r|-t|-g|-d...] [-S SIZE] [FILE|-]`.
fn install(call: &Call<'_>) -> Ended {
    let valued = ["S", "i", "p", "user", "abi", "install-location"];
    let options = Options::parse(call.rest(), &valued);
    let size = options.value("S").and_then(|size| size.parse().ok());
    let bytes = match (options.first(), size) {
        ("" | "-", Some(size)) => call.io.stdin.read_count(size)?,
        ("" | "-", None) => {
            let text = "Error: must either specify a package size or an APK file";
            return call.fail(1, text);
        }
        (name, _) => match read(call, name) {
            Ok(bytes) => bytes,
            Err(_) => {
                let text =
                    format!("Error: Unable to open file: {name}\nError: Can't open file: {name}");
                return call.fail(1, &text);
            }
        },
    };
    let installed = install_bytes(&mut call.state(), &bytes);
    match installed {
        Ok(()) => call.line("Success"),
        Err(reason) => {
            call.line(&format!("Failure [{reason}]"))?;
            Ok(1)
        }
    }
}

fn install_bytes(state: &mut State, bytes: &[u8]) -> Result<(), String> {
    let app = state.device.phone_mut().install(bytes)?;
    let package = app.package().to_owned();
    state.originals.retain(|known| known.package() != package);
    state.originals.push(app);
    state
        .log
        .info("PackageManager", &format!("installed {package}"));
    state.settle();
    Ok(())
}

/// `uninstall [-k] PACKAGE`.
fn uninstall(call: &Call<'_>, package: &str) -> Ended {
    let mut state = call.state();
    let phone = state.device.phone_mut();
    let Some(index) = phone
        .apps
        .iter()
        .position(|one| one.app.package() == package)
    else {
        drop(state);
        call.line("Failure [DELETE_FAILED_INTERNAL_ERROR]")?;
        return Ok(1);
    };
    phone.apps.remove(index);
    phone.front = match phone.front {
        Some(front) if front == index => None,
        Some(front) if front > index => Some(front - 1),
        other => other,
    };
    phone.is_changed = true;
    state.originals.retain(|app| app.package() != package);
    state.settle();
    drop(state);
    call.line("Success")
}
