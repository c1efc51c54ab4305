//! How much a source may hold; beyond, it is refused rather than read.

/// How many bytes a source may have; the longest real skills have a few thousand.
pub(crate) const MAX_BYTES: usize = 1024 * 1024;

/// How deep steps may be nested. People stop at 3; a parser must stop somewhere.
pub(crate) const MAX_STEP_DEPTH: usize = 16;

/// How many errors of one file are kept; whoever has more has another problem.
pub(crate) const MOST_ERRORS: usize = 20;

/// How many faults are looked for; a file with more is not worth reading to its end.
pub(crate) const MOST_FAULTS: usize = 500;
