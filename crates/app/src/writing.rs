//! Which folders are being written into, noted where the next command finds it: what a killed process leaves half written
//! is removed even if nobody ever writes into that folder again.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Once;

use retap_drivers::plain_file;
use retap_drivers::web::remove_left_folders;

use crate::files::{OWNER_ONLY, create_beside, is_over, sweep};

/// How the names of notes begin, and those of logs whose name could not be taken away in time.
const NOTE: &str = "retap-writing";
pub(crate) const LOG: &str = "retap-log";

/// The longest path that a note has, in bytes.
const LONGEST_PATH: u64 = 4096;

/// A folder that is being written into. The note is held for as long as that takes.
#[derive(Debug)]
pub(crate) struct Writing {
    path: PathBuf,
    _lock: File,
}

impl Writing {
    /// Notes a folder. Where that cannot be done, whoever writes there next cleans up.
    pub(crate) fn into_folder(folder: &Path) -> Option<Self> {
        let folder = fs::canonicalize(folder).ok()?;
        let (path, file) = create_beside(OWNER_ONLY, &std::env::temp_dir(), NOTE).ok()?;
        let mut note = Self { path, _lock: file };
        let written = note._lock.write_all(folder.as_os_str().as_bytes());
        written.ok().map(|()| note)
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        // One that stays is removed by the next command.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes, once in a process, what killed ones left outside of the folders of runs: files half written, profiles
/// of browsers and copies of what pages were given.
pub(crate) fn remove_leftovers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let scratch = std::env::temp_dir();
        remove_left_folders(&scratch);
        for entry in fs::read_dir(scratch).into_iter().flatten().flatten() {
            if let Some(folder) = left_note(&entry) {
                sweep(&folder);
                let _ = fs::remove_file(entry.path());
            }
        }
    });
}

/// Returns the folder of a note whose process was killed; none of a log. In a folder that all may write to, only
/// what this user made is believed, and nothing is followed or waited for.
fn left_note(entry: &DirEntry) -> Option<PathBuf> {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    let rest = name.strip_prefix('.')?;
    if ![NOTE, LOG].iter().any(|it| rest.starts_with(it)) || !is_over(entry) {
        return None;
    }
    let file = plain_file::open_itself(&entry.path()).ok()?;
    let is_own = file.metadata().ok()?.uid() == rustix::process::geteuid().as_raw();
    if !is_own || file.try_lock().is_err() {
        return None;
    }
    let mut folder = Vec::new();
    file.take(LONGEST_PATH).read_to_end(&mut folder).ok()?;
    Some(PathBuf::from(OsString::from_vec(folder)))
}
