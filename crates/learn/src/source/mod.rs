//! Sources: what a person wrote, read into a [`Draft`] or refused with every place that is wrong.
//!
//! Not here: files, devices, the values of variables.

mod declare;
mod denied_name;
mod duration;
mod excerpt;
pub(crate) mod fault;
mod finding;
mod lint;
mod scalar;
mod scenario;
mod skill_md;
mod skill_yaml;
mod text;
mod write;
pub(crate) mod yaml;

pub use declare::{Declared, declare_variables};
pub use finding::{Finding, Severity, SourceErrors};
pub use lint::{lint, stray_variables};
pub use scenario::{
    Action, ActionKind, AppIds, ExpandedSection, Fixed, Mended, Replay, Replayed, Rule, Scenario,
    ScenarioConfig, Section, Variable, VariableSource, Verify, check_scenario, expand, fix,
    is_scenario, read_scenario,
};
pub use write::{NoSkillForm, write_skill};

pub(crate) use duration::{Unit, parse_duration};
pub(crate) use scalar::{quote, unquote};

use std::path::Path;

use retap_model::program::{Draft, Nature, Place, Question, Step, StepKind};

use crate::phrase::Reading;
use denied_name::denied_names;
use fault::{Fault, Span};
use skill_md::read_sentence;
use skill_yaml::{StepReader, unknown_verb};
use text::SourceText;

/// The formats a skill can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Skill YAML: `.yaml`, `.yml`.
    Yaml,
    /// Prose with numbered steps: `.md`, `.markdown`.
    Markdown,
}

impl Format {
    /// Returns the format that the extension of `path` names.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "yaml" | "yml" => Some(Self::Yaml),
            "md" | "markdown" => Some(Self::Markdown),
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
    let read = read.and_then(|draft| match denied_names(&draft) {
        faults if faults.is_empty() => Ok(draft),
        faults => Err(faults),
    });
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

/// Reads one step, such as `tap: "General"` or `Tap "General"`.
///
/// Words that no phrase understands are refused: nobody is there to be asked what they mean.
pub fn read_step(text: &str) -> Result<Step, SourceErrors> {
    let source = SourceText::new("step", text.trim().as_bytes())?;
    let read = match is_yaml(source.as_str()) {
        true => read_yaml(source.as_str()),
        false => read_words(source.as_str()).map_err(|fault| vec![fault]),
    };
    read.map_err(|faults| source.errors(faults))
}

/// Returns whether a text is meant as YAML: a mapping in braces, or a word that could be a verb.
fn is_yaml(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
    let word = text.split(':').next().unwrap_or_default();
    text.starts_with('{') || (!word.is_empty() && word.chars().all(is_part))
}

fn read_yaml(text: &str) -> Result<Step, Vec<Fault>> {
    let mut reader = StepReader::default();
    let document = yaml::parse(text);
    let step = document.and_then(|document| reader.read_step(&document.root));
    match step {
        Err(fault) => Err(vec![fault]),
        Ok(_) if !reader.faults.is_empty() => Err(reader.faults),
        Ok(step) => Ok(step),
    }
}

fn read_words(text: &str) -> Result<Step, Fault> {
    let place = Place { line: 1, column: 1 };
    let reading = Reading {
        locale: None,
        app: None,
        strict: false,
    };
    let kind = read_sentence(text, place, &reading)?;
    if matches!(&kind, StepKind::Ask(ask) if ask.question == Question::Sentence) {
        let word = text.split_whitespace().next().unwrap_or(text);
        return Err(unknown_verb(word, Span::new(1, 1, word.chars().count())));
    }
    if kind.nature() == Nature::Block {
        let fault = Fault::no_children(Span::new(1, 1, 1), kind.verb());
        return Err(fault.accepted("its steps, as in skill YAML"));
    }
    Ok(Step::new(kind, place))
}
