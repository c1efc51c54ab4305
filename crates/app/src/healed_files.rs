//! `.retap/healed`: the versions of a skill and its compiled file before and after each time they were healed.
//!
//! A folder a time: both versions of both files, and `heal.json` with whose they are and their hashes. Where files are
//! written follows from the skill alone, never from what such a folder says: a project may be a stranger's. Which folders
//! this person's retap wrote is told by a list in the person's home folder, which no project brings along.

use std::fs;
use std::path::{Path, PathBuf};

use retap_drivers::SystemClock;
use retap_model::codec::sha256_hex;
use retap_model::device::Clock as _;
use serde_json::{Value, json};

use crate::environment::Environment;
use crate::error::{AppError, cannot, cannot_make};
use crate::files::{
    Content, read_inside, read_named, read_text, write_beside, write_inside, write_private,
};
use crate::retention::names_in;
use crate::run_folder::{create_numbered, safe_name};
use crate::written_files::{Owner, list_files, owner_of};

/// The name of the file that says whose versions a folder has.
const MANIFEST: &str = "heal.json";

/// The end of the name of a folder whose healing was undone.
const UNDONE: &str = "-undone";

/// The file in `.retap` of the person's home folder with a line for each folder that retap wrote for this person.
const OWN_LIST: &str = "healings.txt";

/// How many of them are remembered.
const MOST_OWN: usize = 1_000;

