//! placeholder
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use clap::Args;
/// x
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {}
pub(super) fn run(_args: &DemoArgs, _environment: &Environment) -> Result<Exit, AppError> {
    Ok(Exit::Passed)
}
