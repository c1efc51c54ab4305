//! The files that lists are made from: cheap enough to look at every second.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::discovery::skill_folder_files;
use crate::environment::Environment;
use crate::permissions::policy_files;

/// A file as it stands: enough to tell that it was written again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStamp {
    modified: Option<SystemTime>,
    length: u64,
    /// A file that is written atomically is another one each time.
    node: u64,
}

impl FileStamp {
    /// Returns the stamp of a file or folder; nothing where there is none.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let known = fs::metadata(path).ok()?;
        Some(Self {
            modified: known.modified().ok(),
            length: known.len(),
            node: known.ino(),
        })
    }
}

/// The files that lists are made from: permissions, skills, runs.
pub(crate) type FileStamps = BTreeMap<PathBuf, FileStamp>;

/// Returns what the lists are made of, with these folders of runs.
pub(crate) fn stamps(environment: &Environment, runs: Vec<PathBuf>) -> FileStamps {
    let files = policy_files(environment)
        .into_iter()
        .chain(skill_folder_files(environment))
        .chain(runs);
    files
        .filter_map(|path| FileStamp::of(&path).map(|stamp| (path, stamp)))
        .collect()
}
