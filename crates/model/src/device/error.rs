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
        /// What it cannot do.
        ability: Ability,
    },
    /// The connection is gone.
    #[error("lost `{device}`: {reason}")]
    Disconnected {
        /// The device's address.
        device: String,
        /// What was noticed.
        reason: String,
    },
    /// No answer came in time.
    #[error("`{device}` did not answer in time: {asked}")]
    DeadlinePassed {
        /// The device's address.
        device: String,
        /// What was asked.
        asked: String,
    },
    /// This one reading of the screen was unusable; another may not be.
    #[error("the screen could not be read: {reason}")]
    Unreadable {
        /// What was wrong with it.
        reason: String,
    },
    /// What was to be touched was not where it was read any more; nothing was touched.
    #[error("did not {asked}: {reason}; nothing was touched")]
    Missed {
        /// What was asked.
        asked: String,
        /// What happened to it.
        reason: String,
    },
    /// The device understood and said no, such as for an app it does not have.
    #[error("could not {asked}: {reason}")]
    Refused {
        /// What was asked.
        asked: String,
        /// What it said.
        reason: String,
    },
}

impl DeviceError {
    /// Returns whether asking again may well succeed.
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::Missed { .. })
    }
}
