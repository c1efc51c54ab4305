//! The values variables had when a program was learned, and what they have to do with its pins.

use super::compiled::Program;
use super::draft::Draft;
use super::step::StepKind;

impl Program {
    /// Forgets what belongs to the values it was learned with, if its variables have others now.
    ///
    /// A target with a variable in its words is another element now, and what such a step and those
    /// behind it brought need not come again; what is in front of the first of them has nothing to do
    /// with the values.
    pub fn follow_values(&mut self, learned_with: Option<&str>) {
        if !has_other_values(&self.draft, learned_with) {
            return;
        }
        let mut is_behind = false;
        for (_, step) in self.draft.flat() {
            let is_given = has_values(&step.kind);
            is_behind |= is_given;
            let Some(pin) = self.pins.get_mut(&step.id) else {
                continue;
            };
            if is_given {
                *pin = pin.without_target();
            } else if is_behind {
                pin.expect.clear();
            }
        }
    }
}

/// Returns whether the variables in labels have other values than those of which [`label_values`] said
/// `learned_with`.
pub fn has_other_values(draft: &Draft, learned_with: Option<&str>) -> bool {
    learned_with.is_some_and(|then| then != label_values(draft))
}

/// Returns the SHA-256 of the plain variable values that stand in labels.
///
/// Typed text is left out: another text to type does not move anything. Secrets are left out:
/// a hash of a short secret would give it away.
pub fn label_values(draft: &Draft) -> String {
    let steps = draft.flat();
    let mut values: Vec<String> = steps
        .iter()
        .flat_map(|(_, step)| values_in(&step.kind))
        .collect();
    values.sort();
    values.dedup();
    crate::codec::sha256_hex(values.join("\n").as_bytes())
}

/// Returns whether the words of a step that are not typed have variables in them.
pub fn has_values(kind: &StepKind) -> bool {
    !values_in(kind).is_empty()
}

/// Returns the plain variables in the words of a step that are not typed, with their values.
fn values_in(kind: &StepKind) -> Vec<String> {
    let mut values = Vec::new();
    kind.clone().naming_phrases_mut(&mut |phrase| {
        values.extend(
            phrase
                .plain_values()
                .map(|(name, value)| format!("{name}={value}")),
        );
    });
    values
}
