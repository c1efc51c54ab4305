//! Files: reading plain ones up to a limit, and writing them so that none is ever half there.
//!
//! What a project brings along is not trusted: a name may stand for a pipe, a device or a link, and a file
//! may be of any size. Every file is opened once, and what was opened is what is judged.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use retap_drivers::plain_file::{self, place_of};
use rustix::fs::{CWD, Mode};

use crate::bounds::{is_named_here, is_trusted_here, judge_opened};
use crate::error::{AppError, cannot_write};
use crate::open_folder::{OpenFolder, WriteBounds, create_at};
use crate::writing::Writing;

/// Who may read a new file: whoever the system lets, or its owner alone.
const USUAL_ACCESS: Mode = Mode::from_raw_mode(0o666);
pub(crate) const OWNER_ONLY: Mode = Mode::from_raw_mode(0o600);

/// How many folders are remembered as swept.
const MOST_SWEPT: usize = 10_000;

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
    /// The files that a field of a page is given together; see [`retap_drivers::web::Uploads`].
    Upload,
    /// Something that a page gives to be kept, where the person says nothing else.
    Download,
}

/// How many downloads of the largest size a run may have.
pub(crate) const DOWNLOADS_TOGETHER: u64 = 4;

impl Content {
    /// Returns how many bytes such a file may have.
    pub(crate) const fn most(self) -> u64 {
        const MEGABYTE: u64 = 1 << 20;
        match self {
            Self::Source | Self::Settings => MEGABYTE,
            Self::SimApp => 4 * MEGABYTE,
            Self::Compiled | Self::Storage => 16 * MEGABYTE,
            Self::Evidence => 64 * MEGABYTE,
            Self::Download => 512 * MEGABYTE,
            // They are copied to the disk.
            Self::Upload => 4_096 * MEGABYTE,
            // It is read a line at a time.
            Self::EventLog => 16_384 * MEGABYTE,
        }
    }
}

/// Opens a plain file for reading, if it is not larger than what it is read for may be, and if its place is not outside
/// of the project that its path is in; see [`crate::bounds`].
pub(crate) fn open(path: &Path, content: Content) -> io::Result<File> {
    let file = plain_file::open(path)?;
    judge_opened(path, &file)?;
    match file.metadata()?.len() > content.most() {
        true => Err(too_large(content)),
        false => Ok(file),
    }
}

/// Reads a plain file, up to the limit of what it is read for.
pub(crate) fn read(path: &Path, content: Content) -> io::Result<Vec<u8>> {
    read_opened(open(path, content)?, content)
}

fn read_opened(file: File, content: Content) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(file.metadata()?.len()).unwrap_or(0));
    // A file may grow while it is read, and some say that they are empty.
    file.take(content.most() + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > content.most() {
        true => Err(too_large(content)),
        false => Ok(bytes),
    }
}

fn too_large(content: Content) -> io::Error {
    let reason = format!("it is larger than {} MB", content.most() >> 20);
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Reads a plain file of text in the same way.
pub(crate) fn read_text(path: &Path, content: Content) -> io::Result<String> {
    read(path, content).and_then(text)
}

/// Reads a plain file of text of a project; see [`read_inside`].
pub(crate) fn read_text_inside(folder: &Path, path: &Path, content: Content) -> io::Result<String> {
    read_inside(folder, path, content).and_then(text)
}

/// Returns bytes of a file as text.
pub(crate) fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Reads a plain file of a project in the same way, and none that a link leads to outside of `folder`: the project
/// may be a stranger's, and what is read may be shown.
pub(crate) fn read_inside(folder: &Path, path: &Path, content: Content) -> io::Result<Vec<u8>> {
    read_opened(open_inside(folder, path, content)?, content)
}

/// Opens a plain file of a project for reading; see [`read_inside`].
pub(crate) fn open_inside(folder: &Path, path: &Path, content: Content) -> io::Result<File> {
    stays_inside(folder, path)?;
    let file = open(path, content)?;
    // A link may have been another one a moment ago, so that what was opened is judged again.
    match place_of(&file, path)?.starts_with(fs::canonicalize(folder)?) {
        true => Ok(file),
        false => Err(leads_out(path)),
    }
}

/// Writes a file that a person named; see [`write_atomically`].
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    write_atomically(path, bytes).map_err(|error| cannot_write(path, error))
}

