//! A pinned program as the compiled file of a scenario.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::phrase::Phrase;
use retap_model::program::scenario_ir::{
    CompiledScenario, ElementMetadata, ScenarioPin, ScenarioStep, ScreenSize, SourceHash, StepType,
    Strategy, TapByResourceId, own_step, strategy_of,
};
use retap_model::program::{
    CompiledAction, Draft, Frame, Pin, Program, Step, StepId, StepKind, Target, label_values,
};
use retap_model::select::{Search, locate};
use retap_model::time::Timestamp;

use crate::compile::{Observation, holds};

use super::learning::Lesson;
use super::variables::{environment_of, kept_variables};

/// When and on what screen a scenario was compiled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// When.
    pub(super) compiled_at: Timestamp,
    /// The size of the screen.
    pub(super) screen: ScreenSize,
}

/// Writes a program down as a compiled scenario.
pub(super) struct Compiler<'a> {
    program: &'a Program,
    /// The steps that were questions in the source.
    asked: BTreeSet<StepId>,
    seen: BTreeMap<StepId, &'a Observation>,
    secrets: BTreeSet<String>,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(written: &Draft, program: &'a Program, seen: &'a [Observation]) -> Self {
        let asked = written.flat().into_iter();
        let asked = asked.filter(|(_, step)| matches!(step.kind, StepKind::Ask(_)));
        Self {
            program,
            asked: asked.map(|(_, step)| step.id).collect(),
            seen: seen.iter().map(|seen| (seen.step, seen)).collect(),
            secrets: program.draft.secrets(),
        }
    }

    pub(super) fn compile(&self, lesson: &Lesson<'_>, mark: Mark) -> CompiledScenario {
        let draft = &self.program.draft;
        let frame = draft.header.frame.clone().unwrap_or_default();
        let app = frame.app.to_sentence();
        CompiledScenario {
            compiled_at: mark.compiled_at,
            source: lesson.path.to_owned(),
            source_hash: SourceHash::of(lesson.source),
            platform: lesson.platform.to_owned(),
            app: lesson.scenario.app.by_platform(lesson.platform, &app),
            screen_size: mark.screen,
            variables: kept_variables(lesson.scenario),
            environment: environment_of(lesson.scenario),
            steps: self.steps(&draft.steps),
            name: Some(draft.header.name.clone()),
            frame: Frame {
                app: Phrase::default(),
                ..frame
            },
            values: Some(label_values(draft)),
            learned: self.program.learned,
            is_sealed: true,
        }
    }

    fn steps(&self, steps: &[Step]) -> Vec<ScenarioStep> {
        let numbered = (1..).zip(steps);
        numbered
            .map(|(index, step)| self.step(index, step))
            .collect()
    }

    fn step(&self, index: u32, step: &Step) -> ScenarioStep {
        let sentence = step.sentence.as_deref();
        let original = sentence.map_or_else(|| step.title(), |it| it.text.to_sentence());
        let kind = sentence.map_or(StepType::Do, |it| it.kind);
        let compiled = self.strategy(step, &original);
        ScenarioStep {
            index,
            section: sentence.map(|it| it.section.clone()).unwrap_or_default(),
            kind,
            wait: sentence.map(|it| it.wait).unwrap_or_default(),
            strict: sentence.is_some_and(|it| it.strict),
            own: own_step(&step.kind, &compiled, kind),
            original,
            compiled,
            pin: self.pin(step),
        }
    }

    /// Returns the strategy with what the run saw of the element, and the steps of a replay.
    fn strategy(&self, step: &Step, original: &str) -> Strategy {
        let metadata = self.metadata(step);
        match strategy_of(&step.kind, original) {
            Strategy::TapByText(mut tap) => {
                let id = metadata.as_ref().and_then(|seen| seen.resource_id.clone());
                match id.filter(|_| self.is_by_id(step)) {
                    Some(resource_id) => Strategy::TapByResourceId(TapByResourceId {
                        resource_id,
                        fallback_text: Some(tap.search_text),
                        element_metadata: metadata,
                    }),
                    None => {
                        tap.element_metadata = metadata;
                        Strategy::TapByText(tap)
                    }
                }
            }
            Strategy::TapByResourceId(mut tap) => {
                tap.element_metadata = metadata;
                Strategy::TapByResourceId(tap)
            }
            Strategy::TextInput(mut input) => {
                input.element_metadata = metadata;
                Strategy::TextInput(input)
            }
            Strategy::Replay(mut replay) => {
                if let StepKind::Group(group) = &step.kind {
                    replay.expanded_steps = self.steps(&group.steps);
                }
                Strategy::Replay(replay)
            }
            other => other,
        }
    }

    /// An element nobody quoted the text of goes by its id, where no other has it.
    fn is_by_id(&self, step: &Step) -> bool {
        let pin = self.program.pin(step.id);
        let evidence = pin.and_then(|pin| pin.evidence.as_ref());
        self.asked.contains(&step.id) && evidence.is_some_and(|seen| seen.is_id_unique)
    }

    fn metadata(&self, step: &Step) -> Option<ElementMetadata> {
        let target = step.kind.acted_target()?;
        let screen = self.seen.get(&step.id)?.before.as_ref()?;
        let Search::Found(found) = locate(screen, target, None) else {
            return None;
        };
        let mut seen = ElementMetadata::of(screen, found.index);
        if has_variables(target) {
            // Another run means another element of the same kind.
            seen.content_desc = None;
            seen.bounds = None;
        }
        seen.content_desc = seen.content_desc.filter(|text| !holds(text, &self.secrets));
        Some(seen)
    }

    /// Returns what is pinned. Evidence of an element whose words have variables in them is of another
    /// element in the next run, so it is not kept.
    fn pin(&self, step: &Step) -> ScenarioPin {
        let Some(pin) = self.program.pin(step.id) else {
            return ScenarioPin::default();
        };
        let varies = step.kind.acted_target().is_some_and(has_variables);
        let Pin {
            action: _,
            place,
            evidence,
            destination: _,
            destination_evidence: _,
            strategy,
            observed_delay,
            scroll,
            expect,
        } = pin.clone();
        ScenarioPin {
            place: place.filter(|_| !varies),
            evidence: evidence.filter(|_| !varies),
            strategy,
            observed_delay: observed_delay.filter(|_| pin.action == CompiledAction::Sleep),
            scroll_count: scroll.map(|scroll| scroll.count),
            expect,
        }
    }
}

fn has_variables(target: &Target) -> bool {
    let is_fixed = |phrase: &Phrase| phrase.is_fixed();
    !target.label.is_fixed() || !target.row.as_ref().is_none_or(is_fixed)
}
