//! What would have to be written so that the steps whose targets changed are as in a lesson of today.

use std::collections::BTreeMap;

use retap_model::codec::sha256_hex;
use retap_model::phrase::Phrase;
use retap_model::program::{
    CompiledProgram, Draft, Nature, Pin, Program, SourceMark, Step, StepId, StepKind, Target,
};
use retap_model::secret::Masker;
use retap_model::select::{
    Evidence, MatchQuality, Search, Weight, differences, is_shown, locate, weigh,
};
use retap_model::verify::Expectation;

use super::expectations::{Renaming, brought_now, renamed};
use super::relearn::Relearned;
use super::seen_target::{SeenTarget, Slot, seen_targets, with_screens};
use crate::compile::{Observation, pins_of};

/// Another label for the target of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relabelling {
    /// The step.
    pub step: StepId,
    /// The label of the source.
    pub from: String,
    /// The name that the element has now.
    pub to: String,
}

/// What would be changed of one step.
#[derive(Debug, Clone)]
pub struct Healing {
    /// The step.
    pub step: StepId,
    /// The step in words; secrets are masked.
    pub title: String,
    /// What is recorded otherwise, in words.
    pub changes: Vec<String>,
    /// What that means.
    pub weight: Weight,
    /// The new label, where the one of the source no longer names the element.
    pub label: Option<Relabelling>,
    /// Why it cannot be healed, although it changed.
    pub obstacle: Option<&'static str>,
    part: Part,
}

/// The part of a pin that is replaced.
#[derive(Debug, Clone)]
enum Part {
    /// All of it: what is known of its targets, with the rest as it was.
    Pin(Box<Pin>),
    /// What must hold after it.
    Expectations(Vec<Expectation>),
}

/// Returns what a replay that passed would change of the compiled file it replayed. What is expected and what the server must
/// take stays, but for other names of targets, and for steps that were learned anew on request.
pub fn propose(
    compiled: &CompiledProgram,
    program: &Program,
    seen: &[Observation],
    secrets: &Masker,
    relearned: &[Relearned],
) -> Vec<Healing> {
    let seen = &with_screens(seen);
    let steps = program.draft.flat();
    let changed: Vec<Changed<'_>> = steps
        .iter()
        .filter_map(|(_, step)| Changed::of(step, compiled, seen, relearned))
        .collect();
    let labels: Vec<Relabelling> = changed.iter().filter_map(|it| it.label.clone()).collect();
    let draft = relabelled(&program.draft, &labels);
    let fresh = pins_of(&draft, seen, secrets);
    let mut healings: Vec<Healing> = changed
        .iter()
        .map(|it| it.healing(&draft, &fresh, secrets))
        .collect();
    let renamings: Vec<Renaming> = changed
        .iter()
        .zip(&healings)
        .flat_map(|(it, healing)| it.renamings(healing))
        .collect();
    let is_learned = |step: &Step| relearned.iter().any(|it| it.step == step.id);
    for (at, (_, step)) in steps.iter().enumerate() {
        // What the author asks for next may come up in place of what was learned.
        let is_asked = steps.get(at + 1).is_some_and(|(_, next)| is_block(next));
        if is_learned(step) {
            continue;
        }
        let others = fresh.get(&step.id).filter(|_| !is_asked);
        let others = other_expectations(step, compiled, seen, (&renamings, others));
        healings.extend(others.map(|(expect, weight)| {
            let pin = compiled.steps[step.id.0].pin.as_ref();
            let before = pin.map_or(&[][..], |pin| &pin.expect);
            Healing {
                step: step.id,
                title: secrets.mask(&step.title()).into_owned(),
                changes: masked(&expectation_changes(before, &expect), secrets),
                weight,
                label: None,
                obstacle: None,
                part: Part::Expectations(expect),
            }
        }));
    }
    healings.sort_by_key(|it| it.step);
    healings
}

/// Returns what a step is to expect where that goes by another name now, or was not what proved the step, with what it means.
fn other_expectations(
    step: &Step,
    compiled: &CompiledProgram,
    seen: &[Observation],
    (renamings, fresh): (&[Renaming], Option<&Pin>),
) -> Option<(Vec<Expectation>, Weight)> {
    let pin = compiled.steps.get(step.id.0)?.pin.as_ref()?;
    let at = seen.iter().rposition(|seen| seen.step == step.id)?;
    let (own, next) = (&seen[at], seen.get(at + 1));
    let renamed = renamed(step, pin, own, next, renamings);
    renamed.or_else(|| Some((brought_now(pin, own, next, fresh?)?, Weight::Meaning)))
}

fn is_block(step: &Step) -> bool {
    step.kind.nature() == Nature::Block
}

