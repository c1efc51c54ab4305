//! Why talking to the adb server, or to a device behind it, did not work.

use std::fmt;

use retap_model::device::DeviceError;

/// Why talking to the adb server, or to a device behind it, did not work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdbError {
    /// Nobody listens where the server should be.
    NoServer {
        /// Where it was looked for.
        address: String,
        /// The system's message.
        reason: String,
    },
    /// The program that starts the server did not.
    CannotStart {
        /// The program.
        program: String,
        /// Its message.
        reason: String,
    },
    /// The server is too old to be talked to.
    OldServer {
        /// Its version.
        version: u32,
        /// The oldest that is understood.
        oldest: u32,
    },
    /// The server or the device understood and said no.
    Refused {
        /// The request.
        asked: String,
        /// Its message.
        reason: String,
    },
    /// The connection ended before the answer did.
    Cut {
        /// The request.
        asked: String,
        /// The findings.
        reason: String,
    },
    /// No answer came in time.
    DeadlinePassed {
        /// The request.
        asked: String,
    },
    /// The answer is not one that the protocol knows.
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
            Self::OldServer { .. } => {
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
            Self::Refused { asked, reason } if !is_about_connection(&reason) => {
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

/// The server has no codes for its refusals, so its words are all there is to go by.
fn is_about_connection(reason: &str) -> bool {
    remedy_for(reason).is_some()
}

fn remedy_for(reason: &str) -> Option<&'static str> {
    let reason = reason.to_ascii_lowercase();
    let says = |word: &str| reason.contains(word);
    if says("unauthorized") {
        Some("unlock the phone and allow USB debugging in the dialog it shows")
    } else if says("authorizing") || says("still connecting") {
        Some("wait a moment and try again")
    } else if says("offline") {
        Some("reconnect it, or run `adb reconnect offline`")
    } else if says("no permissions") {
        Some("add a udev rule for the device, or your user to the group `plugdev`")
    } else if says("not found") && says("device") || says("no devices") {
        Some("connect it and check `adb devices`")
    } else if reason == "closed" || says("device closed") {
        Some("check the cable and `adb devices`")
    } else {
        None
    }
}

impl fmt::Display for AdbError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoServer { address, reason } => {
                write!(out, "no adb server at `{address}`: {reason}")
            }
            Self::CannotStart { program, reason } => {
                write!(out, "`{program} start-server` failed: {reason}")
            }
            Self::OldServer { version, oldest } => {
                write!(
                    out,
                    "the adb server has version {version}; {oldest} or newer is needed"
                )
            }
            Self::Refused { asked, reason } => write!(out, "could not {asked}: {reason}"),
            Self::Cut { asked, reason } => {
                write!(out, "the connection ended during `{asked}`: {reason}")
            }
            Self::DeadlinePassed { asked } => write!(out, "no answer in time: {asked}"),
            Self::Nonsense { asked, reason } => {
                write!(out, "the answer to `{asked}` makes no sense: {reason}")
            }
        }
    }
}

impl std::error::Error for AdbError {}
