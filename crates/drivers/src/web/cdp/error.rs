//! Why a command got no answer, or got a no.

use std::fmt;

/// The browser's reason for refusing a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The number of the error in the protocol.
    pub(crate) code: i64,
    /// Its message.
    pub(crate) message: String,
}

impl Refusal {
    /// Returns whether the page the command was meant for has gone in the meantime, as happens at
    /// every navigation.
    pub(crate) fn is_gone(&self) -> bool {
        const GONE: [&str; 6] = [
            "Cannot find context",
            "uniqueContextId not found",
            "Execution context was destroyed",
            "Inspected target navigated or closed",
            "Session with given id not found",
            "Target closed",
        ];
        GONE.iter().any(|words| self.message.contains(words)) || self.is_between()
    }

    /// Returns whether a script was meant for a document that had gone before it came.
    pub(crate) fn is_too_late(&self) -> bool {
        const LATE: [&str; 2] = ["Cannot find context", "uniqueContextId not found"];
        LATE.iter().any(|words| self.message.contains(words))
    }

    /// Returns whether the page is between two documents.
    pub(crate) fn is_between(&self) -> bool {
        self.message.contains("Not attached to an active page")
    }
}

/// Why a command got no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CdpError {
    /// The connection is closed: the browser has gone.
    Closed {
        /// The findings.
        reason: String,
    },
    /// No answer came in time.
    DeadlinePassed {
        /// The command.
        method: String,
    },
    /// The browser said no.
    Refused {
        /// The command.
        method: String,
        /// Its message.
        refusal: Refusal,
    },
}

impl fmt::Display for CdpError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed { reason } => write!(out, "the browser is gone: {reason}"),
            Self::DeadlinePassed { method } => write!(out, "no answer to `{method}` in time"),
            Self::Refused { method, refusal } => {
                write!(out, "`{method}` was refused: {}", refusal.message)
            }
        }
    }
}

impl std::error::Error for CdpError {}
