//! `.retap/runs`: every run's events and pictures, equal pictures once.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use retap_drivers::{SystemClock, plain_file};
use retap_model::device::Clock as _;
use retap_model::event::{EventSink, Record};
use retap_report::{Console, JsonLines, Style};

use crate::config::Config;
use crate::environment::Environment;
use crate::error::{AppError, cannot_make, cannot_write};
use crate::files::{copy_atomically, stays_inside, write_evidence, write_file};
use crate::kept_runs::LogPart;
use crate::retention::{Keep, Running, clean_up};
use crate::shared::Shared;
use crate::unnamed_log::UnnamedLog;
use crate::written_files::{WrittenList, content_hash};

/// The name of the event log in a run's folder.
pub(crate) const EVENTS: &str = "events.jsonl";

/// How many folders of one name are tried before giving up.
const MOST_OF_ONE_NAME: u32 = 10_000;

/// Where runs of this command are kept.
#[derive(Debug, Clone)]
pub(crate) struct RunFolders {
    /// None when nothing is kept.
    pub(crate) root: Option<PathBuf>,
    /// The time of this command, as names of folders have it.
    pub(crate) stamp: String,
    keep: Keep,
    /// Holds the runs of this command from its first run on.
    running: Arc<OnceLock<Option<Running>>>,
    pictures: Shared<Pictures>,
    /// The events of runs that are not kept.
    unnamed: Shared<UnnamedLog>,
}

/// Where the pictures of this command are, by what is in them.
type Pictures = BTreeMap<String, PathBuf>;

/// How many pictures are remembered, so that a run of any length takes little memory.
const MOST_PICTURES: usize = 10_000;

impl RunFolders {
    /// Returns the folders of runs that start now, in the project.
    pub(crate) fn in_project(environment: &Environment, config: &Config) -> Self {
        let root = environment.project.join(".retap").join("runs");
        Self {
            root: Some(environment.shown(&root)),
            keep: config.keep.unwrap_or(Keep::USUAL),
            ..Self::nowhere()
        }
    }

    /// Returns folders that are never made.
    pub(crate) fn nowhere() -> Self {
        Self {
            root: None,
            stamp: SystemClock::new().timestamp().to_compact(),
            keep: Keep::USUAL,
            running: Arc::default(),
            pictures: Shared::default(),
            unnamed: Shared::default(),
        }
    }

    /// Returns where the events of a run are; nothing where there are none.
    pub(crate) fn log_of(&self, run: &str) -> Option<LogPart> {
        match self.folder_of(run) {
            Some(folder) => Some(LogPart::of_folder(&folder)),
            None => self.unnamed.lock().part_of(run),
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
            return Ok(RunFolder {
                run,
                keeping: Keeping::Unnamed(self.unnamed.clone()),
            });
        };
        make_root(root)?;
        self.running.get_or_init(|| {
            // Where nothing can be held, nothing can be told apart from what is in use.
            let running = Running::hold(root, &self.stamp).ok()?;
            clean_up(root, self.keep);
            Some(running)
        });
        let (run, folder) = create_numbered(root, &name)?;
        let path = folder.join(EVENTS);
        let file = File::create_new(&path).map_err(|error| cannot_write(&path, error))?;
        let log = JsonLines::new(BufWriter::new(file));
        let written = WrittenList::begin(&folder);
        let keeping = Keeping::Kept(Kept {
            written: written.map_err(|error| cannot_write(&folder, error))?,
            folder,
            log,
            pictures: self.pictures.clone(),
            error: None,
        });
        Ok(RunFolder { run, keeping })
    }
}

