//! `retap sim screenshot`: a picture of an app's screen.

use std::path::PathBuf;

use clap::Args;
use retap_model::device::{Action, Deadline, DeviceError};
use retap_sim::SimAddress;

use crate::devices::{Address, DeviceOpener, DeviceRequirements, Opened};
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::files::write_file;
use crate::terminal::outln;

/// The longest the simulated phone may take, on its own clock.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

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
    let (drift, screen) = (args.drift.as_deref(), args.screen.as_deref());
    let mut opened = open(&args.app, drift, screen, environment)?;
    let deadline = Deadline::after(opened.clock.now(), PATIENCE);
    let picture = opened.device.screenshot(deadline).map_err(gone)?;
    write_file(&args.output, &picture.0)?;
    outln!("{}", args.output.display());
    Ok(Exit::Passed)
}

/// Opens a phone with this version of an app at this screen; at what the app starts with when not said.
pub(super) fn open(
    app: &str,
    drift: Option<&str>,
    screen: Option<&str>,
    environment: &Environment,
) -> Result<Opened, AppError> {
    let mut address = app.to_owned();
    for (key, value) in [("drift", drift), ("open", screen)] {
        if let Some(value) = value {
            let mark = if address.contains('?') { '&' } else { '?' };
            address.push_str(&format!("{mark}{key}={value}"));
        }
    }
    let opener = DeviceOpener::of_command(environment);
    let parsed = Address::Sim(address.clone());
    let mut opened = opener.open(&parsed, &DeviceRequirements::default())?;
    if screen.is_none() {
        launch(&mut opened, &address)?;
    }
    Ok(opened)
}

/// Opens the first app of the phone, and waits until it has loaded.
fn launch(opened: &mut Opened, address: &str) -> Result<(), AppError> {
    let setup = SimAddress::parse(address).map_err(|error| AppError::input(error.to_string()))?;
    let Some(app) = setup.apps.first() else {
        return Ok(());
    };
    let launch = Action::Launch(app.name().to_owned());
    let deadline = Deadline::after(opened.clock.now(), PATIENCE);
    opened.device.perform(&launch, deadline).map_err(gone)?;
    // What an app does by itself after its start is over once nothing changes any more.
    let settled = Deadline::after(opened.clock.now(), std::time::Duration::from_secs(5));
    opened.device.wait_for_change(settled).map_err(gone)?;
    Ok(())
}

fn gone(error: DeviceError) -> AppError {
    let message = match matches!(error, DeviceError::Refused { .. }) {
        true => "the simulated phone may not do that",
        false => "the simulated phone did not answer",
    };
    AppError::device(message).because(error)
}
