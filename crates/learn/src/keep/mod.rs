//! Keeping what an agent did: its acts, without the dead ends, become a skill and its compiled file.
//!
//! Acts and screens come in, a draft and observations go out. Not here: devices, files, asking anybody.

mod inputs;
mod prune;

pub use inputs::{Input, with_inputs};
pub use prune::{Done, prune};
