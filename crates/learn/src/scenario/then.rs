//! What a `then` means as claims about the screen.

use retap_model::phrase::Phrase;
use retap_model::program::{
    Check, Claim, CountClaim, Presence, Question, StateClaim, StepKind, TextClaim,
};
use retap_model::verify::Property;

use crate::source::understand::{Expectation, Intent, Mention, State, TextMatch, understand_then};

use super::meaning::{Reading, guess, is_said, question, shown, target};

/// Returns the step a `then` means.
///
/// What the author quoted is claimed. What is only described is a guess when the description's own
/// words on the screen would prove it, and otherwise a question: that they are absent proves nothing.
pub(super) fn kind_of_then(reading: &Reading<'_>, sentence: &str, strict: bool) -> StepKind {
    let Intent::Expect(expectations) = understand_then(sentence, reading.locale) else {
        return question(Question::Then, sentence);
    };
    let mut claims = Vec::new();
    let mut is_certain = true;
    for expectation in &expectations {
        match claim_of(expectation, strict) {
            Some((claim, certain)) => {
                claims.push(claim);
                is_certain &= certain;
            }
            None => return question(Question::Then, sentence),
        }
    }
    let check = StepKind::Check(Check {
        claims,
        within: None,
        is_fingerprint: false,
    });
    if is_certain {
        check
    } else {
        guess(Question::Then, sentence, check)
    }
}

/// Returns the claim, and whether its failure proves that the expectation does not hold; nothing where
/// no claim could prove it.
fn claim_of(expectation: &Expectation, strict: bool) -> Option<(Claim, bool)> {
    match expectation {
        Expectation::Shown { what, negate } => text_claim(what, *negate, strict),
        Expectation::ScreenShown { name, negate } => screen_claim(name, *negate, strict),
        Expectation::StateIs { what, state } => {
            Some((state_claim(what, *state, strict), is_said(what, strict)))
        }
        Expectation::CountAtLeast { what, count } => count_claim(what, *count, strict),
    }
}

/// That a text does not show anywhere proves that it does not where the author means; that it shows
/// somewhere else proves nothing.
fn text_claim(what: &Mention, negate: bool, strict: bool) -> Option<(Claim, bool)> {
    let is_said = is_said(what, strict);
    if !negate {
        return Some((shown(what, Presence::Visible, strict), is_said));
    }
    let is_described = what.by == TextMatch::Described && !strict;
    let anywhere = Mention {
        role: what.role.filter(|_| is_said),
        within: what.within.clone().filter(|owner| owner.is_quoted),
        area: None,
        ..what.clone()
    };
    (!is_described).then(|| (shown(&anywhere, Presence::NotVisible, strict), is_said))
}

fn screen_claim(name: &Mention, negate: bool, strict: bool) -> Option<(Claim, bool)> {
    let is_said = is_said(name, strict);
    let presence = match negate {
        true => Presence::NotVisible,
        false => Presence::Visible,
    };
    let claim = Claim::Screen(TextClaim {
        target: target(name, strict),
        presence,
    });
    (is_said || !negate).then_some((claim, is_said))
}

/// How many there are in one part of a screen is nothing a claim can say.
fn count_claim(what: &Mention, count: u32, strict: bool) -> Option<(Claim, bool)> {
    let is_everywhere = what.within.is_none() && what.area.is_none();
    let claim = Claim::Count(CountClaim {
        class: None,
        id: None,
        text: Some(Phrase::of_sentence(&what.text)),
        at_least: count,
    });
    (is_said(what, strict) && is_everywhere).then_some((claim, true))
}

fn state_claim(what: &Mention, state: State, strict: bool) -> Claim {
    let (property, is) = match state {
        State::On | State::Checked => (Property::Checked, true),
        State::Off | State::Unchecked => (Property::Checked, false),
        State::Enabled => (Property::Enabled, true),
        State::Disabled => (Property::Enabled, false),
        State::Selected => (Property::Selected, true),
        State::Unselected => (Property::Selected, false),
    };
    Claim::State(StateClaim {
        target: target(what, strict),
        property,
        is,
    })
}
