//! Sources to drafts, drafts to programs.
//!
//! Not here: concrete devices, terminals, reading the environment.

pub mod ai;

pub mod compile;

pub mod heal;
pub mod keep;

pub mod phrase;

pub mod scenario;

pub mod source;
