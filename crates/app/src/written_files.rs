//! Which folders of runs and results have nothing in them but what retap wrote: no other is removed.
//!
//! A list beside the log of a run has the hash of every file, of the log too once it is whole: by it what retap wrote is
//! told from what the person changed or put there, also where the run was killed. The folder of a run without one is known
//! by its log, which names the run and its files. A folder of results has a list of the sizes of its files. Whatever was
//! changed after such a log or list was ended is the person's, and so is a link.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

use retap_drivers::plain_file;
use retap_model::codec::sha256_hex;
use retap_model::event::Event;
use retap_report::LogReader;

use crate::error::AppError;
use crate::files::{self, Content, is_left_behind, write_file};
use crate::retention::is_folder;
use crate::run_folder::EVENTS;

/// The list of the files in a folder: its name, then the path of each behind its size or, of a run, its hash.
pub(crate) const LIST: &str = ".written";

/// How much of a file is read at a time to tell its hash.
const BLOCK: usize = 1 << 20;

/// The most files that a log is believed to name: they are kept in memory.
const MOST_FILES: usize = 100_000;

/// Returns the hash of what is in a file; of a long one, that of the hashes of its blocks.
pub(crate) fn content_hash(mut content: impl Read) -> io::Result<String> {
    let mut hashes = Vec::new();
    loop {
        let mut block = Vec::new();
        content
            .by_ref()
            .take(BLOCK as u64)
            .read_to_end(&mut block)?;
        if block.is_empty() && !hashes.is_empty() {
            break;
        }
        hashes.push(sha256_hex(&block));
        if block.len() < BLOCK {
            break;
        }
    }
    Ok(match hashes.as_slice() {
        [only] => only.clone(),
        several => sha256_hex(several.concat().as_bytes()),
    })
}

/// The list of what a run that is under way writes.
pub(crate) struct WrittenList {
    folder: PathBuf,
    file: File,
}

impl WrittenList {
    /// Begins the list in the folder of a run.
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        let name = format!("{}\n", name_of(folder));
        let file = files::claim_with(&folder.join(LIST), name.as_bytes())?;
        let folder = folder.to_path_buf();
        Ok(Self { folder, file })
    }

    /// Adds a file before it is written, so that none is there that is not listed.
    pub(crate) fn add(&mut self, hash: &str, path: &str) -> io::Result<()> {
        let line = format!("{hash} {path}\n");
        self.file.write_all(line.as_bytes())
    }

    /// Adds the log of the run, which has ended.
    pub(crate) fn end(mut self) -> io::Result<()> {
        let log = plain_file::open(&self.folder.join(EVENTS))?;
        self.add(&content_hash(log)?, EVENTS)
    }
}

/// Writes the list of what is in a folder now, which nobody but retap has used yet.
pub(crate) fn list_files(folder: &Path) -> Result<(), AppError> {
    let mut list = format!("{}\n", name_of(folder));
    for (path, there) in files_below(folder, "").unwrap_or_default() {
        list.push_str(&format!("{} {path}\n", there.len()));
    }
    write_file(&folder.join(LIST), list.as_bytes())
}

/// Whose a folder is that may be one of a run or of results.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// It has the name it was made with, and nothing in it but what retap wrote.
    Retap,
    /// It has the name it was made with, and a file in it that is not as retap wrote it.
    Person { file: String },
    /// Retap did not make it, or not under this name.
    Unknown,
}

/// Says whether a file is as retap wrote it.
type IsKnown<'a> = Box<dyn Fn(&str, &Metadata) -> bool + 'a>;

