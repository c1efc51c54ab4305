//! `pin(draft, observations)`: what was seen becomes what is pinned. Pure.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Action;
use retap_model::event::Tally;
use retap_model::geometry::Point;
use retap_model::phrase::{Part, Phrase};
use retap_model::program::{
    CompiledAction, CompiledProgram, CompiledStep, Draft, Matching, Nature, Pin, PinnedPlace,
    PinnedScroll, Program, ProvenBy, Step, StepId, StepKind, Target, TouchEffect, has_values,
};
use retap_model::screen::Screen;
use retap_model::secret::Masker;
use retap_model::select::{Evidence, MatchQuality, Search, is_shown, locate};
use retap_model::verify::{
    Expectation, ExpectedWrite, RowGain, RunSpecifics, WritePlace, mine, new_errors, page_errors,
};
use thiserror::Error;

use super::effects::effects;
use super::observation::{FoundTarget, Observation};
use super::run_specifics::SpecificsByStep;
use super::scrub::scrub;
use super::shared_claims::shared_claims;

/// Why observations do not make a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PinError {
    /// Every check of the program already held before its first act.
    #[error(
        "everything it checks already held before its first step, so a replay would \
         prove nothing; start from another screen, such as the home screen"
    )]
    Vacuous,
    /// No step was observed at all.
    #[error("no step was observed")]
    NothingObserved,
    /// Two lessons of one source did not come to the same steps.
    #[error(
        "the lesson before took its sentences for other steps; compile it anew, without `--again`"
    )]
    OtherSteps,
    /// Nothing of what stood for a sentence in one lesson was there in the other.
    #[error("nothing that showed for line {line} showed in both lessons; quote what must show")]
    NothingInCommon {
        /// The line of the sentence.
        line: usize,
    },
}

/// Returns the program that replays what was observed.
///
/// A step that ran several times keeps what all of its rounds agree on. Targets inside a loop are
/// about whatever is there in that round, so they stay words.
pub fn pin(
    draft: Draft,
    observations: &[Observation],
    secrets: &Masker,
    learned: Option<Tally>,
) -> Result<Program, PinError> {
    if observations.is_empty() {
        return Err(PinError::NothingObserved);
    }
    let pins = pins_of(&draft, observations, secrets);
    if is_vacuous(&draft, &pins, observations) {
        return Err(PinError::Vacuous);
    }
    Ok(Program {
        draft,
        pins,
        learned,
    })
}

/// Returns what is pinned to each step that was observed, whether or not all of it together proves anything.
pub(crate) fn pins_of(
    draft: &Draft,
    observations: &[Observation],
    secrets: &Masker,
) -> BTreeMap<StepId, Pin> {
    let looped = looped_steps(draft);
    let mut effects = effects(draft, observations, &looped, secrets);
    let specifics = SpecificsByStep::of(draft, observations, secrets);
    let mut pins: BTreeMap<StepId, Pin> = BTreeMap::new();
    for (_, step) in draft.flat() {
        let seen: Vec<&Observation> = observations
            .iter()
            .filter(|observation| observation.step == step.id)
            .collect();
        let mut found = seen
            .iter()
            .filter_map(|seen| pin_step(step, seen, &specifics.seen_by(seen)));
        let Some(first) = found.next() else { continue };
        let pin = found.fold(first, agree);
        let mut pin = if looped.contains(&step.id) {
            Pin {
                strategy: pin.strategy,
                ..pin.without_target()
            }
        } else {
            pin
        };
        pin.effects = effects.writes.remove(&step.id).unwrap_or_default();
        let besides = effects.besides.remove(&step.id).unwrap_or_default();
        let says_more = !besides.is_empty() || !pin.effects.is_empty();
        pin.besides = says_more.then_some(besides);
        if let Some(things) = effects.things.remove(&step.id) {
            (pin.entities, pin.other_entities) = things.marks();
        }
        let has_error = |seen: &&Observation| {
            let screens = seen.before.as_ref().zip(seen.after.as_ref());
            screens.is_some_and(|(before, after)| !page_errors(before, after).is_empty())
        };
        pin.shows_error |= !pin.effects.is_empty() && seen.iter().any(has_error);
        if let ([seen], false) = (seen.as_slice(), pin.effects.is_empty()) {
            pin.rows = row_gain(seen, observations);
        }
        scrub(&mut pin, secrets);
        pin.fading.retain(|check| pin.expect.contains(check));
        pins.insert(step.id, pin);
    }
    pins
}

