//! What changed since the lesson, and how robust each step is, from one replay.

use retap_model::program::{Nature, Pin, Program, Step, StepId};
use retap_model::secret::Masker;
use retap_model::select::{Robustness, robustness};

use super::seen_target::{SeenTarget, seen_targets, with_screens};
use crate::compile::Observation;

/// What changed of a target of a step since the lesson, and how robust the step is.
#[derive(Debug, Clone)]
pub struct StepDrift {
    /// The step.
    pub step: StepId,
    /// The step in words; secrets are masked.
    pub title: String,
    /// The element that was found, in words.
    pub found: String,
    /// How it differs from the lesson, and which expectations no longer hold as they did; in words.
    pub changes: Vec<String>,
    /// How robust it is; `None` where its words are only known while it runs.
    pub robustness: Option<Robustness>,
}

/// Returns every target that a replay found, in the order of the steps. Of a step that ran several times, the last time
/// counts.
pub fn drift(program: &Program, seen: &[Observation], secrets: &Masker) -> Vec<StepDrift> {
    let seen = with_screens(seen);
    let mut all = Vec::new();
    for (_, step) in program.draft.flat() {
        let Some(seen) = seen.iter().rev().find(|seen| seen.step == step.id) else {
            continue;
        };
        let pin = program.pin(step.id);
        let mut targets = seen_targets(step, pin, seen);
        // A secret names it, so that nothing may tell which one it is.
        targets.retain(|it| !it.target.label.is_secret());
        let first = all.len();
        all.extend(targets.iter().map(|it| step_drift(step, it, secrets)));
        if let (Some(own), Some(pin)) = (all.get_mut(first), pin) {
            let unmet = unmet(step, pin, seen);
            own.changes.extend(unmet.map(|it| mask(&it, secrets)));
        }
    }
    all
}

fn step_drift(step: &Step, it: &SeenTarget<'_>, secrets: &Masker) -> StepDrift {
    let changes = it.found.drift.iter();
    StepDrift {
        step: step.id,
        title: mask(&step.title(), secrets),
        found: mask(&it.found.title, secrets),
        changes: changes.map(|words| mask(words, secrets)).collect(),
        robustness: robustness(&it.screen, it.target, it.evidence, &it.found),
    }
}

/// Returns the expectations that did not hold at the end of a step which passed all the same.
fn unmet<'a>(
    step: &Step,
    pin: &'a Pin,
    seen: &'a Observation,
) -> impl Iterator<Item = String> + use<'a> {
    let is_act = !matches!(step.kind.nature(), Nature::Proof | Nature::Record);
    let screens = seen.before.as_ref().zip(seen.after.as_ref());
    let unmet = pin.expect.iter().filter(move |check| {
        is_act && screens.is_some_and(|(before, after)| !check.holds(before, after))
    });
    unmet.map(|check| format!("no longer: {check}"))
}

fn mask(text: &str, secrets: &Masker) -> String {
    secrets.mask(text).into_owned()
}
