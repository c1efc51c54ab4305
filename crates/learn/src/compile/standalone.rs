//! The parts a compiled file needs besides pins so that it can be run without its source.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::phrase::{Phrase, Value};
use retap_model::program::{
    CompiledAction, CompiledProgram, CompiledStep, Draft, ElementMetadata, Pin, Program,
    Standalone, Step, StepId, StepKind, Target, Variable as Kept,
};
use retap_model::secret::Masker;

use super::learning::ScenarioSource;
use super::observation::Observation;
use crate::source::{Scenario, Variable, VariableSource};

/// Completes compiled programs by what they need to stand alone.
pub(super) struct Standalones<'a> {
    program: &'a Program,
    /// The steps that were questions in the source.
    asked: BTreeSet<StepId>,
    seen: BTreeMap<StepId, &'a Observation>,
    secrets: &'a Masker,
}

impl<'a> Standalones<'a> {
    pub(super) fn new(
        written: &Draft,
        program: &'a Program,
        seen: &'a [Observation],
        secrets: &'a Masker,
    ) -> Self {
        let asked = written.flat().into_iter();
        let asked = asked.filter(|(_, step)| matches!(step.kind, StepKind::Ask(_)));
        Self {
            program,
            asked: asked.map(|(_, step)| step.id).collect(),
            seen: seen.iter().map(|seen| (seen.step, seen)).collect(),
            secrets,
        }
    }

    /// Returns the compiled program with its steps; nothing where the screen has no size.
    pub(super) fn complete(
        &self,
        mut compiled: CompiledProgram,
        source: ScenarioSource<'_>,
    ) -> Option<CompiledProgram> {
        let size = compiled.device.size();
        if size.width.round() < 1.0 || size.height.round() < 1.0 {
            return None;
        }
        let draft = &self.program.draft;
        let app = draft.header.frame.clone().unwrap_or_default().app;
        let app = app.to_sentence();
        compiled.source.path = Some(source.path.to_owned());
        compiled.device.platform = Some(source.platform.to_owned());
        compiled.standalone = Some(Standalone {
            draft: by_name(draft),
            app: source.scenario.app.by_platform(source.platform, &app),
            variables: kept_variables(source.scenario),
            environment: environment_of(source.scenario),
            is_sealed: true,
        });
        for ((_, step), recorded) in draft.flat().into_iter().zip(&mut compiled.steps) {
            recorded.metadata = self.metadata(step);
            recorded.pin = self
                .program
                .pin(step.id)
                .and_then(|pin| kept_pin(step, pin));
        }
        number(&draft.steps, &mut compiled.steps);
        Some(compiled)
    }

    /// An element nobody quoted the text of goes by its id, where no other has it.
    fn is_by_id(&self, step: &Step) -> bool {
        let pin = self.program.pin(step.id);
        let evidence = pin.and_then(|pin| pin.evidence.as_ref());
        self.asked.contains(&step.id) && evidence.is_some_and(|seen| seen.is_id_unique)
    }

    fn metadata(&self, step: &Step) -> Option<ElementMetadata> {
        let target = step.kind.acted_target()?;
        let acted_on = self.seen.get(&step.id)?.acted_on(&step.kind).first()?;
        let mut seen = ElementMetadata::of(&acted_on.screen, acted_on.found.index);
        if has_variables(target) {
            // Another run means another element of the same kind.
            seen.content_desc = None;
            seen.bounds = None;
        }
        seen.content_desc = seen.content_desc.filter(|text| !self.secrets.shows(text));
        seen.is_by_id = self.is_by_id(step);
        Some(seen)
    }
}

/// Returns the draft with its variables by name, never by value.
fn by_name(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    draft.for_each_mut(&mut |step| {
        step.phrases_mut(&mut |phrase| *phrase = Phrase::of_sentence(&phrase.to_sentence()));
    });
    if let Some(frame) = &mut draft.header.frame {
        frame.app = Phrase::of_sentence(&frame.app.to_sentence());
    }
    draft
}

/// Numbers steps from 1; nested ones among themselves.
fn number(steps: &[Step], recorded: &mut [CompiledStep]) {
    for (index, step) in (1..).zip(steps) {
        recorded[step.id.0].index = index;
        for branch in step.kind.branches() {
            number(branch, recorded);
        }
    }
}

/// Returns what is kept of a pin. Evidence of an element whose words have variables in them is of
/// another element in the next run, so it is not kept.
fn kept_pin(step: &Step, pin: &Pin) -> Option<Pin> {
    let varies = step.kind.acted_target().is_some_and(has_variables);
    let nothing = Pin::new(CompiledAction::Passthrough);
    let mut kept = Pin {
        place: pin.place.clone().filter(|_| !varies),
        evidence: pin.evidence.clone().filter(|_| !varies),
        strategy: pin.strategy,
        observed_delay: pin
            .observed_delay
            .filter(|_| pin.action == CompiledAction::Sleep),
        waited: pin.waited,
        rows: pin.rows.clone(),
        late: pin.late,
        fading: pin.fading.clone(),
        scroll: pin.scroll.clone(),
        expect: pin.expect.clone(),
        is_new_on_page: pin.is_new_on_page,
        shows_error: pin.shows_error,
        effects: pin.effects.clone(),
        entities: pin.entities.clone(),
        ..nothing.clone()
    };
    if varies {
        kept.forget_entities();
    }
    (kept != nothing).then_some(kept)
}

fn has_variables(target: &Target) -> bool {
    let is_fixed = |phrase: &Phrase| phrase.is_fixed();
    !target.label.is_fixed() || !target.row.as_ref().is_none_or(is_fixed)
}

/// Returns what a compiled file says of each variable.
fn kept_variables(scenario: &Scenario) -> BTreeMap<String, Kept> {
    let variables = scenario.variables.iter();
    variables
        .map(|variable| (variable.name.clone(), kept(variable)))
        .collect()
}

/// Returns which variable of the environment gives which variable its value.
fn environment_of(scenario: &Scenario) -> BTreeMap<String, String> {
    let variables = scenario.variables.iter();
    let named = variables.filter_map(|variable| match &variable.source {
        VariableSource::Environment { name, .. } => Some((variable.name.clone(), name.clone())),
        VariableSource::Fixed(_) | VariableSource::Asked { .. } => None,
    });
    named.collect()
}

fn kept(variable: &Variable) -> Kept {
    if variable.is_secret {
        let prompt = match &variable.source {
            VariableSource::Asked { prompt, .. } => prompt.clone(),
            VariableSource::Fixed(_) | VariableSource::Environment { .. } => None,
        };
        return Kept::Secret { prompt };
    }
    match &variable.source {
        VariableSource::Fixed(value) => {
            plain(value).map_or(Kept::Secret { prompt: None }, Kept::Fixed)
        }
        VariableSource::Asked {
            prompt: Some(prompt),
            default,
        } => Kept::Prompt {
            prompt: prompt.clone(),
            default: default.as_ref().and_then(plain),
        },
        VariableSource::Asked {
            prompt: None,
            default,
        }
        | VariableSource::Environment { default, .. } => default
            .as_ref()
            .and_then(plain)
            .map_or(Kept::Placeholder, Kept::Fixed),
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Plain(text) => Some(text.clone()),
        Value::Hidden(_) => None,
    }
}
