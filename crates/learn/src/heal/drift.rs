//! What changed since the lesson, and how robust each step is, from one replay.

use retap_model::program::{Pin, Program, Step, StepId};
use retap_model::secret::Masker;
use retap_model::select::{MatchQuality, Robustness, TrialEnding, robustness, robustness_of_wait};

use super::expectations::unseen;
use super::seen_target::{SeenTarget, Slot, seen_targets, with_screens};
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
    /// How it differs from the lesson, and which expectations were not seen to hold; in words.
    pub changes: Vec<String>,
    /// How robust it is; `None` where its words are only known while it runs.
    pub robustness: Option<Robustness>,
}

/// Returns how robust the finding of a target is, as its step goes about it.
fn judged(it: &SeenTarget<'_>, pin: Option<&Pin>) -> Option<Robustness> {
    let (screen, found) = (&it.screen, &it.found);
    match it.slot {
        Slot::Acted | Slot::Destination => robustness(screen, it.target, it.evidence, found),
        Slot::Awaited => {
            let loosest = pin.and_then(|pin| pin.strategy);
            let loosest = loosest.unwrap_or(MatchQuality::Substring);
            robustness_of_wait(screen, it.target, it.evidence?, found, loosest)
        }
    }
}

/// Returns every target that a replay found, in the order of the steps. Of a step that ran several times, the last time
/// counts.
pub fn drift(program: &Program, seen: &[Observation], secrets: &Masker) -> Vec<StepDrift> {
    let seen = with_screens(seen);
    let mut all = Vec::new();
    for (_, step) in program.draft.flat() {
        let Some(at) = seen.iter().rposition(|seen| seen.step == step.id) else {
            continue;
        };
        let pin = program.pin(step.id);
        let mut targets = seen_targets(step, pin, &seen[at]);
        // A secret names it, so that nothing may tell which one it is.
        targets.retain(|it| !it.target.label.is_secret());
        let first = all.len();
        all.extend(targets.iter().map(|it| step_drift(step, pin, it, secrets)));
        if let (Some(own), Some(pin)) = (all.get_mut(first), pin) {
            let unseen = unseen(step, pin, &seen[at], seen.get(at + 1));
            let words = unseen.into_iter().map(|it| format!("not seen: {it}"));
            own.changes.extend(words.map(|it| mask(&it, secrets)));
        }
    }
    all
}

fn step_drift(step: &Step, pin: Option<&Pin>, it: &SeenTarget<'_>, secrets: &Masker) -> StepDrift {
    let changes = it.found.drift.iter();
    let mut robustness = judged(it, pin);
    let trials = robustness.iter_mut().flat_map(|it| &mut it.trials);
    for trial in trials {
        if let TrialEnding::OtherFound { title } = &mut trial.ending {
            *title = mask(title, secrets);
        }
    }
    StepDrift {
        step: step.id,
        title: mask(&step.title(), secrets),
        found: mask(&it.found.title, secrets),
        changes: changes.map(|words| mask(words, secrets)).collect(),
        robustness,
    }
}

fn mask(text: &str, secrets: &Masker) -> String {
    secrets.mask(text).into_owned()
}
