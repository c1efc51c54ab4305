//! Scenarios: sentences become steps.
//!
//! `source/` reads the words and `phrase/` understands them. A sentence no rule decides stays a question;
//! it is never guessed silently.
//!
//! Not here: reading YAML, understanding words, running anything.

mod draft;

pub use draft::{ScenarioDraft, draft_scenario};
