//! The command line: what can be typed, and which file answers. Routing only.
//!
//! Not here: behaviour that two commands or an agent could share: that is a file beside this folder.

pub(crate) mod act;
mod check;
mod compile;
mod demo;
pub(crate) mod devices;
mod doctor;
mod drift;
pub(crate) mod evidence;
mod forget;
mod heal;
mod heal_output;
pub(crate) mod install;
pub(crate) mod json_edit;
mod list;
pub(crate) mod mcp;
mod mcp_install;
mod migrate;
mod permissions;
mod report;
mod run_args;
mod screen;
mod selected;
mod show;
pub(crate) mod sim;
mod step_lines;
pub(crate) mod test;
mod test_output;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::terminal::out;
use run_args::OutputArgs;
use selected::Selected;

/// Learn a UI workflow once, replay it forever
#[derive(Debug, Parser)]
#[command(
    name = "retap",
    version,
    arg_required_else_help = true,
    propagate_version = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Learn, replay and drift on the simulated phone, in a second and without any files
    Demo(demo::DemoArgs),
    /// Run skills and scenarios, and say which passed
    Test(test::TestArgs),
    /// Run a skill or scenario once and write what was seen into its compiled file
    Compile(compile::CompileArgs),
    /// Replay skills and list what changed since they were learned, and how robust each step is
    Drift(drift::DriftArgs),
    /// Replay skills and propose a new compiled file, and source, where targets changed
    Heal(heal::HealArgs),
    /// Read skills, scenarios and their compiled files without a device
    Check(check::CheckArgs),
    /// List the skills and scenarios of the skills folders
    List(OutputArgs),
    /// Show a skill or scenario, its steps, and whether its compiled file can be used
    Show(show::ShowArgs),
    /// Turn skill YAML into SKILL.md, or back, with nothing lost
    Migrate(migrate::MigrateArgs),
    /// Look at the simulated phone and play with it
    Sim(sim::SimArgs),
    /// List the devices that can be driven from here
    Devices(OutputArgs),
    /// Show what a device shows right now
    Screen(screen::ScreenArgs),
    /// Do one step on a device, whatever a skill has words for
    Do(act::DoArgs),
    /// Touch one thing on a device
    Tap(act::TapArgs),
    /// Rest the pointer on one thing of a page
    Hover(act::HoverArgs),
    /// Type into a field of a device
    Type(act::TypeArgs),
    /// Press a key of a device
    Key(act::KeyArgs),
    /// Put an app onto a device
    Install(install::InstallArgs),
    /// Print what a device wrote to its log
    Logs(screen::LogsArgs),
    /// Let a coding agent drive devices and keep what worked, over the Model Context Protocol
    Mcp(mcp::McpArgs),
    /// Show what agents may do here, and why
    Permissions(permissions::PermissionsArgs),
    /// Check that everything is in place, and say what to type where it is not
    Doctor(OutputArgs),
    /// Tell old runs again from their event logs
    Report(report::ReportArgs),
    /// Print what a shell needs to complete commands and flags
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Runs what was typed.
pub(crate) fn run(cli: Cli, environment: &Environment) -> Result<Exit, AppError> {
    match cli.command {
        Command::Demo(args) => demo::run(&args, environment),
        Command::Test(args) => test::run(&args, environment),
        Command::Compile(args) => compile::run(&args, environment),
        Command::Drift(args) => drift::run(&args, environment),
        Command::Heal(args) => heal::run(&args, environment),
        Command::Check(args) => check::run(&args, environment),
        Command::List(args) => list::run(&args, environment),
        Command::Show(args) => show::run(&args, environment),
        Command::Migrate(args) => migrate::run(&args, environment),
        Command::Sim(args) => sim::run(&args, environment),
        Command::Devices(args) => devices::run(&args, environment),
        Command::Screen(args) => screen::run(&args, environment),
        Command::Do(args) => act::run_do(&args, environment),
        Command::Tap(args) => act::run_tap(&args, environment),
        Command::Hover(args) => act::run_hover(&args, environment),
        Command::Type(args) => act::run_type(&args, environment),
        Command::Key(args) => act::run_key(&args, environment),
        Command::Install(args) => install::run(&args, environment),
        Command::Logs(args) => screen::run_logs(&args, environment),
        Command::Mcp(args) => mcp::run(&args, environment),
        Command::Permissions(args) => permissions::run(&args, environment),
        Command::Doctor(args) => doctor::run(&args, environment),
        Command::Report(args) => report::run(&args, environment),
        Command::Completions { shell } => Ok(print_completions(shell)),
    }
}

fn print_completions(shell: Shell) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "retap", &mut text);
    out!("{}", String::from_utf8_lossy(&text));
    Exit::Passed
}
