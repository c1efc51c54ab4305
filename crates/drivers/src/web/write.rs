//! What a request that changes something carries, from its body: names of fields and operations. Values are compared
//! here with what was typed, and go no further.

use std::collections::BTreeMap;

use retap_model::device::{TextMark, is_identifier, may_be_code, names_entity};
use serde_json::Value;

/// How deep fields are looked at.
const DEEPEST: usize = 6;

/// How many fields are kept of one request.
const MOST_FIELDS: usize = 200;

/// How long the name of a field may be, in bytes; what has a longer one is passed over. A page may send any, and each is
/// kept with its request.
const LONGEST_FIELD: usize = 120;

/// How much is kept of the names of operations, and of the identifiers of one field, in bytes.
const LONGEST_LIST: usize = 1_000;

/// How long a text is that is told also where a value has more around it.
const TELLING: usize = 5;

/// What a body carries.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Carried {
    pub operation: Option<String>,
    pub fields: BTreeMap<String, Option<TextMark>>,
    pub entities: BTreeMap<String, String>,
}

impl Carried {
    /// Adds what else the request carries.
    pub(super) fn extend(&mut self, other: Self) {
        self.operation = self.operation.take().or(other.operation);
        self.fields.extend(other.fields);
        self.entities.extend(other.entities);
    }
}

/// Reads what a request of this type sends, and the same as what it is answered with; for `fuzz/`.
pub fn read_bodies(body: &str, kind: &str) {
    let sent = carried(body, kind, &["Green tea".to_owned(), "7".to_owned()]);
    assert!(sent.fields.len() <= MOST_FIELDS);
    assert!(sent.fields.keys().all(|name| name.len() <= LONGEST_FIELD));
    assert!(
        sent.entities
            .values()
            .all(|ids| ids.len() <= LONGEST_LIST + 1)
    );
    let operation = sent.operation.unwrap_or_default();
    assert!(operation.len() <= LONGEST_LIST);
    is_denied(body);
}

/// Returns what a body of this type carries; `typed` are the texts that were typed so far, the newest last.
pub(super) fn carried(body: &str, kind: &str, typed: &[String]) -> Carried {
    let mut carried = Carried::default();
    let mut add = |name: &str, value: &str| {
        let is_kept = carried.fields.len() < MOST_FIELDS && name.len() <= LONGEST_FIELD;
        if is_kept && !is_identifier(name) {
            let mark = typed_in(value, typed);
            let known = carried.fields.entry(name.to_owned()).or_default();
            *known = known.take().or(mark);
            if (names_entity(name) && is_identifier(value)) || may_be_code(name, value) {
                // Where it is about several of a kind, all of them count.
                let ids = carried.entities.entry(name.to_owned()).or_default();
                if ids.len() + value.len() <= LONGEST_LIST {
                    ids.push_str(if ids.is_empty() { "" } else { " " });
                    ids.push_str(value);
                }
            }
        }
    };
    if let Some(boundary) = kind.split("boundary=").nth(1) {
        parts(body, boundary.trim_matches('"'), &mut add);
    } else if let Ok(json) = serde_json::from_str::<Value>(body) {
        leaves(&json, String::new(), 0, &mut add);
        carried.operation = operation(&json);
    } else if kind.contains("x-www-form-urlencoded") {
        pairs(body, &mut add);
    }
    carried
}

/// Adds the fields of a query, as writes may have them.
pub(super) fn pairs(query: &str, add: &mut dyn FnMut(&str, &str)) {
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        add(&decoded(name), &decoded(value));
    }
}

/// Returns the typed text that a value is, or has in it where that cannot be by chance.
fn typed_in(value: &str, typed: &[String]) -> Option<TextMark> {
    let value = value.trim();
    let is_it = |text: &&String| {
        let text = text.trim();
        !text.is_empty() && (text == value || (text.len() >= TELLING && value.contains(text)))
    };
    typed
        .iter()
        .rev()
        .find(is_it)
        .map(|text| TextMark::of(text))
}

fn leaves(json: &Value, name: String, depth: usize, add: &mut dyn FnMut(&str, &str)) {
    // A name is made anew for each item, so that a long one of many would take hours.
    if name.len() > LONGEST_FIELD {
        return;
    }
    let inner = |key: &str| match name.is_empty() {
        true => key.to_owned(),
        false => format!("{name}.{key}"),
    };
    match json {
        Value::Object(fields) if depth < DEEPEST => {
            for (key, value) in fields {
                let key = if is_identifier(key) { "{}" } else { key };
                leaves(value, inner(key), depth + 1, add);
            }
        }
        Value::Array(items) if depth < DEEPEST => {
            for item in items {
                leaves(item, format!("{name}[]"), depth + 1, add);
            }
        }
        Value::Object(_) | Value::Array(_) | Value::Null => add(&name, ""),
        Value::String(text) => add(&name, text),
        Value::Bool(_) | Value::Number(_) => add(&name, &json.to_string()),
    }
}

