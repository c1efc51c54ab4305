//! Expectations that name something which goes by another name now, and what acts bring now that were proven otherwise.

use retap_model::program::{Nature, Pin, Step};
use retap_model::screen::Screen;
use retap_model::select::Weight;
use retap_model::verify::{ChangedWords, Expectation, check};

use crate::compile::Observation;

/// Another name of an element that a replay proved to be the recorded one.
pub(super) struct Renaming {
    pub(super) from: String,
    pub(super) to: String,
    /// What that means.
    pub(super) weight: Weight,
}

/// Returns the expectations of a step that passed and that were not seen to hold, neither at its end nor before the next act:
/// a replay goes on when most of them do.
pub(super) fn unseen<'a>(
    step: &Step,
    pin: &'a Pin,
    seen: &Observation,
    next: Option<&Observation>,
) -> Vec<&'a Expectation> {
    if matches!(step.kind.nature(), Nature::Proof | Nature::Record) {
        return Vec::new();
    }
    let unseen = pin.expect.iter();
    let unseen = unseen.filter(|check| holds(check, seen, next) == Some(false));
    unseen.collect()
}

/// Returns whether an expectation held on a reading after the act; `None` without any.
fn holds(check: &Expectation, seen: &Observation, next: Option<&Observation>) -> Option<bool> {
    let before: &Screen = seen.before.as_deref()?;
    let later = next.and_then(|next| next.before.as_deref());
    let mut readings = seen.after.as_deref().into_iter().chain(later).peekable();
    readings.peek()?;
    Some(readings.any(|now| check.holds(before, now)))
}

/// Returns the expectations of a step under the new names, with what that means, where one of them did not hold under the
/// old name and does under the new one.
pub(super) fn renamed(
    step: &Step,
    pin: &Pin,
    seen: &Observation,
    next: Option<&Observation>,
    renamings: &[Renaming],
) -> Option<(Vec<Expectation>, Weight)> {
    let mut expect = pin.expect.clone();
    let mut weight = None;
    let unseen = unseen(step, pin, seen, next);
    for check in expect.iter_mut().filter(|check| unseen.contains(&&**check)) {
        let new = renamings
            .iter()
            .find_map(|it| Some((with_name(check, it)?, it.weight)));
        if let Some((new, own)) = new
            && holds(&new, seen, next) == Some(true)
        {
            *check = new;
            weight = weight.max(Some(own));
        }
    }
    Some((expect, weight?))
}

/// Returns an expectation under the new name; nothing where it names something else.
fn with_name(check: &Expectation, renaming: &Renaming) -> Option<Expectation> {
    let to = renaming.to.clone();
    match check {
        Expectation::Shows(text) if *text == renaming.from => Some(Expectation::Shows(to)),
        Expectation::Offers(text) if *text == renaming.from => Some(Expectation::Offers(to)),
        Expectation::App(_)
        | Expectation::Shows(_)
        | Expectation::Offers(_)
        | Expectation::Hides(_)
        | Expectation::State(_)
        | Expectation::OpensWindow
        | Expectation::ClosesWindow
        | Expectation::MoreRows
        | Expectation::FewerRows
        | Expectation::Changed => None,
    }
}

/// Returns what a step brings now, and what still holds of what it brought, where a replay went on without enough of that: what
/// the next step acts on proved it. `fresh` is what a lesson of this run would keep.
pub(super) fn brought_now(
    pin: &Pin,
    seen: &Observation,
    next: Option<&Observation>,
    fresh: &Pin,
) -> Option<Vec<Expectation>> {
    let before: &Screen = seen.before.as_deref()?;
    let later = next.and_then(|next| next.before.as_deref());
    let mut readings = seen.after.as_deref().into_iter().chain(later).peekable();
    readings.peek().filter(|_| !seen.acts.is_empty())?;
    let is_proven = |now: &Screen| check(&pin.expect, before, now).is_proven(ChangedWords::OfAll);
    if pin.expect.is_empty() || readings.any(is_proven) {
        return None;
    }
    let kept = pin.expect.iter();
    let kept = kept.filter(|check| holds(check, seen, next) == Some(true));
    let mut expect: Vec<Expectation> = kept.cloned().collect();
    let new = fresh.expect.iter().filter(|it| !expect.contains(it));
    let new: Vec<Expectation> = new.cloned().collect();
    expect.extend(new);
    let proves = |it: &Expectation| *it != Expectation::Changed;
    expect.iter().any(proves).then_some(expect)
}
