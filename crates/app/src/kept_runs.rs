//! Runs that are over, read again from their logs for reports: one run, and one picture, at a time.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retap_model::codec::sha256_hex;
use retap_model::event::EventSink;
use retap_report::{LogReader, RunFiles, RunSummary, Runs};

use crate::error::{AppError, cannot};
use crate::files::{self, Content, check_named};
use crate::run_folder::{EVENTS, RunFolders, is_plain};
use crate::terminal::talkln;

/// A part of a log that has events of a run.
#[derive(Debug, Clone)]
pub(crate) struct LogPart {
    path: Arc<Path>,
    bytes: Range<u64>,
    /// The log itself, where it has no name.
    unnamed: Option<Arc<File>>,
}

impl LogPart {
    /// Returns the whole log of a run's folder.
    pub(crate) fn of_folder(folder: &Path) -> Self {
        Self::named(folder.join(EVENTS).into(), 0..u64::MAX)
    }

    fn named(path: Arc<Path>, bytes: Range<u64>) -> Self {
        Self {
            path,
            bytes,
            unnamed: None,
        }
    }

    /// Returns a part of a log that has no name.
    pub(crate) fn unnamed(file: File, bytes: Range<u64>) -> Self {
        Self {
            path: Path::new("the log of this command").into(),
            bytes,
            unnamed: Some(Arc::new(file)),
        }
    }

    /// Returns the log, to be read from the beginning of the part.
    fn open(&self) -> io::Result<File> {
        let mut file = match &self.unnamed {
            Some(file) => file.try_clone()?,
            None => files::open(&self.path, Content::EventLog)?,
        };
        file.seek(SeekFrom::Start(self.bytes.start))?;
        Ok(file)
    }
}

/// How many bytes of other runs are read for one of the run that is asked for, so that runs beside each other have few parts.
const OTHERS_READ: u64 = 8;

/// The parts of logs that have the events of one run. Reading all of them again for every run takes no longer than reading
/// the logs a few times, however their events alternate.
#[derive(Debug, Default)]
struct RunParts {
    parts: Vec<LogPart>,
    own: u64,
    /// How much in between is of other runs.
    others: u64,
}

impl RunParts {
    /// Notes that an event of the run stands there.
    fn add(&mut self, path: &Arc<Path>, bytes: Range<u64>) {
        self.own += bytes.end - bytes.start;
        // A log that is named twice begins again.
        let goes_on = |part: &&mut LogPart| part.path == *path && part.bytes.end <= bytes.start;
        if let Some(part) = self.parts.last_mut().filter(goes_on) {
            let between = bytes.start - part.bytes.end;
            if self.others + between <= self.own.saturating_mul(OTHERS_READ) {
                self.others += between;
                part.bytes.end = bytes.end;
                return;
            }
        }
        self.parts.push(LogPart::named(Arc::clone(path), bytes));
    }
}

/// Returns the parts of logs that have the events of a run.
type PartsOf<'a> = dyn Fn(&RunSummary) -> Vec<LogPart> + 'a;

/// Returns the folder that the pictures of a run are in.
type FolderOf<'a> = dyn Fn(&str) -> Option<PathBuf> + 'a;

/// Where the logs and pictures of runs are.
pub(crate) struct KeptRuns<'a> {
    parts: Box<PartsOf<'a>>,
    folder: Box<FolderOf<'a>>,
    /// The names of pictures by their files on the disk: many are links to one, which is read once.
    keys: RefCell<BTreeMap<(u64, u64), String>>,
}

impl<'a> KeptRuns<'a> {
    /// Returns the runs of this command.
    pub(crate) fn of_command(folders: &'a RunFolders) -> Self {
        let parts = |run: &RunSummary| folders.log_of(&run.id).into_iter().collect();
        Self::new(parts, |run| folders.folder_of(run))
    }

    /// Returns runs by where `parts` and `folder` say that their events and pictures are.
    pub(crate) fn new(
        parts: impl Fn(&RunSummary) -> Vec<LogPart> + 'a,
        folder: impl Fn(&str) -> Option<PathBuf> + 'a,
    ) -> Self {
        Self {
            parts: Box::new(parts),
            folder: Box::new(folder),
            keys: RefCell::default(),
        }
    }

    /// Returns where the file of a run is; names from a log never lead out of its folder.
    pub(crate) fn file(&self, run: &str, file: &str) -> Option<PathBuf> {
        let folder = (self.folder)(run)?;
        let path = is_plain(file).then(|| folder.join(file));
        path.filter(|path| files::stays_inside(&folder, path).is_ok())
    }

    fn read_again(&self, run: &RunSummary) -> Result<RunSummary, String> {
        let mut runs = Runs::default();
        for part in (self.parts)(run) {
            read_part(&part, &run.id, &mut runs)?;
        }
        let read = runs.into_first().ok_or("there are no events of it")?;
        Ok(read)
    }
}

fn read_part(part: &LogPart, run: &str, runs: &mut Runs) -> Result<(), String> {
    let unread = |error: io::Error| format!("{}: {error}", part.path.display());
    let file = part.open().map_err(unread)?;
    let length = part.bytes.end - part.bytes.start;
    for record in LogReader::new(BufReader::new(file.take(length))) {
        let record = record.map_err(|error| format!("{}: {error}", part.path.display()))?;
        if record.run == run {
            runs.add(&record);
        }
    }
    Ok(())
}

