//! Why the adb side of the phone stops talking.

use std::fmt;
use std::io;

/// Why serving ended, or one connection did.
#[derive(Debug)]
pub enum AdbError {
    /// The socket failed.
    Socket(io::Error),
    /// The bytes that came in are not adb's protocol; the text says what breaks it.
    Protocol(String),
}

impl fmt::Display for AdbError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socket(error) => write!(out, "the adb connection failed: {error}"),
            Self::Protocol(fault) => write!(out, "this is not adb's protocol: {fault}"),
        }
    }
}

impl std::error::Error for AdbError {}

impl From<io::Error> for AdbError {
    fn from(error: io::Error) -> Self {
        Self::Socket(error)
    }
}
