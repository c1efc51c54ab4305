//! `.retap/healed`: the versions of a skill and its compiled file before and after each time they were healed.
//!
//! A folder a time: both versions of both files, and `heal.json` with whose they are and their hashes. Where files are
//! written follows from the skill alone, never from what such a folder says: a project may be a stranger's.

use std::fs;
use std::path::{Path, PathBuf};

use retap_drivers::SystemClock;
use retap_model::codec::sha256_hex;
use retap_model::device::Clock as _;
use serde_json::{Value, json};

use crate::environment::Environment;
use crate::error::{AppError, cannot, cannot_make};
use crate::files::{Content, read_inside, read_named, write_beside, write_inside};
use crate::retention::names_in;
use crate::run_folder::{create_numbered, safe_name};

/// The name of the file that says whose versions a folder has.
const MANIFEST: &str = "heal.json";

/// The end of the name of a folder whose healing was undone.
const UNDONE: &str = "-undone";

/// A file that is healed.
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
    for file in files {
        write_beside(&file.path, &file.after)?;
    }
    Ok(folder)
}

/// Puts back the versions before the last healing of a skill, and returns which files were written and from where.
pub(crate) fn undo(
    environment: &Environment,
    skill: &Path,
    compiled: &Path,
) -> Result<(Vec<PathBuf>, PathBuf), AppError> {
    let name = skill.display();
    let folder = last_of(&root(environment), &key_of(environment, skill)).ok_or_else(|| {
        AppError::input(format!(
            "`{name}` was not healed here, so nothing can be undone"
        ))
    })?;
    let mut written = Vec::new();
    for (part, path) in [("source", skill), ("compiled", compiled)] {
        let Some((before, after)) = hashes_of(&folder, part) else {
            continue;
        };
        // One that was not written yet when the command was killed is as before.
        check_unchanged(path, &[&before, &after])?;
        let kept = folder.join(format!("{part}.before"));
        let bytes = read_inside(&folder, &kept, Content::Compiled)
            .map_err(|error| cannot("read", &kept, error))?;
        if sha256_hex(&bytes) != before {
            return Err(AppError::input(format!(
                "`{}` was changed since, so nothing was put back",
                kept.display()
            )));
        }
        written.push((path.to_path_buf(), bytes));
    }
    for (path, bytes) in &written {
        write_beside(path, bytes)?;
    }
    let mut undone = folder.clone().into_os_string();
    undone.push(UNDONE);
    fs::rename(&folder, &undone).map_err(|error| cannot_make("rename", &folder, error))?;
    Ok((
        written.into_iter().map(|(path, _)| path).collect(),
        PathBuf::from(undone),
    ))
}

/// Refuses to write over a file that is none of the versions that are known.
fn check_unchanged(path: &Path, known: &[&str]) -> Result<(), AppError> {
    let bytes = read_named(path, Content::Compiled).map_err(|error| cannot("read", path, error))?;
    match known.contains(&sha256_hex(&bytes).as_str()) {
        true => Ok(()),
        false => Err(AppError::input(format!(
            "`{}` was edited in the meantime, so nothing was written",
            path.display()
        ))),
    }
}

/// Returns the folder of the last healing of a skill that was not undone.
fn last_of(root: &Path, skill: &str) -> Option<PathBuf> {
    let mut names = names_in(root);
    names.retain(|name| !name.ends_with(UNDONE));
    names.sort_by_key(|name| natural(name));
    let folders = names.into_iter().rev().map(|name| root.join(name));
    let mut own = folders.filter(|folder| {
        let manifest = manifest_of(folder);
        manifest.is_some_and(|it| it["skill"].as_str() == Some(skill))
    });
    own.next()
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
fn hashes_of(folder: &Path, part: &str) -> Option<(String, String)> {
    let manifest = manifest_of(folder)?;
    let mut files = manifest["files"].as_array()?.iter();
    let file = files.find(|it| it["part"].as_str() == Some(part))?;
    let hash = |name: &str| file[name].as_str().map(str::to_owned);
    Some((hash("before")?, hash("after")?))
}