fn pin_step(step: &Step, seen: &Observation, own: &RunSpecifics) -> Option<Pin> {
    let mut pin = Pin::new(step.kind.compiled_action()?);
    let mut acted_on = seen.acted_on(&step.kind).iter();
    if let Some(target) = step.kind.acted_target() {
        (pin.place, pin.evidence) = place_of(target, acted_on.next(), seen);
    }
    if let Some(destination) = step.kind.destination() {
        (pin.destination, pin.destination_evidence) = place_of(destination, acted_on.next(), seen);
        pin.destination = pin.destination.or_else(|| drag_end(seen));
    }
    if let Some(target) = step.kind.awaited_target() {
        pin.strategy = seen
            .after
            .as_ref()
            .filter(|_| is_fixed(target))
            .and_then(|screen| is_shown(screen, target))
            .map(|found| found.strategy);
    }
    if let StepKind::WaitFor(wait) = &step.kind {
        pin.evidence = seen
            .after
            .as_ref()
            .filter(|_| is_fixed(&wait.target))
            .and_then(|screen| look_up(screen, &wait.target))
            .map(|it| Evidence::recorded(&it.screen, it.found.index));
    }
    for evidence in [&mut pin.evidence, &mut pin.destination_evidence] {
        let evidence = evidence.iter_mut();
        evidence.for_each(|it| it.forget_around(&|text| own.are_in(text)));
    }
    let waited = seen.waited().max(seen.answered_in());
    pin.waited = waited.map(whole_seconds).filter(|it| *it > MOMENT);
    if let Some(evidence) = &mut pin.evidence {
        if let StepKind::Tap(tap) = &step.kind {
            evidence.is_said_irreversible = tap.is_irreversible;
        } else {
            // Other acts say themselves which state they want.
            evidence.checked = None;
        }
    }
    match pin.action {
        CompiledAction::Sleep => pin.observed_delay = Some(seen.took),
        CompiledAction::ScrollSequence => pin.scroll = scroll_of(step, seen),
        CompiledAction::Tap | CompiledAction::Passthrough | CompiledAction::Assertion => {}
    }
    if step.kind.proof() == ProvenBy::ScreenChange
        && let (Some(before), Some(after)) = (&seen.before, &seen.after)
    {
        pin.expect = earliest(mine(before, after, own), before, seen);
        let page = seen.page_before.as_ref().unwrap_or(before);
        let is_new = |it: &Expectation| it.is_new_on_page(page);
        pin.is_new_on_page = !pin.expect.is_empty() && pin.expect.iter().all(is_new);
        let screens = seen.first_after.iter().chain([after]);
        pin.shows_error = screens
            .into_iter()
            .any(|now| !new_errors(before, now).is_empty());
        if let Some((late, last)) = &seen.watched {
            pin.late = late.map(half_seconds);
            let fades = |check: &&Expectation| !check.holds(before, last);
            pin.fading = pin.expect.iter().filter(fades).cloned().collect();
        }
    }
    Some(without_hollow_action(pin))
}

/// Returns the rows that an act brought and that stayed, and which typed texts they show.
fn row_gain(seen: &Observation, observations: &[Observation]) -> Option<RowGain> {
    let earlier = observations
        .iter()
        .take_while(|other| !std::ptr::eq(*other, seen));
    let typed = earlier.flat_map(|other| {
        let texts = other.acts.iter().filter_map(Action::typed);
        texts.map(|text| (other.step, text.to_owned()))
    });
    let typed: Vec<(StepId, String)> = typed.collect();
    let (before, after) = (seen.before.as_ref()?, seen.after.as_ref()?);
    let gain = RowGain::of(before, after, &typed)?;
    let last = seen.watched.as_ref().map(|(_, screen)| screen);
    let stays = last.is_none_or(|last| match gain.more {
        0 => gain.fault(before, last, &typed).is_none(),
        _ => Expectation::MoreRows.holds(before, last),
    });
    stays.then_some(gain)
}