/// Tells whose a folder is. An empty one is what is left of a command that was killed before it wrote anything. The log of a
/// run that was killed may end anywhere, so nobody can tell whether it was changed.
pub(crate) fn owner_of(folder: &Path) -> Owner {
    let Some(mut files) = files_below(folder, "").filter(|_| is_folder(folder)) else {
        return Owner::Unknown;
    };
    let log = files.remove(EVENTS);
    let list = files.remove(LIST);
    let is_known: IsKnown<'_> = match (log, list) {
        (None, None) if !files.is_empty() => return Owner::Unknown,
        (None, None) => Box::new(|_, _| false),
        (Some(log), None) => match RunLog::read(folder) {
            Some(run) if log.len() == 0 || run.name == name_of(folder) => {
                Box::new(move |path, there| run.files.contains(path) && is_older(there, &log))
            }
            Some(_) | None => return Owner::Unknown,
        },
        (log, Some(list)) => match (listed_in(folder), log) {
            (None, _) => return Owner::Unknown,
            (Some(listed), Some(log)) => {
                if listed
                    .iter()
                    .any(|line| line.ends_with(&format!(" {EVENTS}")))
                {
                    files.insert(EVENTS.to_owned(), log);
                }
                Box::new(move |path, _| is_listed_in(&listed, folder, path))
            }
            (Some(listed), None) => Box::new(move |path, there| {
                let is_listed = listed.contains(&format!("{} {path}", there.len()));
                is_listed && is_older(there, &list)
            }),
        },
    };
    let is_ours = |path: &str, there: &Metadata| !there.is_symlink() && is_known(path, there);
    let mut others = files.iter().filter(|(path, there)| !is_ours(path, there));
    match others.next() {
        Some((file, _)) => Owner::Person { file: file.clone() },
        None => Owner::Retap,
    }
}

/// Returns whether a file of a run is as its list says.
fn is_listed_in(listed: &BTreeSet<String>, folder: &Path, path: &str) -> bool {
    let hash = plain_file::open(&folder.join(path)).and_then(content_hash);
    hash.is_ok_and(|hash| listed.contains(&format!("{hash} {path}")))
}

/// Returns whether a file was not changed after another. One that is dated later than now proves nothing: so is a log that
/// came with a project, and whatever the person makes is older.
fn is_older(file: &Metadata, other: &Metadata) -> bool {
    let dated = other.modified().ok();
    let is_past = dated.is_some_and(|dated| dated.elapsed().is_ok());
    is_past && file.modified().ok() <= dated
}

/// Returns the lines of the list in a folder, if it has the name that it was made with.
fn listed_in(folder: &Path) -> Option<BTreeSet<String>> {
    let list = files::read_text(&folder.join(LIST), Content::Evidence).ok()?;
    let mut lines = list.lines();
    let is_own = lines.next() == Some(&name_of(folder));
    is_own.then(|| lines.map(str::to_owned).collect())
}

fn name_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the files and links below a folder by their paths, without what a killed command left half written; nothing
/// where something has a name or is of a kind that retap gives nothing.
fn files_below(folder: &Path, inside: &str) -> Option<BTreeMap<String, Metadata>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let name = entry.file_name().into_string().ok()?;
        let path = format!("{inside}{name}");
        let there = entry.metadata().ok()?;
        if there.is_dir() {
            files.extend(files_below(&entry.path(), &format!("{path}/"))?);
        } else if there.is_symlink() || (there.is_file() && !is_left_behind(&name)) {
            files.insert(path, there);
        } else if !there.is_file() {
            return None;
        }
    }
    Some(files)
}

/// What the log of a run says of its folder.
#[derive(Debug, Default)]
struct RunLog {
    /// The name of the run, which is that of its folder.
    name: String,
    files: BTreeSet<String>,
}

impl RunLog {
    /// Reads a log that is one as retap writes it, of a run that has no more files than a run has.
    fn read(folder: &Path) -> Option<Self> {
        let file = files::open(&folder.join(EVENTS), Content::EventLog).ok()?;
        let mut log = Self::default();
        for record in LogReader::new(BufReader::new(file)) {
            let record = record.ok()?;
            log.name = record.run;
            log.files.extend(file_of(record.event));
            if log.files.len() > MOST_FILES {
                return None;
            }
        }
        Some(log)
    }
}

/// Returns the file beside the log that an event tells of.
fn file_of(event: Event) -> Option<String> {
    match event {
        Event::Pictured(picture) => Some(picture.file),
        Event::TreeKept(tree) => Some(tree.file),
        Event::Downloaded(download) => download.file,
        Event::RunStarted(_)
        | Event::Warned { .. }
        | Event::InterruptionClosed(_)
        | Event::StepStarted(_)
        | Event::Located(_)
        | Event::Acted { .. }
        | Event::Checked { .. }
        | Event::Sent(_)
        | Event::Captured { .. }
        | Event::Measured { .. }
        | Event::Signalled { .. }
        | Event::StepFinished(_)
        | Event::RunFinished(_) => None,
    }
}
