//! The sentence of a scenario that a step stands for.

use std::time::Duration;

use crate::phrase::Phrase;

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

crate::words! {
    /// What a sentence is for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum StepType {
        /// To act.
        Do = "do",
        /// To assert.
        Then = "then",
        /// To repeat earlier sections.
        Replay = "replay",
    }
}
