//! Sources to drafts, drafts to programs.

pub mod compile;

pub mod source;