fn masked(words: &[String], secrets: &Masker) -> Vec<String> {
    let masked = words.iter().map(|it| secrets.mask(it).into_owned());
    masked.collect()
}

/// A step whose target changed.
struct Changed<'a> {
    step: &'a Step,
    /// What the compiled file says.
    pin: &'a Pin,
    /// Its targets that changed.
    targets: Vec<SeenTarget<'a>>,
    label: Option<Relabelling>,
    learned: Option<&'a Relearned>,
}

impl<'a> Changed<'a> {
    fn of(
        step: &'a Step,
        compiled: &'a CompiledProgram,
        seen: &'a [Observation],
        relearned: &'a [Relearned],
    ) -> Option<Self> {
        let pin = compiled.steps.get(step.id.0)?.pin.as_ref()?;
        let seen = seen.iter().rev().find(|seen| seen.step == step.id)?;
        let learned = relearned.iter().find(|it| it.step == step.id);
        let mut targets = seen_targets(step, Some(pin), seen);
        targets.retain(|it| {
            let has_changed = !it.found.drift.is_empty() || learned.is_some();
            it.evidence.is_some() && has_changed && !it.target.label.is_secret()
        });
        if targets.is_empty() && learned.is_none() {
            return None;
        }
        let label = match learned {
            Some(learned) => learned.label.clone(),
            None => targets.iter().find_map(|it| new_label(step, pin, it)),
        };
        Some(Self {
            step,
            pin,
            targets,
            label,
            learned,
        })
    }

    fn healing(&self, draft: &Draft, fresh: &BTreeMap<StepId, Pin>, secrets: &Masker) -> Healing {
        let fresh = fresh.get(&self.step.id);
        let pin = fresh.map_or_else(|| self.pin.clone(), |fresh| self.merged(fresh));
        let pairs = self.pairs(&pin);
        let weights = pairs.iter().map(|(then, now)| weigh(then, now));
        let least = match self.learned {
            Some(_) => Weight::Meaning,
            None => Weight::Cosmetic,
        };
        let mut changes: Vec<String> = pairs
            .iter()
            .flat_map(|(then, now)| differences(then, now))
            .collect();
        changes.extend(expectation_changes(&self.pin.expect, &pin.expect));
        Healing {
            step: self.step.id,
            title: secrets.mask(&self.step.title()).into_owned(),
            changes: masked(&changes, secrets),
            weight: weights.fold(least, Weight::max),
            label: self.label.clone(),
            obstacle: self.obstacle(draft, &pin),
            part: Part::Pin(Box::new(pin)),
        }
    }

    /// Returns the other names that its targets have in what would be recorded.
    fn renamings(&self, healing: &Healing) -> Vec<Renaming> {
        let Part::Pin(pin) = &healing.part else {
            return Vec::new();
        };
        let pairs = self.pairs(pin).into_iter();
        let is_renamed = |(then, now): &(&Evidence, &Evidence)| {
            !then.text.is_empty() && !now.text.is_empty() && then.text != now.text
        };
        let pairs = pairs.filter(|_| healing.obstacle.is_none());
        pairs
            .filter(is_renamed)
            .map(|(then, now)| Renaming {
                from: then.text.clone(),
                to: now.text.clone(),
                weight: healing.weight,
            })
            .collect()
    }

    /// Returns the recorded pin with the targets that changed as they are today.
    fn merged(&self, fresh: &Pin) -> Pin {
        let mut pin = self.pin.clone();
        for it in &self.targets {
            match it.slot {
                Slot::Acted => {
                    pin.place.clone_from(&fresh.place);
                    pin.evidence.clone_from(&fresh.evidence);
                }
                Slot::Destination => {
                    pin.destination.clone_from(&fresh.destination);
                    pin.destination_evidence
                        .clone_from(&fresh.destination_evidence);
                }
                Slot::Awaited => {
                    pin.evidence.clone_from(&fresh.evidence);
                    // A looser match than recorded would let more pass than the lesson did.
                    pin.strategy = fresh.strategy.min(pin.strategy).or(pin.strategy);
                }
            }
        }
        if self.is_effect_new() {
            pin.expect.clone_from(&fresh.expect);
            pin.is_new_on_page = fresh.is_new_on_page;
            pin.shows_error = fresh.shows_error;
        }
        pin
    }

    fn is_effect_new(&self) -> bool {
        self.learned.is_some_and(|it| it.is_effect_new)
    }

