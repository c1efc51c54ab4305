//! The compiled file beside a skill: its name, and whether it can be used.
//!
//! A scenario's compiled file is `<file>.compiled.json`, as `login.yaml.compiled.json`.
//! A skill's compiled file is `<stem>.compiled.json`. Where two sources in one folder share a stem
//! (`login.md` and `login.yaml`), each has its own: `login.md.compiled.json` and
//! `login.yaml.compiled.json`, so that neither can overwrite the other's.

use std::io;
use std::path::{Path, PathBuf};

use retap_model::codec::CompiledForm;
use retap_model::program::CompiledProgram;

use crate::error::AppError;
use crate::files::{Content, folder_of, read_inside, stays_inside};
use crate::skill::{Form, Skill};

/// How the names of compiled files end.
pub(crate) const COMPILED_SUFFIX: &str = ".compiled.json";

/// Returns the source a compiled scenario belongs to by its name; nothing for other files.
pub(crate) fn source_of(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_suffix(COMPILED_SUFFIX)?;
    Some(path.with_file_name(name))
}

/// The extensions a skill can have; `docs/formats/skill-md.md` and `skill-yaml.md`.
pub(crate) const EXTENSIONS: [&str; 4] = ["md", "yaml", "yml", "markdown"];

/// The compiled file beside a skill.
#[derive(Debug, Clone)]
pub(crate) enum Compiled {
    /// Nothing.
    Absent,
    /// A file that belongs to this source.
    Fresh {
        path: PathBuf,
        program: Box<CompiledProgram>,
    },
    /// A file that was good once.
    Stale {
        path: PathBuf,
        /// Why it cannot be used.
        reason: String,
    },
    /// A file nobody can rely on.
    Broken {
        path: PathBuf,
        /// The fault in it.
        reason: String,
    },
}

impl Compiled {
    /// Looks beside the skill. Whether the device's screen fits can only be told on the device.
    pub(crate) fn beside(skill: &Skill) -> Self {
        if let Form::Compiled(compiled) = &skill.form {
            return Self::Fresh {
                path: skill.path.clone(),
                program: compiled.clone(),
            };
        }
        let mut stale = None;
        for path in candidates(skill) {
            let bytes = match read_beside(&path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => {
                    let reason = error.to_string();
                    return Self::Broken { path, reason };
                }
            };
            match judge(skill, path, &bytes) {
                found @ Self::Stale { .. } => stale = stale.or(Some(found)),
                found => return found,
            }
        }
        stale.unwrap_or(Self::Absent)
    }

    /// Returns the word used in listings and machine-readable output.
    pub(crate) const fn as_str(&self) -> &'static str {
        match self {
            Self::Absent => "not compiled",
            Self::Fresh { .. } => "fresh",
            Self::Stale { .. } => "stale",
            Self::Broken { .. } => "broken",
        }
    }

    /// Returns why it cannot be used.
    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Absent | Self::Fresh { .. } => None,
            Self::Stale { reason, .. } | Self::Broken { reason, .. } => Some(reason),
        }
    }

    /// Returns where it is.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Absent => None,
            Self::Fresh { path, .. } | Self::Stale { path, .. } | Self::Broken { path, .. } => {
                Some(path)
            }
        }
    }
}

/// Reads a file that lies beside its source, or somewhere else in the project if a link says so.
fn read_beside(path: &Path) -> io::Result<Vec<u8>> {
    let folder = [Path::new("."), folder_of(path)];
    let folder = folder.into_iter().find(|it| stays_inside(it, path).is_ok());
    read_inside(folder.unwrap_or(Path::new(".")), path, Content::Compiled)
}

fn judge(skill: &Skill, path: PathBuf, bytes: &[u8]) -> Compiled {
    let program = match skill.compiled_form().decode(bytes) {
        Ok(program) => Box::new(program),
        Err(error) => {
            let reason = error.to_string();
            return match error.is_stale() {
                true => Compiled::Stale { path, reason },
                false => Compiled::Broken { path, reason },
            };
        }
    };
    match program.check_source(&skill.draft, &skill.sha256) {
        Ok(()) => Compiled::Fresh { path, program },
        Err(stale) => {
            let reason = stale.to_string();
            Compiled::Stale { path, reason }
        }
    }
}

/// Returns the error that a broken compiled file is: it never makes a run pass, or run at all.
pub(crate) fn broken(path: &Path, reason: &str, source: &Path) -> AppError {
    let (file, source) = (path.display(), source.display());
    let error = AppError::input(format!("the compiled file `{file}` is broken: {reason}"));
    let is_outside = stays_inside(Path::new("."), path).is_err();
    // Nothing is written through a link that leads out, so compiling alone does not help.
    let remove = match path.is_symlink() && is_outside {
        true => format!("remove the link `{file}` and "),
        false => String::new(),
    };
    error.hint(format!(
        "{remove}compile again with `retap compile {source}`, or leave it out with `retap test --no-compiled {source}`"
    ))
}

/// Returns where the compiled file is written.
pub(crate) fn path_to_write(skill: &Skill) -> PathBuf {
    candidates(skill).remove(0)
}

/// Returns another source in the same folder with the same stem.
pub(crate) fn twin(source: &Path) -> Option<PathBuf> {
    let own = source.extension()?.to_str()?;
    let others = EXTENSIONS.iter().filter(|extension| **extension != own);
    others
        .map(|extension| source.with_extension(extension))
        .find(|path| path.is_file())
}

/// Returns where a compiled file may be; the one that would be written first.
fn candidates(skill: &Skill) -> Vec<PathBuf> {
    let mut name = skill.path.file_name().unwrap_or_default().to_owned();
    name.push(COMPILED_SUFFIX);
    let own = skill.path.with_file_name(name);
    let shared = skill.path.with_extension("compiled.json");
    match (skill.compiled_form(), twin(&skill.path)) {
        (CompiledForm::Scenario, _) => vec![own],
        (CompiledForm::Skill, Some(_)) => vec![own, shared],
        (CompiledForm::Skill, None) => vec![shared, own],
    }
}
