//! The adb server on this machine: asking it, reaching devices through it, starting it; and the framing of a connection to
//! it, with a deadline on every byte.
//!
//! A request is four hex digits of length and a text; the answer is `OKAY` or `FAIL` with a reason.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use retap_model::device::{
    Clock, Deadline, ExternalProgram, Leftovers, ProgramError, RunProgram as _,
};

use crate::deadline_stream::DeadlineStream;
use crate::process::SystemPrograms;

use super::devices::{ListedDevice, parse_devices};
use super::{AdbError, Asked};

/// Servers from before 2016 know no features, so no exit codes could be had from them.
pub(super) const OLDEST_SERVER: u32 = 36;

/// Where the adb server is and how to start it; the caller reads the environment, not this crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdbConfig {
    /// The host it listens on.
    pub host: String,
    /// The port it listens on.
    pub port: u16,
    /// The program to start it with when it is not running; without one it is not started.
    pub program: Option<PathBuf>,
}

impl Default for AdbConfig {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 5037,
            program: None,
        }
    }
}

impl AdbConfig {
    /// Returns where `ADB_SERVER_SOCKET` says the server is: `tcp:PORT` or `tcp:HOST:PORT`.
    pub fn parse_socket(socket: &str) -> Option<(String, u16)> {
        let place = socket.strip_prefix("tcp:")?;
        let (host, port) = place.rsplit_once(':').unwrap_or(("127.0.0.1", place));
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let is_local = host.is_empty() || host == "localhost";
        let host = if is_local { "127.0.0.1" } else { host };
        Some((host.to_owned(), port.parse().ok()?))
    }
}

/// The adb server. Every question is a connection of its own, as its protocol has it.
#[derive(Clone)]
pub struct AdbServer {
    config: AdbConfig,
    clock: Arc<dyn Clock>,
}

impl AdbServer {
    /// Returns the server that `config` describes; nothing is sent yet.
    pub fn new(config: AdbConfig, clock: Arc<dyn Clock>) -> Self {
        Self { config, clock }
    }

    /// Returns the clock that deadlines are read on.
    pub fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    /// Makes sure that a server is running, and returns its version.
    ///
    /// One that is not running is started, if it is to be on this machine and a program is known.
    pub fn ensure_running(&self, deadline: Deadline) -> Result<u32, AdbError> {
        let config = &self.config;
        let is_local = config.host.starts_with("127.") || config.host == "::1";
        let version = match self.version(deadline) {
            Err(AdbError::NoServer { .. }) if is_local && config.program.is_some() => {
                self.run_program("start-server", deadline)?;
                self.version(deadline)?
            }
            other => other?,
        };
        if version < OLDEST_SERVER {
            return Err(AdbError::OldServer(version));
        }
        Ok(version)
    }

    /// Returns the version of the running server, such as 41 of adb 1.0.41.
    pub fn version(&self, deadline: Deadline) -> Result<u32, AdbError> {
        let answer = self.query("host:version", deadline)?;
        u32::from_str_radix(answer.trim(), 16).map_err(|_| AdbError::Nonsense {
            asked: "host:version".to_owned(),
            reason: format!("`{answer}`"),
        })
    }

    /// Returns the version of the program that starts the server. When it is not the server's, the
    /// next use of that program restarts the server, which drops every connection.
    pub fn program_version(&self, deadline: Deadline) -> Result<Option<u32>, AdbError> {
        if self.config.program.is_none() {
            return Ok(None);
        }
        let printed = self.run_program("version", deadline)?;
        let word = printed.split("version 1.0.").nth(1).unwrap_or_default();
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        Ok(digits.parse().ok())
    }

    /// Returns the devices the server knows, whatever their state.
    pub fn devices(&self, deadline: Deadline) -> Result<Vec<ListedDevice>, AdbError> {
        let answer = self.query("host:devices-l", deadline)?;
        Ok(parse_devices(&answer))
    }

    /// Returns what the device can do, such as `shell_v2`.
    pub fn features(&self, serial: &str, deadline: Deadline) -> Result<Vec<String>, AdbError> {
        let answer = self.query(&format!("host-serial:{serial}:features"), deadline)?;
        // Some devices end their list as C ends its strings.
        let list = answer.trim_matches(|c: char| c == '\0' || c.is_whitespace());
        Ok(list.split(',').map(str::to_owned).collect())
    }