/// What takes no longer need not be remembered.
const MOMENT: Duration = Duration::from_secs(1);

/// Returns the time in seconds, so that lessons that went alike say the same.
fn whole_seconds(time: Duration) -> Duration {
    Duration::from_secs(time.as_millis().div_ceil(1000) as u64)
}

/// Returns the time in half seconds, for the same reason.
fn half_seconds(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis().div_ceil(500) as u64 * 500)
}

/// Returns the checks that already held on the first screen that answered the act, if any did:
/// they prove it just as well, and a replay need not wait for the rest to load.
fn earliest(checks: Vec<Expectation>, before: &Screen, seen: &Observation) -> Vec<Expectation> {
    let Some(first) = &seen.first_after else {
        return checks;
    };
    let early: Vec<Expectation> = checks
        .iter()
        .filter(|check| check.holds(before, first))
        .cloned()
        .collect();
    if early.is_empty() { checks } else { early }
}

fn place_of(
    target: &Target,
    acted_on: Option<&FoundTarget>,
    seen: &Observation,
) -> (Option<PinnedPlace>, Option<Evidence>) {
    if !is_fixed(target) {
        return (None, None);
    }
    // Only of an agent that touched it by itself is not known what it found.
    let looked_up = match (&seen.reported, &seen.before) {
        (Some(_), Some(screen)) => look_up(screen, target),
        (Some(_) | None, _) => None,
    };
    let found = acted_on.or(looked_up.as_ref());
    let reported = seen.reported.as_ref().and_then(|it| it.place.clone());
    let place = reported.or_else(|| found.map(|found| pinned_place(target, found)));
    let evidence = found.map(|it| Evidence::recorded(&it.screen, it.found.index));
    (place, evidence)
}

fn pinned_place(target: &Target, it: &FoundTarget) -> PinnedPlace {
    // What was only described has been given its own name since.
    let strategy = match target.matching {
        Matching::Exact => MatchQuality::Exact,
        Matching::Usual | Matching::Contains | Matching::Described => it.found.strategy,
    };
    let confidence = it.screen.elements[it.found.index].confidence;
    PinnedPlace {
        point: rounded(it.found.point),
        confidence: Some(confidence.unwrap_or(1.0)),
        strategy: Some(strategy.as_str().to_owned()),
    }
}

fn look_up(screen: &Arc<Screen>, target: &Target) -> Option<FoundTarget> {
    match locate(screen, target, None) {
        Search::Found(found) => Some(FoundTarget {
            found,
            screen: Arc::clone(screen),
        }),
        Search::Ambiguous(_) | Search::Missing(_) => None,
    }
}

fn drag_end(seen: &Observation) -> Option<PinnedPlace> {
    seen.acts.iter().find_map(|act| match act {
        Action::Drag(_, to, _) => Some(PinnedPlace {
            point: rounded(*to),
            confidence: None,
            strategy: None,
        }),
        _ => None,
    })
}

/// Points are kept to a tenth: finer is noise, and shorter reads better.
fn rounded(point: Point) -> Point {
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    Point::new(tenth(point.x), tenth(point.y))
}

/// Returns how far it was scrolled; nothing if that was tried at more than one place, where the next time
/// has to look after each swipe again.
fn scroll_of(step: &Step, seen: &Observation) -> Option<PinnedScroll> {
    if let Some(scroll) = seen
        .reported
        .as_ref()
        .and_then(|reported| reported.scroll.clone())
    {
        return Some(scroll);
    }
    let starts: Vec<&Point> = seen
        .acts
        .iter()
        .filter_map(|act| match act {
            Action::Swipe(from, ..) => Some(from),
            _ => None,
        })
        .collect();
    let StepKind::ScrollTo(scroll) = &step.kind else {
        return None;
    };
    let is_one_place = starts.iter().all(|start| Some(start) == starts.first());
    is_one_place.then_some(PinnedScroll {
        count: starts.len() as u32,
        direction: scroll.direction,
    })
}

