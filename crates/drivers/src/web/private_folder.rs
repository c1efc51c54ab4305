//! Folders of ours that nobody else can read, removed when they are not needed any more, and if nobody was left to do
//! that, by the next one who makes such a folder.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// Opens a folder and nothing else, not even what a link leads to.
const FOLDER_ITSELF: i32 = OFlags::DIRECTORY
    .union(OFlags::NOFOLLOW)
    .bits()
    .cast_signed();

/// The start of such folders' names; the number of the process and a random one follow.
const NAME: &str = "retap-browser-";

/// How many names are tried before it is not for the name that none can be made.
const TRIES: u32 = 100;

/// A folder for a browser's profile or for what pages are given, which its maker keeps locked. The system unlocks it
/// however the maker ends, so a lock that can be had says that nobody is left. Numbers of processes say less: they are
/// given again, and mean something else in every container that shares the folder.
#[derive(Debug)]
pub(super) struct PrivateFolder {
    path: PathBuf,
    /// The folder itself, kept open and so locked.
    _lock: Option<File>,
}

impl PrivateFolder {
    /// Makes a new folder in `scratch` that nobody else can read, and removes those whose maker has gone.
    pub(super) fn make(scratch: &Path) -> io::Result<Self> {
        fs::create_dir_all(scratch)?;
        remove_left_folders(scratch);
        for _ in 0..TRIES {
            let number = RandomState::new().hash_one(0) as u32;
            let path = scratch.join(format!("{NAME}{}-{number:08x}", std::process::id()));
            // Whatever is there already is somebody else's, whatever its name says.
            match DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            match claim(&path) {
                // Another run took it for one that was left, and removes it.
                Ok(None) => {}
                Ok(lock) => return Ok(Self { path, _lock: lock }),
                // Where nothing can be locked, nobody removes it but us.
                Err(_) => return Ok(Self { path, _lock: None }),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // What cannot be removed now will be by the next one.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the private folders in `scratch` whose maker has gone.
pub fn remove_left_folders(scratch: &Path) {
    for entry in fs::read_dir(scratch).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_name(&entry.file_name().to_string_lossy())
            && let Ok(Some(_lock)) = claim(&path)
        {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Locks a folder of this user that nobody else holds; `None` for everything else of that name. Nothing is
/// followed or waited for: in a folder that all may write to, links, pipes and folders of others are there to
/// mislead.
fn claim(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    let Ok(folder) = options.read(true).custom_flags(FOLDER_ITSELF).open(path) else {
        return Ok(None);
    };
    let held = folder.metadata()?;
    if held.uid() != rustix::process::geteuid().as_raw() {
        return Ok(None);
    }
    match folder.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    // Whoever held it may have removed it, and somebody else made one of the same name.
    let named = fs::symlink_metadata(path);
    let is_it = named.is_ok_and(|named| (named.dev(), named.ino()) == (held.dev(), held.ino()));
    Ok(is_it.then_some(folder))
}

/// Returns whether a folder of this name is made here. People give their folders names as well.
fn is_name(name: &str) -> bool {
    let numbers = name.strip_prefix(NAME).and_then(|it| it.split_once('-'));
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_hexdigit());
    numbers.is_some_and(|(process, own)| is_number(process) && is_number(own))
}
