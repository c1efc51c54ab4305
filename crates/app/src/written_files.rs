//! Which folders of runs and results have nothing in them but what retap wrote: no other is removed.
//!
//! The folder of a run is known by its log, which names the run and its files. A folder of results has a list of its files.
//! Whatever was changed after the log or the list was ended is the person's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use retap_model::codec::decode_record;
use retap_model::event::Event;

use crate::error::AppError;
use crate::files::{self, Content, is_left_behind, write_file};
use crate::retention::is_folder;
use crate::run_folder::EVENTS;

/// The list of the files in a folder of results: its name, then the size and the path of each.
pub(crate) const LIST: &str = ".written";

/// The endings of pictures and trees.
const EVIDENCE: [&str; 3] = ["png", "html", "xml"];

/// Writes the list of what is in a folder now, which nobody but retap has used yet.
pub(crate) fn list_files(folder: &Path) -> Result<(), AppError> {
    let mut list = format!("{}\n", name_of(folder));
    for (path, there) in files_below(folder, "").unwrap_or_default() {
        list.push_str(&format!("{} {path}\n", there.len()));
    }
    write_file(&folder.join(LIST), list.as_bytes())
}

/// Returns whether a folder is one of a run or of results, under the name it was made with, and has nothing in it but what
/// retap wrote. An empty one is what is left of a command that was killed before it wrote anything. Links in it do not
/// count: what they lead to stays.
pub(crate) fn is_ours(folder: &Path) -> bool {
    let Some(mut files) = files_below(folder, "").filter(|_| is_folder(folder)) else {
        return false;
    };
    let log = files.remove(EVENTS);
    let list = files.remove(LIST);
    let is_changed = |end: &Metadata| {
        let is_later = |it: &Metadata| it.modified().ok() > end.modified().ok();
        files.values().any(is_later)
    };
    match (log, list) {
        (Some(log), None) => RunLog::read(folder).is_some_and(|run| {
            let is_whole = log.len() == 0 || run.name == name_of(folder);
            let is_changed = !run.is_cut_off && is_changed(&log);
            is_whole && !is_changed && files.keys().all(|file| run.has(file))
        }),
        (None, Some(list)) => {
            let listed = files::read_text(&folder.join(LIST), Content::Evidence);
            let listed = listed.unwrap_or_default();
            let mut lines = listed.lines();
            let is_own = lines.next() == Some(&name_of(folder));
            let lines: BTreeSet<&str> = lines.collect();
            let is_listed = |(path, there): (&String, &Metadata)| {
                lines.contains(format!("{} {path}", there.len()).as_str())
            };
            is_own && !is_changed(&list) && files.iter().all(is_listed)
        }
        (None, None) => files.is_empty(),
        (Some(_), Some(_)) => false,
    }
}

fn name_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the files below a folder by their paths, without links and what a killed command left half written; nothing
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
        } else if there.is_file() && !is_left_behind(&name) {
            files.insert(path, there);
        } else if !there.is_symlink() && !there.is_file() {
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
    /// Whether the run did not end: the log then need not name its last picture.
    is_cut_off: bool,
}

impl RunLog {
    fn read(folder: &Path) -> Option<Self> {
        let file = files::open(&folder.join(EVENTS), Content::EventLog).ok()?;
        let mut log = Self {
            is_cut_off: true,
            ..Self::default()
        };
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.ok()?;
            log.is_cut_off &= !line.contains("\"run_finished\"");
            if number > 0 && !line.contains("\"file\"") {
                continue;
            }
            if let Ok(record) = decode_record(&line) {
                log.name = record.run;
                log.files.extend(file_of(record.event));
            }
        }
        Some(log)
    }

    /// Returns whether a file is the run's own.
    fn has(&self, path: &str) -> bool {
        self.files.contains(path) || self.is_cut_off && is_evidence(path)
    }
}

/// Returns whether a name is one that pictures and trees of steps are given.
fn is_evidence(path: &str) -> bool {
    let named = path.rsplit_once('.');
    named.is_some_and(|(stem, ending)| {
        let is_of_step = stem.starts_with("step_") || stem.contains("_step");
        is_of_step && !stem.contains('/') && EVIDENCE.contains(&ending)
    })
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
