//! Why the adb side of the phone stops talking.

use std::fmt;
use std::io;

/// Why serving ended, or one connection did.
#[derive(Debug)]
pub enum AdbError {
    /// The socket failed.
    Socket(io::Error),
    /// What came in is not adb's protocol.
    Protocol(ProtocolError),
}

/// How bytes break adb's protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProtocolError {
    /// The header is not one: its magic is not the inverse of its command.
    Magic {
        /// The command.
        command: u32,
        /// The magic.
        magic: u32,
    },
    /// A payload longer than what was agreed.
    TooLong {
        /// The announced length.
        length: u32,
    },
    /// A payload whose sum is not the one in its header.
    Checksum,
    /// The first packet was no `CNXN`.
    NotConnected,
    /// A second payload came before the first was acknowledged.
    Unacknowledged {
        /// The stream.
        stream: u32,
    },
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic { command, magic } => write!(
                out,
                "`{command:08x}` is followed by the magic `{magic:08x}`, which is not its inverse"
            ),
            Self::TooLong { length } => write!(out, "a payload of {length} bytes is too long"),
            Self::Checksum => out.write_str("a payload does not have the sum its header says"),
            Self::NotConnected => out.write_str("the first packet is no `CNXN`"),
            Self::Unacknowledged { stream } => {
                write!(out, "stream {stream} got more before it acknowledged")
            }
        }
    }
}

impl fmt::Display for AdbError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socket(error) => write!(out, "the adb connection failed: {error}"),
            Self::Protocol(error) => write!(out, "this is not adb's protocol: {error}"),
        }
    }
}

impl std::error::Error for AdbError {}

impl From<io::Error> for AdbError {
    fn from(error: io::Error) -> Self {
        Self::Socket(error)
    }
}

impl From<ProtocolError> for AdbError {
    fn from(error: ProtocolError) -> Self {
        Self::Protocol(error)
    }
}