/// Makes a folder of this name below `root`, with a number behind it where the name is taken, and
/// returns its name and path.
pub(crate) fn create_numbered(root: &Path, name: &str) -> Result<(String, PathBuf), AppError> {
    make_root(root)?;
    for number in 1..MOST_OF_ONE_NAME {
        let name = match number {
            1 => name.to_owned(),
            more => format!("{name}-{more}"),
        };
        let folder = root.join(&name);
        match fs::create_dir(&folder) {
            Ok(()) => return Ok((name, folder)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(cannot_make("make the folder", &folder, error)),
        }
    }
    Err(AppError::device(format!(
        "`{}` has too many folders called `{name}`",
        root.display()
    )))
}

fn make_root(root: &Path) -> Result<(), AppError> {
    stays_inside(Path::new("."), root)
        .and_then(|()| fs::create_dir_all(root))
        .map_err(|error| cannot_make("make the folder", root, error))?;
    ignore_by_git(root)
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
    let safe = text.replace(|c| !is_safe(c), "-");
    // Programs take a name that begins with a dash for an option.
    let mut safe = safe.trim_start_matches('-').to_owned();
    if safe.is_empty() {
        "unnamed".clone_into(&mut safe);
    }
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
    keeping: Keeping,
}

/// Whether a run is kept.
enum Keeping {
    Kept(Kept),
    /// It is not, and its events are for the reports of the command only.
    Unnamed(Shared<UnnamedLog>),
}

struct Kept {
    folder: PathBuf,
    log: JsonLines<BufWriter<File>>,
    /// What is in the folder besides the log, until the log is whole.
    written: WrittenList,
    pictures: Shared<Pictures>,
    error: Option<io::Error>,
}

impl Kept {
    /// Keeps a file; one that a run of this command has already is a second name of it.
    fn keep(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        let key = content_hash(bytes)?;
        self.written.add(&key, file)?;
        let path = self.folder.join(file);
        let known = self.pictures.lock().get(&key).cloned();
        if known.is_some_and(|known| fs::hard_link(known, &path).is_ok()) {
            return Ok(());
        }
        write_evidence(&path, bytes)?;
        let mut pictures = self.pictures.lock();
        if pictures.len() >= MOST_PICTURES {
            pictures.clear();
        }
        pictures.insert(key, path);
        Ok(())
    }

    fn copy(&mut self, file: &str, from: &Path) -> io::Result<()> {
        let hash = content_hash(plain_file::open(from)?)?;
        self.written.add(&hash, file)?;
        copy_atomically(from, &self.folder.join(file))
    }
}

impl RunFolder {
    /// Ends the log; events or pictures that could not be kept are an error.
    pub(crate) fn finish(self) -> Result<(), AppError> {
        let Keeping::Kept(kept) = self.keeping else {
            return Ok(());
        };
        let ended = kept.log.finish().and_then(|mut out| {
            out.flush()?;
            out.get_ref().sync_all()?;
            kept.written.end()
        });
        let first = kept.error.map_or(ended, Err);
        first.map_err(|error| cannot_make("keep the run in", &kept.folder, error))
    }
}

impl EventSink for RunFolder {
    fn event(&mut self, record: &Record) {
        match &mut self.keeping {
            Keeping::Kept(kept) => kept.log.event(record),
            Keeping::Unnamed(log) => log.event(record),
        }
    }

    fn evidence(&mut self, _run: &str, file: &str, bytes: &[u8]) {
        if let Keeping::Kept(kept) = &mut self.keeping
            && let Err(error) = kept.keep(file, bytes)
        {
            kept.error.get_or_insert(error);
        }
    }

    fn file(&mut self, _run: &str, file: &str, from: &Path) -> io::Result<Option<PathBuf>> {
        match &mut self.keeping {
            Keeping::Kept(kept) => kept.copy(file, from).map(|()| None),
            Keeping::Unnamed(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::written_files::{Owner, owner_of};

    use super::*;

    #[test]
    fn names_of_runs_are_safe_in_paths() {
        assert_eq!(safe_name("Check / About.."), "Check---About--");
        assert_eq!(safe_name("設定"), "設定");
        assert_eq!(safe_name("../-rf"), "rf");
        assert_eq!(safe_name("--"), "unnamed");
    }

    #[test]
    fn what_a_run_that_is_killed_wrote_is_known_and_what_was_changed_is_not() {
        let folder = std::env::temp_dir().join(format!("retap-killed-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let log = File::create_new(folder.join(EVENTS)).unwrap();
        let mut kept = Kept {
            log: JsonLines::new(BufWriter::new(log)),
            written: WrittenList::begin(&folder).unwrap(),
            folder: folder.clone(),
            pictures: Shared::default(),
            error: None,
        };
        kept.keep("step_1_after.png", b"drawn").unwrap();
        kept.copy("list.csv", &folder.join("step_1_after.png"))
            .unwrap();
        drop(kept);
        assert_eq!(owner_of(&folder), Owner::Retap);
        let file = "step_1_after.png".to_owned();
        fs::write(folder.join(&file), "moved").unwrap();
        assert_eq!(owner_of(&folder), Owner::Person { file });
        fs::remove_dir_all(&folder).unwrap();
    }
}
