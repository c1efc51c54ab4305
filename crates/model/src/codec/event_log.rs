//! The lines of an event log.

use serde::Deserialize;

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
        _ => Ok(record),
    }
}

/// The part that every line has, whatever the kind of its event.
#[derive(Deserialize)]
#[expect(dead_code, reason = "only that they are there is asked")]
struct AnyRecord {
    run: String,
    at_ms: u64,
    event: AnyEvent,
}

#[derive(Deserialize)]
struct AnyEvent {
    kind: String,
}

/// Returns the kind of a line that is an event in all but having a kind we know.
fn unknown_kind(line: &str) -> Option<String> {
    let AnyRecord { event, .. } = serde_json::from_str(line).ok()?;
    let is_known = KINDS.contains(&event.kind.as_str());
    (!is_known).then_some(event.kind)
}

/// The kinds of events, as lines name them; `event.rs` has their fields.
const KINDS: [&str; 15] = [
    "run_started",
    "warned",
    "step_started",
    "located",
    "acted",
    "checked",
    "pictured",
    "tree_kept",
    "sent",
    "captured",
    "measured",
    "signalled",
    "downloaded",
    "step_finished",
    "run_finished",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The list of kinds is the one of the type: serde names all it would accept.
    #[test]
    fn every_kind_of_event_is_listed() {
        let error = serde_json::from_str::<Event>(r#"{"kind":"?"}"#).unwrap_err();
        let names = KINDS.map(|kind| format!("`{kind}`")).join(", ");
        let expected = format!("unknown variant `?`, expected one of {names}");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}
