//! Which fields of a write say what the steps chose, and must say the same again: flags, words of what was touched, and the
//! few words of a write that is nothing but a command.

use retap_model::device::{FieldValue, Write};
use retap_model::program::Draft;

use super::observation::Observation;
use super::run_specifics::fixed_words;

/// How many fields a write has that is nothing but a command. In larger ones, words may be data of the day.
const COMMAND: usize = 4;

/// How many fields a write has whose flags were all set by somebody.
const FORM: usize = 12;

/// The names of everything that the steps touched or chose, each as its words.
pub(super) struct Chosen(Vec<Vec<String>>);

impl Chosen {
    /// Returns what was chosen in a lesson by words that are the same in every run.
    pub(super) fn of(draft: &Draft, observations: &[Observation]) -> Self {
        let written = draft
            .flat()
            .into_iter()
            .flat_map(|(_, step)| fixed_words(&step.kind));
        let acted = observations.iter().filter(|seen| !seen.acts.is_empty());
        let touched = acted.flat_map(|seen| &seen.found);
        let touched = touched.map(|it| it.screen.elements[it.found.index].caption().to_owned());
        Self(written.chain(touched).map(|name| words(&name)).collect())
    }

    /// Returns whether a field of a write must say the same again.
    pub(super) fn is_said_by(&self, value: &FieldValue, write: &Write) -> bool {
        match value {
            FieldValue::Calls(_) => true,
            FieldValue::Flag(_) => write.fields.len() <= FORM,
            FieldValue::Words(all) => {
                write.fields.len() <= COMMAND || all.iter().all(|one| self.has(one))
            }
        }
    }

    fn has(&self, value: &str) -> bool {
        let value = words(value);
        let holds = |name: &Vec<String>| value.iter().all(|word| name.contains(word));
        !value.is_empty() && self.0.iter().any(holds)
    }
}

/// Returns the words of a name, however they are put together: `In progress`, `in_progress`, `inProgress`.
fn words(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(name.len());
    let mut was_small = false;
    for letter in name.chars() {
        if was_small && letter.is_uppercase() {
            spaced.push(' ');
        }
        was_small = letter.is_lowercase();
        spaced.push(letter);
    }
    let words = spaced.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_however_they_are_put_together() {
        for name in ["In progress", "in_progress", "inProgress", "IN-PROGRESS"] {
            assert_eq!(words(name), ["in", "progress"], "{name}");
        }
    }
}
