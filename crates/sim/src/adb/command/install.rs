//! Installing and removing apps; `adb install` wants the file of one to be called `.apk`.

use crate::phone::Older;

use super::super::state::State;
use super::options::Options;
use super::{Call, Ended};

/// `install [-r|-t|-g|-d|-R...] [-S SIZE] [FILE|-]`.
pub(super) fn install(call: &Call<'_>) -> Ended {
    let valued = ["S", "i", "p", "user", "abi", "install-location"];
    let options = Options::parse(call.rest(), &valued);
    let size = options.value("S").and_then(|size| size.parse().ok());
    let bytes = match (options.first(), size) {
        ("" | "-", Some(size)) => call.io.stdin.read_count(size)?,
        ("" | "-", None) => {
            let text = "Error: must either specify a package size or an APK file";
            return call.fail(1, text);
        }
        (name, _) => match super::file::read(call, name) {
            Ok(bytes) => bytes,
            Err(_) => {
                let text =
                    format!("Error: Unable to open file: {name}\nError: Can't open file: {name}");
                return call.fail(1, &text);
            }
        },
    };
    let older = match options.has(&["R"]) {
        true => Older::Keep,
        false => Older::Replace,
    };
    let installed = install_bytes(&mut call.state(), &bytes, older);
    match installed {
        Ok(()) => call.line("Success"),
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
    state.settle();
    Ok(())
}

/// `uninstall [-k] PACKAGE`.
pub(super) fn uninstall(call: &Call<'_>, package: &str) -> Ended {
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
    state.granted.remove(package);
    state.processes.remove(package);
    state.settle();
    drop(state);
    call.line("Success")
}
