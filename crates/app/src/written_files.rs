//! Which files of a run's folder retap wrote itself: a folder with anything else in it is not removed.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use retap_model::codec::decode_record;
use retap_model::event::Event;

use crate::files::{self, Content, is_left_behind};
use crate::html_files;
use crate::results_folder::{JUNIT, PAGE, REPORT, RESULT, SUMMARY};
use crate::retention::{is_folder, names_in};
use crate::run_folder::EVENTS;

/// The files of a folder of results, and those of each scenario in it.
const OF_RESULTS: [&str; 3] = [SUMMARY, JUNIT, PAGE];
const OF_SCENARIO: [&str; 2] = [RESULT, REPORT];

/// The folder of the further pages of a report, which [`html_files`] puts beside [`PAGE`].
const PAGES: &str = "report.files";

/// The endings of pictures and trees.
const EVIDENCE: [&str; 3] = ["png", "html", "xml"];

/// The pictures, trees and downloads of a command, by what its logs say.
#[derive(Debug, Default)]
pub(crate) struct Written {
    files: BTreeSet<String>,
    /// Whether a run did not end: the log then need not name its last picture.
    is_cut_off: bool,
}

impl Written {
    /// Reads the logs in the folders of a command.
    pub(crate) fn of_command(folders: &[PathBuf]) -> Self {
        let mut written = Self::default();
        for folder in folders.iter().filter(|folder| is_folder(folder)) {
            written.read(&folder.join(EVENTS));
        }
        written
    }

    fn read(&mut self, log: &Path) {
        let Ok(file) = files::open(log, Content::EventLog) else {
            return;
        };
        let mut has_ended = false;
        for line in BufReader::new(file).lines().map_while(Result::ok) {
            has_ended |= line.contains("\"run_finished\"");
            if line.contains("\"file\"")
                && let Ok(record) = decode_record(&line)
            {
                self.files.extend(file_of(record.event));
            }
        }
        self.is_cut_off |= !has_ended;
    }

    /// Returns whether a folder is one of a run or of results, and has nothing in it but what retap wrote. An empty one is
    /// what is left of a command that was killed before it wrote anything. Links in it do not count: what they
    /// lead to stays.
    pub(crate) fn is_all_of(&self, folder: &Path) -> bool {
        let has = |name: &str| fs::symlink_metadata(folder.join(name)).is_ok_and(|it| it.is_file());
        let is_ours = has(EVENTS) || has(SUMMARY) || names_in(folder).is_empty();
        is_folder(folder) && is_ours && self.has_all_below(folder, "")
    }

    fn has_all_below(&self, folder: &Path, inside: &str) -> bool {
        // A name that is no text is none of ours.
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.flatten().all(|entry| {
            let Ok(name) = entry.file_name().into_string() else {
                return false;
            };
            let path = format!("{inside}{name}");
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.has_all_below(&entry.path(), &format!("{path}/")),
                Ok(kind) => kind.is_symlink() || self.has(&path),
                Err(_) => false,
            }
        })
    }

    /// Returns whether a file of a run's folder, or of one of results, is ours.
    fn has(&self, path: &str) -> bool {
        if path == EVENTS || OF_RESULTS.contains(&path) || self.names(path) {
            return true;
        }
        let (folder, name) = path.split_once('/').unwrap_or(("", path));
        match folder {
            "" => is_left_behind(name),
            PAGES => html_files::is_ours(name) || is_left_behind(name),
            _ => OF_SCENARIO.contains(&name) || self.names(name) || is_left_behind(name),
        }
    }

    fn names(&self, file: &str) -> bool {
        let ending = Path::new(file).extension().and_then(OsStr::to_str);
        let is_evidence = ending.is_some_and(|ending| EVIDENCE.contains(&ending));
        self.files.contains(file) || self.is_cut_off && is_evidence
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
