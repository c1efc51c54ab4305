//! The skills a command was asked for, read; what cannot be read is kept as errors beside them.

use std::path::{Path, PathBuf};

use retap_model::secret::Masker;

use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::skill::Skill;
use crate::terminal::{Paint, talk};
use crate::values::Values;

/// The skills a command was asked for.
pub(super) struct Selected {
    /// Those that can be read.
    pub(super) skills: Vec<Skill>,
    /// The faults of the others, by file where it is about one.
    pub(super) errors: Vec<(Option<PathBuf>, AppError)>,
    /// Those that are not run because nobody is there to be asked.
    pub(super) skipped: Vec<Skipped>,
    /// What is secret in any of them, also in those that cannot be run.
    pub(super) secrets: Masker,
}

/// A scenario that is not run because nobody is there to be asked.
pub(super) struct Skipped {
    pub(super) skill: Skill,
    /// Why, with the command to type.
    pub(super) reason: AppError,
}

impl Skipped {
    /// Returns it as people read it.
    pub(super) fn render(&self, paint: Paint) -> String {
        let path = self.skill.path.display();
        format!(
            "{path}: {}\n{}",
            self.reason,
            self.reason.render_hints(paint)
        )
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
            secrets: Masker::default(),
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
            let bound = skill.bind(values);
            self.secrets.join(skill.draft.secrets());
            match bound {
                Ok(()) => self.skills.push(skill),
                Err(reason) if reason.exit == Exit::NotJudged => {
                    self.skipped.push(Skipped { skill, reason });
                }
                Err(error) => self.errors.push((Some(skill.path), error)),
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
        let skipped = self.skipped.iter().map(|skipped| skipped.reason.exit);
        errors.chain(skipped).fold(Exit::Passed, Exit::max)
    }
}
