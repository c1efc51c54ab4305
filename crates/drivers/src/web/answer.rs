//! What an answer to a write says: whether it was done, and what the answer is, without its values.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::{
    AnswerKind, AnswerPart, AnswerShape, PlacedId, is_identifier, kind_in_field,
};
use retap_model::verify::says_error;
use serde_json::Value;

use super::records::own_identifier;

/// Keys under which an answer says that something went wrong, where they hold anything.
const FAULTS: [&str; 8] = [
    "error",
    "errors",
    "err",
    "errormessage",
    "error_message",
    "errorcode",
    "fault",
    "exception",
];

/// Keys under which an answer says whether it was done.
const SUCCESSES: [&str; 6] = [
    "ok",
    "success",
    "succeeded",
    "successful",
    "issuccess",
    "saved",
];

/// Keys under which an answer says in a word how it went, and the words for badly.
const STATES: [&str; 3] = ["status", "result", "state"];
const BAD_STATES: [&str; 10] = [
    "error",
    "fail",
    "failed",
    "failure",
    "ko",
    "denied",
    "invalid",
    "rejected",
    "refused",
    "unauthorized",
];

/// Keys under which an answer has a status of its own.
const CODES: [&str; 3] = ["code", "statuscode", "status_code"];

/// How deep an answer is looked into.
const DEEPEST_ANSWER: usize = 3;

/// What an answer says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Said {
    /// Whether it says that what was asked for was not done.
    pub is_denied: bool,
    pub shape: AnswerShape,
    /// The identifiers of what it tells of.
    pub made: BTreeSet<PlacedId>,
}

/// How many parts of an answer are kept.
pub(super) const MOST_PARTS: usize = 24;

/// How long the name of a part may be, in bytes.
const LONGEST_NAME: usize = 60;

/// Returns what an answer that is called JSON says; an empty one was not kept by the browser.
pub(super) fn read(body: &str) -> Said {
    if body.trim().is_empty() {
        return Said::default();
    }
    let Ok(json) = serde_json::from_str::<Value>(body) else {
        return Said {
            is_denied: false,
            shape: AnswerShape {
                kind: AnswerKind::Broken,
                ..AnswerShape::default()
            },
            made: BTreeSet::new(),
        };
    };
    let is_denied = match &json {
        Value::Array(all) => all.iter().any(says_no),
        json => says_no(json),
    };
    let parts = json.as_object().into_iter().flatten();
    let parts = parts.filter(|(name, _)| name.len() <= LONGEST_NAME && !is_identifier(name));
    let parts = parts.map(|(name, value)| (name.clone(), part_of(value)));
    let parts: BTreeMap<String, AnswerPart> = parts.take(MOST_PARTS).collect();
    Said {
        is_denied,
        shape: AnswerShape {
            kind: AnswerKind::Json,
            is_doubtful: is_doubtful(&json, 0),
            parts,
        },
        made: told_of(&json),
    }
}

/// Returns the identifiers of what an answer tells of: of itself, and of what it holds by a name, as in `{"loan": {"id": 4}}`.
fn told_of(json: &Value) -> BTreeSet<PlacedId> {
    let Some(record) = json.as_object() else {
        return BTreeSet::new();
    };
    let placed = |record, kind| own_identifier(record).map(|id| PlacedId { id, kind });
    let held = record.iter().filter_map(|(name, value)| {
        let kind = kind_in_field(&format!("{name}.id"));
        placed(value.as_object()?, kind)
    });
    held.chain(placed(record, None)).collect()
}

/// Returns what an answer is by its status and type alone.
pub(super) fn kind_of(status: u64, mime: &str) -> AnswerShape {
    let kind = match (status, mime) {
        (204 | 205, _) => AnswerKind::Nothing,
        (_, "text/html" | "application/xhtml+xml") => AnswerKind::Page,
        (_, _) => AnswerKind::Other,
    };
    AnswerShape {
        kind,
        ..AnswerShape::default()
    }
}

fn part_of(value: &Value) -> AnswerPart {
    match value {
        Value::Bool(true) => AnswerPart::Yes,
        value if holds_something(value) => AnswerPart::Something,
        // An empty list is what there is.
        Value::Array(_) => AnswerPart::Something,
        _ => AnswerPart::Nothing,
    }
}

/// Words of states in which something is not done yet, or was left as it is.
const UNFINISHED: [&str; 16] = [
    "accepted",
    "duplicate",
    "ignored",
    "in_progress",
    "incomplete",
    "noop",
    "not_modified",
    "partial",
    "pending",
    "processing",
    "queued",
    "scheduled",
    "skipped",
    "timeout",
    "unchanged",
    "waiting",
];

