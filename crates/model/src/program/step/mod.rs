//! One struct per kind of step, and [`StepKind`], which names them all.
//!
//! A step says what the author wrote. What a learning run found is in a
//! [`Pin`](super::Pin) beside it, never in here.

mod act;
mod block;
mod kind;
mod look;
mod target;

pub use act::*;
pub use block::*;
pub use kind::StepKind;
pub use look::*;
pub use target::Target;

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
}
