//! Why a device did not do what it was asked.

use super::Ability;

/// Why a device did not do what it was asked. A failed *step* is never one of these.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The device has no such ability.
    #[error("`{device}` cannot {}", ability.as_str())]
    Unsupported {
        /// The device's address.
        device: String,
        /// The ability it lacks.
        ability: Ability,
    },
    /// The connection is gone.
    #[error("lost `{device}`: {reason}")]
    Disconnected {
        /// The device's address.
        device: String,
        /// The sign of it.
        reason: String,
    },
    /// No answer came in time.
    #[error("`{device}` did not answer in time: {asked}")]
    DeadlinePassed {
        /// The device's address.
        device: String,
        /// The request in words.
        asked: String,
    },
    /// This one reading of the screen was unusable; another may not be.
    #[error("the screen could not be read: {reason}")]
    Unreadable {
        /// The fault of the reading.
        reason: String,
    },
    /// The element to touch was not where it was read any more; nothing was touched.
    #[error("did not {asked}: {reason}; nothing was touched")]
    Missed {
        /// The request in words.
        asked: String,
        /// The reason why it was missed.
        reason: String,
    },
    /// The device understood and said no, such as for an app it does not have.
    #[error("could not {asked}: {reason}")]
    Refused {
        /// The request in words.
        asked: String,
        /// The answer in words.
        reason: String,
    },
    /// The person's permissions forbid it; the device was not asked.
    #[error("could not {asked}: {reason}")]
    NotPermitted {
        /// The request in words.
        asked: String,
        /// The rule that forbids it, in words.
        reason: String,
    },
}

impl DeviceError {
    /// Returns whether somebody said no, so that nothing was done.
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::NotPermitted { .. })
    }

    /// Returns whether asking again may well succeed.
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::Missed { .. })
    }
}
