//! Keeping what an agent did: its acts, without the dead ends, become a skill and its compiled file.
//!
//! Everything here is pure: acts and screens in, a draft and observations out.

mod inputs;
mod prune;

pub use inputs::{Input, with_inputs};
pub use prune::{Done, prune};
