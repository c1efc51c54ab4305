//! How long runs and healings are kept: `keep` of the configuration, and what is removed by it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::time::Timestamp;
use serde::Deserialize;

use crate::files::{claim, folder_of, is_free, sweep};
use crate::terminal::{count, talkln};
use crate::written_files::{Owner, owner_of};

/// How many folders of runs there may be at the most, however much is to be kept: looking for what is old would else
/// take longer with every run.
const MOST_FOLDERS: usize = 20_000;

/// The ending of the file that a command holds for as long as it runs.
const RUNNING: &str = ".running";

/// The ending of a folder that is being removed.
const REMOVED: &str = ".removed";

/// Which runs are kept: those of the newest commands, and those that are young enough. What is neither goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Keep {
    /// How many of the newest commands.
    runs: Option<usize>,
    days: Option<u64>,
}

impl Keep {
    /// The rule where nobody gives one.
    pub(crate) const USUAL: Self = Self {
        runs: Some(20),
        days: Some(7),
    };
    /// Nothing is removed for its age; see [`MOST_FOLDERS`].
    const ALL: Self = Self {
        runs: None,
        days: None,
    };

    fn keeps(self, place: usize, stamp: &str, now: Timestamp) -> bool {
        let oldest = |days: u64| {
            let ago = days.saturating_mul(86_400_000);
            Timestamp(now.0.saturating_sub(ago)).to_compact()
        };
        self == Self::ALL
            || self.runs.is_some_and(|runs| place < runs)
            || self.days.is_some_and(|days| *stamp >= *oldest(days))
    }
}

impl TryFrom<String> for Keep {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wanted = || {
            format!(
                "`keep` is `{text}`, but must be like `20 runs or 7 days`, `20 runs`, `7 days` or `all`"
            )
        };
        let mut keep = Self::ALL;
        if text.trim() == "all" {
            return Ok(keep);
        }
        for part in text.split(" or ") {
            let (number, noun) = part.trim().split_once(' ').ok_or_else(wanted)?;
            let number: u32 = number.parse().map_err(|_| wanted())?;
            match noun.trim() {
                _ if number == 0 => return Err(wanted()),
                "run" | "runs" if keep.runs.is_none() => keep.runs = Some(number as usize),
                "day" | "days" if keep.days.is_none() => keep.days = Some(u64::from(number)),
                _ => return Err(wanted()),
            }
        }
        Ok(keep)
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.runs.map(|runs| count(runs, "run"));
        let days = self.days.map(|days| count(days as usize, "day"));
        let parts: Vec<String> = runs.into_iter().chain(days).collect();
        match parts.is_empty() {
            true => out.write_str("all"),
            false => out.write_str(&parts.join(" or ")),
        }
    }
}

/// A command that is under way: its runs are removed by nobody. The system lets go of it with the process, however that
/// ends.
#[derive(Debug)]
pub(crate) struct Running {
    path: PathBuf,
    _lock: File,
}

