//! The event log: a sink that writes one line per event, and the reader of what it wrote.

use std::fmt;
use std::io::{self, BufRead, Read as _, Write};

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

/// The longest line of a log, in bytes. What one event says is bounded by what one screen says.
const LONGEST_LINE: u64 = 16 << 20;

/// Why an event log could not be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    cause: Fault,
}

/// The fault of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    NotText,
    TooLong,
    NotAnEvent(EventLogError),
    Unread(String),
}

impl fmt::Display for LogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: ", self.line)?;
        match &self.cause {
            Fault::NotText => out.write_str("not UTF-8 text"),
            Fault::TooLong => write!(out, "longer than {} MB", LONGEST_LINE >> 20),
            Fault::NotAnEvent(error) => error.fmt(out),
            Fault::Unread(error) => out.write_str(error),
        }
    }
}

impl std::error::Error for LogError {}

/// Reads an event log, a record at a time; blank lines count but say nothing.
///
/// An event of a kind that a newer retap added is passed over, with a warning. A last line without
/// its newline is what a crash leaves: if it cannot be read it is left out, with a warning too. Any
/// other line that cannot be read is an error, after which there is nothing more.
pub struct LogReader<R> {
    input: R,
    line: usize,
    position: u64,
    passed_over: PassedOver,
    is_over: bool,
}

impl<R: BufRead> LogReader<R> {
    /// Returns a reader of what `input` gives from its present place on.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            position: 0,
            passed_over: PassedOver::default(),
            is_over: false,
        }
    }

    /// Returns how many bytes were read.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Returns a remark for the reader on what was passed over so far.
    pub fn warning(&self) -> Option<String> {
        self.passed_over.warning()
    }

    /// Returns the next line with its newline; nothing at the end.
    fn next_line(&mut self) -> Result<Vec<u8>, Fault> {
        let mut line = Vec::new();
        let mut input = (&mut self.input).take(LONGEST_LINE);
        let read = input.read_until(b'\n', &mut line);
        let length = read.map_err(|error| Fault::Unread(error.to_string()))? as u64;
        self.position += length;
        self.line += 1;
        match length == LONGEST_LINE && !line.ends_with(b"\n") {
            true => Err(Fault::TooLong),
            false => Ok(line),
        }
    }

    /// Returns the record of the next line; none where it has none.
    fn read_next(&mut self) -> Result<Option<Record>, Fault> {
        let line = self.next_line()?;
        self.is_over = line.is_empty();
        match read_line(&line) {
            Err(Fault::NotAnEvent(EventLogError::UnknownKind { kind })) => {
                self.passed_over.add_unknown(self.line, kind);
                Ok(None)
            }
            Err(Fault::NotText | Fault::NotAnEvent(EventLogError::Malformed { .. }))
                if !line.ends_with(b"\n") =>
            {
                self.passed_over.cut_off = Some(self.line);
                Ok(None)
            }
            read => read,
        }
    }
}

impl<R: BufRead> Iterator for LogReader<R> {
    type Item = Result<Record, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            match self.read_next() {
                Ok(Some(record)) => return Some(Ok(record)),
                Ok(None) => {}
                Err(cause) => {
                    self.is_over = true;
                    let line = self.line;
                    return Some(Err(LogError { line, cause }));
                }
            }
        }
        None
    }
}

/// The lines that were not read and are no reason to refuse the log.
#[derive(Default)]
struct PassedOver {
    /// How many lines have events of unknown kinds, and the first of them.
    unknown: usize,
    first_unknown: Option<(usize, String)>,
    cut_off: Option<usize>,
}

impl PassedOver {
    fn add_unknown(&mut self, line: usize, kind: String) {
        self.unknown += 1;
        self.first_unknown.get_or_insert((line, kind));
    }

    fn warning(&self) -> Option<String> {
        let unknown = self.first_unknown.as_ref().map(|first| self.unknown(first));
        let cut_off = self
            .cut_off
            .map(|line| format!("line {line} is cut off and was left out"));
        let parts: Vec<String> = unknown.into_iter().chain(cut_off).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn unknown(&self, (line, kind): &(usize, String)) -> String {
        let kind = clean(kind);
        match self.unknown {
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
fn read_line(line: &[u8]) -> Result<Option<Record>, Fault> {
    let text = std::str::from_utf8(line).map_err(|_| Fault::NotText)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let record = decode_record(text.trim()).map_err(Fault::NotAnEvent)?;
    Ok(Some(record))
}
