//! What an answer to a write says: whether it was done, and what the answer is, without its values.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::{
    AnswerKind, AnswerPart, AnswerShape, PlacedId, WHOLE, is_identifier, kind_in_field,
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
    let parts = parts.map(|(name, value)| (name.clone(), part_of(name, value)));
    let parts: BTreeMap<String, AnswerPart> = parts.take(MOST_PARTS).collect();
    Said {
        is_denied,
        shape: AnswerShape {
            kind: AnswerKind::Json,
            is_doubtful: is_doubtful(&json, 0) || is_held(&json),
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

/// Returns what an answer says that is a short text; many of them are data that is not called so.
pub(super) fn read_text(body: &str) -> Said {
    let said = read(body);
    if said.shape.kind != AnswerKind::Broken {
        return said;
    }
    let part = part_of(STATES[0], &Value::String(body.to_owned()));
    Said {
        is_denied: false,
        shape: AnswerShape {
            kind: AnswerKind::Other,
            is_doubtful: says_error(body, true),
            parts: [(WHOLE.to_owned(), part)].into(),
        },
        made: BTreeSet::new(),
    }
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

/// Words for yes, no and well, as values.
const YES: [&str; 3] = ["true", "y", "yes"];
const NO: [&str; 6] = ["failed", "false", "n", "no", "nok", "none"];
const WELL: [&str; 16] = [
    "applied",
    "complete",
    "completed",
    "confirmed",
    "created",
    "done",
    "ok",
    "okay",
    "saved",
    "sent",
    "stored",
    "succeeded",
    "success",
    "successful",
    "updated",
    "yes",
];

fn part_of(name: &str, value: &Value) -> AnswerPart {
    let word = value
        .as_str()
        .map(|text| text.trim().trim_end_matches(['.', '!']).to_lowercase());
    let is_one_of = |words: &[&str]| {
        word.as_ref()
            .is_some_and(|word| words.contains(&word.as_str()))
    };
    match value {
        Value::Bool(true) => AnswerPart::Yes,
        Value::String(_) if STATES.contains(&&*name.to_lowercase()) && is_one_of(&WELL) => {
            AnswerPart::Done
        }
        Value::String(_) if is_one_of(&YES) => AnswerPart::Yes,
        Value::String(_) if is_one_of(&NO) => AnswerPart::Nothing,
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

/// Words of states of what somebody must look at first. In lists they are data.
const HELD: [&str; 10] = [
    "blocked",
    "deferred",
    "delayed",
    "held",
    "hold",
    "in_review",
    "on_hold",
    "review",
    "under_review",
    "unconfirmed",
];

/// Returns whether the outermost part of an answer says that it is held back.
fn is_held(json: &Value) -> bool {
    let mut fields = json.as_object().into_iter().flatten();
    fields.any(|(key, value)| {
        let word = value.as_str().map(state_word);
        let is_held = word.is_some_and(|word| HELD.contains(&word.as_str()));
        is_held && STATES.contains(&key.to_lowercase().as_str())
    })
}

/// Names of what was not taken, where it holds anything.
const NOT_TAKEN: [&str; 8] = [
    "conflicts",
    "failed",
    "failures",
    "invalid",
    "rejected",
    "rejections",
    "skipped",
    "unprocessed",
];

fn state_word(text: &str) -> String {
    text.trim().to_lowercase().replace(['-', ' '], "_")
}

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
            let word = state_word(text);
            (STATES.contains(&key.as_str()) && UNFINISHED.contains(&word.as_str()))
                || (SENTENCES.contains(&key.as_str()) && says_error(text, true))
        }
        Value::Array(all) => !all.is_empty() && NOT_TAKEN.contains(&key.as_str()),
        Value::Number(_) if NOT_TAKEN.contains(&key.as_str()) => holds_something(value),
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
            (r#"{"rejected": [{"row": 1}]}"#, true),
            (r#"{"rejected": [], "skipped": 0}"#, false),
            (r#"{"id": 1, "skipped": 2}"#, true),
            (r#"{"status": "held"}"#, true),
            (r#"{"items": [{"status": "held"}]}"#, false),
            (r#"{"items": [], "status": "open"}"#, false),
        ] {
            assert_eq!(read(body).shape.is_doubtful, is_doubtful, "{body}");
        }
        assert_eq!(read("<p>").shape.kind, AnswerKind::Broken);
        for (text, part) in [
            ("OK", AnswerPart::Done),
            (" Saved.\n", AnswerPart::Done),
            ("no", AnswerPart::Nothing),
            ("Try again later", AnswerPart::Something),
        ] {
            let said = read_text(text).shape;
            assert_eq!(
                (said.kind, said.parts[WHOLE]),
                (AnswerKind::Other, part),
                "{text}"
            );
        }
        assert!(read_text("{\"ok\": false}").is_denied);
        assert_eq!(read("").shape.kind, AnswerKind::Other);
        assert_eq!(kind_of(200, "text/html").kind, AnswerKind::Page);
    }
}
