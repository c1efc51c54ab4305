//! A scenario as a draft: every sentence one step, in the order they run.
//!
//! `source/` reads the words and `phrase/` understands them. A sentence no rule decides stays a question;
//! it is never guessed silently. Not here: reading YAML, understanding words, running anything.

use std::collections::BTreeSet;
use std::time::Duration;

use retap_model::phrase::Phrase;
use retap_model::program::{
    Ask, Draft, Frame, Group, Header, KeepEvidence, Question, Sentence, Step, StepId, StepKind,
    StepType,
};

use retap_model::secret::is_secret_name;

use crate::phrase::{Clause, Reading, step_of_scenario};
use crate::source::{Action, ActionKind, ExpandedSection, Replayed, Scenario, Verify, expand};

/// A scenario as a draft, and what only its compiler needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioDraft {
    /// The steps.
    pub draft: Draft,
    /// The steps whose author asked for a model's judgement, whatever else could judge them.
    pub left_to_ai: BTreeSet<StepId>,
}

/// Returns the scenario as a draft; `app` is how its app is called on the device.
pub fn draft_scenario(scenario: &Scenario, app: &str) -> ScenarioDraft {
    let builder = Builder {
        scenario,
        app: Phrase::of_sentence(app),
    };
    let sections = expand(scenario);
    let steps = sections.iter().flat_map(|section| builder.section(section));
    let draft = Draft::new(builder.header(), steps.collect());
    let is_left = |step: &Step| builder.is_left_to_ai(step);
    let left_to_ai = draft.flat().into_iter().filter(|(_, step)| is_left(step));
    ScenarioDraft {
        left_to_ai: left_to_ai.map(|(_, step)| step.id).collect(),
        draft,
    }
}

struct Builder<'a> {
    scenario: &'a Scenario,
    app: Phrase,
}

impl Builder<'_> {
    fn header(&self) -> Header {
        let config = &self.scenario.config;
        let variables = self.scenario.variables.iter();
        let exposed = variables.clone().filter(|variable| variable.is_exposed);
        let (secrets, plain): (Vec<_>, Vec<_>) = variables.partition(|variable| variable.is_secret);
        let plain = plain.into_iter().map(|variable| variable.name.clone());
        Header {
            name: self.scenario.name.clone(),
            description: self.scenario.description.clone().unwrap_or_default(),
            tags: self.scenario.tags.clone(),
            locale: config.locale.clone(),
            secrets: secrets.iter().map(|it| it.name.clone()).collect(),
            not_secret: plain.filter(|name| is_secret_name(name)).collect(),
            expose: exposed.map(|variable| variable.name.clone()).collect(),
            obstacles: config.obstacles.clone(),
            interruptions: config.interruptions,
            frame: Some(Frame {
                app: self.app.clone(),
                timeout: config.timeout,
                clear_data_before: config.clear_data_before,
                stop_app_after: config.stop_app_after,
            }),
            ..Header::default()
        }
    }

    /// Returns the steps of a section: what it replays as one step, then its own sentences.
    fn section(&self, expanded: &ExpandedSection<'_>) -> Vec<Step> {
        let section = expanded.section;
        let mut steps = Vec::new();
        if let Some(replay) = &section.replay {
            let again = expanded.replayed.iter();
            let again = again.map(|Replayed { section, action }| self.step(&section.id, action));
            let group = Group {
                from: replay.from.clone(),
                to: replay.to.clone(),
                steps: again.collect(),
            };
            let title = format!("replay: {} -> {}", replay.from, replay.to);
            steps.push(Step {
                id: StepId::default(),
                place: replay.place,
                notes: Vec::new(),
                kind: StepKind::Group(group),
                sentence: Some(Box::new(Sentence {
                    section: section.id.clone(),
                    kind: StepType::Replay,
                    text: Phrase::literal(title),
                    wait: Duration::ZERO,
                    strict: false,
                })),
            });
        }
        let own = section.actions.iter();
        steps.extend(own.map(|action| self.step(&section.id, action)));
        steps
    }

    fn step(&self, section: &str, action: &Action) -> Step {
        let strict = action.strict;
        let reading = Reading {
            locale: self.scenario.config.locale.as_deref(),
            app: Some(self.app.clone()),
            strict,
        };
        let (kind, step_type) = match action.kind {
            ActionKind::Do => (
                step_of_scenario(&action.sentence, Clause::Do, &reading),
                StepType::Do,
            ),
            ActionKind::Then => (self.then(action, &reading), StepType::Then),
        };
        Step {
            id: StepId::default(),
            place: action.place,
            notes: Vec::new(),
            kind,
            sentence: Some(Box::new(Sentence {
                section: section.to_owned(),
                kind: step_type,
                text: Phrase::of_sentence(&action.sentence),
                wait: action.wait,
                strict,
            })),
        }
    }

    fn then(&self, action: &Action, reading: &Reading<'_>) -> StepKind {
        let text = Phrase::of_sentence(&action.sentence);
        match action.verify {
            Verify::UiTree => step_of_scenario(&action.sentence, Clause::Then, reading),
            Verify::Ai => StepKind::Ask(Ask {
                may_be_recorded: false,
                ..Ask::new(Question::Then, text)
            }),
            Verify::Screenshot => StepKind::KeepEvidence(KeepEvidence { assertion: text }),
        }
    }

    fn is_left_to_ai(&self, step: &Step) -> bool {
        let sections = self.scenario.sections.iter();
        let mut actions = sections.flat_map(|section| &section.actions);
        let action = actions.find(|action| action.place == step.place);
        action.is_some_and(|it| it.kind == ActionKind::Then && it.verify == Verify::Ai)
    }
}
