//! The lines of an event log.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::event::{Event, FORMAT, Record};

/// Why a line of an event log could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EventLogError {
    /// The line is not an event.
    #[error("not an event: {reason}")]
    Malformed {
        /// The words of the parser.
        reason: String,
    },
    /// The log was written by a newer retap.
    #[error("the log has format {format}, this retap reads up to {FORMAT}")]
    Newer {
        /// The version it has.
        format: u32,
    },
    /// A number is larger than any run has.
    #[error("`{field}` is {value}, and a run has at most {most}")]
    TooLarge {
        /// The key of the number.
        field: &'static str,
        /// The number.
        value: u64,
        /// The largest that is read.
        most: u64,
    },
    /// The event is of a kind that this retap does not know; a reader passes it over.
    #[error("this retap knows no event of kind `{kind}`")]
    UnknownKind {
        /// The kind.
        kind: String,
    },
}

/// Returns the event as one line of JSON, without the newline.
pub fn encode_record(record: &Record) -> String {
    serde_json::to_string(record).expect("an event has only text keys and finite numbers")
}

/// Reads one line of an event log.
pub fn decode_record(line: &str) -> Result<Record, EventLogError> {
    let record: Record = serde_json::from_str(line).map_err(|error| match unknown_kind(line) {
        Some(kind) => EventLogError::UnknownKind { kind },
        None => EventLogError::Malformed {
            reason: error.to_string(),
        },
    })?;
    match &record.event {
        Event::RunStarted(started) if started.format > FORMAT => Err(EventLogError::Newer {
            format: started.format,
        }),
        _ => check_numbers(&record).map(|()| record),
    }
}

/// The largest numbers of a log that are read, so that whoever reads may add and multiply them: nesting; steps,
/// lines and the like; milliseconds and bytes.
const MOST_DEPTH: u64 = 1_000;
const MOST_COUNTED: u64 = 1_000_000_000;
const MOST_MEASURED: u64 = 10_000_000_000_000;

fn check_numbers(record: &Record) -> Result<(), EventLogError> {
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let mut numbers = vec![("at_ms", record.at_ms, MOST_MEASURED)];
    match &record.event {
        Event::RunStarted(run) => numbers.push(("steps", count(run.steps), MOST_COUNTED)),
        Event::StepStarted(step) => numbers.extend([
            ("step", count(step.step), MOST_COUNTED),
            ("depth", count(step.depth), MOST_DEPTH),
            ("line", count(step.line), MOST_COUNTED),
        ]),
        Event::Sent(sent) => numbers.push(("bytes", sent.bytes, MOST_MEASURED)),
        Event::Measured { took_ms, .. } => numbers.push(("took_ms", *took_ms, MOST_MEASURED)),
        Event::StepFinished(step) => numbers.push(("took_ms", step.took_ms, MOST_MEASURED)),
        Event::RunFinished(run) => numbers.push(("took_ms", run.took_ms, MOST_MEASURED)),
        Event::Warned { .. }
        | Event::Located(_)
        | Event::Acted { .. }
        | Event::Checked { .. }
        | Event::Pictured(_)
        | Event::TreeKept(_)
        | Event::Captured { .. }
        | Event::Signalled { .. }
        | Event::InterruptionClosed(_)
        | Event::Downloaded(_) => {}
    }
    let too_large = numbers.into_iter().find(|(_, value, most)| value > most);
    match too_large {
        Some((field, value, most)) => Err(EventLogError::TooLarge { field, value, most }),
        None => Ok(()),
    }
}

/// Returns the kind of a line that is an event in all but having a kind we know.
fn unknown_kind(line: &str) -> Option<String> {
    let record: Value = serde_json::from_str(line).ok()?;
    let kind = record["event"]["kind"].as_str()?;
    // The kind is read first: a known one only lacks its fields.
    let error = Event::deserialize(json!({ "kind": kind })).err()?;
    let is_unknown = error.to_string().starts_with("unknown variant");
    let is_event = record["run"].is_string() && record["at_ms"].is_u64();
    (is_event && is_unknown).then(|| kind.to_owned())
}
