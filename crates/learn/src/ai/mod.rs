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