/// Writes a file in the same way that only its owner may read, from its first byte on.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let bounds = WriteBounds::of(path, None);
    replace_whole(&bounds, OWNER_ONLY, |file| file.write_all(bytes))
        .map_err(|error| cannot_write(path, error))
}

/// Writes a file in the same way that those may read whom `access` lets, and nobody else before.
pub(crate) fn write_with_access(
    path: &Path,
    bytes: &[u8],
    access: fs::Permissions,
) -> Result<(), AppError> {
    let bounds = WriteBounds::of(path, None);
    let write = |file: &mut File| {
        file.write_all(bytes)?;
        file.set_permissions(access)
    };
    replace_whole(&bounds, OWNER_ONLY, write).map_err(|error| cannot_write(path, error))
}

/// Writes a file whose place follows from a project's files, and never through a link that leads out of
/// `folder`: the project may be a stranger's.
pub(crate) fn write_inside(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let bounds = WriteBounds::of(path, Some(folder).filter(|_| !is_trusted_here()));
    may_write_inside(folder, path)
        .and_then(|()| replace_whole(&bounds, USUAL_ACCESS, |file| file.write_all(bytes)))
        .map_err(|error| cannot_write(path, error))
}

/// Refuses a path that [`write_inside`] would not write: it leads out, or something is there that is no file. In a
/// project that the person trusts links are the person's own.
fn may_write_inside(folder: &Path, path: &Path) -> io::Result<()> {
    if !is_trusted_here() {
        stays_inside(folder, path)?;
    }
    check_named(path)?;
    plain_file::check(path)
}

/// Writes a file beside others of a project in the same way; see [`write_inside`].
pub(crate) fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    write_inside(folder_of(path), path, bytes)
}

/// Refuses a path that [`write_beside`] would not write.
pub(crate) fn may_write_beside(path: &Path) -> io::Result<()> {
    may_write_inside(folder_of(path), path)
}

/// Reads a file that a person named; see [`check_named`].
pub(crate) fn read_named(path: &Path, content: Content) -> io::Result<Vec<u8>> {
    check_named(path)?;
    read(path, content)
}

/// Refuses a path that looks as if it were in the project, and which a link leads out of it: who typed `report.html` in a
/// stranger's project did not mean a file elsewhere, nor who typed the whole path of it. Other paths are taken as they are,
/// and so are those of a project that the person trusts.
pub(crate) fn check_named(path: &Path) -> io::Result<()> {
    match is_in_project(path) {
        true => stays_inside(Path::new("."), path),
        false => Ok(()),
    }
}

/// Returns whether a path is said to be in the project and no link may lead out of that.
pub(crate) fn is_in_project(path: &Path) -> bool {
    is_named_here(path) && !is_trusted_here()
}

/// Refuses a path below `folder` that a link leads out of it.
pub(crate) fn stays_inside(folder: &Path, path: &Path) -> io::Result<()> {
    // A folder that is not there has no links in it.
    if !folder.exists() {
        return Ok(());
    }
    let folder = fs::canonicalize(folder)?;
    match real_place(path)?.starts_with(&folder) {
        true => Ok(()),
        false => Err(leads_out(first_there(path))),
    }
}

/// Returns where a path leads, the end of which may not be there yet.
pub(crate) fn real_place(path: &Path) -> io::Result<PathBuf> {
    let there = first_there(path);
    // A link to nothing would be made into a file where it leads.
    let real = fs::canonicalize(there).map_err(|_| leads_out(there))?;
    let missing = path.strip_prefix(there).unwrap_or(path);
    let leads_up = |part| part == Component::ParentDir;
    match missing.components().any(leads_up) {
        true => Err(leads_out(there)),
        false => Ok(real.join(missing)),
    }
}

/// Returns the part of a path that is there: what is missing will be made below it.
fn first_there(path: &Path) -> &Path {
    let mut parts = path.ancestors();
    let there = parts.find(|part| fs::symlink_metadata(part).is_ok());
    there.unwrap_or(Path::new("."))
}

pub(crate) fn leads_out(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, LinkOut(path.to_path_buf()))
}

/// A link that leads out of the project, through which nothing is written.
#[derive(Debug)]
pub(crate) struct LinkOut(PathBuf);

