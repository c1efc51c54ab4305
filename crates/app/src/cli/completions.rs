//! `retap completions`: what a shell needs to complete commands and flags.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::error::{AppError, Exit};
use crate::terminal::out;

/// The arguments of `retap completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub(super) fn run(args: &CompletionsArgs) -> Result<Exit, AppError> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "retap", &mut text);
    out!("{}", String::from_utf8_lossy(&text));
    Ok(Exit::Passed)
}
