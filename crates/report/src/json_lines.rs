//! The event log: a sink that writes one line per event, and the reader of what it wrote.

use std::fmt;
use std::io::{self, Write};

use retap_model::codec::{EventLogError, decode_record, encode_record};
use retap_model::event::{EventSink, Record};

use crate::text::clean;

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

/// The records of an event log.
#[derive(Debug, Clone, PartialEq)]
pub struct EventLog {
    /// Its events, in order.
    pub records: Vec<Record>,
    /// A remark for the reader, as when the last line was cut off by a crash or an event is
    /// of a kind that only a newer retap knows.
    pub warning: Option<String>,
}

/// Why an event log could not be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// The fault in it; none where it is not even UTF-8.
    cause: Option<EventLogError>,
}

impl fmt::Display for LogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: ", self.line)?;
        match &self.cause {
            None => out.write_str("not UTF-8 text"),
            Some(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for LogError {}

/// Reads an event log; blank lines count but say nothing.
///
/// An event of a kind that a newer retap added is passed over, with a warning. A last line without
/// its newline is what a crash leaves: if it cannot be read it is left out, with a warning too. Any
/// other line that cannot be read is an error.
pub fn read_log(bytes: &[u8]) -> Result<EventLog, LogError> {
    let mut records = Vec::new();
    let mut left_out = LeftOut::default();
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        match read_line(line) {
            Ok(None) => {}
            Ok(Some(record)) => records.push(record),
            Err(Some(EventLogError::UnknownKind { kind })) => left_out.unknown.push((number, kind)),
            Err(None | Some(EventLogError::Malformed { .. })) if !line.ends_with(b"\n") => {
                left_out.cut_off = Some(number);
            }
            Err(cause) => {
                let line = number;
                return Err(LogError { line, cause });
            }
        }
    }
    let warning = left_out.warning();
    Ok(EventLog { records, warning })
}

/// The lines that were not read and are no reason to refuse the log.
#[derive(Default)]
struct LeftOut {
    unknown: Vec<(usize, String)>,
    cut_off: Option<usize>,
}

impl LeftOut {
    fn warning(&self) -> Option<String> {
        let unknown = self.unknown.first().map(|first| self.unknown(first));
        let cut_off = self
            .cut_off
            .map(|line| format!("line {line} is cut off and was left out"));
        let parts: Vec<String> = unknown.into_iter().chain(cut_off).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn unknown(&self, (line, kind): &(usize, String)) -> String {
        let kind = clean(kind);
        match self.unknown.len() {
            1 => format!(
                "line {line} has an event of the kind `{kind}`, which this retap does not know; it was passed over"
            ),
            more => format!(
                "{more} lines have events of kinds this retap does not know and were passed over, the first is line {line} (`{kind}`)"
            ),
        }
    }
}

/// Reads one line; nothing is wrong with one that is blank, and what is not text has no other fault.
fn read_line(line: &[u8]) -> Result<Option<Record>, Option<EventLogError>> {
    let text = std::str::from_utf8(line).map_err(|_| None)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    decode_record(text.trim()).map(Some).map_err(Some)
}