/// A file that is healed, or put back.
pub(crate) struct HealedFile {
    /// What it is: `source` or `compiled`.
    pub(crate) part: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

/// Returns the name of a skill in these folders: its path in the project, whichever way it was typed.
fn key_of(environment: &Environment, skill: &Path) -> String {
    let real = fs::canonicalize(skill).unwrap_or_else(|_| skill.to_path_buf());
    let project = fs::canonicalize(&environment.project);
    let inside = project.ok().and_then(|project| {
        let inside = real.strip_prefix(project).ok()?;
        Some(inside.to_path_buf())
    });
    inside.unwrap_or(real).display().to_string()
}

fn root(environment: &Environment) -> PathBuf {
    environment.shown(&environment.project.join(".retap").join("healed"))
}

/// Keeps both versions of each file, then writes the new ones. Returns where they are kept.
pub(crate) fn write_healed(
    environment: &Environment,
    skill: &Path,
    files: &[HealedFile],
) -> Result<PathBuf, AppError> {
    for file in files {
        check_unchanged(&file.path, &[&sha256_hex(&file.before)])?;
    }
    let root = root(environment);
    let stamp = SystemClock::new().timestamp().to_compact();
    let stem = skill.file_stem().unwrap_or_default().to_string_lossy();
    let (_, folder) = create_numbered(&root, &format!("{stamp}-{}", safe_name(&stem)))?;
    let mut kept = Vec::new();
    for HealedFile {
        part,
        before,
        after,
        ..
    } in files
    {
        write_inside(&folder, &folder.join(format!("{part}.before")), before)?;
        write_inside(&folder, &folder.join(format!("{part}.after")), after)?;
        kept.push(json!({
            "part": part, "before": sha256_hex(before), "after": sha256_hex(after),
        }));
    }
    let manifest = json!({ "format": 1, "skill": key_of(environment, skill), "files": kept });
    let manifest = format!("{manifest:#}\n");
    write_inside(&folder, &folder.join(MANIFEST), manifest.as_bytes())?;
    list_files(&folder)?;
    note_own(environment, &folder);
    for file in files {
        write_beside(&file.path, &file.after)?;
    }
    Ok(folder)
}

/// The last healing of a skill, which can be undone.
pub(crate) struct LastHealing {
    /// Where both versions are kept.
    pub(crate) folder: PathBuf,
    /// Whether this person's retap wrote it; else it may have come with the project.
    pub(crate) is_own: bool,
    /// The files as they are now and as they were before.
    pub(crate) files: Vec<HealedFile>,
}

/// Finds the last healing of a skill that was not undone: of those that this person's retap wrote, else of all.
pub(crate) fn last_healing(
    environment: &Environment,
    skill: &Path,
    compiled: &Path,
) -> Result<LastHealing, AppError> {
    let folders = healings_of(&root(environment), &key_of(environment, skill));
    let own = own_marks(environment);
    let is_own = |folder: &PathBuf| mark_of(folder).is_some_and(|mark| own.contains(&mark));
    let newest_own = folders.iter().find(|it| is_own(it));
    let folder = newest_own.or(folders.first()).ok_or_else(|| {
        AppError::input(format!(
            "`{}` was not healed here, so nothing can be undone",
            skill.display()
        ))
    })?;
    let parts = [("source", skill), ("compiled", compiled)];
    let files = parts
        .into_iter()
        .filter_map(|(part, path)| kept_file(folder, part, path).transpose());
    Ok(LastHealing {
        files: files.collect::<Result<_, _>>()?,
        is_own: newest_own.is_some(),
        folder: folder.clone(),
    })
}

/// Reads a file as it is and as it is kept; nothing where it was not healed.
fn kept_file(
    folder: &Path,
    part: &'static str,
    path: &Path,
) -> Result<Option<HealedFile>, AppError> {
    let manifest = manifest_of(folder).unwrap_or_default();
    let Some((before, after)) = hashes_in(&manifest, part) else {
        return Ok(None);
    };
    // One that was not written yet when the command was killed is as before.
    let now = check_unchanged(path, &[&before, &after])?;
    let kept = folder.join(format!("{part}.before"));
    let bytes = read_inside(folder, &kept, Content::Compiled)
        .map_err(|error| cannot("read", &kept, error))?;
    if sha256_hex(&bytes) != before {
        return Err(AppError::input(format!(
            "`{}` was changed since, so nothing was put back",
            kept.display()
        )));
    }
    Ok(Some(HealedFile {
        part,
        path: path.to_path_buf(),
        before: now,
        after: bytes,
    }))
}

impl LastHealing {
    /// Puts back the versions before, and returns where both are kept from now on.
    pub(crate) fn put_back(&self) -> Result<PathBuf, AppError> {
        for file in &self.files {
            check_unchanged(&file.path, &[&sha256_hex(&file.before)])?;
        }
        for file in &self.files {
            write_beside(&file.path, &file.after)?;
        }
        let is_as_written = owner_of(&self.folder) == Owner::Retap;
        let undone = undone_name(&self.folder);
        fs::rename(&self.folder, &undone)
            .map_err(|error| cannot_make("rename", &self.folder, error))?;
        if is_as_written {
            list_files(&undone)?;
        }
        Ok(undone)
    }
}

/// Returns a free name for a folder whose healing is undone: two of one second may have had the same.
fn undone_name(folder: &Path) -> PathBuf {
    let name = folder.display();
    let first = PathBuf::from(format!("{name}{UNDONE}"));
    let numbered = (2..).map(|number: u32| PathBuf::from(format!("{name}-{number}{UNDONE}")));
    let mut names = std::iter::once(first.clone()).chain(numbered);
    names.find(|name| !name.exists()).unwrap_or(first)
}

/// Notes that retap wrote a folder for this person. Where that cannot be kept, the person is asked before it is undone.
fn note_own(environment: &Environment, folder: &Path) {
    let (Some(path), Some(mark)) = (own_list(environment), mark_of(folder)) else {
        return;
    };
    let mut marks = own_marks(environment);
    marks.push(mark);
    let first = marks.len().saturating_sub(MOST_OWN);
    let text = marks[first..].join("\n") + "\n";
    let _ = write_private(&path, text.as_bytes());
}

fn own_list(environment: &Environment) -> Option<PathBuf> {
    let home = environment.home.as_ref()?;
    Some(home.join(".retap").join(OWN_LIST))
}

fn own_marks(environment: &Environment) -> Vec<String> {
    let list = own_list(environment).and_then(|path| read_text(&path, Content::Settings).ok());
    let list = list.unwrap_or_default();
    list.lines().map(str::to_owned).collect()
}

/// Returns what stands for a folder of this content at this place.
fn mark_of(folder: &Path) -> Option<String> {
    let place = fs::canonicalize(folder).ok()?;
    let manifest = read_inside(folder, &folder.join(MANIFEST), Content::Compiled).ok()?;
    let place = place.as_os_str().as_encoded_bytes();
    Some(sha256_hex(&[place, b"\0", &manifest].concat()))
}

/// Reads a file that is to be written over, and refuses one that is none of the versions that are known.
fn check_unchanged(path: &Path, known: &[&str]) -> Result<Vec<u8>, AppError> {
    let bytes = read_named(path, Content::Compiled).map_err(|error| cannot("read", path, error))?;
    match known.contains(&sha256_hex(&bytes).as_str()) {
        true => Ok(bytes),
        false => Err(AppError::input(format!(
            "`{}` was edited in the meantime, so nothing was written",
            path.display()
        ))),
    }
}

/// Returns the folders of the healings of a skill that were not undone, the newest first.
fn healings_of(root: &Path, skill: &str) -> Vec<PathBuf> {
    let mut names = names_in(root);
    names.retain(|name| !name.ends_with(UNDONE));
    names.sort_by_key(|name| natural(name));
    let folders = names.into_iter().rev().map(|name| root.join(name));
    let is_its = |folder: &PathBuf| {
        let manifest = manifest_of(folder);
        manifest.is_some_and(|it| it["skill"].as_str() == Some(skill))
    };
    folders.filter(is_its).collect()
}

/// Orders folders of one second by the number behind their names.
fn natural(name: &str) -> (String, u32) {
    match name.rsplit_once('-') {
        Some((front, number)) if number.parse::<u32>().is_ok() => {
            (front.to_owned(), number.parse().unwrap_or(1))
        }
        Some(_) | None => (name.to_owned(), 1),
    }
}

fn manifest_of(folder: &Path) -> Option<Value> {
    let bytes = read_inside(folder, &folder.join(MANIFEST), Content::Compiled).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Returns the hashes of a file before and after.
pub(crate) fn hashes_in(manifest: &Value, part: &str) -> Option<(String, String)> {
    let mut files = manifest["files"].as_array()?.iter();
    let file = files.find(|it| it["part"].as_str() == Some(part))?;
    let hash = |name: &str| file[name].as_str().map(str::to_owned);
    Some((hash("before")?, hash("after")?))
}
