//! The sentence of a scenario that a step stands for.

use std::time::Duration;

use crate::phrase::Phrase;
use crate::program::scenario_ir::StepType;

/// The sentence of a scenario that a step stands for, and what its author said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// The section it is in.
    pub section: String,
    /// What sort of sentence it is.
    pub kind: StepType,
    /// The sentence.
    pub text: Phrase,
    /// How long to wait after the step.
    pub wait: Duration,
    /// Whether the author wanted it judged strictly.
    pub strict: bool,
}
