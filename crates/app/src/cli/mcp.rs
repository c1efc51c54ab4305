//! `retap mcp`: lets an agent drive devices.

use std::io::Read as _;
use std::net::SocketAddr;
use std::sync::Arc;

use clap::{Args, Subcommand};

use crate::config::Config;
use crate::devices::DeviceOpener;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::mcp::{ActiveWork, Host, HttpOptions, Notifier, Profile, serve_http, serve_stdio};
use crate::permissions::LivePolicy;
use crate::shared::Shared;
use crate::terminal::talkln;

use super::mcp_install::{self, InstallArgs};

/// The variable that holds the token clients must send.
const TOKEN: &str = "RETAP_MCP_TOKEN";

/// How many random bytes a token has.
const TOKEN_BYTES: usize = 24;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct McpArgs {
    #[command(subcommand)]
    command: Option<McpCommand>,

    /// Which tools to offer
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,

    /// Address or configured name of the device to use when a call names none
    #[arg(long, value_name = "ADDRESS")]
    device: Option<String>,

    /// Serve over HTTP there instead of standard input and output, such as `127.0.0.1:7391`
    #[arg(long, value_name = "HOST:PORT")]
    http: Option<SocketAddr>,

    /// Let other machines connect; without it only this one may
    #[arg(long, requires = "http")]
    allow_remote: bool,

    /// Allow every tool that the permission file does not deny; blocked apps stay blocked
    #[arg(long, visible_alias = "yolo")]
    dangerously_skip_permissions: bool,

    /// Let simulated phones take real time
    #[arg(long)]
    real_time: bool,
}

#[derive(Debug, Subcommand)]
enum McpCommand {
    /// Add the server to the configuration of a client
    Install(InstallArgs),
}

pub(super) fn run(args: &McpArgs, environment: &Environment) -> Result<Exit, AppError> {
    if let Some(McpCommand::Install(install)) = &args.command {
        return mcp_install::run(install, environment);
    }
    let host = host(args, environment)?;
    match args.http {
        None => serve_stdio(host)?,
        Some(address) => {
            let options = HttpOptions {
                address,
                token: token(environment)?,
                may_be_remote: args.allow_remote,
            };
            serve_http(host, options)?;
        }
    }
    Ok(Exit::Passed)
}

/// Returns what all clients of a server share.
pub(crate) fn host(args: &McpArgs, environment: &Environment) -> Result<Host, AppError> {
    let opener = Arc::new(DeviceOpener::without_locks(environment));
    Ok(Host {
        environment: environment.clone(),
        policy: LivePolicy {
            environment: environment.clone(),
            allows_all: args.dangerously_skip_permissions,
            guard: opener.guard.clone(),
            warned: Shared::default(),
        },
        active_work: ActiveWork::default(),
        notifier: Notifier::default(),
        config: Config::load(environment)?,
        opener,
        profile: args.profile,
        device: args.device.clone(),
        real_time: args.real_time,
        secrets: Shared::default(),
    })
}

/// Returns the token of the environment, or a new one, which is told.
fn token(environment: &Environment) -> Result<String, AppError> {
    if let Some(token) = environment.variable(TOKEN) {
        return Ok(token.clone());
    }
    let token = new_token::<TOKEN_BYTES>();
    let token = token.map_err(|error| error.hint(format!("set {TOKEN}")))?;
    talkln!("token: {token}");
    Ok(token)
}

/// Returns so many random bytes in hexadecimal digits.
pub(super) fn new_token<const BYTES: usize>() -> Result<String, AppError> {
    let mut bytes = [0; BYTES];
    std::fs::File::open("/dev/urandom")
        .and_then(|mut source| source.read_exact(&mut bytes))
        .map_err(|error| AppError::device("cannot make a token").because(error))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
