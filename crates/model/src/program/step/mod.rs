//! One struct per kind of step, and [`StepKind`], which names them all.
//!
//! A step says what the author wrote. What a learning run found is in a
//! [`Pin`](super::Pin) beside it, never in here.

use crate::phrase::Phrase;

mod act;
mod block;
mod claim;
mod kind;
mod look;
mod sentence;
mod target;

pub use act::*;
pub use block::*;
pub use claim::*;
pub use kind::StepKind;
pub use look::*;
pub use sentence::Sentence;
pub use target::{Matching, Target};

/// The number of a step: its place in the source when every nested step is counted in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StepId(pub usize);

/// Where in the source a step stands; both count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// One step with its place and the author's comments above it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its number; [`Draft::new`](super::Draft::new) assigns it.
    pub id: StepId,
    /// Where it stands.
    pub place: Place,
    /// Comments the author wrote directly above it, without their marks.
    pub notes: Vec<String>,
    /// What it does.
    pub kind: StepKind,
    /// The sentence of a scenario it stands for; `None` in skills.
    pub sentence: Option<Box<Sentence>>,
}

impl Step {
    /// Visits every phrase of this step itself, its sentence included, not of nested steps.
    pub fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        self.kind.phrases_mut(visit);
        if let Some(sentence) = &mut self.sentence {
            visit(&mut sentence.text);
        }
    }

    /// Returns the step in one line, as reports show it: the author's sentence where there is one;
    /// secrets are masked.
    pub fn title(&self) -> String {
        match &self.sentence {
            Some(sentence) => sentence.text.to_string(),
            None => self.kind.title(),
        }
    }
}
