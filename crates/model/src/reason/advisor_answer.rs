//! What a model answers to a question, as reports tell it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The answer of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdvisorAnswer {
    /// It holds.
    Yes,
    /// It does not hold.
    No,
    /// It cannot be told.
    Unsure,
    /// Nothing is proposed.
    Unknown,
}

impl fmt::Display for AdvisorAnswer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Yes => "says yes",
            Self::No => "says no",
            Self::Unsure => "is not sure",
            Self::Unknown => "does not know",
        })
    }
}
