//! Files: reading plain ones up to a limit, and writing them so that none is ever half there.
//!
//! What a project brings along is not trusted: a name may stand for a pipe, a device or a link, and a file
//! may be of any size. Every file is opened once, and what was opened is what is judged.

use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::OFlags;

use crate::error::{AppError, cannot_write};

/// Who may read a new file: whoever the system lets, or its owner alone.
const USUAL_ACCESS: u32 = 0o666;
const OWNER_ONLY: u32 = 0o600;

/// The content a file is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// A skill or scenario, as people write it.
    Source,
    /// A compiled skill or scenario.
    Compiled,
    /// Settings, of retap or of an agent's program.
    Settings,
    /// The description of a simulated app.
    SimApp,
    /// Cookies and the like of a browser.
    Storage,
    /// The events of a run.
    EventLog,
    /// A picture, a page's tree, or another file of a run.
    Evidence,
}

impl Content {
    /// Returns how many bytes such a file may have.
    const fn most(self) -> u64 {
        const MEGABYTE: u64 = 1 << 20;
        match self {
            Self::Source | Self::Settings => MEGABYTE,
            Self::SimApp => 4 * MEGABYTE,
            Self::Compiled | Self::Storage => 16 * MEGABYTE,
            Self::Evidence => 64 * MEGABYTE,
            Self::EventLog => 256 * MEGABYTE,
        }
    }
}

/// Reads a plain file, up to the limit of what it is read for.
pub(crate) fn read(path: &Path, content: Content) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for somebody who writes.
    let file = fs::OpenOptions::new()
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
        .open(path)?;
    let there = file.metadata()?;
    if !there.is_file() {
        let kind = if there.is_dir() {
            "a folder"
        } else {
            "a pipe or a device"
        };
        let reason = format!("it is {kind}, not a file");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    let most = content.most();
    let mut bytes = Vec::with_capacity(usize::try_from(there.len().min(most)).unwrap_or(0));
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let reason = format!("it is larger than {} MB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    Ok(bytes)
}

/// Reads a plain file of text in the same way.
pub(crate) fn read_text(path: &Path, content: Content) -> io::Result<String> {
    read(path, content).and_then(text)
}

/// Reads a plain file of text of a project; see [`read_inside`].
pub(crate) fn read_text_inside(folder: &Path, path: &Path, content: Content) -> io::Result<String> {
    read_inside(folder, path, content).and_then(text)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Reads a plain file of a project in the same way, and none that a link leads to outside of `folder`: the project
/// may be a stranger's, and what is read may be shown.
pub(crate) fn read_inside(folder: &Path, path: &Path, content: Content) -> io::Result<Vec<u8>> {
    stays_inside(folder, path)?;
    read(path, content)
}

/// Writes a file that a person named; see [`write_atomically`].
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    write_atomically(path, bytes).map_err(|error| cannot_write("write", path, error))
}

/// Writes a file in the same way that only its owner may read, from its first byte on.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    replace_whole(path, OWNER_ONLY, |file| file.write_all(bytes))
        .map_err(|error| cannot_write("write", path, error))
}

/// Writes a file whose place follows from a project's files, and never through a link that leads out of
/// `folder`: the project may be a stranger's.
pub(crate) fn write_inside(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    stays_inside(folder, path)
        .and_then(|()| write_atomically(path, bytes))
        .map_err(|error| cannot_write("write", path, error))
}

/// Writes a file beside others of a project in the same way; see [`write_inside`].
pub(crate) fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    write_inside(folder_of(path), path, bytes)
}

/// Refuses a path below `folder` that a link leads out of it.
pub(crate) fn stays_inside(folder: &Path, path: &Path) -> io::Result<()> {
    // A folder that is not there has no links in it.
    if !folder.exists() {
        return Ok(());
    }
    let folder = fs::canonicalize(folder)?;
    // What is not there yet will be made below the first folder that is.
    let there = path
        .ancestors()
        .find(|part| fs::symlink_metadata(part).is_ok())
        .unwrap_or(Path::new("."));
    let leads_out = || {
        let reason = format!("`{}` leads out of the project", there.display());
        io::Error::new(io::ErrorKind::PermissionDenied, reason)
    };
    // A link to nothing would be made into a file where it leads.
    let real = fs::canonicalize(there).map_err(|_| leads_out())?;
    let mut missing = path.strip_prefix(there).unwrap_or(path).components();
    match real.starts_with(&folder) && missing.all(|part| part != Component::ParentDir) {
        true => Ok(()),
        false => Err(leads_out()),
    }
}

/// Writes a file so that readers see the old content or the new, never a part: into a file beside
/// it, to the disk, then renamed. Folders on the way are made.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_whole(path, USUAL_ACCESS, |file| file.write_all(bytes))
}

/// Copies a file in the same way.
pub(crate) fn copy_atomically(from: &Path, path: &Path) -> io::Result<()> {
    let mut from = File::open(from)?;
    replace_whole(path, USUAL_ACCESS, |file| {
        io::copy(&mut from, file).map(|_| ())
    })
}

fn replace_whole(
    path: &Path,
    access: u32,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    // A rename would put a file in the place of a link, a pipe or a device such as /dev/null.
    let real = fs::canonicalize(path);
    let path = real.as_deref().unwrap_or(path);
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return write(&mut fs::OpenOptions::new().write(true).open(path)?);
    }
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file"))?;
    let (beside, mut file) = create_beside(access, folder, &name.to_string_lossy())?;
    let written = write(&mut file)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Nothing more can be done about a file that cannot be removed either.
        let _ = fs::remove_file(&beside);
    }
    written?;
    // A rename is only safe from a power cut once the folder itself is on the disk.
    File::open(folder).and_then(|folder| folder.sync_all())
}

/// Returns the folder a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// Creates a file of its own beside the one to be written. A name that is taken was left behind by a
/// process of the same number, as containers have, and is passed over.
fn create_beside(access: u32, folder: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let short: String = name.chars().take(20).collect();
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".{short}.{}.{number}.tmp", std::process::id()));
        let mut options = fs::OpenOptions::new();
        match options
            .write(true)
            .create_new(true)
            .mode(access)
            .open(&path)
        {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (path, file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = std::env::temp_dir().join(format!("retap-atomic-{}", std::process::id()));
        let path = folder.join("deep/file.json");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.join("deep")).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        use std::os::unix::fs::{FileTypeExt as _, symlink};
        let folder = std::env::temp_dir().join(format!("retap-link-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let device = folder.join("device");
        symlink("/dev/null", &device).unwrap();
        write_atomically(&device, b"gone").unwrap();
        assert!(fs::symlink_metadata(&device).unwrap().is_symlink());
        assert!(
            fs::metadata("/dev/null")
                .unwrap()
                .file_type()
                .is_char_device()
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
