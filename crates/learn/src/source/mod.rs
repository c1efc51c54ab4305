//! Sources: what a person wrote, read into a [`Draft`] or refused with every place that is wrong.
//!
//! Not here: files, devices, the values of variables.

mod duration;
mod excerpt;
pub(crate) mod fault;
mod finding;
mod lint;
mod one_step;
mod scalar;
mod scenario;
mod skill_md;
mod skill_yaml;
mod text;
mod write;
pub(crate) mod yaml;

pub use finding::{Finding, Severity, SourceErrors};
pub use lint::lint;
pub use one_step::read_step;
pub use scenario::{
    Action, ActionKind, AppIds, ExpandedSection, Fixed, Mended, Replay, ReplayError, Replayed,
    Rule, Scenario, ScenarioConfig, Section, Variable, VariableSource, Verify, check_scenario,
    expand, fix, is_scenario, read_scenario,
};
pub use write::{NoSkillForm, write_skill};

pub(crate) use duration::{Unit, parse_duration};
pub(crate) use scalar::{is_name, quote, unquote};

use std::path::Path;

use retap_model::program::Draft;

use text::SourceText;

/// The formats a skill can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Skill YAML: `.yaml`, `.yml`.
    Yaml,
    /// Prose with numbered steps: `.md`.
    Markdown,
}

impl Format {
    /// Returns the format that the extension of `path` names.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "yaml" | "yml" => Some(Self::Yaml),
            "md" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// Reads a skill from the bytes of a file; `path` gives its name and, by extension, its format.
pub fn read_skill(path: &Path, bytes: &[u8]) -> Result<Draft, SourceErrors> {
    let file = path.display().to_string();
    let Some(format) = Format::of(path) else {
        return Err(unknown_extension(&file, ".md, .yaml, .yml"));
    };
    let source = SourceText::new(&file, bytes)?;
    let read = match format {
        Format::Yaml => skill_yaml::read(&source),
        Format::Markdown => skill_md::read(&source),
    };
    read.map_err(|faults| source.errors(faults))
}

fn unknown_extension(file: &str, accepted: &str) -> SourceErrors {
    let message = "the file name does not say which format it is".to_owned();
    SourceErrors::whole(file, message, accepted)
}

/// Returns whether a file of a skills folder is meant to be a skill.
///
/// A YAML file is, unless it describes a simulated app or a scenario: one that is broken must be
/// reported, not passed over. A Markdown file is when it has steps, or a front matter that does not
/// end; others are READMEs and notes.
pub fn is_skill(path: &Path, bytes: &[u8]) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase());
    let is_app = name.is_some_and(|name| name.ends_with(".app.yaml"));
    let source = SourceText::new(&path.display().to_string(), bytes);
    match (Format::of(path), source) {
        (Some(Format::Yaml), _) => !is_app && !is_scenario(path, bytes),
        (Some(Format::Markdown), Ok(source)) => skill_md::is_skill(source.as_str()),
        (Some(Format::Markdown), Err(_)) | (None, _) => false,
    }
}
