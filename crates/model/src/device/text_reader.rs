//! Reading text from pixels, for devices that give no tree; only ever while learning.

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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextReaderError {
    /// The program that reads text is not installed.
    #[error("`{program}` is not installed; {remedy}")]
    Missing {
        /// The program.
        program: String,
        /// The command that installs it.
        remedy: String,
    },
    /// It did not finish in time.
    #[error("reading text took too long")]
    DeadlinePassed,
    /// It ran and failed, or what it said made no sense.
    #[error("reading text failed: {reason}")]
    Failed {
        /// The answer in words.
        reason: String,
    },
}