impl RunFiles for KeptRuns<'_> {
    fn whole<'a>(&self, run: &'a RunSummary) -> Cow<'a, RunSummary> {
        if !run.is_brief() {
            return Cow::Borrowed(run);
        }
        let warning = |why: String| format!("not every step of this run is shown: {why}");
        let read = self.read_again(run).map_or_else(
            |why| {
                let mut known = run.clone();
                known.warnings.push(warning(why));
                known
            },
            |mut read| {
                if read.finished.is_none() {
                    read.warnings.push(warning("its log ends early".to_owned()));
                }
                read.end_as(run);
                read
            },
        );
        Cow::Owned(read)
    }

    fn key(&self, run: &str, file: &str) -> Option<String> {
        let path = self.file(run, file)?;
        let there = std::fs::symlink_metadata(&path).ok()?;
        let place = (there.dev(), there.ino());
        if let Some(key) = self.keys.borrow().get(&place) {
            return Some(key.clone());
        }
        let key = sha256_hex(&self.read(run, file)?);
        self.keys.borrow_mut().insert(place, key.clone());
        Some(key)
    }

    fn read(&self, run: &str, file: &str) -> Option<Vec<u8>> {
        let folder = (self.folder)(run)?;
        files::read_inside(&folder, &self.file(run, file)?, Content::Evidence).ok()
    }

    fn path(&self, run: &str, file: &str) -> String {
        path_in((self.folder)(run), file)
    }
}

/// Logs that were named, and which run has events in which part of them.
#[derive(Default)]
pub(crate) struct Logs {
    pub(crate) runs: Runs,
    paths: Vec<PathBuf>,
    /// The parts of each run, in the order of the runs.
    parts: Vec<RunParts>,
    folders: BTreeMap<String, PathBuf>,
}

impl Logs {
    /// Returns no logs yet; what they say of runs is kept briefly.
    pub(crate) fn brief() -> Self {
        Self {
            runs: Runs::brief(),
            ..Self::default()
        }
    }

    /// Reads a log, or the log of a folder.
    pub(crate) fn read(&mut self, log: &Path) -> Result<(), AppError> {
        let path = match log.is_dir() {
            true => log.join(EVENTS),
            false => log.to_path_buf(),
        };
        if log.is_dir() {
            files::stays_inside(log, &path).map_err(|error| cannot("read", &path, error))?;
        }
        let mut reader = open_log(&path)?;
        let (shared, mut begins) = (Arc::from(path.as_path()), 0);
        while let Some(record) = reader.next() {
            let record = record.map_err(|error| {
                AppError::input(format!("`{}` is not an event log", path.display())).because(error)
            })?;
            let place = self.runs.add(&record);
            self.note(place, &shared, begins..reader.position());
            begins = reader.position();
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            self.folders.entry(record.run).or_insert(folder);
        }
        if let Some(warning) = reader.warning() {
            talkln!("warning: {}: {warning}", path.display());
        }
        if begins == 0 {
            let message = format!("`{}` has no events in it", path.display());
            return Err(AppError::input(message));
        }
        self.paths.push(path);
        Ok(())
    }

    /// Shows every record of the logs in order, once all could be read.
    pub(crate) fn show(&self, sink: &mut dyn EventSink) -> Result<(), AppError> {
        for path in &self.paths {
            for record in open_log(path)?.map_while(Result::ok) {
                sink.event(&record);
            }
        }
        Ok(())
    }

    /// Notes that a run has an event there.
    fn note(&mut self, place: usize, path: &Arc<Path>, bytes: Range<u64>) {
        if self.parts.len() <= place {
            self.parts.resize_with(place + 1, RunParts::default);
        }
        self.parts[place].add(path, bytes);
    }

    /// Returns the runs of these logs as reports ask for them.
    pub(crate) fn kept(&self) -> KeptRuns<'_> {
        let parts = |run: &RunSummary| {
            let known = self.parts.get(run.place);
            known.map(|known| known.parts.clone()).unwrap_or_default()
        };
        KeptRuns::new(parts, |run| self.folders.get(run).cloned())
    }

    /// Returns what names the file of a run as people find it.
    pub(crate) fn path_of(&self) -> impl Fn(&str, &str) -> String + Send + use<> {
        let folders = self.folders.clone();
        move |run, file| path_in(folders.get(run).cloned(), file)
    }
}

fn open_log(path: &Path) -> Result<LogReader<BufReader<File>>, AppError> {
    let file = check_named(path).and_then(|()| files::open(path, Content::EventLog));
    let file = file.map_err(|error| cannot("read", path, error))?;
    Ok(LogReader::new(BufReader::new(file)))
}

/// Returns the path of a file in the folder of its run; what was downloaded lies in a folder of its own there.
fn path_in(folder: Option<PathBuf>, file: &str) -> String {
    let folder = folder.filter(|_| file.split('/').all(is_plain));
    folder.map_or_else(
        || file.to_owned(),
        |folder| folder.join(file).display().to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many bytes are read again for all runs of a log in which they take turns, each with events of 100 bytes.
    fn read_again(runs: u64, rounds: u64) -> (u64, usize) {
        let path: Arc<Path> = Path::new("events.jsonl").into();
        let mut all: Vec<RunParts> = Vec::new();
        all.resize_with(runs as usize, RunParts::default);
        for event in 0..runs * rounds {
            let begins = event * 100;
            all[(event % runs) as usize].add(&path, begins..begins + 100);
        }
        let parts = || all.iter().flat_map(|run| &run.parts);
        let bytes = parts().map(|part| part.bytes.end - part.bytes.start);
        (bytes.sum(), parts().count())
    }

    #[test]
    fn runs_that_take_turns_are_read_again_in_time_that_is_that_of_their_log() {
        assert_eq!(read_again(1, 1000), (100_000, 1));
        // A few beside each other are read as one part each.
        assert_eq!(read_again(4, 1000).1, 4);
        for runs in [20, 500] {
            let log = runs * 50 * 100;
            let (bytes, _) = read_again(runs, 50);
            assert!(bytes <= log * (OTHERS_READ + 1), "{runs}: {bytes} of {log}");
        }
    }
}
