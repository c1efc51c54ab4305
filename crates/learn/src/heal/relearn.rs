//! A step that failed in a replay and that a person wants learned anew: what is tried in its place, to be proven by a run.

use std::collections::BTreeMap;

use retap_model::program::{CompiledProgram, Pin, Program, Step, StepId, StepKind, Target};
use retap_model::select::{Nearest, nearest};

use super::proposal::{Relabelling, relabelled};
use crate::compile::Observation;

/// A step that is learned anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relearned {
    /// The step.
    pub step: StepId,
    /// The label it is tried with, where its target was not found.
    pub label: Option<Relabelling>,
    /// Whether it is learned anew what it brings.
    pub is_effect_new: bool,
}

impl Relearned {
    /// Adds what else is learned anew of the same step.
    pub fn join(&mut self, other: Self) {
        self.label = other.label.or(self.label.take());
        self.is_effect_new |= other.is_effect_new;
    }
}

/// What is to be known of a step that failed, and what could be tried in its place.
#[derive(Debug, Clone, Default)]
pub struct Retry {
    /// What comes nearest to a target that was not found, best first.
    pub nearest: Vec<Nearest>,
    /// What would be tried; nothing where no candidate is better than the others, or nothing of the step is learned.
    pub proposal: Option<(Program, Relearned)>,
}

/// Returns what could be tried in the place of a step that failed. What its author asserts is never weakened.
pub fn retry_without(compiled: &CompiledProgram, program: &Program, failed: &Observation) -> Retry {
    let steps = program.draft.flat();
    let step = steps.iter().find(|(_, step)| step.id == failed.step);
    let pin = compiled.steps.get(failed.step.0);
    let pin = pin.and_then(|it| it.pin.as_ref());
    let (Some((_, step)), Some(pin)) = (step, pin) else {
        return Retry::default();
    };
    match failed.acts.is_empty() {
        true => with_another_target(program, step, pin, failed),
        false => without_expectations(program, step),
    }
}

/// The act was sent, and what it brought then did not come: it is learned anew what it brings.
fn without_expectations(program: &Program, step: &Step) -> Retry {
    let mut program = program.clone();
    let Some(pin) = program.pins.get_mut(&step.id) else {
        return Retry::default();
    };
    if pin.expect.is_empty() {
        return Retry::default();
    }
    pin.expect.clear();
    let learned = Relearned {
        step: step.id,
        label: None,
        is_effect_new: true,
    };
    Retry {
        nearest: Vec::new(),
        proposal: Some((program, learned)),
    }
}

fn with_another_target(program: &Program, step: &Step, pin: &Pin, failed: &Observation) -> Retry {
    let Some((target, screen)) = named_target(&step.kind).zip(failed.after.as_ref()) else {
        return Retry::default();
    };
    let Some(evidence) = &pin.evidence else {
        return Retry::default();
    };
    let nearest = nearest(screen, evidence);
    let is_best = |best: &Nearest| nearest.get(1).is_none_or(|next| next.points < best.points);
    let can_be_changed = target.label.is_fixed() && !target.label.is_empty();
    let best = nearest
        .first()
        .filter(|best| is_best(best) && can_be_changed);
    let proposal = best.map(|best| {
        let label = Relabelling {
            step: step.id,
            from: target.label.source(),
            to: best.name.clone(),
        };
        let learned = Relearned {
            step: step.id,
            label: Some(label.clone()),
            is_effect_new: false,
        };
        (with_label(program, step.id, label), learned)
    });
    Retry { nearest, proposal }
}

/// Returns the target that a step acts on or waits for. What it asserts is its author's business.
fn named_target(kind: &StepKind) -> Option<&Target> {
    match kind {
        StepKind::WaitFor(wait) => Some(&wait.target),
        kind => kind.acted_target(),
    }
}

/// Returns the program with another label for a step, which is then found by its words. What must come of it stays.
fn with_label(program: &Program, step: StepId, label: Relabelling) -> Program {
    let mut pins: BTreeMap<StepId, Pin> = program.pins.clone();
    if let Some(pin) = pins.get_mut(&step) {
        *pin = Pin {
            expect: std::mem::take(&mut pin.expect),
            effects: std::mem::take(&mut pin.effects),
            is_new_on_page: pin.is_new_on_page,
            shows_error: pin.shows_error,
            ..pin.without_target()
        };
    }
    Program {
        draft: relabelled(&program.draft, &[label]),
        pins,
        learned: program.learned,
    }
}
