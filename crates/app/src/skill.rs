//! A skill file that was read: its bytes, its draft, and where it came from.

use std::path::{Path, PathBuf};

use retap_learn::source::read_skill;
use retap_model::codec::sha256_hex;
use retap_model::phrase::Variables;
use retap_model::program::Draft;
use retap_report::clean;

use crate::environment::Environment;
use crate::error::{AppError, cannot};

/// A skill file that was read.
#[derive(Debug, Clone)]
pub(crate) struct Skill {
    /// Where it is, as people read it.
    pub(crate) path: PathBuf,
    /// What it says.
    pub(crate) draft: Draft,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// SHA-256 of its bytes.
    pub(crate) sha256: String,
}

impl Skill {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Result<Self, AppError> {
        let bytes = std::fs::read(path).map_err(|error| cannot("read", path, error))?;
        let mut draft =
            read_skill(path, &bytes).map_err(|errors| AppError::input(errors.render()))?;
        // The name is printed everywhere, so what would move a terminal's cursor is taken out here.
        draft.header.name = clean(&draft.header.name);
        Ok(Self {
            path: path.to_path_buf(),
            draft,
            sha256: sha256_hex(&bytes),
            bytes,
        })
    }

    /// Gives every variable its value, or says which have none, before anything is touched.
    pub(crate) fn bind(&mut self, variables: &Variables) -> Result<(), AppError> {
        let unset = self.draft.bind(variables);
        if unset.is_empty() {
            return Ok(());
        }
        let path = self.path.display();
        let lines: Vec<String> = unset
            .iter()
            .map(|one| {
                format!(
                    "{path}:{}: the variable `{}` has no value",
                    one.line, one.name
                )
            })
            .collect();
        let flags: Vec<String> = unset
            .iter()
            .map(|one| format!("--set {}=VALUE", one.name))
            .collect();
        Err(AppError::input(lines.join("\n")).hint(format!(
            "add `{}`, or set it in the environment",
            flags.join(" ")
        )))
    }

    /// Returns the file's name without its extension.
    pub(crate) fn stem(&self) -> String {
        self.path
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    }
}

/// Returns the values variables take: what was typed, else the environment, else the configuration.
pub(crate) fn variables(
    typed: &[(String, String)],
    environment: &Environment,
    config: &crate::config::Config,
) -> Variables {
    let mut variables = Variables::new();
    for (name, value) in config.variables.iter().chain(&environment.variables) {
        variables.set(name.clone(), value.clone());
    }
    for (name, value) in typed {
        variables.set(name.clone(), value.clone());
    }
    variables
}