    /// Returns what was and what is recorded of the targets that changed.
    fn pairs<'p>(&'p self, pin: &'p Pin) -> Vec<(&'p Evidence, &'p Evidence)> {
        let pair = |it: &'p SeenTarget<'a>| Some((it.evidence?, evidence_in(it.slot, pin)?));
        self.targets.iter().filter_map(pair).collect()
    }

    /// Returns why the new marks cannot be used: they must find the very element, unchanged, on the screen of the replay.
    fn obstacle(&self, draft: &Draft, pin: &Pin) -> Option<&'static str> {
        let steps = draft.flat();
        let (_, step) = steps.iter().find(|(_, step)| step.id == self.step.id)?;
        if self.is_effect_new() && pin.checks().next().is_none() {
            return Some("nothing that came of it in this run would prove it");
        }
        self.targets.iter().find_map(|it| {
            let Some(evidence) = evidence_in(it.slot, pin) else {
                return Some("nothing that may be kept tells it from others");
            };
            let target = target_in(it.slot, &step.kind)?;
            if it.slot != Slot::Awaited && evidence.contradicts(target) {
                return Some("its label does not name it any more, and it has no name to take");
            }
            match locate(&it.screen, target, Some(evidence)) {
                Search::Found(found) if found.index == it.found.index && found.drift.is_empty() => {
                    None
                }
                Search::Found(_) | Search::Ambiguous(_) | Search::Missing(_) => {
                    Some("what would be recorded of it does not find it again")
                }
            }
        })
    }
}

fn evidence_in(slot: Slot, pin: &Pin) -> Option<&Evidence> {
    match slot {
        Slot::Acted | Slot::Awaited => pin.evidence.as_ref(),
        Slot::Destination => pin.destination_evidence.as_ref(),
    }
}

fn target_in(slot: Slot, kind: &StepKind) -> Option<&Target> {
    match slot {
        Slot::Acted => kind.acted_target(),
        Slot::Destination => kind.destination(),
        Slot::Awaited => kind.awaited_target(),
    }
}

/// Returns the label that the source needs where its own no longer names the element.
fn new_label(step: &Step, pin: &Pin, it: &SeenTarget<'_>) -> Option<Relabelling> {
    let label = &it.target.label;
    let now = Evidence::of(&it.screen, it.found.index);
    let is_named = match it.slot {
        Slot::Acted | Slot::Destination => !now.contradicts(it.target),
        Slot::Awaited => {
            let loosest = pin.strategy.unwrap_or(MatchQuality::Substring);
            is_shown(&it.screen, it.target).is_some_and(|found| found.strategy <= loosest)
        }
    };
    let name = [now.text, now.description];
    let name = name.into_iter().find(|name| !name.is_empty())?;
    let can_be_changed = label.is_fixed() && !label.is_empty();
    (can_be_changed && !is_named).then(|| Relabelling {
        step: step.id,
        from: label.source(),
        to: name,
    })
}

/// Returns the draft with other labels.
pub(super) fn relabelled(draft: &Draft, labels: &[Relabelling]) -> Draft {
    let mut draft = draft.clone();
    draft.for_each_mut(&mut |step| {
        let own = labels.iter().find(|it| it.step == step.id);
        if let Some(own) = own {
            step.kind.targets_mut(&mut |target| {
                if target.label.source() == own.from {
                    target.label = Phrase::literal(own.to.clone());
                }
            });
        }
    });
    draft
}

/// Returns which expectations come and go.
fn expectation_changes(then: &[Expectation], now: &[Expectation]) -> Vec<String> {
    let gone = then.iter().filter(|it| !now.contains(it));
    let gone = gone.map(|it| format!("no longer expected: {it}"));
    let new = now.iter().filter(|it| !then.contains(it));
    let new = new.map(|it| format!("expected from now on: {it}"));
    gone.chain(new).collect()
}

/// Returns the compiled program with these steps healed, for this source and the draft it is read into.
pub fn healed_program(
    compiled: &CompiledProgram,
    healings: &[&Healing],
    draft: &Draft,
    source: &[u8],
) -> CompiledProgram {
    let mut healed = compiled.clone();
    healed.source = SourceMark {
        sha256: sha256_hex(source),
        ..healed.source
    };
    let written = draft.flat();
    for healing in healings {
        let at = healing.step.0;
        let (Some(step), Some((_, written))) = (healed.steps.get_mut(at), written.get(at)) else {
            continue;
        };
        match (&healing.part, &mut step.pin) {
            (Part::Pin(pin), own) => *own = Some(pin.as_ref().clone()),
            // Behind the new targets of the same step, which leave it as it was.
            (Part::Expectations(expect), Some(pin)) => pin.expect.clone_from(expect),
            (Part::Expectations(_), None) => {}
        }
        if healing.label.is_some() {
            step.label = written.kind.label_text();
        }
    }
    healed
}
