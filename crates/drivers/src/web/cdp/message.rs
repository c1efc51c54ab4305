//! Messages as they stand on the wire, and why a command got no answer, or got a no.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of a flat session: a connection to one page, frame or worker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Session(pub(crate) String);

#[derive(Debug, Clone)]
pub(crate) struct Command {
    pub method: &'static str,
    pub params: Value,
}

pub(crate) const fn command(method: &'static str, params: Value) -> Command {
    Command { method, params }
}

/// Something the browser tells by itself.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// The session it is from; `None` for the browser as a whole.
    pub session: Option<Session>,
    /// Its name, such as `Page.frameNavigated`.
    pub method: String,
    pub params: Value,
}

/// Returns the text of a field; an empty one where it is missing or no text.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A message from the browser, put into an inbox in the order the browser sent it.
#[derive(Debug, Clone)]
pub(super) enum Delivery {
    /// The answer to the command of this number.
    Answer {
        id: u64,
        result: Result<Value, Refusal>,
    },
    Event(Event),
}

/// The browser's reason for refusing a command.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Refusal {
    #[serde(default)]
    pub message: String,
}

impl Refusal {
    /// Returns whether the page the command was meant for has gone in the meantime, as happens at
    /// every navigation.
    pub(crate) fn is_gone(&self) -> bool {
        const GONE: [&str; 4] = [
            "Execution context was destroyed",
            "Inspected target navigated or closed",
            "Session with given id not found",
            "Target closed",
        ];
        let is_gone = GONE.iter().any(|words| self.message.contains(words));
        is_gone || self.is_too_late() || self.is_between()
    }

    /// Returns whether a script was meant for a document that had gone before it came.
    pub(crate) fn is_too_late(&self) -> bool {
        const LATE: [&str; 2] = ["Cannot find context", "uniqueContextId not found"];
        LATE.iter().any(|words| self.message.contains(words))
    }

    /// Returns whether the page is between two documents.
    pub(crate) fn is_between(&self) -> bool {
        self.message.contains("Not attached to an active page")
    }
}

/// Why a command got no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CdpError {
    #[error("the browser is gone: {reason}")]
    Closed { reason: String },
    #[error("no answer to `{method}` in time")]
    DeadlinePassed { method: &'static str },
    #[error("`{method}` was refused: {}", refusal.message)]
    Refused {
        method: &'static str,
        refusal: Refusal,
    },
}

#[derive(Serialize)]
struct CommandWire<'a> {
    id: u64,
    method: &'a str,
    params: &'a Value,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
}

#[derive(Deserialize)]
struct IncomingWire {
    id: Option<u64>,
    method: Option<String>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Refusal>,
}

/// Returns a command as the browser reads it.
pub(super) fn encode(id: u64, session: Option<&Session>, command: &Command) -> String {
    let wire = CommandWire {
        id,
        method: command.method,
        params: &command.params,
        session: session.map(|session| session.0.as_str()),
    };
    serde_json::to_string(&wire).expect("a command is made of strings and numbers")
}

/// Returns what a message says; `None` for one that is neither an answer nor an event.
pub(super) fn decode(message: &[u8]) -> Option<Delivery> {
    let wire: IncomingWire = from_json(message)?;
    if let Some(id) = wire.id {
        let result = wire.error.map_or(Ok(wire.result), Err);
        return Some(Delivery::Answer { id, result });
    }
    Some(Delivery::Event(Event {
        session: wire.session.map(Session),
        method: wire.method?,
        params: wire.params,
    }))
}

/// Reads JSON in which a text may end in the middle of a letter, as texts of pages do that were cut to a length: half an emoji
/// is an escape that stands for nothing.
pub(in crate::web) fn from_json<T: DeserializeOwned>(text: &[u8]) -> Option<T> {
    if let Ok(read) = serde_json::from_slice(text) {
        return Some(read);
    }
    serde_json::from_slice(&without_half_letters(text)).ok()
}

/// Returns the text with a sign for what cannot be read in place of each half of a letter.
fn without_half_letters(text: &[u8]) -> Vec<u8> {
    const UNREADABLE: &[u8] = b"\\ufffd";
    let escape = |at: usize| {
        let escape = text.get(at..at + 6).filter(|it| it.starts_with(b"\\u"))?;
        let digits = std::str::from_utf8(&escape[2..]).ok()?;
        u32::from_str_radix(digits, 16).ok()
    };
    let mut whole = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (taken, is_half) = match (escape(at), escape(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (12, false),
            (Some(0xD800..=0xDFFF), _) => (6, true),
            _ if text[at] == b'\\' => (2, false),
            _ => (1, false),
        };
        let taken = &text[at..(at + taken).min(text.len())];
        whole.extend_from_slice(if is_half { UNREADABLE } else { taken });
        at += taken.len();
    }
    whole
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn half_a_letter_costs_no_message() {
        let read = |text: &str| from_json::<String>(text.as_bytes());
        for (text, wanted) in [
            (r#""cut \ud83d""#, "cut \u{fffd}"),
            (r#""\udc4d cut""#, "\u{fffd} cut"),
            (r#""\ud83d\udc4d and \ud83d""#, "\u{1f44d} and \u{fffd}"),
            (
                r#""no escape \\ud83d \ud83d""#,
                r"no escape \ud83d \u{fffd}",
            ),
        ] {
            let wanted = wanted.replace(r"\u{fffd}", "\u{fffd}");
            assert_eq!(read(text), Some(wanted), "{text}");
        }
        assert_eq!(read(r#""no end"#), None);
    }

    #[test]
    fn a_command_names_its_session_only_when_it_has_one() {
        let command = command("X.y", json!({"a": 1}));
        let plain = r#"{"id":7,"method":"X.y","params":{"a":1}}"#;
        assert_eq!(encode(7, None, &command), plain);
        let session = Session("S".to_owned());
        assert!(encode(7, Some(&session), &command).ends_with(r#""sessionId":"S"}"#));
    }

    #[test]
    fn what_is_no_message_is_passed_over() {
        for bad in ["", "{", "{}", "[1]", "\"x\""] {
            assert!(decode(bad.as_bytes()).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_refusal_keeps_its_words() {
        let message =
            r#"{"id":3,"error":{"code":-32000,"message":"Cannot find context with specified id"}}"#;
        let Some(Delivery::Answer { id: 3, result }) = decode(message.as_bytes()) else {
            panic!("an error is an answer");
        };
        assert!(result.unwrap_err().is_gone());
    }
}
