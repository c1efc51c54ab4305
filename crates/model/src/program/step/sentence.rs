//! The sentence of a scenario that a step stands for.

use std::time::Duration;

use crate::event::SentenceMark;
use crate::phrase::Phrase;

use super::{Check, Step, StepKind};

/// The sentence of a scenario that a step stands for, and what its author said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// The section it is in.
    pub section: String,
    /// Its purpose.
    pub kind: StepType,
    /// The sentence.
    pub text: Phrase,
    /// How long to wait after the step.
    pub wait: Duration,
    /// Whether the author wanted it judged strictly.
    pub strict: bool,
}

crate::words! {
    /// The purpose of a sentence.
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

impl Step {
    /// Returns what events say about the sentence the step stands for.
    pub fn sentence_mark(&self) -> Option<SentenceMark> {
        let sentence = self.sentence.as_ref()?;
        let is_fingerprint = match &self.kind {
            StepKind::Check(Check { is_fingerprint, .. }) => *is_fingerprint,
            _ => false,
        };
        Some(SentenceMark {
            section: sentence.section.clone(),
            kind: sentence.kind.as_str().to_owned(),
            strict: sentence.strict,
            strategy: self.kind.strategy_name().to_owned(),
            original: sentence.text.to_sentence(),
            is_fingerprint,
        })
    }
}
