//! Scenarios: sentences become steps.
//!
//! `source/` reads and understands the words; this folder decides what they mean for the engine. A
//! sentence no rule decides stays a question; it is never guessed silently.

mod draft;
mod meaning;
mod then;

pub use draft::{ScenarioDraft, draft_scenario};