impl fmt::Display for LinkOut {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` leads out of the project", self.0.display())
    }
}

impl std::error::Error for LinkOut {}

impl LinkOut {
    /// Returns what to type for it to be written through.
    pub(crate) fn remedy() -> String {
        let project = std::env::current_dir().unwrap_or_default();
        format!(
            "if the link is yours, put `trust = [\"{}\"]` into `.retap/config.toml` of your home folder",
            project.display()
        )
    }
}

/// Writes a file so that readers see the old content or the new, never a part: into a file beside
/// it, to the disk, then renamed. Folders on the way are made.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let bounds = WriteBounds::of(path, None);
    replace_whole(&bounds, USUAL_ACCESS, |file| file.write_all(bytes))
}

/// Writes a file in the same way, a piece at a time.
pub(crate) fn write_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let bounds = WriteBounds::of(path, None);
    replace_whole(&bounds, USUAL_ACCESS, |file| {
        let mut out = io::BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    })
}

/// Writes a new file into a folder of ours in the same way, but for a power cut: many are written while a run goes on,
/// which must not wait for the disk.
pub(crate) fn write_evidence(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = OpenFolder::make(folder_of(path), &WriteBounds::of(path, None))?;
    folder.replace(name_of(path)?, USUAL_ACCESS, |file| file.write_all(bytes))
}

/// Makes a file appear at a second path too, without a second copy where the disk can do that.
pub(crate) fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::hard_link(from, to).or_else(|_| copy_atomically(from, to))
}

/// Makes a file that this process holds until it ends, however it ends; see [`is_free`].
pub(crate) fn claim(path: &Path) -> io::Result<File> {
    claim_with(path, b"")
}

/// Makes such a file that begins with these bytes.
pub(crate) fn claim_with(path: &Path, begin: &[u8]) -> io::Result<File> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Nobody sees it under its name before it is held, and begins as it should.
    let (beside, mut file) = create_beside(USUAL_ACCESS, folder_of(path), &name)?;
    file.write_all(begin)?;
    fs::rename(&beside, path).map(|()| file)
}

/// Returns whether nobody holds a file any more. What is no plain file is nothing that anybody here holds or lets go.
pub(crate) fn is_free(path: &Path) -> bool {
    plain_file::open_itself(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// Removes the files that processes left in a folder when they were killed while writing. One that somebody holds is
/// still being written.
pub(crate) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_over(&entry) && is_free(&entry.path()) {
            // Somebody else may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether a file has the name of one that is being written, or was when its process ended.
pub(crate) fn is_left_behind(name: &str) -> bool {
    writer_of(name).is_some()
}

/// Returns whether a file is of a name of [`create_beside`] and its writer is gone, as far as can be told without its lock.
pub(crate) fn is_over(entry: &fs::DirEntry) -> bool {
    let writer = writer_of(&entry.file_name().to_string_lossy());
    writer.is_some_and(|writer| !is_alive(writer) || is_old(entry))
}

/// Returns the number of the process that a name of [`create_beside`] names.
fn writer_of(name: &str) -> Option<i32> {
    let rest = name.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (rest, number) = rest.rsplit_once('.')?;
    let (_, process) = rest.rsplit_once('.')?;
    number.parse::<u32>().ok()?;
    process.parse().ok()
}

/// Returns whether a process of that number runs here.
fn is_alive(process: i32) -> bool {
    let known = rustix::process::Pid::from_raw(process);
    known.is_some_and(|known| {
        rustix::process::test_kill_process(known) != Err(rustix::io::Errno::SRCH)
    })
}

/// Returns whether a file is older than the moment it takes its writer to hold it; processes get the numbers of
/// others that have ended.
fn is_old(entry: &fs::DirEntry) -> bool {
    let changed = entry.metadata().and_then(|there| there.modified());
    let age = changed.ok().and_then(|changed| changed.elapsed().ok());
    age.is_some_and(|age| age > Duration::from_secs(60))
}

/// Sweeps a folder before this process first writes into it.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.len() < MOST_SWEPT && swept.insert(folder.to_path_buf()) {
        drop(swept);
        sweep(folder);
    }
}

/// Copies a file in the same way.
pub(crate) fn copy_atomically(from: &Path, path: &Path) -> io::Result<()> {
    let mut from = plain_file::open(from)?;
    let bounds = WriteBounds::of(path, None);
    replace_whole(&bounds, USUAL_ACCESS, |file| {
        io::copy(&mut from, file).map(|_| ())
    })
}

/// Writes a file within these bounds. A link that stays in them is followed once, here; what becomes of a name after that
/// leads nowhere.
fn replace_whole(
    bounds: &WriteBounds<'_>,
    access: Mode,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    check_named(bounds.path)?;
    // A rename would put a file in the place of a link, a pipe or a device such as /dev/null.
    let real = fs::canonicalize(bounds.path);
    let path = real.as_deref().unwrap_or(bounds.path);
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return write_through(path, bounds, write);
    }
    let folder = OpenFolder::make(folder_of(path), bounds)?;
    sweep_once(&folder.path);
    let _noted = Writing::into_folder(&folder.path);
    folder.replace(name_of(path)?, access, |file| {
        write(file).and_then(|()| file.sync_all())
    })?;
    // A rename is only safe from a power cut once the folder itself is on the disk.
    folder.sync()
}

