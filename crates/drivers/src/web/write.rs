//! What a request that changes something carries, from its body: names of fields and operations. Values are compared
//! here with what was typed, and go no further.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::{
    FieldSays, FieldValue, TextMark, Write, is_identifier, kind_of_thing, may_be_code,
    may_name_entity, names_entity,
};
use serde_json::Value;

use super::answer;
use super::graphql;
use super::records::identifiers_of_row;

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

/// How many calls of one query are kept.
const MOST_CALLS: usize = 20;

/// The longest text that is taken for fields of a form although it is not called one, in bytes.
const LONGEST_PAIRS: usize = 2000;

/// What a run gave a page so far, the newest last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'a> {
    /// The texts that were typed.
    pub typed: &'a [String],
    /// What was chosen in native lists: what pages call it, and what people do.
    pub chosen: &'a [(String, String)],
}

impl<'a> Given<'a> {
    /// Returns what people call a value that was chosen.
    fn name_of(self, value: &str) -> Option<&'a str> {
        let mut chosen = self.chosen.iter().rev();
        let chosen = chosen.find(|(known, _)| known == value.trim());
        chosen.map(|(_, name)| name.as_str())
    }
}

/// What a body carries.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Carried {
    pub operation: Option<String>,
    pub fields: BTreeMap<String, Option<TextMark>>,
    pub entities: BTreeMap<String, String>,
    pub values: BTreeMap<String, FieldValue>,
    pub numbers: BTreeMap<String, String>,
    pub says: BTreeMap<String, FieldSays>,
    pub around: BTreeSet<String>,
    pub only_reads: bool,
}

impl Carried {
    /// Adds what else the request carries.
    pub(super) fn extend(&mut self, other: Self) {
        self.operation = self.operation.take().or(other.operation);
        self.fields.extend(other.fields);
        self.entities.extend(other.entities);
        self.values.extend(other.values);
        self.numbers.extend(other.numbers);
        self.says.extend(other.says);
        self.around.extend(other.around);
        self.only_reads |= other.only_reads;
    }

    /// Gives a write all of it.
    pub(super) fn add_to(self, write: &mut Write) {
        write.operation = self.operation;
        write.fields.extend(self.fields);
        write.entities.extend(self.entities);
        write.values.extend(self.values);
        write.numbers.extend(self.numbers);
        write.says.extend(self.says);
        write.around.extend(self.around);
        write.only_reads |= self.only_reads;
    }

    /// Takes out what may have been chosen where several fields have that value: nobody can tell which.
    fn without_doubtful_choices(mut self, given: Given<'_>) -> Self {
        for (_, name) in given.chosen {
            let is_it = |value: &FieldValue| matches!(value, FieldValue::Words(words) if words.contains(name));
            if self.values.values().filter(|value| is_it(value)).count() > 1 {
                self.values.retain(|_, value| !is_it(value));
            }
        }
        self
    }

    fn add(&mut self, name: &str, value: &str, given: Given<'_>) {
        let is_kept = self.fields.len() < MOST_FIELDS && name.len() <= LONGEST_FIELD;
        if !is_kept || is_identifier(name) {
            return;
        }
        let chosen = given.name_of(value);
        let has_no_name = !name.contains(char::is_alphabetic);
        let typed = typed_in(value, given.typed).filter(|_| !has_no_name);
        let is_typed = typed.is_some();
        if typed.is_some_and(|text| has_more_than(value, text)) {
            self.around.insert(name.to_owned());
        }
        if !is_typed
            && chosen.is_none()
            && let Some(says) = FieldSays::of(name, value)
        {
            self.says.insert(name.to_owned(), says);
        }
        let mark = typed
            .map(TextMark::of)
            .or_else(|| chosen.map(TextMark::of_choice));
        let known = self.fields.entry(name.to_owned()).or_default();
        *known = known.take().or(mark);
        let is_list_of_things =
            name.ends_with("[]") && value.len() >= LONG_NUMBER && is_number(value);
        let has_no_name = has_no_name && !value.contains('.');
        let is_thing = names_entity(name) || is_list_of_things || has_no_name;
        let is_entity = (is_thing && is_identifier(value)) || may_be_code(name, value);
        if chosen.is_none() && is_entity {
            self.add_entity(name, value);
        } else if !is_typed && chosen.is_none() && kind_of_thing(name, value).is_some() {
            self.add_number(name, value);
        } else if !is_typed && let Some(value) = FieldValue::of(name, chosen.unwrap_or(value)) {
            match self.values.get_mut(name) {
                Some(known) => known.join(value),
                None => drop(self.values.insert(name.to_owned(), value)),
            }
        }
    }

    /// Adds a number that may stand for a thing. Where there are several, nobody can tell which.
    fn add_number(&mut self, name: &str, value: &str) {
        let known = self.numbers.entry(name.to_owned());
        known
            .and_modify(String::clear)
            .or_insert_with(|| value.to_owned());
    }

    /// Adds an identifier. Where a request is about several of a kind, all of them count.
    fn add_entity(&mut self, name: &str, value: &str) {
        let ids = self.entities.entry(name.to_owned()).or_default();
        if ids.len() + value.len() <= LONGEST_LIST {
            ids.push_str(if ids.is_empty() { "" } else { " " });
            ids.push_str(value);
        }
    }
}

/// How many figures a number in a list has that stands for a thing; shorter ones may be places or counts.
const LONG_NUMBER: usize = 3;

