//! Files that are opened before they are judged: by the time a file is read, its name may stand for another one.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// Opens a plain file for reading, and nothing else.
pub fn open_plain(path: &Path) -> io::Result<File> {
    // Opening a pipe would wait for somebody who writes.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
        .open(path)?;
    let there = file.metadata()?;
    if there.is_file() {
        return Ok(file);
    }
    let kind = match there.is_dir() {
        true => "a folder",
        false => "a pipe or a device",
    };
    let reason = format!("it is {kind}, not a file");
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

/// Returns where an opened file or folder really is. Where the system does not tell, that is where its path leads by now.
pub fn place_of(file: &File, path: &Path) -> io::Result<PathBuf> {
    let told = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()));
    match told {
        Ok(real) if real.is_absolute() => Ok(real),
        Ok(_) | Err(_) => fs::canonicalize(path),
    }
}
