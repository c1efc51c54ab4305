//! Keeping secrets out of what is pinned: an app may echo a secret anywhere on its screen.

use std::collections::BTreeSet;

use retap_model::program::Pin;
use retap_model::screen::Fingerprint;
use retap_model::secret::mask;
use retap_model::select::Evidence;
use retap_model::verify::Expectation;

/// Returns the fingerprint without the texts that hold a secret.
pub(super) fn without_secrets(mark: Fingerprint, secrets: &BTreeSet<String>) -> Fingerprint {
    let texts = mark
        .texts
        .into_iter()
        .filter(|text| !holds(text, secrets))
        .collect();
    Fingerprint::from_parts(texts, mark.icons)
}

/// Takes everything that holds a secret out of a pin.
pub(super) fn scrub(pin: &mut Pin, secrets: &BTreeSet<String>) {
    for evidence in [&mut pin.evidence, &mut pin.destination_evidence] {
        if evidence
            .as_ref()
            .is_some_and(|evidence| holds(evidence.label(), secrets))
        {
            *evidence = None;
        }
        if let Some(evidence) = evidence {
            scrub_evidence(evidence, secrets);
        }
    }
    pin.expect.retain(|check| match check {
        Expectation::App(text)
        | Expectation::Shows(text)
        | Expectation::Offers(text)
        | Expectation::Hides(text) => !holds(text, secrets),
        Expectation::State(state) => !holds(&state.subject.label, secrets),
        Expectation::OpensWindow | Expectation::ClosesWindow | Expectation::Changed => true,
    });
}

fn scrub_evidence(evidence: &mut Evidence, secrets: &BTreeSet<String>) {
    let drop = |text: &mut Option<String>| {
        if text.as_ref().is_some_and(|text| holds(text, secrets)) {
            *text = None;
        }
    };
    drop(&mut evidence.row);
    evidence.neighbours.iter_mut().for_each(drop);
}

/// Returns whether a text shows a secret.
pub(crate) fn holds(text: &str, secrets: &BTreeSet<String>) -> bool {
    mask(text, secrets) != text
}