/// Writes to a pipe or a device. A file that took its place is left as it is.
fn write_through(
    path: &Path,
    bounds: &WriteBounds<'_>,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut opened = plain_file::open_pipe_or_device(path)?;
    bounds.judge(&opened, path)?;
    match opened.metadata()?.is_file() {
        true => Err(io::Error::other(
            "it became another file while it was opened",
        )),
        false => write(&mut opened),
    }
}

fn name_of(path: &Path) -> io::Result<&OsStr> {
    let name = path.file_name();
    name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file"))
}

/// Returns the folder a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// Creates a file of its own beside the one to be written; see [`create_at`].
pub(crate) fn create_beside(
    access: Mode,
    folder: &Path,
    name: &str,
) -> io::Result<(PathBuf, File)> {
    create_at(CWD, folder, access, name)
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

    /// Returns a folder of a project, and a file outside of it that must stay as it is.
    fn project_and_victim(name: &str) -> (PathBuf, PathBuf) {
        let root = std::env::temp_dir().join(format!("retap-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("project/deep")).unwrap();
        fs::create_dir_all(root.join("outside")).unwrap();
        let victim = root.join("outside/c.json");
        fs::write(&victim, "the person's own").unwrap();
        (root.join("project"), victim)
    }

    #[test]
    fn a_link_that_appears_after_the_check_is_not_written_through() {
        use std::os::unix::fs::symlink;
        let (project, victim) = project_and_victim("late-link");
        // Whatever was checked before, these are there when the file is written.
        symlink(&victim, project.join("c.json")).unwrap();
        symlink("../outside", project.join("out")).unwrap();
        for name in ["c.json", "out/c.json", "out/new.json", "out/deep/new.json"] {
            let path = project.join(name);
            let bounds = WriteBounds::of(&path, Some(&project));
            let refused = replace_whole(&bounds, USUAL_ACCESS, |file| file.write_all(b"new"));
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("leads out of the project"), "{refused}");
        }
        assert_eq!(fs::read(&victim).unwrap(), b"the person's own");
        assert_eq!(fs::read_dir(folder_of(&victim)).unwrap().count(), 1);
        fs::remove_dir_all(project.parent().unwrap()).unwrap();
    }

    #[test]
    fn what_is_swapped_while_a_file_is_written_leads_nowhere() {
        use std::os::unix::fs::symlink;
        let (project, victim) = project_and_victim("swapped");
        let (path, moved) = (project.join("deep/c.json"), project.join("moved"));
        let bounds = WriteBounds::of(&path, Some(&project));
        let write = |file: &mut File| {
            symlink(&victim, &path)?;
            fs::rename(project.join("deep"), &moved)?;
            symlink("../outside", project.join("deep"))?;
            file.write_all(b"new")
        };
        replace_whole(&bounds, USUAL_ACCESS, write).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"the person's own");
        assert_eq!(fs::read(moved.join("c.json")).unwrap(), b"new");
        let written = fs::symlink_metadata(moved.join("c.json")).unwrap();
        assert!(written.is_file());
        fs::remove_dir_all(project.parent().unwrap()).unwrap();
    }
}