impl Running {
    /// Holds the runs of this time in this folder.
    pub(crate) fn hold(root: &Path, stamp: &str) -> io::Result<Self> {
        let path = root.join(format!(".{stamp}-{}{RUNNING}", std::process::id()));
        let lock = claim(&path)?;
        Ok(Self { path, _lock: lock })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that stays is removed by the next command.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes what earlier commands left behind by being killed, and the runs that are not to be kept; says how many.
///
/// What cannot be removed now is tried again by the next command, and is no reason not to run.
pub(crate) fn clean_up(root: &Path, keep: Keep) {
    let results = root.with_file_name("results");
    clean_places(root, &[root.to_path_buf(), results], "runs", keep);
    clean_places(root, &[root.with_file_name("healed")], "healings", keep);
}

/// Removes what is not to be kept in some folders beside each other, whose newest count together.
fn clean_places(root: &Path, folders: &[PathBuf], what: &str, keep: Keep) {
    let places = places(folders);
    let mut commands = by_command(&places);
    let in_use = sweep_killed(&places, &commands);
    let now = SystemClock::new().timestamp();
    let mut removed = 0;
    for stamp in &in_use {
        // One that has only begun counts too, and so does this one.
        commands.entry(stamp.clone()).or_default();
    }
    let linked = linked_to(root, &places);
    let mut of_person = Vec::new();
    for folder in outdated(&commands, &in_use, keep, now) {
        if linked.iter().any(|target| target.starts_with(folder)) {
            continue;
        }
        match owner_of(folder) {
            Owner::Retap => match remove(folder) {
                Ok(()) => removed += 1,
                Err(error) => talkln!("warning: cannot remove `{}`: {error}", folder.display()),
            },
            Owner::Person { file } => of_person.push(folder.join(file)),
            Owner::Unknown => {}
        }
    }
    if let Some(file) = of_person.first() {
        let folders = count(of_person.len(), "folder");
        let file = file.display();
        talkln!("kept {folders} of old {what}: `{file}` is not as retap wrote it");
    }
    if removed > 0 {
        let folders = count(removed, "folder");
        let place = root.parent().unwrap_or(root).display();
        talkln!("removed {folders} of old {what} below `{place}`: `keep` is `{keep}`");
    }
}

/// Returns folders of the project as they really are. In one that a link of the project leads to outside of it, nothing is
/// ours to remove.
fn places(folders: &[PathBuf]) -> Vec<PathBuf> {
    let Ok(project) = fs::canonicalize(".") else {
        return Vec::new();
    };
    let real = folders
        .iter()
        .filter_map(|place| fs::canonicalize(place).ok());
    let mut inside: Vec<PathBuf> = real.filter(|real| real.starts_with(&project)).collect();
    inside.dedup();
    inside
}

/// Returns what links lead to in the places where people put them: the project's folder, `.retap`, and among the runs and
/// results themselves.
fn linked_to(root: &Path, places: &[PathBuf]) -> Vec<PathBuf> {
    let around = [PathBuf::from("."), folder_of(root).to_path_buf()];
    let folders = around.iter().chain(places);
    let entries = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let links = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
    links
        .filter_map(|link| fs::canonicalize(link.path()).ok())
        .collect()
}

/// Removes what is left of commands that were killed, and returns the times of those that are under way.
fn sweep_killed(places: &[PathBuf], commands: &Commands) -> BTreeSet<String> {
    let mut in_use = BTreeSet::new();
    for place in places {
        sweep(place);
        for name in names_in(place) {
            let path = place.join(&name);
            if hidden_stamp(&name, REMOVED).is_some() {
                let _ = fs::remove_dir_all(path);
            } else if let Some(stamp) = hidden_stamp(&name, RUNNING)
                && is_file(&path)
            {
                if !is_free(&path) {
                    in_use.insert(stamp.to_owned());
                    continue;
                }
                commands
                    .get(stamp)
                    .into_iter()
                    .flatten()
                    .for_each(|folder| sweep_below(folder));
                let _ = fs::remove_file(path);
            }
        }
    }
    in_use
}

/// Returns the time in a name that [`Running::hold`] or [`remove`] gives.
fn hidden_stamp<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    stamp_of(name.strip_prefix('.')?.strip_suffix(ending)?)
}

/// Sweeps a folder of ours and those in it; a link is none.
fn sweep_below(folder: &Path) {
    if !is_folder(folder) {
        return;
    }
    sweep(folder);
    for name in names_in(folder) {
        sweep_below(&folder.join(name));
    }
}

/// The folders of runs and results by the time of their command.
type Commands = BTreeMap<String, Vec<PathBuf>>;

fn by_command(places: &[PathBuf]) -> Commands {
    let mut commands = Commands::new();
    for place in places {
        for name in names_in(place) {
            if let Some(stamp) = stamp_of(&name) {
                let folders = commands.entry(stamp.to_owned()).or_default();
                folders.push(place.join(name));
            }
        }
    }
    commands
}

/// Returns the folders that are not to be kept.
fn outdated<'a>(
    commands: &'a Commands,
    in_use: &BTreeSet<String>,
    keep: Keep,
    now: Timestamp,
) -> Vec<&'a PathBuf> {
    let mut outdated = Vec::new();
    let mut folders_kept = 0;
    for (place, (stamp, folders)) in commands.iter().rev().enumerate() {
        folders_kept += folders.len();
        let is_kept = keep.keeps(place, stamp, now) && (place == 0 || folders_kept <= MOST_FOLDERS);
        if !is_kept && !in_use.contains(stamp) {
            outdated.extend(folders);
        }
    }
    outdated
}

/// Removes a folder, under another name first: one that is half removed must not look like a run.
fn remove(folder: &Path) -> io::Result<()> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let aside = folder.with_file_name(format!(".{name}{REMOVED}"));
    fs::rename(folder, &aside)?;
    fs::remove_dir_all(&aside)
}

/// Returns the time a name begins with, such as `20260219T143000Z`.
fn stamp_of(name: &str) -> Option<&str> {
    let stamp = name.get(..16)?;
    let is_digit = |(place, byte): (usize, u8)| match place {
        8 => byte == b'T',
        15 => byte == b'Z',
        _ => byte.is_ascii_digit(),
    };
    let rest = &name[16..];
    let is_stamp = stamp.bytes().enumerate().all(is_digit);
    (is_stamp && (rest.is_empty() || rest.starts_with('-'))).then_some(stamp)
}

/// Returns whether a folder is there, and no link to one.
pub(crate) fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_dir())
}

/// Returns whether a plain file is there, and no link to one.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
}

/// Returns the names of what is in a folder.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(text: &str) -> Result<Keep, String> {
        Keep::try_from(text.to_owned())
    }

    #[test]
    fn a_rule_is_read_and_written_alike() {
        for text in ["20 runs or 7 days", "1 run", "30 days", "all"] {
            assert_eq!(keep(text).unwrap().to_string(), text);
        }
        assert_eq!(keep("7 days or 20 runs").unwrap(), Keep::USUAL);
        for text in ["", "20", "0 runs", "-1 days", "2 runs or 3 runs", "2 weeks"] {
            assert!(keep(text).unwrap_err().contains("must be like"), "{text}");
        }
    }

    #[test]
    fn what_is_among_the_newest_or_young_is_kept() {
        let now = Timestamp::from_rfc3339("2026-02-19T14:30:00Z").unwrap();
        let stamps = [
            "20260219T120000Z",
            "20260215T120000Z",
            "20260212T120000Z",
            "20260101T120000Z",
        ];
        let kept = |text: &str| {
            let keep = keep(text).unwrap();
            let places = stamps.iter().enumerate();
            places
                .map(|(place, stamp)| keep.keeps(place, stamp, now))
                .collect::<Vec<bool>>()
        };
        assert_eq!(kept("1 run or 7 days"), [true, true, false, false]);
        assert_eq!(kept("3 runs or 1 day"), [true, true, true, false]);
        assert_eq!(kept("1 run"), [true, false, false, false]);
        assert_eq!(kept("all"), [true; 4]);
    }
}
