//! How much a source may hold; beyond, it is refused rather than read.

/// How many bytes a source may have; the longest real skills have a few thousand.
pub(crate) const MAX_BYTES: usize = 1024 * 1024;

/// How deep steps may be nested. People stop at 3; a parser must stop somewhere.
pub(crate) const MAX_STEP_DEPTH: usize = 16;
