//! A second lesson of a skill: what only one of the two saw belonged to that one.

use std::collections::BTreeMap;

use retap_model::program::{CompiledProgram, CompiledStep, Draft, Pin, StepId, has_values};

use super::observation::Observation;
use super::pinning::{PinError, agree, is_vacuous};

/// Returns what both lessons of the draft saw. `seen` is of the later one.
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
            CompiledStep {
                pin: shared(then.pin.as_ref(), now.pin.as_ref(), is_another),
                ..now.clone()
            }
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

/// Returns what both pins say; a step that only one lesson came to is as that one saw it.
fn shared(then: Option<&Pin>, now: Option<&Pin>, is_another_target: bool) -> Option<Pin> {
    let (Some(then), Some(now)) = (then, now) else {
        return now.or(then).cloned();
    };
    let both = agree(then.clone(), now.clone());
    if is_another_target {
        let left = both.without_target();
        return Some(Pin {
            expect: both.expect,
            ..left
        });
    }
    Some(both)
}
