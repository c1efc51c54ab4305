//! Why a device did not do what it was asked.

use std::fmt;

use super::Ability;

/// Why a device did not do what it was asked. A failed *step* is never one of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceError {
    /// The device has no such ability.
    Unsupported {
        /// The device's address.
        device: String,
        /// What it cannot do.
        ability: Ability,
    },
    /// The connection is gone.
    Disconnected {
        /// The device's address.
        device: String,
        /// What was noticed.
        reason: String,
    },
    /// No answer came in time.
    DeadlinePassed {
        /// The device's address.
        device: String,
        /// What was asked.
        asked: String,
    },
    /// This one reading of the screen was unusable; another may not be.
    Unreadable {
        /// What was wrong with it.
        reason: String,
    },
    /// What was to be touched was not where it was read any more; nothing was touched.
    Missed {
        /// What was asked.
        asked: String,
        /// What happened to it.
        reason: String,
    },
    /// The device understood and said no, such as for an app it does not have.
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

impl fmt::Display for DeviceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported { device, ability } => {
                write!(out, "`{device}` cannot {}", ability.as_str())
            }
            Self::Disconnected { device, reason } => write!(out, "lost `{device}`: {reason}"),
            Self::DeadlinePassed { device, asked } => {
                write!(out, "`{device}` did not answer in time: {asked}")
            }
            Self::Unreadable { reason } => write!(out, "the screen could not be read: {reason}"),
            Self::Missed { asked, reason } => {
                write!(out, "did not {asked}: {reason}; nothing was touched")
            }
            Self::Refused { asked, reason } => write!(out, "could not {asked}: {reason}"),
        }
    }
}

impl std::error::Error for DeviceError {}
