//! Reading text from pixels, for devices that give no tree; only ever while learning.

use std::fmt;

use crate::screen::Element;

use super::{Deadline, DeviceInfo, Png};

/// Turns a picture into elements.
pub trait TextReader: Send {
    /// Returns the texts in `picture` with their places, in the units of the device's touches.
    fn read_text(
        &mut self,
        picture: &Png,
        device: &DeviceInfo,
        deadline: Deadline,
    ) -> Result<Vec<Element>, TextReaderError>;
}

/// Why no text could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextReaderError {
    /// The program that reads text is not installed.
    Missing {
        /// The program.
        program: String,
        /// What to type to get it.
        remedy: String,
    },
    /// It did not finish in time.
    DeadlinePassed,
    /// It ran and failed, or what it said made no sense.
    Failed {
        /// What it said.
        reason: String,
    },
}

impl fmt::Display for TextReaderError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { program, remedy } => {
                write!(out, "`{program}` is not installed; {remedy}")
            }
            Self::DeadlinePassed => out.write_str("reading text took too long"),
            Self::Failed { reason } => write!(out, "reading text failed: {reason}"),
        }
    }
}

impl std::error::Error for TextReaderError {}
