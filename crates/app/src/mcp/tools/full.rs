//! The further tools of the full profile.

use super::super::table::ToolSpec;

/// The tools of the reference servers that the lean profile has not.
pub(crate) static FULL: [ToolSpec; 0] = [];
