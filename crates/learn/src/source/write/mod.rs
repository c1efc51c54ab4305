//! Writes a [`Draft`] in either format, so that reading it back gives the same draft.

mod header;
mod markdown;
mod prose;
mod yaml;

use std::fmt;

use retap_model::program::{Draft, Question, StepKind};

use super::Format;

/// Returns the draft as the text of a skill file.
///
/// Reading the text back gives the same header, notes and steps. Notes and names with line
/// breaks in them cannot come from a file; their lines are joined.
pub fn write_skill(draft: &Draft, format: Format) -> Result<String, NoSkillForm> {
    let steps = draft.flat();
    if let Some((_, step)) = steps.iter().find(|(_, step)| !has_skill_form(&step.kind)) {
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSkillForm {
    /// The step.
    pub step: String,
    /// Its line.
    pub line: usize,
}

impl fmt::Display for NoSkillForm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "a skill has no form for `{}` (line {})",
            self.step, self.line
        )
    }
}

impl std::error::Error for NoSkillForm {}

fn has_skill_form(kind: &StepKind) -> bool {
    match kind {
        StepKind::RestartApp(_)
        | StepKind::Clear(_)
        | StepKind::ScrollToEdge(_)
        | StepKind::Pause(_)
        | StepKind::Check(_)
        | StepKind::KeepEvidence(_)
        | StepKind::Group(_)
        | StepKind::Unsupported(_) => false,
        StepKind::Swipe(swipe) => swipe.stroke.is_none(),
        StepKind::ScrollTo(scroll) => scroll.stroke.is_none(),
        StepKind::Ask(ask) => !matches!(ask.question, Question::Do | Question::Then),
        StepKind::Launch(_)
        | StepKind::Tap(_)
        | StepKind::DoubleTap(_)
        | StepKind::LongPress(_)
        | StepKind::Drag(_)
        | StepKind::Type(_)
        | StepKind::PressKey(_)
        | StepKind::WaitFor(_)
        | StepKind::Assert(_)
        | StepKind::Screenshot(_)
        | StepKind::Home
        | StepKind::Back
        | StepKind::Shake
        | StepKind::OpenUrl(_)
        | StepKind::ResetApp(_)
        | StepKind::SetNetwork(_)
        | StepKind::Measure(_)
        | StepKind::Target(_)
        | StepKind::Remember(_)
        | StepKind::Condition(_)
        | StepKind::Repeat(_) => true,
    }
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
