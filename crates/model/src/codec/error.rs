//! Why a compiled file of either form could not be read.

use std::fmt;

/// Why a compiled file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodecError {
    /// It is not JSON, or ends too soon.
    NotJson {
        /// The line where reading stopped, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser said.
        reason: String,
    },
    /// It is JSON, but not a compiled skill.
    NotCompiledSkill {
        /// What gave it away.
        reason: &'static str,
    },
    /// It is JSON, but not a compiled scenario.
    NotCompiledScenario {
        /// What gave it away.
        reason: &'static str,
    },
    /// It was written by a newer program.
    Newer {
        /// The version it has.
        version: String,
        /// The newest version this code reads.
        newest: String,
    },
    /// A step has an action this code does not know.
    UnknownAction {
        /// The path to it.
        path: String,
        /// The action.
        action: String,
    },
    /// A field that must be there is not.
    Missing {
        /// Which one.
        path: String,
    },
    /// A field holds something else.
    Wrong {
        /// Which one.
        path: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// It was changed after it was written.
    Edited,
}

impl CodecError {
    /// Returns whether the file is whole but says more than this code knows, and so merely stale.
    pub const fn is_stale(&self) -> bool {
        matches!(self, Self::Newer { .. } | Self::UnknownAction { .. })
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson {
                line,
                column,
                reason,
            } => {
                write!(
                    out,
                    "line {line}, column {column}: not complete JSON: {reason}"
                )
            }
            Self::NotCompiledSkill { reason } => write!(out, "not a compiled skill: {reason}"),
            Self::NotCompiledScenario { reason } => {
                write!(out, "not a compiled scenario: {reason}")
            }
            Self::Newer { version, newest } => write!(
                out,
                "it has format version {version}, this retap reads up to {newest}"
            ),
            Self::UnknownAction { path, action } => {
                write!(
                    out,
                    "`{path}` is `{action}`, which this retap does not know"
                )
            }
            Self::Missing { path } => write!(out, "`{path}` is missing"),
            Self::Wrong {
                path,
                expected,
                found,
            } => {
                write!(out, "`{path}` should be {expected}, but is {found}")
            }
            Self::Edited => out.write_str("its content was changed after it was compiled"),
        }
    }
}

impl std::error::Error for CodecError {}
