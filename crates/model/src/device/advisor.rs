//! A judge that is asked only when a caller configured one; replay never needs it.

use crate::event::Sent;
use crate::program::StepKind;
use crate::screen::Screen;

use super::{Deadline, Png};

/// The answer of an advisor.
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

/// The step that an advisor takes a sentence to mean.
#[derive(Debug, Clone, PartialEq)]
pub enum Proposal {
    /// It means this step.
    Step(Box<StepKind>),
    /// It could not tell, or nothing it said can be trusted.
    None {
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

    /// Returns the one step a sentence means on this screen.
    ///
    /// Guaranteed: labels are on the screen or in the sentence, and text to type is in the
    /// sentence. Not guaranteed: that it is what the author meant.
    fn propose(
        &mut self,
        _sentence: &str,
        _screen: &Screen,
        _deadline: Deadline,
    ) -> Result<Proposal, AdvisorError> {
        Ok(Proposal::None {
            reason: "this advisor only judges".to_owned(),
        })
    }

    /// Returns what was sent since the last call, for the report.
    fn take_sent(&mut self) -> Vec<Sent> {
        Vec::new()
    }
}

/// Why no advice came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the advisor did not answer: {reason}")]
pub struct AdvisorError {
    /// The reason in words.
    pub reason: String,
}
