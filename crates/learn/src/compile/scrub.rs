//! Keeping secrets out of what is pinned: an app may echo a secret anywhere on its screen.

use retap_model::program::Pin;
use retap_model::screen::Fingerprint;
use retap_model::secret::{MASK, Masker};
use retap_model::select::Evidence;
use retap_model::verify::{Expectation, ExpectedWrite};

/// Returns the fingerprint without the texts that hold a secret.
pub(super) fn without_secrets(mark: Fingerprint, secrets: &Masker) -> Fingerprint {
    let texts = mark
        .texts
        .into_iter()
        .filter(|text| !holds_secret(text, secrets))
        .collect();
    Fingerprint::from_parts(texts, mark.icons)
}

/// Takes everything that holds a secret out of a pin.
pub(super) fn scrub(pin: &mut Pin, secrets: &Masker) {
    for evidence in [&mut pin.evidence, &mut pin.destination_evidence] {
        if evidence
            .as_ref()
            .is_some_and(|evidence| secrets.shows(evidence.label()))
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
        | Expectation::Hides(text) => !holds_secret(text, secrets),
        Expectation::State(state) => !holds_secret(&state.subject.label, secrets),
        Expectation::OpensWindow
        | Expectation::ClosesWindow
        | Expectation::MoreRows
        | Expectation::FewerRows
        | Expectation::Changed => true,
    });
    pin.effects.retain(|write| !tells_secret(write, secrets));
    if let Some(besides) = &mut pin.besides {
        besides.retain(|place| {
            let mut words = [&place.method, &place.shape]
                .into_iter()
                .chain(&place.operation);
            !words.any(|text| holds_secret(text, secrets))
        });
    }
}

/// Returns whether what a write must be holds a secret.
fn tells_secret(write: &ExpectedWrite, secrets: &Masker) -> bool {
    let names = write
        .fields
        .keys()
        .chain(&write.operation)
        .chain(&write.led_to)
        .chain(&write.site)
        .chain(&write.optional);
    let mut names = names.chain([&write.shape, &write.method]);
    names.any(|text| holds_secret(text, secrets))
}

fn scrub_evidence(evidence: &mut Evidence, secrets: &Masker) {
    let drop = |text: &mut Option<String>| {
        if text
            .as_ref()
            .is_some_and(|text| holds_secret(text, secrets))
        {
            *text = None;
        }
    };
    drop(&mut evidence.row);
    evidence.neighbours.iter_mut().for_each(drop);
    evidence.forget_around(&|text| holds_secret(text, secrets));
}

/// Returns whether a text holds a secret, also where the screen was read with its secrets masked.
fn holds_secret(text: &str, secrets: &Masker) -> bool {
    secrets.shows(text) || (!secrets.is_empty() && text.contains(MASK))
}