/// Returns the operation of interfaces that have one path for all: GraphQL, JSON-RPC. Several in one request are all named.
fn operation(json: &Value) -> Option<String> {
    let one = |json: &Value| {
        let rpc = json["jsonrpc"].as_str().and(json["method"].as_str());
        let named = json["operationName"]
            .as_str()
            .filter(|name| !name.is_empty());
        let query = json["query"].as_str().filter(|text| text.contains('{'));
        rpc.or(named)
            .or_else(|| query.and_then(graphql_name))
            .filter(|name| name.len() <= LONGEST_FIELD)
            .map(str::to_owned)
    };
    match json {
        Value::Array(all) => {
            let names: Vec<String> = all.iter().map(one).collect::<Option<_>>()?;
            let names = names.join(",");
            (!names.is_empty() && names.len() <= LONGEST_LIST).then_some(names)
        }
        json => one(json),
    }
}

/// Returns the name of the first operation or field of a query.
fn graphql_name(query: &str) -> Option<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = query
        .split(|c: char| !is_name(c))
        .filter(|word| !word.is_empty());
    words.find(|word| !matches!(*word, "query" | "mutation" | "subscription"))
}

/// Adds the fields of a form that is sent in parts.
fn parts(body: &str, boundary: &str, add: &mut dyn FnMut(&str, &str)) {
    for part in body.split(&format!("--{boundary}")) {
        let (head, value) = part.split_once("\r\n\r\n").unwrap_or((part, ""));
        let name = head
            .split("name=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        if let Some(name) = name {
            add(name, value);
        }
    }
}

fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| *first == b'%');
        let code = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

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

/// Returns whether an answer in JSON says that what was asked for was not done.
pub(super) fn is_denied(body: &str) -> bool {
    match serde_json::from_str::<Value>(body) {
        Ok(Value::Array(all)) => all.iter().any(says_no),
        Ok(json) => says_no(&json),
        Err(_) => false,
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

    const FORM_TYPE: &str = "application/x-www-form-urlencoded";

    fn names(body: &str, kind: &str) -> Vec<String> {
        let carried = carried(body, kind, &["Green tea".to_owned(), "7".to_owned()]);
        let fields = carried.fields.into_iter();
        let fields = fields.map(|(name, mark)| match mark {
            Some(mark) if mark == TextMark::of("7") => format!("{name}=7"),
            Some(_) => format!("{name}=typed"),
            None => name,
        });
        carried.operation.into_iter().chain(fields).collect()
    }

    #[test]
    fn fields_have_names_and_values_only_where_they_were_typed() {
        let form = "application/x-www-form-urlencoded";
        assert_eq!(
            names("item=Green+tea&count=7&x%5By%5D=", form),
            ["count=7", "item=typed", "x[y]"]
        );
        let json = r#"{"item": {"name": "Green tea", "count": 7, "tags": ["a", "b"]}, "12": 1}"#;
        assert_eq!(
            names(json, ""),
            ["item.count=7", "item.name=typed", "item.tags[]", "{}"]
        );
        let parts =
            "--b\r\nContent-Disposition: form-data; name=\"item\"\r\n\r\nGreen tea\r\n--b--";
        assert_eq!(
            names(parts, "multipart/form-data; boundary=b"),
            ["item=typed"]
        );
        assert_eq!(names("hello", "text/plain"), [""; 0]);
    }

    #[test]
    fn what_is_kept_of_a_request_is_short_whatever_a_page_sends() {
        let long = "k".repeat(100_000);
        let many = vec!["17"; 50_000].join(",");
        for (body, kind) in [
            (format!(r#"{{"{long}": [{many}]}}"#), ""),
            (format!(r#"{{"ids": [{many}], "item": 1}}"#), ""),
            (format!(r#"{{"operationName": "{long}"}}"#), ""),
            (format!("{long}=1&item=2"), FORM_TYPE),
            (
                format!("--b\r\nname=\"{long}\"\r\n\r\nx\r\n--b--"),
                "multipart/form-data; boundary=b",
            ),
        ] {
            read_bodies(&body, kind);
        }
        let kept = carried(&format!("{long}=1&item=2"), FORM_TYPE, &[]).fields;
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["item"]);
    }

    #[test]
    fn an_operation_is_named_where_one_path_stands_for_many() {
        for (body, name) in [
            (
                r#"{"operationName": "AddItem", "query": "mutation AddItem { add }"}"#,
                "AddItem",
            ),
            (
                r#"{"query": "mutation { addItem(name: 1) { id } }"}"#,
                "addItem",
            ),
            (
                r#"{"jsonrpc": "2.0", "method": "items.add", "id": 1}"#,
                "items.add",
            ),
        ] {
            assert_eq!(names(body, "")[0], name);
        }
        assert_eq!(carried(r#"{"query": "tea"}"#, "", &[]).operation, None);
    }

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
            assert_eq!(is_denied(body), is_no, "{body}");
        }
    }
}