/// Returns whether the words mean the same in every run and may be kept.
fn is_fixed(target: &Target) -> bool {
    let is_fixed = |phrase: &Phrase| {
        let has_recall = phrase
            .parts()
            .iter()
            .any(|part| matches!(part, Part::Recall(_)));
        !has_recall && !phrase.is_secret()
    };
    is_fixed(&target.label) && target.row.as_ref().is_none_or(is_fixed)
}

/// Returns what both rounds of a step, or both lessons of it, agree on.
fn agree(left: Pin, right: Pin) -> Pin {
    let besides = besides(&left, &right);
    let evidence = |left: Option<Evidence>, right: Option<Evidence>| left?.common(&right?);
    let place = |left: Option<PinnedPlace>, right: &Option<PinnedPlace>| {
        left.filter(|place| Some(place) == right.as_ref())
    };
    without_hollow_action(Pin {
        action: left.action,
        place: place(left.place, &right.place),
        evidence: evidence(left.evidence, right.evidence),
        destination: place(left.destination, &right.destination),
        destination_evidence: evidence(left.destination_evidence, right.destination_evidence),
        strategy: left.strategy.max(right.strategy),
        observed_delay: left.observed_delay.max(right.observed_delay),
        waited: left.waited.max(right.waited),
        rows: left
            .rows
            .zip(right.rows)
            .and_then(|(left, right)| left.agree(&right)),
        late: left.late.max(right.late),
        fading: left.fading.into_iter().chain(right.fading).collect(),
        scroll: left
            .scroll
            .filter(|scroll| Some(scroll) == right.scroll.as_ref()),
        expect: left
            .expect
            .into_iter()
            .filter(|check| right.expect.contains(check))
            .collect(),
        is_new_on_page: left.is_new_on_page && right.is_new_on_page,
        shows_error: left.shows_error || right.shows_error,
        effects: left
            .effects
            .iter()
            .filter_map(|own| {
                let mut theirs = right.effects.iter();
                theirs
                    .find(|theirs| own.is_like(theirs))
                    .map(|theirs| own.agree(theirs))
            })
            .collect(),
        besides,
        entities: &left.entities & &right.entities,
        other_entities: &left.other_entities | &right.other_entities,
    })
}

/// Returns where the writes went that either of two lessons saw and not both require.
fn besides(left: &Pin, right: &Pin) -> Option<BTreeSet<WritePlace>> {
    let besides = match (&left.besides, &right.besides) {
        (Some(left), Some(right)) => left | right,
        (besides, None) | (None, besides) => besides.clone()?,
    };
    let is_in =
        |write: &&ExpectedWrite, other: &Pin| other.effects.iter().any(|it| it.is_like(write));
    let ours = left.effects.iter().filter(|write| !is_in(write, right));
    let theirs = right.effects.iter().filter(|write| !is_in(write, left));
    let lost = ours.chain(theirs).filter_map(WritePlace::of_expected);
    Some(besides.into_iter().chain(lost).collect())
}

/// Drops the action of a pin that lacks what a plain reader needs to replay it.
fn without_hollow_action(mut pin: Pin) -> Pin {
    let is_hollow = match pin.action {
        CompiledAction::Tap => pin.place.is_none(),
        CompiledAction::ScrollSequence => pin.scroll.is_none(),
        CompiledAction::Sleep | CompiledAction::Passthrough | CompiledAction::Assertion => false,
    };
    if is_hollow {
        pin.action = CompiledAction::Passthrough;
    }
    pin
}

fn looped_steps(draft: &Draft) -> BTreeSet<StepId> {
    let mut looped = BTreeSet::new();
    for (_, step) in draft.flat() {
        if matches!(step.kind, StepKind::Repeat(_)) {
            for branch in step.kind.branches() {
                let inner = Draft {
                    header: draft.header.clone(),
                    steps: branch.clone(),
                };
                looped.extend(inner.flat().iter().map(|(_, step)| step.id));
            }
        }
    }
    looped
}

