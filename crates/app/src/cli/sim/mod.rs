//! `retap sim`: the simulated phone by itself, to look at and to play with. Routing only.

mod http;
mod list;
mod screenshot;
mod serve;

use clap::{Args, Subcommand};

use crate::error::{AppError, Exit};

/// What was typed after `retap sim`.
#[derive(Debug, Args)]
pub(crate) struct SimArgs {
    #[command(subcommand)]
    command: SimCommand,
}

#[derive(Debug, Subcommand)]
enum SimCommand {
    /// List the shipped apps, and how later versions of each differ
    List(list::ListArgs),
    /// Save a picture of an app's screen
    Screenshot(screenshot::ScreenshotArgs),
    /// Serve the phone as a page on this machine, to click and type on
    Serve(serve::ServeArgs),
}

/// Runs the command.
pub(super) fn run(args: &SimArgs) -> Result<Exit, AppError> {
    match &args.command {
        SimCommand::List(args) => list::run(args),
        SimCommand::Screenshot(args) => screenshot::run(args),
        SimCommand::Serve(args) => serve::run(args),
    }
}
