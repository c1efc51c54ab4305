//! `retap sim`: the simulated phone by itself, to look at and to play with. Routing only.
//!
//! Not here: how the phone behaves, which is `retap-sim`.

mod adb;
mod http;
mod list;
mod screenshot;
mod serve;

use clap::{Args, Subcommand};

use crate::environment::Environment;
use crate::error::{AppError, Exit};

/// The arguments of `retap sim`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct SimArgs {
    #[command(subcommand)]
    command: Option<SimCommand>,

    /// A shipped app such as `settings`, or the path of an app file; options may follow after `?`
    #[arg(requires = "adb")]
    app: Option<String>,

    /// Let adb and every tool that uses it drive the phone, on this port of this machine
    #[arg(long, value_name = "PORT", requires = "app")]
    adb: Option<u16>,
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
pub(super) fn run(args: &SimArgs, environment: &Environment) -> Result<Exit, AppError> {
    match (&args.command, &args.app, args.adb) {
        (Some(SimCommand::List(args)), _, _) => list::run(args),
        (Some(SimCommand::Screenshot(args)), _, _) => screenshot::run(args, environment),
        (Some(SimCommand::Serve(args)), _, _) => serve::run(args, environment),
        (None, Some(app), Some(port)) => adb::run(app, port),
        (None, _, _) => Err(AppError::input("an app and `--adb PORT` are needed")
            .hint("such as `retap sim settings --adb 7555`")),
    }
}
