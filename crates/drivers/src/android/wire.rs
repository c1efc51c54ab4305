//! One connection to the adb server: its framing, and a deadline on every byte.
//!
//! A request is four hex digits of length and a text; the answer is `OKAY` or `FAIL` with a reason.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use retap_model::device::{Clock, Deadline};

use super::{AdbError, Asked};

/// Longest request the four hex digits can announce.
pub(super) const LONGEST_REQUEST: usize = 0xffff;

/// More than this is no answer to any of our questions; a screenshot has a tenth of it.
const LONGEST_ANSWER: usize = 256 << 20;

/// How much is read at a time.
const CHUNK: usize = 64 << 10;

pub(super) struct Wire<'c> {
    stream: TcpStream,
    clock: &'c dyn Clock,
    deadline: Deadline,
    /// The purpose of the connection, for errors.
    asked: String,
}

impl<'c> Wire<'c> {
    pub(super) fn new(stream: TcpStream, clock: &'c dyn Clock, asked: Asked<'_>) -> Self {
        Self {
            stream,
            clock,
            deadline: asked.deadline,
            asked: asked.what.to_owned(),
        }
    }

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

    pub(super) fn read_exact(&mut self, mut buffer: &mut [u8]) -> Result<(), AdbError> {
        while !buffer.is_empty() {
            match self.read_some(buffer)? {
                0 => return Err(self.cut("the other side hung up".to_owned())),
                count => buffer = &mut buffer[count..],
            }
        }
        Ok(())
    }

    /// Reads `length` bytes onto the end of `bytes`; room is made as they come, not as announced.
    pub(super) fn read_onto(&mut self, bytes: &mut Vec<u8>, length: usize) -> Result<(), AdbError> {
        let wanted = bytes.len().saturating_add(length);
        if wanted > LONGEST_ANSWER {
            return Err(self.nonsense(format!("it has {wanted} bytes")));
        }
        while bytes.len() < wanted {
            let start = bytes.len();
            bytes.resize(wanted.min(start + CHUNK), 0);
            self.read_exact(&mut bytes[start..])?;
        }
        Ok(())
    }

    /// Reads until the other side closes the connection.
    pub(super) fn read_to_end(&mut self) -> Result<Vec<u8>, AdbError> {
        let mut bytes = Vec::new();
        loop {
            let start = bytes.len();
            if start > LONGEST_ANSWER {
                return Err(self.nonsense(format!("it has more than {LONGEST_ANSWER} bytes")));
            }
            bytes.resize(start + CHUNK, 0);
            let count = self.read_some(&mut bytes[start..])?;
            bytes.truncate(start + count);
            if count == 0 {
                return Ok(bytes);
            }
        }
    }

    /// Reads what there is; nothing means that the connection has ended.
    fn read_some(&mut self, buffer: &mut [u8]) -> Result<usize, AdbError> {
        loop {
            self.stream
                .set_read_timeout(Some(self.time_left()?))
                .map_err(|error| self.failed(&error))?;
            match self.stream.read(buffer) {
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(&error)),
            }
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), AdbError> {
        self.stream
            .set_write_timeout(Some(self.time_left()?))
            .and_then(|()| self.stream.write_all(bytes))
            .map_err(|error| self.failed(&error))
    }

    fn time_left(&self) -> Result<std::time::Duration, AdbError> {
        let left = self.deadline.left(self.clock.now());
        if left.is_zero() {
            return Err(self.late());
        }
        Ok(left)
    }

    fn failed(&self, error: &io::Error) -> AdbError {
        match error.kind() {
            // Which of the two a timeout is differs between systems.
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => self.late(),
            _ => self.cut(error.to_string()),
        }
    }

    fn late(&self) -> AdbError {
        AdbError::DeadlinePassed {
            asked: self.asked.clone(),
        }
    }

    fn cut(&self, reason: String) -> AdbError {
        let asked = self.asked.clone();
        AdbError::Cut { asked, reason }
    }

    pub(super) fn nonsense(&self, reason: String) -> AdbError {
        let asked = self.asked.clone();
        AdbError::Nonsense { asked, reason }
    }

    pub(super) fn refused(&self, reason: String) -> AdbError {
        let asked = self.asked.clone();
        AdbError::Refused { asked, reason }
    }
}
