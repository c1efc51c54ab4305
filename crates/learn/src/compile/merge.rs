//! A second lesson of a skill: what only one of the two saw belonged to that one.

use std::collections::BTreeMap;

use retap_model::program::{CompiledProgram, CompiledStep, Draft, Pin, StepId, has_values};

use super::observation::Observation;
use super::pinning::{PinError, agree, is_vacuous};

/// Returns the program that both lessons of the draft agree on. `seen` is of the later one.
///
/// Where variables in labels had other values, what is left holds whatever their values are.
pub fn merge_lessons(
    draft: &Draft,
    earlier: &CompiledProgram,
    later: &CompiledProgram,
    seen: &[Observation],
) -> Result<CompiledProgram, PinError> {
    let has_other_values = earlier.values != later.values;
    let steps: Vec<CompiledStep> = draft
        .flat()
        .iter()
        .zip(earlier.steps.iter().zip(&later.steps))
        .map(|((_, step), (then, now))| {
            let is_another = has_other_values && has_values(&step.kind);
            let pin = match (&then.pin, &now.pin) {
                (Some(then), Some(now)) if is_another => Some(shared_by_other_targets(then, now)),
                (Some(then), Some(now)) => Some(agree(then.clone(), now.clone())),
                // A step that only one lesson came to is as that one saw it.
                (then, now) => now.as_ref().or(then.as_ref()).cloned(),
            };
            CompiledStep { pin, ..now.clone() }
        })
        .collect();
    let pins: BTreeMap<StepId, Pin> = draft
        .flat()
        .iter()
        .zip(&steps)
        .filter_map(|((_, step), compiled)| Some((step.id, compiled.pin.clone()?)))
        .collect();
    if is_vacuous(draft, &pins, seen) {
        return Err(PinError::Vacuous);
    }
    Ok(CompiledProgram {
        values: later.values.clone().filter(|_| !has_other_values),
        steps,
        ..later.clone()
    })
}

/// Returns what two pins share whose targets are different elements.
fn shared_by_other_targets(then: &Pin, now: &Pin) -> Pin {
    let both = agree(then.clone(), now.clone());
    let left = both.without_target();
    Pin {
        expect: both.expect,
        ..left
    }
}
