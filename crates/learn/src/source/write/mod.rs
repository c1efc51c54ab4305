//! Writes a [`Draft`] in either format, so that reading it back gives the same draft.
//!
//! Not here: files, what fields a step has, and the words of a language.

mod fields;
mod header;
mod markdown;
mod prose;
mod yaml;

use retap_model::program::Draft;
use thiserror::Error;

use super::Format;

/// Returns the draft as the text of a skill file.
///
/// Reading the text back gives the same header, notes and steps. Notes and names with line
/// breaks in them cannot come from a file; their lines are joined.
pub fn write_skill(draft: &Draft, format: Format) -> Result<String, NoSkillForm> {
    let steps = draft.flat();
    if let Some((_, step)) = steps
        .iter()
        .find(|(_, step)| step.kind.skill_verb().is_none())
    {
        return Err(NoSkillForm {
            step: step.title(),
            line: step.place.line,
        });
    }
    Ok(match format {
        Format::Yaml => yaml::write(draft),
        Format::Markdown => markdown::write(draft),
    })
}

/// A step that only scenarios have, and that a skill file has no words for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a skill has no form for `{step}` (line {line})")]
pub struct NoSkillForm {
    /// The step.
    pub step: String,
    /// Its line.
    pub line: usize,
}

/// Returns notes, each behind the mark and on one line.
fn write_notes(notes: &[String], indent: usize, mark: &str) -> Vec<String> {
    let notes = notes.iter().map(|note| {
        let line = format!("{:indent$}{mark} {}", "", one_line(note));
        line.trim_end().to_owned()
    });
    notes.collect()
}

/// Returns a note on one line, without the byte order marks that YAML refuses even in comments.
fn one_line(note: &str) -> String {
    let note = note.replace('\u{feff}', "");
    note.split(['\n', '\r'])
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}
