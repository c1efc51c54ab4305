//! `retap sim screenshot`: a picture of an app's screen.

use std::path::PathBuf;

use clap::Args;
use retap_model::device::{Action, Deadline, DeviceError};
use retap_sim::SimAddress;

use crate::devices::{Address, DeviceOpener, DeviceRequirements, Opened};
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot_write};
use crate::files::write_atomically;
use crate::terminal::outln;

/// The longest the simulated phone may take, on its own clock.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

/// The arguments of `retap sim screenshot`.
#[derive(Debug, Args)]
pub(super) struct ScreenshotArgs {
    /// A shipped app such as `settings`, or the path of an app file
    app: String,

    /// The screen to open; the first one when not given
    #[arg(long, value_name = "ID")]
    screen: Option<String>,

    /// Show a later version of the app
    #[arg(long, value_name = "NAME")]
    drift: Option<String>,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Runs the command.
pub(super) fn run(args: &ScreenshotArgs, environment: &Environment) -> Result<Exit, AppError> {
    let opener = DeviceOpener::of_command(environment);
    let address = address(&args.app, args.drift.as_deref(), args.screen.as_deref());
    let mut opened = opener.open(
        &Address::Sim(address.clone()),
        &DeviceRequirements::default(),
    )?;
    if args.screen.is_none() {
        launch(&mut opened, &address)?;
    }
    let deadline = Deadline::after(opened.clock.now(), PATIENCE);
    let picture = opened.device.screenshot(deadline).map_err(gone)?;
    write_atomically(&args.output, &picture.0)
        .map_err(|error| cannot_write("write", &args.output, error))?;
    outln!("{}", args.output.display());
    Ok(Exit::Passed)
}

/// Returns what stands after `sim:` for this app.
pub(super) fn address(app: &str, drift: Option<&str>, screen: Option<&str>) -> String {
    let options = [("drift", drift), ("open", screen)];
    let set: Vec<String> = options
        .iter()
        .filter_map(|(key, value)| value.map(|value| format!("{key}={value}")))
        .collect();
    if set.is_empty() {
        return app.to_owned();
    }
    let mark = if app.contains('?') { '&' } else { '?' };
    format!("{app}{mark}{}", set.join("&"))
}

/// Opens the first app of the phone, and waits until it has loaded.
pub(super) fn launch(opened: &mut Opened, address: &str) -> Result<(), AppError> {
    let setup = SimAddress::parse(address).map_err(|error| AppError::input(error.to_string()))?;
    let Some(app) = setup.apps.first() else {
        return Ok(());
    };
    let deadline = Deadline::after(opened.clock.now(), PATIENCE);
    opened
        .device
        .perform(&Action::Launch(app.name().to_owned()), deadline)
        .map_err(gone)?;
    // What an app does by itself after its start is over once nothing changes any more.
    let settled = Deadline::after(opened.clock.now(), std::time::Duration::from_secs(5));
    opened.device.wait_for_change(settled).map_err(gone)?;
    Ok(())
}

fn gone(error: DeviceError) -> AppError {
    let message = match &error {
        DeviceError::Refused { .. } | DeviceError::NotPermitted { .. } => {
            "the simulated phone may not do that"
        }
        DeviceError::Unsupported { .. }
        | DeviceError::DeadlinePassed { .. }
        | DeviceError::Unreadable { .. }
        | DeviceError::Missed { .. }
        | DeviceError::Disconnected { .. } => "the simulated phone did not answer",
    };
    AppError::device(message).because(error)
}
