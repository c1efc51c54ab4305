//! Installing and removing apps; `adb install` wants the file of one to be called `.apk`.

use std::io;

use crate::phone::Older;

use super::super::state::State;
use super::Call;

/// `install [-r|-t|-g|-d|-R...] [-S SIZE] [FILE|-]`.
pub(super) fn install(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let (mut size, mut file, mut older) = (None, None, Older::Replace);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-S" => size = words.next().and_then(|size| size.parse().ok()),
            "-i" | "--user" | "-p" | "--abi" | "--install-location" => {
                words.next();
            }
            "-R" => older = Older::Keep,
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
    let installed = install_bytes(&mut state, &bytes, older);
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

fn install_bytes(state: &mut State, bytes: &[u8], older: Older) -> Result<(), String> {
    let app = state.device.phone_mut().install(bytes, older)?;
    let package = app.package().to_owned();
    state.originals.retain(|known| known.package() != package);
    state.originals.push(app);
    state
        .log
        .info("PackageManager", &format!("installed {package}"));
    Ok(())
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
