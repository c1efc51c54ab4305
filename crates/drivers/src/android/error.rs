//! Why talking to the adb server, or to a device behind it, did not work.

use retap_model::device::{Deadline, DeviceError, brief};

use super::devices::remedy_for;
use super::server::OLDEST_SERVER;

/// Holds the purpose of a question, as errors say it, and when the answer must be there. A command itself is never shown,
/// because it may hold a password.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub(super) what: &'a str,
    pub(super) deadline: Deadline,
}

impl<'a> Asked<'a> {
    /// Returns a question with these words.
    pub const fn new(what: &'a str, deadline: Deadline) -> Self {
        Self { what, deadline }
    }

    /// Returns the refusal of what was asked.
    pub(super) fn refused(self, reason: impl Into<String>) -> DeviceError {
        DeviceError::Refused {
            asked: self.what.to_owned(),
            reason: reason.into(),
        }
    }
}

/// Why talking to the adb server, or to a device behind it, did not work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdbError {
    /// Nobody listens where the server should be.
    #[error("no adb server at `{address}`: {}", brief(.reason))]
    NoServer {
        /// Where it was looked for.
        address: String,
        /// The system's message.
        reason: String,
    },
    /// The program that starts the server did not.
    #[error("`{program} start-server` failed: {}", brief(.reason))]
    CannotStart {
        /// The program.
        program: String,
        /// Its message.
        reason: String,
    },
    /// The server has this version and is too old to be talked to.
    #[error("the adb server has version {0}; {OLDEST_SERVER} or newer is needed")]
    OldServer(u32),
    /// The server or the device understood and said no.
    #[error("could not {asked}: {}", brief(.reason))]
    Refused {
        /// The request.
        asked: String,
        /// Its message.
        reason: String,
    },
    /// The connection ended before the answer did.
    #[error("the connection ended during `{asked}`: {}", brief(.reason))]
    Cut {
        /// The request.
        asked: String,
        /// The findings.
        reason: String,
    },
    /// No answer came in time.
    #[error("no answer in time: {asked}")]
    DeadlinePassed {
        /// The request.
        asked: String,
    },
    /// The answer is not one that the protocol knows.
    #[error("the answer to `{asked}` makes no sense: {}", brief(.reason))]
    Nonsense {
        /// The request.
        asked: String,
        /// The fault in the answer.
        reason: String,
    },
}

impl AdbError {
    /// Returns what a person can do about it, where something is known.
    pub fn remedy(&self) -> Option<&'static str> {
        match self {
            Self::NoServer { .. } => Some("run `adb start-server`"),
            Self::CannotStart { .. } => {
                Some("install Android's platform tools, or say where `adb` is with ADB_PATH")
            }
            Self::OldServer(_) => {
                Some("run `adb kill-server`, then `adb start-server` of a newer adb")
            }
            Self::Refused { reason, .. } => remedy_for(reason),
            Self::Cut { .. } => Some("check the cable and `adb devices`"),
            Self::DeadlinePassed { .. } | Self::Nonsense { .. } => None,
        }
    }

    /// Returns the error as one of the device at `address`.
    pub(super) fn of_device(self, address: &str) -> DeviceError {
        let device = address.to_owned();
        match self {
            Self::DeadlinePassed { asked } => DeviceError::DeadlinePassed { device, asked },
            Self::Refused { asked, reason } if remedy_for(&reason).is_none() => {
                DeviceError::Refused { asked, reason }
            }
            other => DeviceError::Disconnected {
                device,
                reason: match other.remedy() {
                    Some(remedy) => format!("{other}; {remedy}"),
                    None => other.to_string(),
                },
            },
        }
    }
}
