//! The event log: a sink that writes one line per event, and the reader of what it wrote.

use std::fmt;
use std::io::{self, Write};

use retap_model::codec::{EventLogError, decode_record, encode_record};
use retap_model::event::{EventSink, Record};

/// Writes each event as one line and flushes it, so that a crash loses nothing.
///
/// Pictures are kept by the caller; the log only names them.
pub struct JsonLines<W: Write> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> JsonLines<W> {
    /// Returns a sink that writes there.
    pub fn new(out: W) -> Self {
        Self { out, error: None }
    }

    /// Returns what it wrote to, or the first error of writing; events after one are dropped.
    pub fn finish(self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.out),
        }
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        let mut line = encode_record(record);
        line.push('\n');
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }
}

impl<W: Write> EventSink for JsonLines<W> {
    fn event(&mut self, record: &Record) {
        if self.error.is_none() {
            self.error = self.write(record).err();
        }
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

/// What an event log holds.
#[derive(Debug, Clone, PartialEq)]
pub struct EventLog {
    /// Its events, in order.
    pub records: Vec<Record>,
    /// What the reader should be told, as when the last line was cut off by a crash.
    pub warning: Option<String>,
}

/// Why an event log could not be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: LogErrorKind,
}

/// What is wrong with a line of an event log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogErrorKind {
    /// It is not UTF-8.
    NotText,
    /// It is no event this version can read.
    Event(EventLogError),
}

impl fmt::Display for LogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            LogErrorKind::NotText => write!(out, "line {}: not UTF-8 text", self.line),
            LogErrorKind::Event(error) => write!(out, "line {}: {error}", self.line),
        }
    }
}

impl std::error::Error for LogError {}

/// Reads an event log; blank lines count but say nothing.
///
/// A last line without its newline is what a crash leaves: if it cannot be read it is left out,
/// with a warning. Any other line that cannot be read is an error.
pub fn read_log(bytes: &[u8]) -> Result<EventLog, LogError> {
    let mut records = Vec::new();
    let mut warning = None;
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        match read_line(line) {
            Ok(None) => {}
            Ok(Some(record)) => records.push(record),
            Err(kind) if is_cut_off(line, &kind) => {
                let line = index + 1;
                warning = Some(format!("line {line} is cut off and was left out"));
            }
            Err(kind) => {
                let line = index + 1;
                return Err(LogError { line, kind });
            }
        }
    }
    Ok(EventLog { records, warning })
}

fn read_line(line: &[u8]) -> Result<Option<Record>, LogErrorKind> {
    let text = std::str::from_utf8(line).map_err(|_| LogErrorKind::NotText)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    decode_record(text.trim())
        .map(Some)
        .map_err(LogErrorKind::Event)
}

fn is_cut_off(line: &[u8], kind: &LogErrorKind) -> bool {
    match kind {
        LogErrorKind::NotText | LogErrorKind::Event(EventLogError::Malformed { .. }) => {
            !line.ends_with(b"\n")
        }
        LogErrorKind::Event(EventLogError::Newer { .. }) => false,
    }
}
