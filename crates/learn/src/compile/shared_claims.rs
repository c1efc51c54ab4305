//! What two lessons of a scenario have in common besides their pins: the claims that stand for what was only described.

use retap_model::program::{Draft, Standalone, Step, StepKind};

use super::pinning::PinError;

/// Returns the later lesson's steps, of fingerprints only what both lessons saw.
pub(super) fn shared_claims(
    earlier: &Standalone,
    later: &Standalone,
) -> Result<Standalone, PinError> {
    let mut draft = later.draft.clone();
    let before = kinds(&earlier.draft);
    if before.len() != draft.flat().len() {
        return Err(PinError::OtherSteps);
    }
    let mut before = before.into_iter();
    let mut emptied = None;
    draft.for_each_mut(&mut |step: &mut Step| {
        let line = step.place.line;
        if let (Some(StepKind::Check(then)), StepKind::Check(now)) = (before.next(), &mut step.kind)
            && now.is_fingerprint
        {
            now.claims.retain(|claim| then.claims.contains(claim));
            if now.claims.is_empty() {
                emptied.get_or_insert(line);
            }
        }
    });
    match emptied {
        Some(line) => Err(PinError::NothingInCommon { line }),
        None => Ok(Standalone {
            draft,
            ..later.clone()
        }),
    }
}

fn kinds(draft: &Draft) -> Vec<&StepKind> {
    let steps = draft.flat().into_iter();
    steps.map(|(_, step)| &step.kind).collect()
}
