//! How long runs are kept: `keep` of the configuration, and what is removed by it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::time::Timestamp;
use serde::Deserialize;

use crate::files::{claim, is_free, sweep};
use crate::run_folder::EVENTS;
use crate::terminal::{count, talkln};

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
    /// Nothing is ever removed.
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
pub(crate) fn clean_up(root: &Path, results: &Path, keep: Keep) {
    let in_use = sweep_killed(root, results);
    let now = SystemClock::new().timestamp();
    let mut removed = 0;
    let mut commands = by_command(root, results);
    for stamp in &in_use {
        // One that has only begun counts too, and so does this one.
        commands.entry(stamp.clone()).or_default();
    }
    for folder in outdated(&commands, &in_use, keep, now) {
        match remove(&folder) {
            Ok(()) => removed += 1,
            Err(error) => {
                talkln!("warning: cannot remove `{}`: {error}", folder.display());
            }
        }
    }
    if removed > 0 {
        let folders = count(removed, "folder");
        let place = root.parent().unwrap_or(root).display();
        talkln!("removed {folders} of old runs below `{place}`: `keep` is `{keep}`");
    }
}

/// Removes what is left of commands that were killed, and returns the times of those that are under way.
fn sweep_killed(root: &Path, results: &Path) -> BTreeSet<String> {
    let mut in_use = BTreeSet::new();
    sweep(root);
    for name in names_in(root).iter().chain(&names_in(results)) {
        if name.starts_with('.') && name.ends_with(REMOVED) {
            for folder in [root, results].map(|folder| folder.join(name)) {
                let _ = fs::remove_dir_all(folder);
            }
        }
    }
    for name in names_in(root) {
        let Some(stamp) = name.strip_prefix('.').and_then(stamp_of) else {
            continue;
        };
        if !name.ends_with(RUNNING) {
            continue;
        }
        if !is_free(&root.join(&name)) {
            in_use.insert(stamp.to_owned());
            continue;
        }
        for folder in [root, results]
            .into_iter()
            .flat_map(|it| of_stamp(it, stamp))
        {
            sweep(&folder);
        }
        let _ = fs::remove_file(root.join(&name));
    }
    in_use
}

/// Returns the folders of runs and results by the time of their command, as far as they are ours.
fn by_command(root: &Path, results: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let mut commands: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for folder in [root, results] {
        for name in names_in(folder) {
            if let Some(stamp) = stamp_of(&name) {
                let folders = commands.entry(stamp.to_owned()).or_default();
                folders.push(folder.join(name));
            }
        }
    }
    commands
}

/// Returns the folders that are not to be kept.
fn outdated(
    commands: &BTreeMap<String, Vec<PathBuf>>,
    in_use: &BTreeSet<String>,
    keep: Keep,
    now: Timestamp,
) -> Vec<PathBuf> {
    let mut outdated = Vec::new();
    let mut folders_kept = 0;
    for (place, (stamp, folders)) in commands.iter().rev().enumerate() {
        folders_kept += folders.len();
        let is_kept = keep.keeps(place, stamp, now) && (place == 0 || folders_kept <= MOST_FOLDERS);
        if !is_kept && !in_use.contains(stamp) {
            outdated.extend(folders.iter().filter(|folder| is_ours(folder)).cloned());
        }
    }
    outdated
}

/// Returns whether a folder is one of ours by what is in it, and no link to one. An empty one is what is left of a
/// command that was killed before it wrote anything.
fn is_ours(folder: &Path) -> bool {
    let has = |name: &str| fs::symlink_metadata(folder.join(name)).is_ok_and(|it| it.is_file());
    let is_folder = fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir());
    is_folder && (has(EVENTS) || has("summary.md") || names_in(folder).is_empty())
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

fn of_stamp(root: &Path, stamp: &str) -> Vec<PathBuf> {
    let names = names_in(root).into_iter();
    names
        .filter(|name| stamp_of(name) == Some(stamp))
        .map(|name| root.join(name))
        .collect()
}

fn names_in(folder: &Path) -> Vec<String> {
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
