//! A judge that is asked only when a caller configured one; replay never needs it.

use std::fmt;

use crate::screen::Screen;

use super::{Deadline, Png};

/// What an advisor answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice {
    /// It holds.
    Yes {
        /// Why.
        reason: String,
    },
    /// It does not hold.
    No {
        /// Why.
        reason: String,
    },
    /// It could not tell.
    Unsure {
        /// Why.
        reason: String,
    },
}

/// Judges what no rule can.
pub trait Advisor: Send {
    /// Returns the name reports show, such as the model's.
    fn name(&self) -> &str;

    /// Judges whether `question` holds on the screen that was seen.
    fn judge(
        &mut self,
        question: &str,
        screen: &Screen,
        picture: Option<&Png>,
        deadline: Deadline,
    ) -> Result<Advice, AdvisorError>;
}

/// Why no advice came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvisorError {
    /// What went wrong.
    pub reason: String,
}

impl fmt::Display for AdvisorError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the advisor did not answer: {}", self.reason)
    }
}

impl std::error::Error for AdvisorError {}
