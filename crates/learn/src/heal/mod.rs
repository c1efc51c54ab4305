//! Drift and heal: what changed since a lesson, how robust each step is, and a new compiled file and source for review.
//!
//! All of it is worked out from one replay by the one engine: what was found there, on which screen, and that every effect
//! and expectation held.
//!
//! Not here: running, files, terminals, and which element is meant, which `model/select` decides alone.

mod drift;
mod expectations;
mod proposal;
mod relearn;
mod seen_target;
mod source_edit;

pub use drift::{StepDrift, drift};
pub use proposal::{Healing, Relabelling, healed_program, propose};
pub use relearn::{Relearned, Retry, retry_without};
pub use source_edit::{NotRelabelled, relabel_source};
