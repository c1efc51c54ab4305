//! `retap install`: puts an app onto a device.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use retap_model::device::{Deadline, DeviceError};
use retap_report::clean;

use crate::config::Config;
use crate::devices::DeviceOpener;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::terminal::outln;

/// How long copying and installing may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// The app: an .apk
    file: PathBuf,

    /// Address or configured name of the device, such as `android:`
    #[arg(long, value_name = "ADDRESS")]
    device: Option<String>,
}

pub(super) fn run(args: &InstallArgs, environment: &Environment) -> Result<Exit, AppError> {
    let file = environment.project.join(&args.file);
    if !file.is_file() {
        let message = format!("`{}` is no file", args.file.display());
        return Err(AppError::input(message).hint("build the app first, then name its .apk"));
    }
    let config = Config::load(environment)?;
    let opener = DeviceOpener::of_command(environment);
    let mut opened = opener.open_named(args.device.as_deref(), &config)?;
    let deadline = Deadline::after(opened.clock.now(), PATIENCE);
    let installed = opened.device.install(&file, deadline);
    let said = installed.map_err(|error| {
        let message = format!("`{}` cannot be installed", args.file.display());
        match matches!(error, DeviceError::Unsupported { .. }) {
            true => AppError::input(message).because(error),
            false => AppError::device(message).because(error),
        }
    })?;
    let address = &opened.device.info().address;
    outln!("{} on {address}: {}", args.file.display(), clean(&said));
    Ok(Exit::Passed)
}