/// Returns whether every check of the program held on the first screen already.
fn is_vacuous(draft: &Draft, pins: &BTreeMap<StepId, Pin>, observations: &[Observation]) -> bool {
    let first_of = |step: &Step| {
        observations
            .iter()
            .find(|seen| seen.step == step.id)
            .and_then(|seen| seen.before.as_ref())
    };
    let Some(first) = draft
        .flat()
        .into_iter()
        .find_map(|(_, step)| first_of(step))
    else {
        // Without a single reading nothing can be said; an agent's report is taken at its word.
        return false;
    };
    !draft.flat().into_iter().any(|(_, step)| {
        let pin = pins.get(&step.id);
        let expect = pin.map_or(&[][..], |pin| &pin.expect);
        pin.is_some_and(|pin| !pin.effects.is_empty()) || fails_on(first, step, expect)
    })
}

fn fails_on(first: &Screen, step: &Step, expect: &[Expectation]) -> bool {
    step.kind.is_unproven_on(first) || expect.iter().any(|check| !check.holds(first, first))
}

/// Returns the program that both lessons of the draft agree on. `seen` is of the later one.
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
            let pin = match (&then.pin, &now.pin) {
                (Some(then), Some(now)) if is_another => Some(shared_by_other_targets(then, now)),
                (Some(then), Some(now)) => Some(agree(then.clone(), now.clone())),
                // A step that only one lesson came to is as that one saw it.
                (then, now) => now.as_ref().or(then.as_ref()).cloned(),
            };
            CompiledStep { pin, ..now.clone() }
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
    let standalone = match (&earlier.standalone, &later.standalone) {
        (Some(then), Some(now)) => Some(shared_claims(then, now)?),
        (_, now) => now.clone(),
    };
    Ok(CompiledProgram {
        values: later.values.clone().filter(|_| !has_other_values),
        steps,
        standalone,
        ..later.clone()
    })
}

/// Returns the acts of which a replay proves no more than that the screen changes somehow, and that no check follows
/// which did not hold before them already, as far as `seen` tells.
pub fn unproven_steps<'a>(
    draft: &'a Draft,
    compiled: &'a CompiledProgram,
    seen: &[Observation],
) -> Vec<(&'a CompiledStep, &'a Step)> {
    let steps: Vec<&Step> = draft.flat().into_iter().map(|(_, step)| step).collect();
    let before = |step: StepId| {
        let mut seen = seen.iter().filter(|seen| seen.step == step);
        seen.find_map(|seen| seen.before.as_deref())
    };
    let is_checked_next = |compiled: &CompiledStep, step: &Step| {
        let later = steps.iter().skip(compiled.index + 1);
        let mut checks = later.take_while(|next| next.kind.nature() == Nature::Proof);
        let before = before(step.id);
        checks.any(|next| before.is_none_or(|before| next.kind.is_unproven_on(before)))
    };
    let all = compiled.steps.iter().zip(steps.iter().copied());
    let unproven = all.filter(|(compiled, step)| {
        let shows = step.kind.proof() == ProvenBy::ScreenChange
            && step.kind.expected_effect() != TouchEffect::None;
        let has_check = |pin: &Pin| pin.checks().next().is_some() || !pin.effects.is_empty();
        let is_unproven = compiled.pin.as_ref().is_some_and(|pin| !has_check(pin));
        shows && is_unproven && !is_checked_next(compiled, step)
    });
    unproven.collect()
}

/// Returns what two pins share whose targets are different elements.
fn shared_by_other_targets(then: &Pin, now: &Pin) -> Pin {
    let both = agree(then.clone(), now.clone());
    let left = both.without_target();
    Pin {
        expect: both.expect,
        effects: both.effects,
        is_new_on_page: both.is_new_on_page,
        besides: both.besides,
        shows_error: both.shows_error,
        ..left
    }
}
