//! `retap mcp`: lets an agent drive devices.

use clap::Args;

use crate::config::Config;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::mcp::{Host, Profile, serve_stdio};
use crate::permissions::Policy;
use crate::terminal::talkln;

/// What was typed after `retap mcp`.
#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// Which tools to offer
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,

    /// Address or configured name of the device to use when a call names none
    #[arg(long, value_name = "ADDRESS")]
    device: Option<String>,

    /// Allow every tool that the permission file does not deny; blocked apps stay blocked
    #[arg(long, visible_alias = "yolo")]
    dangerously_skip_permissions: bool,

    /// Let simulated phones take real time
    #[arg(long)]
    real_time: bool,
}

/// Runs the command.
pub(super) fn run(args: &McpArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let policy = Policy::load(environment);
    if let Some(warning) = policy.warning() {
        talkln!("warning: {warning}");
    }
    let host = Host {
        environment: environment.clone(),
        config,
        policy: if args.dangerously_skip_permissions {
            policy.allowing_all()
        } else {
            policy
        },
        profile: args.profile,
        device: args.device.clone(),
        real_time: args.real_time,
    };
    serve_stdio(host)?;
    Ok(Exit::Passed)
}
