//! The evidence kept of runs besides their log: for reports, and for the folder of screenshots.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use retap_model::event::{Event, EventSink, Purpose, Record};
use retap_replay::Pictures;

use crate::config::Config;
use crate::error::{AppError, cannot_write};
use crate::files::{copy_atomically, write_atomically};
use crate::shared::Shared;

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
            Self::None => Pictures::Nothing,
            Self::Failures => Pictures::OnFailure,
            Self::All => Pictures::EveryStep,
        }
    }
}

/// The folders of `--screenshot-dir` and `--downloads`, for copies of what runs keep.
///
/// Skills may have the same name and run at the same time, so all of a suite share the names that are taken.
pub(crate) struct CopyFolders {
    /// For pictures of failures and of `screenshot` steps.
    screenshots: Option<PathBuf>,
    /// For what pages gave to be kept.
    downloads: Option<PathBuf>,
    taken: Shared<BTreeSet<PathBuf>>,
}

impl CopyFolders {
    /// Returns the folders: as typed for pictures, as configured for downloads.
    pub(crate) fn new(screenshots: Option<PathBuf>, config: &Config) -> Self {
        Self {
            screenshots,
            downloads: config.web.downloads.clone(),
            taken: Shared::default(),
        }
    }

    /// Returns a sink that copies there.
    pub(crate) fn sink(&self) -> Copies<'_> {
        Copies {
            folders: self,
            pending: None,
            error: None,
        }
    }

    /// Returns a path that nothing of these runs was copied to.
    fn free_path(&self, folder: &Path, file: &str) -> PathBuf {
        self.path_where(folder, file, |_| true)
    }

    /// Returns a path for something that a page sent, which never takes the place of a file.
    fn new_path(&self, folder: &Path, file: &str) -> PathBuf {
        self.path_where(folder, file, |path| path.symlink_metadata().is_err())
    }

    fn path_where(&self, folder: &Path, file: &str, is_free: fn(&Path) -> bool) -> PathBuf {
        let mut taken = self.taken.lock();
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, "bin"));
        let others = (2..).map(|number| format!("{stem}_{number}.{extension}"));
        let names = std::iter::once(file.to_owned()).chain(others);
        let mut paths = names.map(|name| folder.join(name));
        let free = paths.find(|path| is_free(path) && taken.insert(path.clone()));
        free.unwrap_or_else(|| folder.join(file))
    }
}

/// Copies what one run keeps.
pub(crate) struct Copies<'a> {
    folders: &'a CopyFolders,
    /// A picture comes before the event that says what it is for.
    pending: Option<Vec<u8>>,
    error: Option<AppError>,
}

impl Copies<'_> {
    /// Returns the first error of writing.
    pub(crate) fn finish(self) -> Result<(), AppError> {
        self.error.map_or(Ok(()), Err)
    }

    fn copy(&mut self, path: &Path, copied: io::Result<()>) {
        if let Err(error) = copied {
            self.error.get_or_insert_with(|| cannot_write(path, error));
        }
    }
}

impl EventSink for Copies<'_> {
    fn event(&mut self, record: &Record) {
        let (Event::Pictured(pictured), Some(folder)) = (&record.event, &self.folders.screenshots)
        else {
            return;
        };
        let is_wanted = match pictured.purpose {
            Purpose::Failure | Purpose::Asked => true,
            Purpose::Before | Purpose::After => false,
        };
        if let Some(picture) = self.pending.take().filter(|_| is_wanted) {
            let path = self.folders.free_path(folder, &pictured.file);
            self.copy(&path, write_atomically(&path, &picture));
        }
    }

    fn evidence(&mut self, _run: &str, _file: &str, bytes: &[u8]) {
        self.pending = self.folders.screenshots.as_ref().map(|_| bytes.to_vec());
    }

    fn file(&mut self, _run: &str, file: &str, from: &Path) -> io::Result<Option<PathBuf>> {
        let Some(folder) = &self.folders.downloads else {
            return Ok(None);
        };
        let name = file.rsplit('/').next().unwrap_or(file);
        let path = self.folders.new_path(folder, name);
        copy_atomically(from, &path)?;
        Ok(Some(path))
    }
}
