//! `retap sim`: the simulated phone by itself, to look at and to play with; by hand, or by adb and everything
//! that speaks to it.
//!
//! Not here: how the phone behaves, which is `retap-sim`.

pub(crate) mod http;
mod screenshot;
mod serve;

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use clap::{Args, Subcommand};
use retap_drivers::SystemClock;
use retap_sim::adb::{Stop, serve};
use retap_sim::{CatalogApp, SimDevice, catalog};
use serde_json::{Value, json};

use super::run_args::OutputArgs;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::interrupt;
use crate::terminal::{outln, talkln};

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
    List(OutputArgs),
    /// Save a picture of an app's screen
    Screenshot(screenshot::ScreenshotArgs),
    /// Serve the phone as a page on this machine, to click and type on
    Serve(serve::ServeArgs),
}

/// Runs the command.
pub(super) fn run(args: &SimArgs, environment: &Environment) -> Result<Exit, AppError> {
    match (&args.command, &args.app, args.adb) {
        (Some(SimCommand::List(args)), _, _) => Ok(list(args)),
        (Some(SimCommand::Screenshot(args)), _, _) => screenshot::run(args, environment),
        (Some(SimCommand::Serve(args)), _, _) => serve::run(args, environment),
        (None, Some(app), Some(port)) => serve_to_adb(app, port),
        (None, _, _) => Err(AppError::input("an app and `--adb PORT` are needed")
            .hint("such as `retap sim settings --adb 7555`")),
    }
}

fn list(args: &OutputArgs) -> Exit {
    let apps = catalog();
    args.print(
        || json!({ "format": 1, "apps": apps.iter().map(app_json).collect::<Vec<_>>() }),
        || apps_text(&apps),
    );
    Exit::Passed
}

fn apps_text(apps: &[CatalogApp]) -> String {
    let mut text = String::new();
    for app in apps {
        let drifts = app.drifts.join(", ");
        text.push_str(&format!("sim:{:<10}{}\n", app.key, app.about));
        text.push_str(&format!("{:<14}drift: {drifts}\n", ""));
    }
    text + "\n\
        more apps: `sim:path/to/APP.md` or `sim:path/to/x.app.yaml`; several: `sim:shop,mail`\n\
        options:   `sim:settings?drift=rename&fault=lost_tap:1&latency=slow&tree=off&open=about`\n"
}

fn app_json(app: &CatalogApp) -> Value {
    json!({
        "address": format!("sim:{}", app.key),
        "name": app.name,
        "about": app.about,
        "drifts": app.drifts,
    })
}

/// Serves the phone for adb until Ctrl-C.
fn serve_to_adb(address: &str, port: u16) -> Result<Exit, AppError> {
    let device = SimDevice::open(address).map_err(|error| {
        AppError::input(format!("cannot open `sim:{address}`"))
            .because(error)
            .hint("`retap sim list` shows the apps and what can be said after `?`")
    })?;
    let listener = listen(port)?;
    let place = listener
        .local_addr()
        .map_err(|it| cannot_listen(port, it))?;
    outln!("{place}");
    talkln!("`adb connect {place}` makes it a device; Ctrl-C ends it");
    let stop = Stop::new();
    let ending = stop.clone();
    interrupt::when_stopped(move |_| ending.stop());
    let world = Arc::new(SystemClock::new());
    serve(&listener, device, world, &stop).map_err(|error| {
        AppError::device("the phone cannot be served any longer").because(error)
    })?;
    Ok(Exit::Passed)
}

fn listen(port: u16) -> Result<TcpListener, AppError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| cannot_listen(port, error))
}

fn cannot_listen(port: u16, error: std::io::Error) -> AppError {
    AppError::device(format!("cannot listen on port {port}")).because(error)
}
