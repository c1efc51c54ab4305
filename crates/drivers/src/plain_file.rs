//! How files are opened: without ever waiting for anybody, and no longer than it takes to see what they are.
//!
//! A name in a stranger's project or in a folder that all may write to may stand for a pipe, and whoever opens one in the
//! usual way waits until somebody else does too, deaf to every signal that asks for an end. So nothing opens a file by
//! itself; the rules of the house are tested for it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// Opens a plain file for reading, also by a link.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), OFlags::empty(), path)
}

/// Opens a plain file for reading, and no link to one.
pub fn open_itself(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), OFlags::NOFOLLOW, path)
}

/// Opens a pipe or a device to write to. A pipe that nobody reads is an error.
pub fn open_pipe_or_device(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = options.write(true).custom_flags(flags(OFlags::empty()));
    let file = options.open(path).map_err(|error| {
        match error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error()) {
            true => io::Error::new(error.kind(), "it is a pipe that nobody reads"),
            false => error,
        }
    })?;
    // Who reads may be slower than what is written.
    fcntl_setfl(&file, fcntl_getfl(&file)?.difference(OFlags::NONBLOCK))?;
    Ok(file)
}

/// Returns where an opened file or folder really is. Where the system does not tell, that is where its path leads by now.
pub fn place_of(file: &File, path: &Path) -> io::Result<PathBuf> {
    let told = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()));
    match told {
        Ok(real) if real.is_absolute() => Ok(real),
        Ok(_) | Err(_) => fs::canonicalize(path),
    }
}

/// Refuses what is no plain file; what is not there is not refused.
pub fn check(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) => check_kind(&there),
        Err(_) => Ok(()),
    }
}

fn open_with(options: &mut OpenOptions, more: OFlags, path: &Path) -> io::Result<File> {
    let file = options.custom_flags(flags(more)).open(path)?;
    check_kind(&file.metadata()?)?;
    Ok(file)
}

const fn flags(more: OFlags) -> i32 {
    more.union(OFlags::NONBLOCK).bits().cast_signed()
}

fn check_kind(there: &fs::Metadata) -> io::Result<()> {
    let kind = match there {
        there if there.is_file() => return Ok(()),
        there if there.is_dir() => "a folder",
        _ => "a pipe or a device",
    };
    let reason = format!("it is {kind}, not a file");
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}
