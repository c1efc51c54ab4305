//! The evidence kept of runs besides their log: for reports, and for the folder of screenshots.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use retap_model::event::{Event, EventSink, Purpose, Record};
use retap_replay::Pictures;
use retap_report::{HtmlOptions, JunitOptions, Runs, html, junit};

use crate::error::{AppError, cannot_write};
use crate::run_folder::{RunFolders, copy_atomically, write_atomically};

/// The evidence kept of each run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Evidence {
    /// Nothing: no folder, no pictures
    None,
    /// Events, and a picture when a step fails
    Failures,
    /// Events, and pictures before and after every act
    All,
}

impl Evidence {
    /// Returns which pictures the engine takes.
    pub(crate) const fn pictures(self) -> Pictures {
        match self {
            Self::None => Pictures::Never,
            Self::Failures => Pictures::OnFailure,
            Self::All => Pictures::EveryStep,
        }
    }
}

/// Folds events into runs for the reports, with pictures when a report wants them.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// The runs so far.
    pub(crate) runs: Runs,
    pictures: BTreeMap<(String, String), Vec<u8>>,
    keeps_pictures: bool,
}

impl Collector {
    /// Returns a collector that keeps pictures in memory too.
    pub(crate) fn with_pictures() -> Self {
        Self {
            keeps_pictures: true,
            ..Self::default()
        }
    }

    /// Returns a collector for reports that do not show how a run went that passed.
    pub(crate) fn brief() -> Self {
        Self {
            runs: Runs::brief(),
            ..Self::default()
        }
    }

    /// Returns the page of all runs; the title is used when there are several.
    pub(crate) fn html(&self, title: Option<&str>, folders: &RunFolders) -> String {
        let pictures = |run: &str, file: &str| {
            let known = self.pictures.get(&(run.to_owned(), file.to_owned()));
            known
                .cloned()
                .or_else(|| std::fs::read(folders.path_of(run, file)).ok())
        };
        html(
            &self.runs,
            &HtmlOptions {
                title,
                pictures: &pictures,
            },
        )
    }

    /// Returns JUnit XML of all runs.
    pub(crate) fn junit(&self, folders: &RunFolders) -> String {
        let picture_path = |run: &str, file: &str| folders.path_of(run, file).display().to_string();
        junit(
            &self.runs,
            &JunitOptions {
                name: "retap",
                picture_path: &picture_path,
            },
        )
    }
}

impl EventSink for Collector {
    fn event(&mut self, record: &Record) {
        self.runs.add(record);
    }

    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]) {
        if self.keeps_pictures && file.ends_with(".png") {
            self.pictures
                .insert((run.to_owned(), file.to_owned()), bytes.to_vec());
        }
    }
}

/// The folder of `--downloads`: what pages gave to be kept.
pub(crate) struct DownloadFolder {
    folder: PathBuf,
    error: Option<(PathBuf, io::Error)>,
    names: FileNames,
}

impl DownloadFolder {
    /// Returns a sink that copies there.
    pub(crate) const fn new(folder: PathBuf, names: FileNames) -> Self {
        Self {
            folder,
            error: None,
            names,
        }
    }

    /// Returns the first error of writing.
    pub(crate) fn finish(self) -> Result<(), AppError> {
        match self.error {
            Some((path, error)) => Err(cannot_write("write", &path, error)),
            None => Ok(()),
        }
    }
}

impl EventSink for DownloadFolder {
    fn event(&mut self, _record: &Record) {}

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}

    fn file(&mut self, _run: &str, file: &str, from: &Path) {
        let name = file.rsplit('/').next().unwrap_or(file);
        let path = self.names.free(&self.folder, name);
        if let Err(error) = copy_atomically(from, &path) {
            self.error.get_or_insert((path, error));
        }
    }
}

/// The folder of `--screenshot-dir`: pictures of failures and of `screenshot` steps.
pub(crate) struct ScreenshotFolder {
    folder: PathBuf,
    /// A picture comes before the event that says what it is for.
    pending: Option<Vec<u8>>,
    error: Option<(PathBuf, io::Error)>,
    names: FileNames,
}

/// The names a suite has given to files so far. Skills may have the same name and run at the same
/// time, so all of them share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileNames(Arc<Mutex<BTreeSet<String>>>);

impl FileNames {
    fn free(&self, folder: &Path, file: &str) -> PathBuf {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, "bin"));
        let others = (2..).map(|number| format!("{stem}_{number}.{extension}"));
        let mut names = std::iter::once(file.to_owned()).chain(others);
        let free = names.find(|name| taken.insert(name.clone()));
        folder.join(free.unwrap_or_else(|| file.to_owned()))
    }
}

impl ScreenshotFolder {
    /// Returns a sink that writes there.
    pub(crate) const fn new(folder: PathBuf, names: FileNames) -> Self {
        Self {
            folder,
            pending: None,
            error: None,
            names,
        }
    }

    /// Returns the first error of writing.
    pub(crate) fn finish(self) -> Result<(), AppError> {
        match self.error {
            Some((path, error)) => Err(cannot_write("write", &path, error)),
            None => Ok(()),
        }
    }
}

impl EventSink for ScreenshotFolder {
    fn event(&mut self, record: &Record) {
        let Event::Pictured(pictured) = &record.event else {
            return;
        };
        let is_wanted = match pictured.purpose {
            Purpose::Failure | Purpose::Asked => true,
            Purpose::Before | Purpose::After => false,
        };
        let Some(picture) = self.pending.take().filter(|_| is_wanted) else {
            return;
        };
        let path = self.names.free(&self.folder, &pictured.file);
        if let Err(error) = write_atomically(&path, &picture) {
            self.error.get_or_insert((path, error));
        }
    }

    fn evidence(&mut self, _run: &str, _file: &str, bytes: &[u8]) {
        self.pending = Some(bytes.to_vec());
    }
}