/// Keys under which an answer says how it went in a sentence.
const SENTENCES: [&str; 8] = [
    "message", "msg", "detail", "details", "reason", "info", "text", "title",
];

/// Words in the name of a count of what was done.
const DONE_WORDS: [&str; 15] = [
    "accepted",
    "affected",
    "added",
    "changed",
    "created",
    "deleted",
    "inserted",
    "matched",
    "modified",
    "processed",
    "removed",
    "saved",
    "sent",
    "updated",
    "written",
];

/// Returns whether any part of an answer, also in its lists, says that something was not done, or not yet.
fn is_doubtful(json: &Value, depth: usize) -> bool {
    if depth > DEEPEST_ANSWER + 1 {
        return false;
    }
    match json {
        Value::Array(all) => all.iter().any(|it| is_doubtful(it, depth + 1)),
        Value::Object(fields) => {
            says_no(json)
                || fields.iter().any(|(key, value)| {
                    is_doubtful_field(key, value) || is_doubtful(value, depth + 1)
                })
        }
        _ => false,
    }
}

fn is_doubtful_field(key: &str, value: &Value) -> bool {
    let key = key.to_lowercase();
    match value {
        Value::String(text) => {
            let word = text.trim().to_lowercase().replace(['-', ' '], "_");
            (STATES.contains(&key.as_str()) && UNFINISHED.contains(&word.as_str()))
                || (SENTENCES.contains(&key.as_str()) && says_error(text, true))
        }
        Value::Number(count) => {
            count.as_f64() == Some(0.0) && DONE_WORDS.iter().any(|word| key.contains(word))
        }
        _ => false,
    }
}

fn says_no(json: &Value) -> bool {
    let Value::Object(fields) = json else {
        return false;
    };
    let is_bad = |key: &str, value: &Value| {
        let word = value.as_str().map(str::to_lowercase);
        let is_bad_word = word.is_some_and(|word| BAD_STATES.contains(&word.as_str()));
        let is_bad_code = value
            .as_u64()
            .is_some_and(|code| (400..600).contains(&code));
        (STATES.contains(&key) && is_bad_word)
            || ((STATES.contains(&key) || CODES.contains(&key)) && is_bad_code)
    };
    let is_here = fields
        .iter()
        .any(|(key, value)| is_bad(&key.to_lowercase(), value));
    is_here || says_no_within(json, 0)
}

/// Returns whether an object says that something went wrong, or one in it: what lists hold is of many things.
fn says_no_within(json: &Value, depth: usize) -> bool {
    let Value::Object(fields) = json else {
        return false;
    };
    fields.iter().any(|(key, value)| {
        let key = key.to_lowercase();
        let is_fault = FAULTS.contains(&key.as_str()) || key.ends_with("errors");
        (is_fault && holds_something(value))
            || (SUCCESSES.contains(&key.as_str()) && *value == Value::Bool(false))
            || (depth < DEEPEST_ANSWER && says_no_within(value, depth + 1))
    })
}

fn holds_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(all) => !all.is_empty(),
        Value::Object(fields) => fields.values().any(holds_something),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_that_it_was_not_done() {
        for (body, is_no) in [
            (r#"{"ok": false}"#, true),
            (r#"{"error": "no such item"}"#, true),
            (r#"{"errors": [{"message": "x"}], "data": null}"#, true),
            (r#"{"status": "Error"}"#, true),
            (r#"{"errors": [], "error": null, "ok": true}"#, false),
            (r#"{"errors": {}, "errorCode": 0}"#, false),
            (r#"{"status": "open", "result": 5}"#, false),
            ("[]", false),
            ("<p>error</p>", false),
        ] {
            assert_eq!(read(body).is_denied, is_no, "{body}");
        }
    }

    #[test]
    fn any_part_of_an_answer_may_leave_doubt() {
        for (body, is_doubtful) in [
            (r#"{"results": [{"ok": true}, {"ok": false}]}"#, true),
            (r#"{"updated": 0}"#, true),
            (r#"{"modifiedCount": 0, "matched": 1}"#, true),
            (r#"{"status": "queued"}"#, true),
            (r#"{"message": "Could not be saved"}"#, true),
            (r#"{"message": "Saved"}"#, false),
            (r#"{"updated": 2, "unread": 0}"#, false),
            (r#"{"items": [], "status": "open"}"#, false),
        ] {
            assert_eq!(read(body).shape.is_doubtful, is_doubtful, "{body}");
        }
        assert_eq!(read("<p>").shape.kind, AnswerKind::Broken);
        assert_eq!(read("").shape.kind, AnswerKind::Other);
        assert_eq!(kind_of(200, "text/html").kind, AnswerKind::Page);
    }
}
