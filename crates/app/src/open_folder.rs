//! Folders that are opened before something is written into them. What was opened is what is judged, and what is written
//! goes into it, whatever its path stands for by then.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use retap_drivers::plain_file::place_of;
use rustix::fs::{AtFlags, CWD, Mode, OFlags, mkdirat, openat, renameat, unlinkat};

use crate::bounds::judge_opened;
use crate::files::{OWNER_ONLY, folder_of, is_in_project, leads_out};

/// Who may use a new folder: whoever the system lets.
const FOLDER_ACCESS: Mode = Mode::from_raw_mode(0o777);

/// Opens a folder and nothing else, not even what a link leads to.
const FOLDER_ITSELF: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// The folders that a file must be written in, each as it really is.
#[derive(Debug)]
pub(crate) struct WriteBounds<'a> {
    /// The file, as it is called.
    pub(crate) path: &'a Path,
    folders: Vec<PathBuf>,
}

impl<'a> WriteBounds<'a> {
    /// Returns the bounds for a file: `folder`, if one is said, and the project, where the path looks as if it were in it.
    pub(crate) fn of(path: &'a Path, folder: Option<&Path>) -> Self {
        let project = is_in_project(path).then_some(Path::new("."));
        let folders = folder.into_iter().chain(project);
        // A folder that is not there has no links in it.
        let folders = folders.filter_map(|folder| fs::canonicalize(folder).ok());
        Self {
            path,
            folders: folders.collect(),
        }
    }

    /// Refuses what was opened at `path`, if it lies elsewhere.
    pub(crate) fn judge(&self, opened: &File, path: &Path) -> io::Result<()> {
        judge_opened(folder_of(self.path), opened).map_err(|_| leads_out(self.path))?;
        if self.folders.is_empty() {
            return Ok(());
        }
        let real = place_of(opened, path)?;
        match self.folders.iter().all(|folder| real.starts_with(folder)) {
            true => Ok(()),
            false => Err(leads_out(self.path)),
        }
    }
}

/// A folder that is open.
#[derive(Debug)]
pub(crate) struct OpenFolder {
    folder: File,
    /// Where it was when it was opened.
    pub(crate) path: PathBuf,
}

impl OpenFolder {
    /// Opens a folder that is within the bounds; it and those on the way are made.
    pub(crate) fn make(path: &Path, bounds: &WriteBounds<'_>) -> io::Result<Self> {
        let folder = open_or_make(path, bounds)?;
        let path = place_of(&folder, path)?;
        Ok(Self { folder, path })
    }

    /// Writes a file beside its place and renames it then, so that readers see the old content or the new. A link of that
    /// name is replaced, and never what it leads to.
    pub(crate) fn replace(
        &self,
        name: &OsStr,
        access: Mode,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let short = name.to_string_lossy();
        let (beside, mut file) = create_at(&self.folder, Path::new(""), access, &short)?;
        let renamed = || Ok(renameat(&self.folder, &beside, &self.folder, name)?);
        let written = write(&mut file).and_then(|()| renamed());
        written.inspect_err(|_| {
            // Nothing more can be done about a file that cannot be removed either.
            let _ = unlinkat(&self.folder, &beside, AtFlags::empty());
        })
    }

    /// Opens a folder of this user in which nobody else makes a name; it and those on the way are made. A link is none.
    pub(crate) fn open_own(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder_of(path))?;
        match DirBuilder::new().mode(0o700).create(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let folder = File::from(openat(CWD, path, FOLDER_ITSELF, Mode::empty())?);
        let there = folder.metadata()?;
        check_owner(&there, "folder")?;
        if there.mode() & 0o022 != 0 {
            folder.set_permissions(Permissions::from_mode(0o700))?;
        }
        let path = path.to_path_buf();
        Ok(Self { folder, path })
    }

    /// Opens a file in it to read and write, with what is in it, and makes it where there is none. Only a plain file of this
    /// user that has no other name is one: what was put there before the folder was its user's alone leads nowhere.
    pub(crate) fn open_own_file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let flags = flags | OFlags::CLOEXEC;
        let opened = openat(&self.folder, name, flags, OWNER_ONLY);
        let file = File::from(opened.map_err(|error| match error {
            rustix::io::Errno::LOOP => refused("it is a link"),
            other => other.into(),
        })?);
        let there = file.metadata()?;
        check_owner(&there, "file")?;
        match there.is_file() && there.nlink() == 1 {
            true => Ok(file),
            false => Err(refused("it is no plain file with one name")),
        }
    }

    /// Waits until the names in it are on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.folder.sync_all()
    }
}

fn check_owner(there: &Metadata, what: &str) -> io::Result<()> {
    match there.uid() == rustix::process::geteuid().as_raw() {
        true => Ok(()),
        false => Err(refused(&format!("the {what} belongs to another user"))),
    }
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

fn open_or_make(path: &Path, bounds: &WriteBounds<'_>) -> io::Result<File> {
    let flags = OFlags::DIRECTORY.bits().cast_signed();
    let opened = fs::OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(path);
    match (opened, path.file_name()) {
        (Ok(folder), _) => bounds.judge(&folder, path).map(|()| folder),
        (Err(error), Some(name)) if error.kind() == io::ErrorKind::NotFound => {
            let around = open_or_make(folder_of(path), bounds)?;
            make_in(&around, name)
        }
        (Err(error), _) => Err(error),
    }
}

/// Makes a folder in another one and opens it. One that somebody else made meanwhile will do; a link will not.
fn make_in(around: &File, name: &OsStr) -> io::Result<File> {
    match mkdirat(around, name, FOLDER_ACCESS) {
        Ok(()) | Err(rustix::io::Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(openat(around, name, FOLDER_ITSELF, Mode::empty())?.into())
}

/// Creates a file of its own beside the one to be written, in `folder` as seen from `at`. A name that is taken was left
/// behind by a process of the same number, as containers have, and is passed over.
pub(crate) fn create_at(
    at: impl AsFd,
    folder: &Path,
    access: Mode,
    name: &str,
) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let short: String = name.chars().take(20).collect();
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".{short}.{}.{number}.tmp", std::process::id()));
        match openat(&at, &path, flags, access) {
            Err(rustix::io::Errno::EXIST) => {}
            created => {
                let file = File::from(created?);
                // Where the disk knows no locks, the number of the process in the name has to do.
                let _ = file.try_lock();
                return Ok((path, file));
            }
        }
    }
}
