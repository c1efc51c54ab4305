//! `.retap/runs`: every run's events and pictures, and writing files so that none is ever half there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::event::{EventSink, Record};
use retap_report::{Console, JsonLines, Style};

use crate::environment::Environment;
use crate::error::{AppError, cannot_write};

/// The name of the event log in a run's folder.
pub(crate) const EVENTS: &str = "events.jsonl";

/// How many folders of one name are tried before giving up.
const MOST_OF_ONE_NAME: u32 = 10_000;

/// Who may read a new file: whoever the system lets, or its owner alone.
const USUAL_ACCESS: u32 = 0o666;
const OWNER_ONLY: u32 = 0o600;

/// Writes a file for people; see [`write_atomically`].
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    write_atomically(path, bytes).map_err(|error| cannot_write("write", path, error))
}

/// Writes a file in the same way that only its owner may read, from its first byte on.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    replace_whole(path, OWNER_ONLY, |file| file.write_all(bytes))
        .map_err(|error| cannot_write("write", path, error))
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
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
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

/// Where runs of this command are kept.
#[derive(Debug, Clone)]
pub(crate) struct RunFolders {
    /// None when nothing is kept.
    pub(crate) root: Option<PathBuf>,
    /// The time of this command, as names of folders have it.
    pub(crate) stamp: String,
}

impl RunFolders {
    /// Returns the folders of runs that start now, in the project.
    pub(crate) fn in_project(environment: &Environment) -> Self {
        let root = environment.project.join(".retap").join("runs");
        Self {
            root: Some(environment.shown(&root)),
            ..Self::nowhere()
        }
    }

    /// Returns folders that are never made.
    pub(crate) fn nowhere() -> Self {
        Self {
            root: None,
            stamp: SystemClock::new().timestamp().to_compact(),
        }
    }

    /// Returns the path of a file of a run.
    pub(crate) fn path_of(&self, run: &str, file: &str) -> PathBuf {
        self.folder_of(run).unwrap_or_default().join(file)
    }

    /// Returns a console that says where the pictures of these runs are.
    pub(crate) fn console(&self, out: Box<dyn Write + Send>, style: Style) -> Console {
        let folders = self.clone();
        Console::new(out, style)
            .with_evidence_path(move |run, file| folders.path_of(run, file).display().to_string())
    }

    /// Returns the folder of a run, when runs are kept.
    pub(crate) fn folder_of(&self, run: &str) -> Option<PathBuf> {
        self.root.as_ref().map(|root| root.join(run))
    }

    /// Makes the folder of a new run of the skill; its name is the name of the run.
    pub(crate) fn open_run(&self, skill: &str) -> Result<RunFolder, AppError> {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let name = format!("{}-{}", self.stamp, safe_name(skill));
        let Some(root) = &self.root else {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let run = format!("{name}-{number}");
            return Ok(RunFolder { run, kept: None });
        };
        let (run, folder) = create_numbered(root, &name)?;
        let path = folder.join(EVENTS);
        let file = File::create_new(&path).map_err(|error| cannot_write("write", &path, error))?;
        let log = JsonLines::new(BufWriter::new(file));
        let error = None;
        let kept = Some(Kept { folder, log, error });
        Ok(RunFolder { run, kept })
    }
}

/// Makes a folder of this name below `root`, with a number behind it where the name is taken, and
/// returns its name and path.
pub(crate) fn create_numbered(root: &Path, name: &str) -> Result<(String, PathBuf), AppError> {
    fs::create_dir_all(root).map_err(|error| cannot_write("make the folder", root, error))?;
    ignore_by_git(root)?;
    for number in 1..MOST_OF_ONE_NAME {
        let name = match number {
            1 => name.to_owned(),
            more => format!("{name}-{more}"),
        };
        let folder = root.join(&name);
        match fs::create_dir(&folder) {
            Ok(()) => return Ok((name, folder)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(cannot_write("make the folder", &folder, error)),
        }
    }
    Err(AppError::device(format!(
        "`{}` has too many folders called `{name}`",
        root.display()
    )))
}

/// Runs are no source: a project that keeps its `.retap` folder in git should not see them.
fn ignore_by_git(root: &Path) -> Result<(), AppError> {
    let path = root.join(".gitignore");
    if path.exists() {
        return Ok(());
    }
    write_file(&path, b"*\n")
}

/// Returns the text with everything that has a meaning in a path replaced.
pub(crate) fn safe_name(text: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || c == '_';
    let mut safe = text.replace(|c| !is_safe(c), "-");
    // Systems count bytes, and allow 255 for the whole name.
    while safe.len() > LONGEST_NAME {
        safe.pop();
    }
    safe
}

/// Returns whether a name is a name and leads nowhere else.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let ends = (parts.next(), parts.next());
    let is_one = matches!(ends, (Some(Component::Normal(_)), None));
    is_one && !name.contains(['/', '\\', '\0'])
}

/// The longest part of a folder's name that comes from a skill, in bytes.
const LONGEST_NAME: usize = 100;

/// One run's folder: a sink that keeps events and pictures.
pub(crate) struct RunFolder {
    /// The name of the run in events.
    pub(crate) run: String,
    kept: Option<Kept>,
}

struct Kept {
    folder: PathBuf,
    log: JsonLines<BufWriter<File>>,
    error: Option<io::Error>,
}

impl RunFolder {
    /// Ends the log; events or pictures that could not be kept are an error.
    pub(crate) fn finish(self) -> Result<(), AppError> {
        let Some(kept) = self.kept else { return Ok(()) };
        let ended = kept.log.finish().and_then(|mut out| {
            out.flush()?;
            out.get_ref().sync_all()
        });
        let first = kept.error.map_or(ended, Err);
        first.map_err(|error| cannot_write("keep the run in", &kept.folder, error))
    }
}

impl EventSink for RunFolder {
    fn event(&mut self, record: &Record) {
        if let Some(kept) = &mut self.kept {
            kept.log.event(record);
        }
    }

    fn evidence(&mut self, _run: &str, file: &str, bytes: &[u8]) {
        if let Some(kept) = &mut self.kept
            && let Err(error) = write_atomically(&kept.folder.join(file), bytes)
        {
            kept.error.get_or_insert(error);
        }
    }

    fn file(&mut self, _run: &str, file: &str, from: &Path) {
        if let Some(kept) = &mut self.kept
            && let Err(error) = copy_atomically(from, &kept.folder.join(file))
        {
            kept.error.get_or_insert(error);
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
    fn names_of_runs_are_safe_in_paths() {
        assert_eq!(safe_name("Check / About.."), "Check---About--");
        assert_eq!(safe_name("設定"), "設定");
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
