//! Messages as they stand on the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Refusal;

/// The name of a flat session: a connection to one page, frame or worker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Session(pub(crate) String);

/// Something the browser tells by itself.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// The session it is from; `None` for the browser as a whole.
    pub(crate) session: Option<Session>,
    /// Its name, such as `Page.frameNavigated`.
    pub(crate) method: String,
    /// Its content.
    pub(crate) params: Value,
}

/// A message from the browser.
#[derive(Debug)]
pub(super) enum Incoming {
    /// The answer to a command.
    Answer {
        id: u64,
        result: Result<Value, Refusal>,
    },
    /// An event.
    Event(Event),
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
    error: Option<ErrorWire>,
}

#[derive(Deserialize)]
struct ErrorWire {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: String,
}

/// Returns a command as the browser reads it.
pub(super) fn encode(id: u64, session: Option<&Session>, method: &str, params: &Value) -> String {
    let wire = CommandWire {
        id,
        method,
        params,
        session: session.map(|session| session.0.as_str()),
    };
    serde_json::to_string(&wire).expect("a command is made of strings and numbers")
}

/// Returns what a message says; `None` for one that is neither an answer nor an event.
pub(super) fn decode(message: &[u8]) -> Option<Incoming> {
    let wire: IncomingWire = serde_json::from_slice(message).ok()?;
    if let Some(id) = wire.id {
        let result = match wire.error {
            None => Ok(wire.result),
            Some(ErrorWire { code, message }) => Err(Refusal { code, message }),
        };
        return Some(Incoming::Answer { id, result });
    }
    Some(Incoming::Event(Event {
        session: wire.session.map(Session),
        method: wire.method?,
        params: wire.params,
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_command_names_its_session_only_when_it_has_one() {
        let params = json!({"a": 1});
        assert_eq!(
            encode(7, None, "X.y", &params),
            r#"{"id":7,"method":"X.y","params":{"a":1}}"#
        );
        let session = Session("S".to_owned());
        assert!(encode(7, Some(&session), "X.y", &params).ends_with(r#""sessionId":"S"}"#));
    }

    #[test]
    fn what_is_no_message_is_passed_over() {
        for bad in ["", "{", "{}", "[1]", "\"x\""] {
            assert!(decode(bad.as_bytes()).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_refusal_keeps_its_words() {
        let Some(Incoming::Answer { id: 3, result }) =
            decode(br#"{"id":3,"error":{"code":-32000,"message":"Cannot find context with specified id"}}"#)
        else {
            panic!("an error is an answer");
        };
        assert!(result.unwrap_err().is_gone());
    }
}
