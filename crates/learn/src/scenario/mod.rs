//! Scenarios: sentences become steps, a run of them becomes a compiled scenario.
//!
//! `source/` reads and understands the words; this folder decides what they mean for the engine. A
//! sentence no rule decides stays a question; it is never guessed silently.

mod compiled;
mod draft;
mod fingerprint;
mod learning;
mod meaning;
mod then;
mod variables;

pub use draft::{ScenarioDraft, draft_scenario};
pub use learning::{Fate, LearnedScenario, Lesson, Note, learn_scenario};
