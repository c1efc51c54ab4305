//! The skills a command was asked for, read; what cannot be read is kept as errors beside them.

use std::path::{Path, PathBuf};

use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::skill::Skill;
use crate::terminal::{Paint, Tone, talk};
use crate::values::{Unbound, Values};

/// The skills a command was asked for.
pub(super) struct Selected {
    /// Those that can be read.
    pub(super) skills: Vec<Skill>,
    /// The faults of the others, by file where it is about one.
    pub(super) errors: Vec<(Option<PathBuf>, AppError)>,
    /// Those that are not run because nobody is there to be asked.
    pub(super) skipped: Vec<Skipped>,
}

/// A scenario that is not run because nobody is there to be asked.
pub(super) struct Skipped {
    pub(super) skill: Skill,
    pub(super) reason: String,
    /// The command to type.
    pub(super) hint: String,
}

impl Skipped {
    /// Returns it as people read it.
    pub(super) fn render(&self, paint: Paint) -> String {
        let path = self.skill.path.display();
        let word = paint.word(Tone::Title, "hint:");
        format!("{path}: {}\n{word} {}\n", self.reason, self.hint)
    }
}

impl Selected {
    /// Reads what was asked for; with tags, only skills that have one of them. Nothing is an error.
    pub(super) fn read(
        discovery: &Discovery,
        asked: &[String],
        tags: &[String],
    ) -> Result<Self, AppError> {
        let selection = discovery.select(asked)?;
        let mut selected = Self {
            skills: Vec::new(),
            errors: selection
                .errors
                .into_iter()
                .map(|error| (None, error))
                .collect(),
            skipped: Vec::new(),
        };
        for file in selection.files {
            match Skill::read(&file) {
                Ok(skill) => selected.skills.push(skill),
                Err(error) => selected.errors.push((Some(file), error)),
            }
        }
        if !tags.is_empty() {
            selected
                .skills
                .retain(|skill| skill.draft.header.tags.iter().any(|tag| tags.contains(tag)));
            if selected.skills.is_empty() && selected.errors.is_empty() {
                return Err(
                    AppError::input(format!("no skill has the tag {}", tags.join(" or ")))
                        .hint("`retap list` shows the tags"),
                );
            }
        }
        Ok(selected)
    }

    /// Gives variables their values; skills with variables that have none become errors.
    pub(super) fn bind(&mut self, values: &Values<'_>) {
        for mut skill in std::mem::take(&mut self.skills) {
            match skill.bind(values) {
                Ok(()) => self.skills.push(skill),
                Err(Unbound::Refused(error)) => self.errors.push((Some(skill.path), error)),
                Err(Unbound::Skipped { reason, hint }) => self.skipped.push(Skipped {
                    skill,
                    reason,
                    hint,
                }),
            }
        }
    }

    /// Returns the faults, by file where one is about a file.
    pub(super) fn errors(&self) -> impl Iterator<Item = (Option<&Path>, &AppError)> {
        self.errors
            .iter()
            .map(|(file, error)| (file.as_deref(), error))
    }

    /// Prints why the rest does not run and returns how the command ends with it.
    pub(super) fn print_left_out(&self, environment: &Environment) -> Exit {
        let tone = environment.stderr.paint;
        for skipped in &self.skipped {
            talk!("{}", skipped.render(tone));
        }
        for (_, error) in &self.errors {
            talk!("{}", error.render(tone));
        }
        self.exit()
    }

    /// Returns what the files that cannot be run mean for the exit code.
    pub(super) fn exit(&self) -> Exit {
        let errors = self.errors.iter().map(|(_, error)| error.exit);
        // What was not run was not judged either.
        let skipped = self.skipped.iter().map(|_| Exit::NotJudged);
        errors.chain(skipped).fold(Exit::Passed, Exit::max)
    }
}
