//! The targets of a step as a replay found them, beside what was recorded of them.

use std::sync::Arc;

use retap_model::program::{Pin, Step, StepKind, Target};
use retap_model::screen::Screen;
use retap_model::select::{Evidence, Found, Search, locate};

use crate::compile::Observation;

/// Which of the targets of a step it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// What it acts on.
    Acted,
    /// Where something is moved to.
    Destination,
    /// What must come into view.
    Awaited,
}

/// A target of a step, and what a replay found for it.
pub(super) struct SeenTarget<'a> {
    pub(super) slot: Slot,
    pub(super) target: &'a Target,
    /// What was recorded of it.
    pub(super) evidence: Option<&'a Evidence>,
    pub(super) found: Found,
    pub(super) screen: Arc<Screen>,
}

/// Returns the observations with the reading that each step went by. A replay that needs no new one goes by the last of the
/// step before, and tells of none.
pub(super) fn with_screens(seen: &[Observation]) -> Vec<Observation> {
    let mut last: Option<Arc<Screen>> = None;
    let mut all = seen.to_vec();
    for seen in &mut all {
        seen.before = seen.before.take().or_else(|| last.clone());
        seen.after = seen.after.take().or_else(|| seen.before.clone());
        last.clone_from(&seen.after);
    }
    all
}

/// Returns what one run of a step found for its targets.
pub(super) fn seen_targets<'a>(
    step: &'a Step,
    pin: Option<&'a Pin>,
    seen: &'a Observation,
) -> Vec<SeenTarget<'a>> {
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let moved = pin.and_then(|pin| pin.destination_evidence.as_ref());
    let targets = [
        (Slot::Acted, step.kind.acted_target(), evidence),
        (Slot::Destination, step.kind.destination(), moved),
    ];
    let targets = targets
        .into_iter()
        .filter_map(|(slot, target, evidence)| Some((slot, target?, evidence)));
    let acted = targets.zip(seen.acted_on(&step.kind));
    let acted = acted.map(|((slot, target, evidence), it)| SeenTarget {
        slot,
        target,
        evidence,
        found: it.found.clone(),
        screen: Arc::clone(&it.screen),
    });
    acted.chain(awaited(step, evidence, seen)).collect()
}

/// Returns what a wait found. The engine goes by words there, so the recorded marks are looked for on its last screen.
fn awaited<'a>(
    step: &'a Step,
    evidence: Option<&'a Evidence>,
    seen: &'a Observation,
) -> Option<SeenTarget<'a>> {
    let StepKind::WaitFor(wait) = &step.kind else {
        return None;
    };
    let screen = seen.after.as_ref()?;
    let Search::Found(found) = locate(screen, &wait.target, Some(evidence?)) else {
        return None;
    };
    Some(SeenTarget {
        slot: Slot::Awaited,
        target: &wait.target,
        evidence,
        found,
        screen: Arc::clone(screen),
    })
}
