//! `retap report`: tells old runs again from their event logs.

use std::path::PathBuf;

use clap::Args;
use retap_report::{Console, Style};

use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::html_files::write_html;
use crate::kept_runs::Logs;
use crate::results_folder::write_junit;
use crate::run_folder::EVENTS;
use crate::terminal::{StandardOutput, talkln};

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Event logs, or folders of runs such as .retap/runs/*
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,

    /// Write a self-contained HTML report there
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,

    /// Write JUnit XML there
    #[arg(long, value_name = "PATH")]
    junit: Option<PathBuf>,

    /// Show the steps that passed too
    #[arg(short, long)]
    verbose: bool,
}

pub(super) fn run(args: &ReportArgs, environment: &Environment) -> Result<Exit, AppError> {
    let mut logs = Logs::brief();
    let has_log = |log: &&PathBuf| !log.is_dir() || log.join(EVENTS).exists();
    // People name all that is in a folder, and may have put something of theirs there.
    let is_any = args.logs.iter().any(|log| has_log(&log));
    for log in &args.logs {
        match has_log(&log) || !is_any {
            true => logs.read(log)?,
            false => talkln!("warning: `{}` has no event log in it", log.display()),
        }
    }
    // A log that is reported again makes no progress.
    let style = Style {
        terminal: false,
        verbose: args.verbose,
        ..environment.stdout
    };
    let mut console =
        Console::new(Box::new(StandardOutput), style).with_evidence_path(logs.path_of());
    logs.show(&mut console)?;
    // Standard output never fails.
    let _ = console.finish();
    let kept = logs.kept();
    if let Some(path) = &args.html {
        write_html(path, &logs.runs, &kept)?;
    }
    if let Some(path) = &args.junit {
        write_junit(path, &logs.runs, &kept)?;
    }
    Ok(Exit::Passed)
}
