//! The claims about the screen that a sentence makes which expects something.

use retap_model::phrase::Phrase;
use retap_model::program::{
    Assert, Check, Claim, CountClaim, Matching, Presence, Question, StateClaim, StepKind, Target,
    TextClaim,
};
use retap_model::verify::Property;

use super::intent::Intent;
use super::slot::Slot;
use super::step::{guess, question};
use super::{Clause, Reading};

/// The states a control can have, each beside its opposite.
const STATES: [(&str, Property, bool); 8] = [
    ("on", Property::Checked, true),
    ("off", Property::Checked, false),
    ("enabled", Property::Enabled, true),
    ("disabled", Property::Enabled, false),
    ("selected", Property::Selected, true),
    ("unselected", Property::Selected, false),
    ("checked", Property::Checked, true),
    ("unchecked", Property::Checked, false),
];

/// Returns the names of all states.
#[cfg(test)]
pub(super) fn states() -> impl Iterator<Item = &'static str> {
    STATES.iter().map(|(name, ..)| *name)
}

/// Returns the property that the state `word` is about, and whether it holds then.
pub(super) fn property_of(word: &str) -> Option<(Property, bool)> {
    let mut states = STATES.into_iter();
    let (_, property, is) = states.find(|(name, ..)| *name == word)?;
    Some((property, is))
}

/// Returns the target; a strict author means every word by the letter.
pub(super) fn by_letter(target: Target, reading: &Reading<'_>) -> Target {
    let matching = match target.matching {
        Matching::Described if reading.strict => Matching::Exact,
        other => other,
    };
    Target { matching, ..target }
}

/// Returns a claim about whether something shows.
pub(super) fn shown(target: Target, presence: Presence) -> Claim {
    Claim::Text(TextClaim { target, presence })
}

/// Returns the step that expects all of these to show, or none of them.
pub(super) fn expect_presence(
    it: &Intent,
    reading: &Reading<'_>,
    targets: Vec<Target>,
    presence: Presence,
) -> Option<StepKind> {
    if let Some(assert) = plain_assert(it, &targets, presence) {
        return Some(assert);
    }
    let claim = |target| match presence {
        Presence::Visible | Presence::InView => Some(shown(by_letter(target, reading), presence)),
        Presence::NotVisible | Presence::NotInView => hidden(it, reading, target, presence),
    };
    let claims: Option<Vec<Claim>> = targets.into_iter().map(claim).collect();
    Some(match claims {
        Some(claims) => check(it, reading, claims),
        None => question(Question::Then, &it.sentence),
    })
}

/// A skill that expects one element says so with the verb that skill YAML has for it.
fn plain_assert(it: &Intent, targets: &[Target], presence: Presence) -> Option<StepKind> {
    let [target] = targets else {
        return None;
    };
    let is_plain =
        it.clause == Clause::Step && target.matching == Matching::Usual && target.area.is_none();
    is_plain.then(|| {
        StepKind::Assert(Assert {
            target: target.clone(),
            presence,
        })
    })
}

/// Returns the claim that something does not show; nothing where it is only described, since it may go
/// by another name.
///
/// That a text does not show anywhere proves that it does not where the author means; that it shows
/// somewhere else proves nothing.
fn hidden(it: &Intent, reading: &Reading<'_>, target: Target, presence: Presence) -> Option<Claim> {
    let target = by_letter(target, reading);
    let is_owner_quoted = it
        .filled
        .iter()
        .all(|filled| filled.slot != Slot::Within || filled.is_quoted);
    let is_literal = it.is_literal() || reading.strict;
    let anywhere = Target {
        role: target.role.only().filter(|_| is_literal).into(),
        row: target.row.filter(|_| is_owner_quoted),
        area: None,
        ..target
    };
    (anywhere.matching != Matching::Described).then(|| shown(anywhere, presence))
}

/// Returns the step that expects some texts gone and others there.
pub(super) fn expect_changed(it: &Intent, reading: &Reading<'_>) -> Option<StepKind> {
    let gone = it.absent_targets().into_iter();
    let gone: Option<Vec<Claim>> = gone
        .map(|target| hidden(it, reading, target, Presence::NotVisible))
        .collect();
    let Some(mut claims) = gone else {
        return Some(question(Question::Then, &it.sentence));
    };
    let there = it.targets().into_iter();
    claims.extend(there.map(|target| shown(by_letter(target, reading), Presence::Visible)));
    Some(check(it, reading, claims))
}

/// Returns the step that expects a state, or its opposite.
pub(super) fn expect_state(
    it: &Intent,
    reading: &Reading<'_>,
    expected: Expected,
) -> Option<StepKind> {
    let (property, is) = property_of(it.text(Slot::State)?)?;
    let is = is == (expected == Expected::State);
    let claim = |target: Target| {
        let target = by_letter(target, reading);
        Claim::State(StateClaim {
            target,
            property,
            is,
        })
    };
    Some(check_each(it, reading, it.targets(), claim))
}

/// Whether a state is expected, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    State,
    Opposite,
}

/// Returns the step that expects so many; how many there are in one part of a screen, of one kind, or of
/// what is only described, is nothing a claim can say.
pub(super) fn expect_count(it: &Intent, reading: &Reading<'_>) -> Option<StepKind> {
    let at_least = it.count(Slot::Count)?;
    let is_everywhere = it.text(Slot::Within).is_none() && it.text(Slot::Area).is_none();
    let has_more = |target: &Target| target.role.only().is_some() || target.id.is_some();
    let is_everywhere = is_everywhere && !it.targets().iter().any(has_more);
    if !is_everywhere || !(it.is_literal() || reading.strict) {
        return Some(question(Question::Then, &it.sentence));
    }
    let claim = |target: Target| {
        Claim::Count(CountClaim {
            class: None,
            id: None,
            text: Some(target.label).filter(|label: &Phrase| !label.is_empty()),
            at_least,
        })
    };
    Some(check_each(it, reading, it.targets(), claim))
}

/// Returns the step that expects a screen, or another one.
pub(super) fn expect_screen(
    it: &Intent,
    reading: &Reading<'_>,
    presence: Presence,
) -> Option<StepKind> {
    if presence == Presence::NotVisible && !it.is_literal() && !reading.strict {
        return Some(question(Question::Then, &it.sentence));
    }
    let target = by_letter(it.screen()?, reading);
    let claim = Claim::Screen(TextClaim { target, presence });
    Some(check(it, reading, vec![claim]))
}

/// Returns the step that makes a claim about each of these.
fn check_each(
    it: &Intent,
    reading: &Reading<'_>,
    targets: Vec<Target>,
    claim: impl Fn(Target) -> Claim,
) -> StepKind {
    check(it, reading, targets.into_iter().map(claim).collect())
}

/// Returns the step that checks claims.
///
/// Quoted words are claimed. A thing that is only described is a guess when the description's own
/// words on the screen would prove it, and otherwise a question: that they are absent proves nothing.
fn check(it: &Intent, reading: &Reading<'_>, claims: Vec<Claim>) -> StepKind {
    let check = StepKind::Check(Check {
        claims,
        within: None,
        is_fingerprint: false,
    });
    match it.is_literal() || reading.strict {
        true => check,
        false => guess(Question::Then, &it.sentence, check),
    }
}
