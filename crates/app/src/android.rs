//! Android devices over adb: where the server is, what is connected, opening one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::android::{
    AdbConfig, AdbError, AdbServer, AndroidDevice, Asked, ChoiceError, ListedDevice, OpenError,
    Wanted,
};
use retap_model::device::{Clock, Deadline};

use crate::devices::Opened;
use crate::environment::Environment;
use crate::error::AppError;

/// How long opening a device may take; the server may have to be started first.
const OPENING: Duration = Duration::from_secs(30);

/// How long a look at what is connected may take.
const LISTING: Duration = Duration::from_secs(10);

/// Returns where the adb server is and what starts it, as adb's own variables say.
pub(crate) fn adb_config(environment: &Environment) -> AdbConfig {
    let mut config = AdbConfig {
        program: adb_program(environment),
        ..AdbConfig::default()
    };
    let socket = environment.variable("ADB_SERVER_SOCKET");
    let port = environment.variable("ANDROID_ADB_SERVER_PORT");
    if let Some(socket) = socket.and_then(|it| AdbConfig::parse_socket(it)) {
        (config.host, config.port) = socket;
    } else if let Some(port) = port.and_then(|port| port.parse().ok()) {
        config.port = port;
    }
    config
}

/// Returns the adb that is named, else the one on the path, else the one of the SDK.
fn adb_program(environment: &Environment) -> Option<PathBuf> {
    if let Some(named) = environment.variable("ADB_PATH") {
        return Some(PathBuf::from(named));
    }
    let on_path = environment.program("adb");
    let of_sdk = ["ANDROID_HOME", "ANDROID_SDK_ROOT"]
        .into_iter()
        .filter_map(|name| environment.variable(name))
        .map(|sdk| Path::new(sdk).join("platform-tools").join("adb"));
    on_path
        .into_iter()
        .chain(of_sdk)
        .find(|program| program.is_file())
}

/// Opens the device of this serial, or the one that is meant when there is none; `app` can tell which.
pub(crate) fn open(
    config: &AdbConfig,
    serial: &str,
    app: Option<&str>,
) -> Result<Opened, AppError> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let server = AdbServer::new(config.clone(), Arc::clone(&clock));
    let deadline = Deadline::after(clock.now(), OPENING);
    let device = AndroidDevice::open(server, Wanted { serial, app }, deadline)
        .map_err(|error| cannot_open(serial, &error))?;
    Ok(Opened::on_real_time(Box::new(device), clock))
}

fn cannot_open(serial: &str, error: &OpenError) -> AppError {
    let message = format!("cannot open `android:{serial}`: {error}");
    match error {
        OpenError::Adb(error) => {
            let app_error = AppError::device(message);
            match error.remedy() {
                Some(remedy) => app_error.hint(remedy),
                None => app_error,
            }
        }
        OpenError::Choice(ChoiceError::Several { .. }) => AppError::input(message),
        OpenError::Choice(
            ChoiceError::NoDevice | ChoiceError::Unknown { .. } | ChoiceError::NotReady { .. },
        )
        | OpenError::Device(_) => AppError::device(message).hint("`retap doctor` says more"),
    }
}

/// The connected devices, as adb lists them.
pub(crate) struct Connected {
    pub(crate) version: u32,
    /// The version of the program that would start it, where that is another one.
    pub(crate) other_program: Option<u32>,
    /// The devices, whatever their state.
    pub(crate) devices: Vec<ListedDevice>,
}

/// Returns what is connected; the server is started if need be.
pub(crate) fn connected(config: &AdbConfig) -> Result<Connected, AdbError> {
    let (server, deadline) = asked_soon(config);
    let version = server.ensure_running(deadline)?;
    let devices = server.devices(deadline)?;
    let program = server.program_version(deadline)?;
    Ok(Connected {
        version,
        other_program: program.filter(|program| *program != version),
        devices,
    })
}

/// Returns what is connected as far as a running server knows; none is started.
pub(crate) fn connected_already(config: &AdbConfig) -> Vec<ListedDevice> {
    let (server, deadline) = asked_soon(config);
    let version = server.version(deadline);
    let devices = version.and_then(|_| server.devices(deadline));
    devices.unwrap_or_default()
}

/// Returns the version of a device's system as people say it; nothing where it does not answer.
pub(crate) fn os_version(config: &AdbConfig, serial: &str) -> Option<String> {
    let (server, deadline) = asked_soon(config);
    let command = "getprop ro.build.version.release";
    let what = "ask for its version";
    let output = server.exec(serial, command, Asked::new(what, deadline));
    let version = String::from_utf8(output.ok()?).ok()?;
    Some(version.trim().to_owned()).filter(|version| !version.is_empty())
}

/// Returns the server to ask about its devices, and until when.
fn asked_soon(config: &AdbConfig) -> (AdbServer, Deadline) {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let deadline = Deadline::after(clock.now(), LISTING);
    (AdbServer::new(config.clone(), clock), deadline)
}
