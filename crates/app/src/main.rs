//! The binary `retap`: parses what was typed, hands it to one command, turns the end into an exit code.
//!
//! Not here: how anything works below the command line; the other crates are used through what their
//! `lib.rs` shows.

#![allow(
    clippy::exit,
    clippy::disallowed_methods,
    reason = "the app crate is the one place that reads the environment and the time, and exits"
)]

mod android;
mod cli;
mod compiled_file;
mod config;
mod crash;
mod devices;
mod discovery;
mod environment;
mod error;
mod fan_out;
mod files;
mod gradle;
mod guarded_device;
mod interrupt;
mod mcp;
mod operation;
mod paint_over;
mod permission_rules;
mod permissions;
mod plan;
mod question;
mod reach;
mod results_folder;
mod run_folder;
mod session;
mod shared;
mod skill;
mod suite;
mod terminal;
mod values;
mod web;

use std::process::ExitCode;

use clap::Parser;

use crate::environment::Environment;
use crate::error::Exit;
use crate::terminal::{is_output_lost, talk};

fn main() -> ExitCode {
    crash::tell_bugs();
    let cli = cli::Cli::parse();
    let environment = Environment::of_process();
    match cli::run(cli, &environment) {
        Ok(exit) if is_output_lost() => {
            talk!("error: not everything could be written to standard output\n");
            exit.max(Exit::Device).into()
        }
        Ok(exit) => exit.into(),
        Err(error) => {
            talk!("{}", error.render(environment.stderr.paint));
            error.exit.into()
        }
    }
}
