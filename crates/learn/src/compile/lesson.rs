//! A lesson: the draft, and the way it is learned.

use std::collections::BTreeSet;

use retap_model::program::{Draft, StepId};

use crate::scenario::ScenarioDraft;
use crate::source::Scenario;

/// A lesson: the draft, and the way it is learned.
#[derive(Debug, Clone)]
pub struct Lesson<'a> {
    /// The steps; their variables have values.
    pub draft: Draft,
    /// The bytes of the source.
    pub source: &'a [u8],
    /// The parts a compiled file needs that can be run without its source.
    pub scenario: Option<ScenarioSource<'a>>,
    /// The steps whose author asked for a model's judgement, whatever else could judge them.
    pub left_to_ai: BTreeSet<StepId>,
    /// The verdict on a `then` that nobody judged.
    pub unjudged: Unjudged,
}

/// Where a scenario comes from, and for what.
#[derive(Debug, Clone, Copy)]
pub struct ScenarioSource<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The path of its file, as the compiled file will say.
    pub path: &'a str,
    /// The platform whose id of the app is used, such as `android`.
    pub platform: &'a str,
}

/// The verdict on a `then` that nobody judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unjudged {
    /// It stays a question.
    #[default]
    StaysOpen,
    /// The screen that shows is taken for what it means.
    AcceptScreen,
}

impl<'a> Lesson<'a> {
    /// Returns the lesson of a skill.
    pub fn of_skill(draft: Draft, source: &'a [u8]) -> Self {
        Self {
            draft,
            source,
            scenario: None,
            left_to_ai: BTreeSet::new(),
            unjudged: Unjudged::StaysOpen,
        }
    }

    /// Returns the lesson of a scenario.
    pub fn of_scenario(
        drafted: ScenarioDraft,
        source: &'a [u8],
        scenario: ScenarioSource<'a>,
    ) -> Self {
        Self {
            scenario: Some(scenario),
            left_to_ai: drafted.left_to_ai,
            ..Self::of_skill(drafted.draft, source)
        }
    }
}
