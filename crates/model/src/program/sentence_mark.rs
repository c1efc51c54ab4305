//! What events say about the sentence of a scenario.

use crate::event::SentenceMark;

use super::step::{Check, Step, StepKind};

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
