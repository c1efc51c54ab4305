//! A browser's own folder: removed with the browser, and if nobody was left to do that, by the next one.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::BrowserError;

/// The start of such folders' names; the number of the process and one of its own follow.
const NAME: &str = "retap-browser";

/// A file in the folder that its maker keeps locked. The system unlocks it however the maker ends, so
/// a lock that can be had says that nobody is left. Numbers of processes say less: they are given
/// again, and mean something else in every container that shares the folder.
const LOCK: &str = "retap.lock";

/// How many names are tried before it is not for the name that none can be made.
const TRIES: u32 = 10_000;

#[derive(Debug)]
pub(super) struct ProfileFolder {
    path: PathBuf,
    /// Kept open, and so locked.
    _lock: File,
}

impl ProfileFolder {
    /// Makes a new folder in `scratch` that nobody else can read, and removes those of browsers whose
    /// maker has gone.
    pub(super) fn make(scratch: &Path) -> Result<Self, BrowserError> {
        let failed = |source: io::Error| BrowserError::Profile {
            folder: scratch.to_owned(),
            source,
        };
        fs::create_dir_all(scratch).map_err(failed)?;
        remove_orphans(scratch);
        let path = new_folder(scratch).map_err(failed)?;
        let lock = lock(&path).map_err(failed)?;
        Ok(Self { path, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ProfileFolder {
    fn drop(&mut self) {
        // What cannot be removed now will be by the next browser.
        let _ = remove(&self.path);
    }
}

fn new_folder(scratch: &Path) -> io::Result<PathBuf> {
    let process = std::process::id();
    for number in 0..TRIES {
        let path = scratch.join(format!("{NAME}-{process}-{number}"));
        // A folder that is there already is somebody else's, whatever its name says.
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Locks a folder. The file gets its name once it is locked, so that nobody finds it unlocked.
fn lock(folder: &Path) -> io::Result<File> {
    let unnamed = folder.join("retap.new");
    let file = File::create(&unnamed)?;
    file.lock()?;
    fs::rename(unnamed, folder.join(LOCK))?;
    Ok(file)
}

fn remove_orphans(scratch: &Path) {
    for entry in fs::read_dir(scratch).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(NAME);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_ours || !is_folder {
            continue;
        }
        let lock = File::open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = remove(&entry.path());
        }
    }
}

/// Removes a folder, its lock last: while anything is left it can be found again.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_name() != LOCK {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(folder.join(LOCK))?;
    fs::remove_dir(folder)
}