    /// Waits until the device can be driven.
    pub fn wait_for_device(&self, serial: &str, deadline: Deadline) -> Result<(), AdbError> {
        let what = &format!("wait for `{serial}`");
        let mut wire = self.connect(Asked::new(what, deadline))?;
        wire.request(&format!("host-serial:{serial}:wait-for-any-device"))?;
        // The first `OKAY` is for the request, the second for the device.
        wire.read_okay()
    }

    /// Reaches the device at `HOST:PORT` over the network; from then on that is its name.
    ///
    /// One that was there before is let go first: the server calls it connected even after it was
    /// restarted, and then finds it offline.
    pub fn attach(&self, place: &str, deadline: Deadline) -> Result<(), AdbError> {
        match self.query(&format!("host:disconnect:{place}"), deadline) {
            // It was not there before.
            Ok(_) | Err(AdbError::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
        let answer = self.query(&format!("host:connect:{place}"), deadline)?;
        if answer.starts_with("connected to") || answer.starts_with("already connected") {
            return Ok(());
        }
        Err(AdbError::Refused {
            asked: format!("connect to `{place}`"),
            reason: answer.trim().to_owned(),
        })
    }

    fn query(&self, request: &str, deadline: Deadline) -> Result<String, AdbError> {
        let mut wire = self.connect(Asked::new(request, deadline))?;
        wire.request(request)?;
        wire.read_block()
    }

    pub(super) fn open_service<'a>(
        &self,
        serial: &str,
        service: &str,
        asked: Asked<'a>,
    ) -> Result<Wire<'a>, AdbError> {
        let mut wire = self.connect(asked)?;
        wire.request(&format!("host:transport:{serial}"))?;
        wire.request(service)?;
        Ok(wire)
    }

    fn connect<'a>(&self, asked: Asked<'a>) -> Result<Wire<'a>, AdbError> {
        let AdbConfig { host, port, .. } = &self.config;
        if asked.deadline.has_passed(self.clock.now()) {
            let asked = asked.what.to_owned();
            return Err(AdbError::DeadlinePassed { asked });
        }
        let place = (host.as_str(), *port);
        let stream = DeadlineStream::connect(place, &self.clock, asked.deadline);
        let stream = stream.map_err(|error| AdbError::NoServer {
            address: format!("{host}:{port}"),
            reason: error.to_string(),
        })?;
        Ok(Wire { stream, asked })
    }

    /// Runs the adb program; only ever for what the server cannot be asked.
    fn run_program(&self, word: &str, deadline: Deadline) -> Result<String, AdbError> {
        let Some(program) = &self.config.program else {
            return Ok(String::new());
        };
        let cannot = |reason: String| AdbError::CannotStart {
            program: program.display().to_string(),
            reason,
        };
        let arguments = ["-P", &self.config.port.to_string(), word].map(str::to_owned);
        let left = deadline.left(self.clock().now());
        let asked = ExternalProgram {
            // The server that it starts is for everybody.
            leftovers: Leftovers::Kept,
            ..ExternalProgram::new(program, arguments.to_vec(), left)
        };
        let end = SystemPrograms.run(&asked).map_err(|error| match error {
            ProgramError::CannotRun(error) => cannot(error.to_string()),
            ProgramError::TimedOut { .. } | ProgramError::Stopped => AdbError::DeadlinePassed {
                asked: format!("`{} {word}`", program.display()),
            },
        })?;
        if !end.is_success {
            let said = String::from_utf8_lossy(&end.stderr);
            return Err(cannot(said.trim().to_owned()));
        }
        Ok(String::from_utf8_lossy(&end.stdout).into_owned())
    }
}

/// Longest request the four hex digits can announce.
const LONGEST_REQUEST: usize = 0xffff;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_read_as_adb_writes_them() {
        let place = |text: &str| AdbConfig::parse_socket(text);
        let local = |port| Some(("127.0.0.1".to_owned(), port));
        assert_eq!(place("tcp:5037"), local(5037));
        assert_eq!(place("tcp:localhost:7037"), local(7037));
        assert_eq!(place("tcp:[::1]:5037"), Some(("::1".to_owned(), 5037)));
        assert_eq!(place("tcp:10.0.0.2:1"), Some(("10.0.0.2".to_owned(), 1)));
        let bad = "tcp:1.2.3.4:99999";
        for bad in ["", "tcp:", "tcp:x", bad, "localfilesystem:/x"] {
            assert_eq!(place(bad), None, "{bad}");
        }
    }
}
