//! What a compiled scenario knows of a variable before a run gives it a value.

/// One variable, by what the file says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Variable {
    /// It has this value unless the caller gives another.
    Fixed(String),
    /// It gets its value before the run.
    Placeholder,
    /// It gets its value before the run, by asking.
    Prompt {
        /// What to ask.
        prompt: String,
        /// What to use when nobody can be asked.
        default: Option<String>,
    },
    /// It gets its value before the run and that is never written: there is no place for it here.
    Secret {
        /// What to ask, where the author said.
        prompt: Option<String>,
    },
}

impl Variable {
    /// Returns the value to use when nobody can be asked, for those that have one.
    pub fn value(&self) -> Option<&str> {
        match self {
            Self::Fixed(value) => Some(value),
            Self::Prompt { default, .. } => default.as_deref(),
            Self::Placeholder | Self::Secret { .. } => None,
        }
    }

    /// Returns whether its value must not be shown.
    pub const fn is_secret(&self) -> bool {
        matches!(self, Self::Secret { .. })
    }
}
