//! Installing and removing apps.
//!
//! An app of the simulated phone is a text, `.app.yaml` or `APP.md`; `adb install` wants it to be
//! called `.apk`. A real APK is refused, since there is nothing here that could run it.

use std::io;
use std::sync::Arc;

use crate::app::App;
use crate::phone::{AppData, Installed};

use super::super::state::State;
use super::Call;
use super::retap::replace;

/// `install [-r|-t|-g|-d|-R...] [-S SIZE] [FILE|-]`.
pub(super) fn install(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let (mut size, mut file, mut keeps_old) = (None, None, false);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-S" => size = words.next().and_then(|size| size.parse().ok()),
            "-i" | "--user" | "-p" | "--abi" | "--install-location" => {
                words.next();
            }
            "-R" => keeps_old = true,
            "-" => {}
            flag if flag.starts_with('-') => {}
            name => file = Some(name),
        }
    }
    let bytes = match (file, size) {
        (Some(name), _) => match super::file::read(call, name) {
            Ok(bytes) => bytes,
            Err(_) => {
                return call.fail(
                    1,
                    &format!("Error: Unable to open file: {name}\nError: Can't open file: {name}"),
                );
            }
        },
        (None, Some(size)) => call.io.stdin.read_count(size)?,
        (None, None) => {
            return call.fail(
                1,
                "Error: must either specify a package size or an APK file",
            );
        }
    };
    let mut state = call.phone.state();
    let installed = install_bytes(&mut state, &bytes, keeps_old);
    state.settle();
    drop(state);
    match installed {
        Ok(()) => {
            call.line("Success")?;
            Ok(0)
        }
        Err(reason) => {
            call.line(&format!("Failure [{reason}]"))?;
            Ok(1)
        }
    }
}

fn install_bytes(state: &mut State, bytes: &[u8], keeps_old: bool) -> Result<(), String> {
    let app = Arc::new(parse(bytes)?);
    let package = app.package().to_owned();
    let apps = &state.device.phone().apps;
    match apps.iter().position(|one| one.app.package() == package) {
        Some(_) if keeps_old => {
            return Err(format!(
                "INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install {package} without first uninstalling."
            ));
        }
        Some(index) => {
            let mut data = apps[index].data.clone();
            for (name, value) in &app.state {
                data.values
                    .entry(name.clone())
                    .or_insert_with(|| value.clone());
            }
            replace(state, index, &app, data);
        }
        None => {
            let phone = state.device.phone_mut();
            phone.apps.push(Installed {
                data: AppData::new(&app),
                app: Arc::clone(&app),
                session: None,
            });
            phone.is_changed = true;
        }
    }
    state.originals.retain(|known| known.package() != package);
    state.originals.push(app);
    state
        .log
        .info("PackageManager", &format!("installed {package}"));
    Ok(())
}

fn parse(bytes: &[u8]) -> Result<App, String> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err("INSTALL_FAILED_INVALID_APK: the simulated phone runs .app.yaml and APP.md files, not compiled code".to_owned());
    }
    let not_apk = |reason: &str| {
        let reason = reason.lines().next().unwrap_or_default();
        format!("INSTALL_PARSE_FAILED_NOT_APK: {reason}")
    };
    let text = std::str::from_utf8(bytes).map_err(|_| not_apk("neither an app file nor an APK"))?;
    let is_yaml = text.lines().any(|line| line.starts_with("app:"));
    let parsed = if is_yaml {
        App::parse_yaml("base.apk", text)
    } else {
        App::parse_md("base.apk", text)
    };
    parsed.map_err(|error| not_apk(&error.to_string()))
}

/// `uninstall [-k] PACKAGE`.
pub(super) fn uninstall(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let package = args.iter().rfind(|arg| !arg.starts_with('-'));
    let mut state = call.phone.state();
    let phone = state.device.phone_mut();
    let index = phone
        .apps
        .iter()
        .position(|one| Some(one.app.package()) == package.map(String::as_str));
    let Some(index) = index else {
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
    state
        .originals
        .retain(|app| Some(app.package()) != package.map(String::as_str));
    let gone = package.cloned().unwrap_or_default();
    state.granted.remove(&gone);
    state.processes.remove(&gone);
    state.settle();
    drop(state);
    call.line("Success")?;
    Ok(0)
}
