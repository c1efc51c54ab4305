//! The lines of an event log.

use std::fmt;

use crate::event::{Event, FORMAT, Record};

/// Why a line of an event log could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventLogError {
    /// The line is not an event.
    Malformed {
        /// What the parser said.
        reason: String,
    },
    /// The log was written by a newer retap.
    Newer {
        /// The version it has.
        format: u32,
    },
}

impl fmt::Display for EventLogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { reason } => write!(out, "not an event: {reason}"),
            Self::Newer { format } => write!(
                out,
                "the log has format {format}, this retap reads up to {FORMAT}"
            ),
        }
    }
}

impl std::error::Error for EventLogError {}

/// Returns the event as one line of JSON, without the newline.
pub fn encode_record(record: &Record) -> String {
    serde_json::to_string(record).expect("an event has only text keys and finite numbers")
}

/// Reads one line of an event log.
pub fn decode_record(line: &str) -> Result<Record, EventLogError> {
    let record: Record = serde_json::from_str(line).map_err(|error| EventLogError::Malformed {
        reason: error.to_string(),
    })?;
    match &record.event {
        Event::RunStarted(started) if started.format > FORMAT => Err(EventLogError::Newer {
            format: started.format,
        }),
        _ => Ok(record),
    }
}
