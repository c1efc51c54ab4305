//! One connection to the adb server: its framing, and a deadline on every byte.
//!
//! A request is four hex digits of length and a text; the answer is `OKAY` or `FAIL` with a reason.

use std::io::{self, Read, Write};

use crate::deadline_stream::DeadlineStream;

use super::{AdbError, Asked};

/// Longest request the four hex digits can announce.
pub(super) const LONGEST_REQUEST: usize = 0xffff;

/// More than this is no answer to any of our questions; a screenshot has a tenth of it.
const LONGEST_ANSWER: usize = 256 << 20;

/// How much room there is for an answer at first.
const USUAL_ANSWER: usize = 64 << 10;

pub(super) struct Wire<'a> {
    pub stream: DeadlineStream,
    /// The purpose of the connection, for errors.
    pub asked: Asked<'a>,
}

impl Wire<'_> {
    /// Sends a request and reads its `OKAY`.
    pub(super) fn request(&mut self, request: &str) -> Result<(), AdbError> {
        if request.len() > LONGEST_REQUEST {
            return Err(self.nonsense(format!("a request of {} bytes", request.len())));
        }
        self.write(format!("{:04x}{request}", request.len()).as_bytes())?;
        self.read_okay()
    }

    /// Reads `OKAY`, or `FAIL` with its reason.
    pub(super) fn read_okay(&mut self) -> Result<(), AdbError> {
        let mut status = [0; 4];
        self.read_exact(&mut status)?;
        match &status {
            b"OKAY" => Ok(()),
            b"FAIL" => {
                let reason = self.read_block()?;
                Err(self.refused(reason))
            }
            other => Err(self.nonsense(format!("`{}`", other.escape_ascii()))),
        }
    }

    /// Reads a text after the four hex digits of its length.
    pub(super) fn read_block(&mut self) -> Result<String, AdbError> {
        let mut digits = [0; 4];
        self.read_exact(&mut digits)?;
        let text = std::str::from_utf8(&digits).unwrap_or_default();
        let Ok(length) = usize::from_str_radix(text, 16) else {
            return Err(self.nonsense(format!("`{}` as a length", digits.escape_ascii())));
        };
        let mut text = Vec::new();
        self.read_onto(&mut text, length)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    pub(super) fn read_exact(&mut self, buffer: &mut [u8]) -> Result<(), AdbError> {
        let read = self.stream.read_exact(buffer);
        read.map_err(|error| self.failed(&error))
    }

    /// Reads `length` bytes onto the end of `bytes`; room is made as they come, not as announced.
    pub(super) fn read_onto(&mut self, bytes: &mut Vec<u8>, length: usize) -> Result<(), AdbError> {
        let wanted = bytes.len().saturating_add(length);
        if wanted > LONGEST_ANSWER {
            return Err(self.nonsense(format!("it has {wanted} bytes")));
        }
        let read = (&mut self.stream).take(length as u64).read_to_end(bytes);
        read.map_err(|error| self.failed(&error))?;
        if bytes.len() < wanted {
            return Err(self.failed(&io::ErrorKind::UnexpectedEof.into()));
        }
        Ok(())
    }

    /// Reads until the other side closes the connection.
    pub(super) fn read_to_end(&mut self) -> Result<Vec<u8>, AdbError> {
        let mut bytes = Vec::with_capacity(USUAL_ANSWER);
        let most = LONGEST_ANSWER as u64 + 1;
        let read = (&mut self.stream).take(most).read_to_end(&mut bytes);
        read.map_err(|error| self.failed(&error))?;
        if bytes.len() > LONGEST_ANSWER {
            return Err(self.nonsense(format!("it has more than {LONGEST_ANSWER} bytes")));
        }
        Ok(bytes)
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), AdbError> {
        let written = self.stream.write_all(bytes);
        written.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> AdbError {
        let asked = self.asked.what.to_owned();
        let reason = match error.kind() {
            io::ErrorKind::TimedOut => return AdbError::DeadlinePassed { asked },
            io::ErrorKind::UnexpectedEof => "the other side hung up".to_owned(),
            _ => error.to_string(),
        };
        AdbError::Cut { asked, reason }
    }

    pub(super) fn nonsense(&self, reason: String) -> AdbError {
        let asked = self.asked.what.to_owned();
        AdbError::Nonsense { asked, reason }
    }

    pub(super) fn refused(&self, reason: String) -> AdbError {
        let asked = self.asked.what.to_owned();
        AdbError::Refused { asked, reason }
    }
}
