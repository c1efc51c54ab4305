//! The scenarios that `retap check` is asked for, and what their rules find and mend.

use std::fs;
use std::path::{Path, PathBuf};

use retap_learn::source::{self, Mended, fix};

use super::check::{Finding, Level};
use crate::discovery::{Discovery, scenarios_of};
use crate::error::{AppError, cannot};
use crate::run_folder::write_atomically;

/// What was asked for, with scenarios told apart from skills.
pub(super) struct Scenarios {
    /// The scenarios, each once.
    pub(super) files: Vec<PathBuf>,
    /// The words that name skills; `None` when there is nothing left to look for.
    pub(super) rest: Option<Vec<String>>,
}

impl Scenarios {
    /// Finds the scenarios among what was asked for; without words, those of the skills folders.
    pub(super) fn select(discovery: &Discovery, asked: &[String]) -> Result<Self, AppError> {
        let folders = discovery.folders().iter().filter(|folder| folder.is_dir());
        let words: Vec<String> = match asked {
            [] => folders.map(|folder| folder.display().to_string()).collect(),
            words => words.to_vec(),
        };
        let mut files: Vec<PathBuf> = Vec::new();
        let mut rest = Vec::new();
        for word in words {
            let found = scenarios_of(&word)?;
            if found.is_empty() || names_skills(discovery, &word, &found) {
                rest.push(word);
            }
            for file in found {
                if !files.contains(&file) {
                    files.push(file);
                }
            }
        }
        let rest = match (asked.is_empty(), files.is_empty()) {
            (true, _) if !discovery.skills().is_empty() || files.is_empty() => Some(Vec::new()),
            (false, _) if !rest.is_empty() => Some(rest),
            (_, _) => None,
        };
        Ok(Self { files, rest })
    }
}

/// Returns whether a word names skills beside the scenarios found.
fn names_skills(discovery: &Discovery, word: &str, scenarios: &[PathBuf]) -> bool {
    let selection = discovery.select(&[word.to_owned()]);
    let is_skill = |file: &PathBuf| !scenarios.contains(file);
    selection.files.iter().any(is_skill)
}

/// Checks one file, mended first if asked for; returns what was mended and what is found now.
pub(super) fn check_scenario_file(
    file: &Path,
    is_fix: bool,
) -> Result<(Vec<Mended>, Vec<Finding>), AppError> {
    let mut bytes = fs::read(file).map_err(|error| cannot("read", file, error))?;
    let mut mended = Vec::new();
    if is_fix {
        let fixed = fix(&bytes);
        if fixed.bytes != bytes {
            write(file, &fixed.bytes)?;
        }
        (bytes, mended) = (fixed.bytes, fixed.applied);
    }
    let findings =
        source::check_scenario(file, &bytes).map_err(|errors| AppError::input(errors.render()))?;
    let findings = findings.into_iter().map(|finding| of_rule(file, finding));
    Ok((mended, findings.collect()))
}

/// Replaces the file itself, not a link to it.
fn write(file: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let real = fs::canonicalize(file).map_err(|error| cannot("write", file, error))?;
    write_atomically(&real, bytes).map_err(|error| cannot("write", file, error))
}

fn of_rule(file: &Path, finding: source::Finding) -> Finding {
    let level = Level::of(finding.severity);
    Finding {
        place: Some((finding.place.line, finding.place.column)),
        rule: Some(finding.rule),
        excerpt: Some(finding.excerpt),
        accepted: finding.accepted,
        hints: finding.hint.into_iter().collect(),
        ..Finding::new(Some(file.to_path_buf()), level, finding.message)
    }
}
