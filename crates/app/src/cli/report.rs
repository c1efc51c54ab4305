//! `retap report`: tells old runs again from their event logs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use retap_model::event::{EventSink, Record};
use retap_report::{Console, HtmlOptions, JunitOptions, Runs, Style, html, junit, read_log};

use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot};
use crate::files::write_file;
use crate::files::{self, Content};
use crate::run_folder::{EVENTS, is_plain};
use crate::terminal::talkln;

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

/// The logs that were read, and where the pictures of each run are.
#[derive(Default)]
struct Logs {
    records: Vec<Record>,
    folders: BTreeMap<String, PathBuf>,
}

pub(super) fn run(args: &ReportArgs, environment: &Environment) -> Result<Exit, AppError> {
    let mut logs = Logs::default();
    for log in &args.logs {
        logs.read(log)?;
    }
    // A log that is reported again makes no progress.
    let style = Style {
        terminal: false,
        verbose: args.verbose,
        ..environment.stdout
    };
    let folders = logs.folders.clone();
    let mut console = Console::new(Box::new(std::io::stdout()), style)
        .with_evidence_path(move |run, file| shown_path(&folders, run, file));
    for record in &logs.records {
        console.event(record);
    }
    console
        .finish()
        .map_err(|error| AppError::device("cannot write the report").because(error))?;
    write_files(args, &logs)?;
    Ok(Exit::Passed)
}

fn write_files(args: &ReportArgs, logs: &Logs) -> Result<(), AppError> {
    let runs = Runs::from_records(&logs.records);
    if let Some(path) = &args.html {
        let title = None;
        let pictures = &|run: &str, file: &str| {
            files::read(&picture_path(&logs.folders, run, file)?, Content::Evidence).ok()
        };
        let text = html(&runs, &HtmlOptions { title, pictures });
        write_file(path, text.as_bytes())?;
    }
    if let Some(path) = &args.junit {
        let name = "retap";
        let picture_path = &|run: &str, file: &str| shown_path(&logs.folders, run, file);
        let text = junit(&runs, &JunitOptions { name, picture_path });
        write_file(path, text.as_bytes())?;
    }
    Ok(())
}

/// Returns where the picture of a run is; names from a log never lead out of its folder.
fn picture_path(folders: &BTreeMap<String, PathBuf>, run: &str, file: &str) -> Option<PathBuf> {
    let folder = folders.get(run)?;
    let path = is_plain(file).then(|| folder.join(file));
    path.filter(|path| files::stays_inside(folder, path).is_ok())
}

fn shown_path(folders: &BTreeMap<String, PathBuf>, run: &str, file: &str) -> String {
    let path = picture_path(folders, run, file);
    path.map_or_else(|| file.to_owned(), |path| path.display().to_string())
}

impl Logs {
    fn read(&mut self, log: &Path) -> Result<(), AppError> {
        let path = if log.is_dir() {
            log.join(EVENTS)
        } else {
            log.to_path_buf()
        };
        let bytes =
            files::read(&path, Content::EventLog).map_err(|error| cannot("read", &path, error))?;
        let log = read_log(&bytes).map_err(|error| {
            AppError::input(format!("`{}` is not an event log", path.display())).because(error)
        })?;
        if let Some(warning) = &log.warning {
            talkln!("warning: {}: {warning}", path.display());
        }
        if log.records.is_empty() {
            let message = format!("`{}` has no events in it", path.display());
            return Err(AppError::input(message));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        for record in &log.records {
            self.folders
                .entry(record.run.clone())
                .or_insert_with(|| folder.to_path_buf());
        }
        self.records.extend(log.records);
        Ok(())
    }
}
