//! Why a compiled file of either form could not be read.

/// Why a compiled file could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// It is not JSON, or ends too soon.
    #[error("line {line}, column {column}: not complete JSON: {reason}")]
    NotJson {
        /// The line where reading stopped, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The words of the parser.
        reason: String,
    },
    /// It is JSON, but not a compiled skill.
    #[error("not a compiled skill: {reason}")]
    NotCompiledSkill {
        /// The sign that gave it away.
        reason: &'static str,
    },
    /// It is JSON, but not a compiled scenario.
    #[error("not a compiled scenario: {reason}")]
    NotCompiledScenario {
        /// The sign that gave it away.
        reason: &'static str,
    },
    /// It was written by a newer program.
    #[error("it has format version {version}, this retap reads up to {newest}")]
    Newer {
        /// The version it has.
        version: String,
        /// The newest version this code reads.
        newest: String,
    },
    /// A step has an action this code does not know.
    #[error("`{path}` is `{action}`, which this retap does not know")]
    UnknownAction {
        /// The path to it.
        path: String,
        /// The action.
        action: String,
    },
    /// A field that must be there is not.
    #[error("`{path}` is missing")]
    Missing {
        /// Which one.
        path: String,
    },
    /// A field holds something else.
    #[error("`{path}` should be {expected}, but is {found}")]
    Wrong {
        /// Which one.
        path: String,
        /// The value that should be there.
        expected: &'static str,
        /// The value that is there.
        found: String,
    },
    /// It was changed after it was written.
    #[error("its content was changed after it was compiled")]
    Edited,
}

impl CodecError {
    /// Returns whether the file is whole but says more than this code knows, and so merely stale.
    pub const fn is_stale(&self) -> bool {
        matches!(self, Self::Newer { .. } | Self::UnknownAction { .. })
    }
}
