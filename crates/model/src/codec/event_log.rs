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
        event if !has_sane_numbers(event) || record.at_ms > LONGEST_MS => {
            let reason = "a number in it is larger than any run has".to_owned();
            Err(EventLogError::Malformed { reason })
        }
        _ => Ok(record),
    }
}

/// How deep steps are nested at the most, how many there are, and how many milliseconds anything takes: some
/// thirty years. Reports indent, count and add up without looking at these again.
const DEEPEST: usize = 1000;
const MOST_STEPS: usize = u32::MAX as usize;
const LONGEST_MS: u64 = 1_000_000_000_000;

fn has_sane_numbers(event: &Event) -> bool {
    match event {
        Event::RunStarted(run) => run.steps <= MOST_STEPS,
        Event::StepStarted(step) => {
            step.depth <= DEEPEST && step.step <= MOST_STEPS && step.line <= MOST_STEPS
        }
        Event::StepFinished(step) => step.step <= MOST_STEPS && step.took_ms <= LONGEST_MS,
        Event::RunFinished(run) => run.took_ms <= LONGEST_MS,
        Event::Measured { took_ms, .. } => *took_ms <= LONGEST_MS,
        Event::Warned { .. }
        | Event::Located(_)
        | Event::Acted { .. }
        | Event::Checked { .. }
        | Event::Pictured(_)
        | Event::TreeKept(_)
        | Event::Sent(_)
        | Event::Captured { .. }
        | Event::Signalled { .. }
        | Event::Downloaded(_) => true,
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
