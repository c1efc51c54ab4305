//! The program `retap`: parses what was typed, hands it to one command, turns the end into an exit code.
//!
//! It is a library so that what reads foreign bytes can be tried by itself; only the binary and [`foreign`]'s
//! users need it. Not here: how anything works below the command line; the other crates are used through
//! what their `lib.rs` shows.

#![allow(
    clippy::exit,
    clippy::disallowed_methods,
    reason = "the app crate is the one place that reads the environment and the time, and exits"
)]

mod agent_limits;
mod ai_config;
mod android;
mod bounds;
mod cli;
mod compiled_file;
mod config;
mod crash;
mod devices;
mod discovery;
mod environment;
mod error;
mod fan_out;
mod file_pattern;
mod files;
#[doc(hidden)]
pub mod foreign;
mod gradle;
mod guarded_device;
mod healed_files;
mod html_files;
mod interrupt;
mod kept_runs;
mod line_diff;
mod mcp;
mod open_folder;
mod operation;
mod paint_over;
mod permission_rules;
mod permissions;
mod personal_keys;
mod plan;
mod question;
mod reach;
mod results_folder;
mod retention;
mod run_folder;
mod session;
mod shared;
mod skill;
mod suite;
mod terminal;
mod unnamed_log;
mod values;
mod watched_run;
mod web;
mod writing;
mod written_files;

use std::process::ExitCode;

use clap::Parser;

use retap_report::visible;

use crate::environment::Environment;
use crate::error::{Exit, guarded};
use crate::terminal::{is_output_lost, talk};

/// Runs the command that was typed.
pub fn main() -> ExitCode {
    crash::tell_bugs();
    interrupt::survive_full_files();
    let cli = cli::Cli::try_parse().unwrap_or_else(|error| refuse(&error));
    let environment = Environment::of_process();
    environment.leave_relative_path();
    bounds::confine_project(&environment);
    match guarded(|| cli::run(cli, &environment)) {
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

/// Ends a command that could not be read, or that asks for help. The parser colours its words, which is fine as long as
/// nothing in what was typed acts on a terminal itself.
fn refuse(error: &clap::Error) -> ! {
    let is_harmless = |word: std::ffi::OsString| {
        let word = word.to_string_lossy();
        visible(&word) == word
    };
    match std::env::args_os().all(is_harmless) {
        true => error.exit(),
        false => {
            talk!("{}", error.render());
            std::process::exit(error.exit_code())
        }
    }
}
