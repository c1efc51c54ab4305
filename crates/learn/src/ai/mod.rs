//! Models that judge and interpret, where no rule can; off unless the app configures one.
//!
//! Replay never needs this: an [`Agent`] is an `Advisor` for questions a skill asks on purpose, and
//! for sentences met while learning, whose answers are pinned. Not here: reading the environment, following text found on a screen, or turning doubt into yes.

mod agent;
mod answer;
mod channel;
mod command;
mod config;
mod outline;
mod prompt;
mod proposal;
mod server;

pub use agent::{Agent, Clocks};
pub use config::{AdvisorConfig, AdvisorConfigError, AdvisorSettings, Limits};

use retap_model::device::{Advice, Proposal};
use retap_model::screen::Screen;

/// Reads a model's answer as the judgement and as the step it may be, for `fuzz/`.
#[doc(hidden)]
pub fn parse_answer(answer: &str, sentence: &str) -> (Advice, Proposal) {
    let screen = Screen::default();
    (
        answer::parse_advice(answer),
        proposal::parse_proposal(answer, sentence, &screen),
    )
}
