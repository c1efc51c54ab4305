//! Sources to drafts, drafts to programs.

pub mod ai;

pub mod compile;
pub mod keep;

pub mod phrase;

pub mod scenario;

pub mod source;
