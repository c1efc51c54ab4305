//! `retap logs`: what a device wrote to its log.

use std::time::Duration;

use clap::Args;
use retap_model::device::Deadline;
use retap_report::clean;

use super::web_args::WebArgs;
use crate::devices::{DeviceOpener, DeviceRequirements, choose};
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::terminal::outln;

/// How long reading the log may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The arguments of `retap logs`.
#[derive(Debug, Args)]
pub(crate) struct LogsArgs {
    /// Address or configured name of the device, such as `android:`
    #[arg(long, value_name = "ADDRESS")]
    device: Option<String>,

    #[command(flatten)]
    web: WebArgs,
}

/// Runs the command.
pub(super) fn run(args: &LogsArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = args.web.config(environment)?;
    let address = choose(args.device.as_deref(), None, &config)?;
    // Looking disturbs nobody.
    let opener = DeviceOpener::without_locks(environment);
    let mut opened = opener.open(&address, &DeviceRequirements::default())?;
    let deadline = Deadline::after(opened.clock.now(), PATIENCE);
    let loaded = opened.wait_until_loaded(deadline);
    let lines = loaded.and_then(|()| opened.device.read_logs(deadline));
    let lines = lines.map_err(|error| AppError::device("the log cannot be read").because(error))?;
    for line in lines {
        outln!("{}", clean(&line));
    }
    Ok(Exit::Passed)
}