fn is_number(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads what a request of this type sends, and the same as what it is answered with; for `fuzz/`.
pub fn read_bodies(body: &str, kind: &str) {
    let given = Given {
        typed: &["Green tea".to_owned(), "7".to_owned()],
        chosen: &[("2".to_owned(), "Large".to_owned())],
    };
    for sent in [carried(body, kind, given), carried_by_query(body, given)] {
        assert!(sent.fields.len() <= MOST_FIELDS);
        assert!(sent.values.len() <= MOST_FIELDS);
        assert!(sent.fields.keys().all(|name| name.len() <= LONGEST_FIELD));
        assert!(
            sent.entities
                .values()
                .all(|ids| ids.len() <= LONGEST_LIST + 1)
        );
        let operation = sent.operation.unwrap_or_default();
        assert!(operation.len() <= LONGEST_LIST);
    }
    let said = answer::read(body);
    assert!(said.shape.parts.len() <= answer::MOST_PARTS);
    let json = serde_json::from_str::<Value>(body);
    let texts = BTreeSet::from(["Green tea".to_owned(), "7".to_owned()]);
    let told = identifiers_of_row(&json.into_iter().collect::<Vec<_>>(), &texts);
    assert!(told.own.len() <= body.len() && told.beside.len() <= body.len());
}

/// Returns what a body of this type carries; `given` is what the run gave so far.
pub(super) fn carried(body: &str, kind: &str, given: Given<'_>) -> Carried {
    let mut carried = Carried::default();
    let mut add = |name: &str, value: &str| carried.add(name, value, given);
    if let Some(boundary) = kind.split("boundary=").nth(1) {
        parts(body, boundary.trim_matches('"'), &mut add);
    } else if let Ok(json) = serde_json::from_str::<Value>(body) {
        leaves(&json, String::new(), 0, &mut add);
        carried.operation = operation(&json);
        carried.only_reads = graphql::only_reads(&json);
        let calls = graphql::calls(&json);
        if !calls.is_empty() && calls.len() <= MOST_CALLS {
            carried
                .values
                .insert("query".to_owned(), FieldValue::Calls(calls));
        }
    } else if kind.contains("x-www-form-urlencoded") || is_pairs(body) {
        pairs(body, &mut add);
    } else if is_identifier(body.trim()) && !body.contains('.') {
        add("", body.trim());
    }
    carried.without_doubtful_choices(given)
}

/// Returns what the query of a write carries. Whoever writes by numbers there says which thing is meant.
pub(super) fn carried_by_query(query: &str, given: Given<'_>) -> Carried {
    let mut carried = Carried::default();
    pairs(query, &mut |name, value| {
        carried.add(name, value, given);
        let is_new = carried.fields.contains_key(name) && !carried.entities.contains_key(name);
        if is_new && is_identifier(value) && may_name_entity(name) {
            carried.add_entity(name, value);
        }
    });
    carried
}

/// Returns what the headers of a write carry that name a thing.
pub(super) fn carried_by_headers<'a>(
    headers: impl Iterator<Item = (&'a str, &'a str)>,
) -> BTreeMap<String, String> {
    let own = headers.filter(|(name, _)| name.to_lowercase().starts_with("x-"));
    let short = own.filter(|(name, value)| name.len().max(value.len()) <= LONGEST_FIELD);
    let named = short.filter(|(name, value)| names_entity(name) && is_identifier(value));
    named
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect()
}

/// Returns whether a text is fields of a form, whatever it is called.
fn is_pairs(body: &str) -> bool {
    let is_pair = |pair: &str| {
        let name = pair.split_once('=').map_or("", |(name, _)| name);
        let is_part =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']');
        !name.is_empty() && name.chars().all(is_part)
    };
    body.len() <= LONGEST_PAIRS && body.split('&').all(is_pair)
}

/// Adds the fields of a query, as writes may have them.
pub(super) fn pairs(query: &str, add: &mut dyn FnMut(&str, &str)) {
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        add(&decoded(name), &decoded(value));
    }
}

/// Returns the typed text that a value is, or has in it where that cannot be by chance.
fn typed_in<'a>(value: &str, typed: &'a [String]) -> Option<&'a str> {
    let value = value.trim();
    let newest_first = || typed.iter().rev().map(|text| text.trim());
    let mut told = newest_first().filter(|text| text.len() >= TELLING);
    let is_it = |text: &&str| !text.is_empty() && *text == value;
    newest_first()
        .find(is_it)
        .or_else(|| told.find(|text| value.contains(text)))
}

/// Returns whether a value says more than the typed text in it.
fn has_more_than(value: &str, text: &str) -> bool {
    let rest = value.replacen(text, "", 1);
    rest.contains(char::is_alphanumeric)
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

#[cfg(test)]
mod tests {
    use super::*;

    const FORM_TYPE: &str = "application/x-www-form-urlencoded";

    fn names(body: &str, kind: &str) -> Vec<String> {
        let given = Given {
            typed: &["Green tea".to_owned(), "7".to_owned()],
            chosen: &[],
        };
        let carried = carried(body, kind, given);
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
    fn a_value_that_says_more_than_was_typed_is_told() {
        let typed = ["Green tea".to_owned(), "Green".to_owned()];
        let given = Given {
            typed: &typed,
            chosen: &[],
        };
        for (value, text, has_more) in [
            ("Green tea", "Green tea", false),
            ("Green tea.", "Green", true),
            ("Green", "Green", false),
            (" Green! ", "Green", false),
            ("Green 2", "Green", true),
        ] {
            let body = serde_json::json!({ "name": value }).to_string();
            let carried = carried(&body, "", given);
            assert_eq!(carried.fields["name"], Some(TextMark::of(text)), "{value}");
            assert_eq!(carried.around.contains("name"), has_more, "{value}");
        }
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
        let none = Given {
            typed: &[],
            chosen: &[],
        };
        let kept = carried(&format!("{long}=1&item=2"), FORM_TYPE, none).fields;
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
        assert_eq!(names(r#"{"query": "tea"}"#, ""), ["query"]);
    }
}
