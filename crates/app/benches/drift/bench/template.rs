//! Pages with data in them: `{{name}}`, `{{#list}}…{{/list}}`, `{{^name}}…{{/name}}`, as in Mustache.

use serde_json::Value;

/// Returns a page with its data filled in; inner data is looked up before outer.
pub(crate) fn fill(page: &str, data: &Value) -> String {
    let mut out = String::new();
    write(page, &[data], &mut out);
    out
}

fn write(page: &str, scopes: &[&Value], out: &mut String) {
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let (tag, after) = after.split_once("}}").expect("a tag ends");
        rest = match tag.split_at(1) {
            ("#", name) => section(name, after, scopes, out),
            ("^", name) => inverted(name, after, scopes, out),
            _ => {
                out.push_str(&escape(&text_of(look_up(tag, scopes))));
                after
            }
        };
    }
    out.push_str(rest);
}

/// Writes what is between the tags once for each entry, or once if there is anything.
fn section<'p>(name: &str, after: &'p str, scopes: &[&Value], out: &mut String) -> &'p str {
    let (inside, rest) = split_at_end(name, after);
    match look_up(name, scopes) {
        Some(Value::Array(entries)) => {
            for entry in entries {
                write(inside, &[scopes, &[entry]].concat(), out);
            }
        }
        Some(value) if is_something(value) => write(inside, &[scopes, &[value]].concat(), out),
        _ => {}
    }
    rest
}

fn inverted<'p>(name: &str, after: &'p str, scopes: &[&Value], out: &mut String) -> &'p str {
    let (inside, rest) = split_at_end(name, after);
    if !look_up(name, scopes).is_some_and(is_something) {
        write(inside, scopes, out);
    }
    rest
}

fn split_at_end<'p>(name: &str, after: &'p str) -> (&'p str, &'p str) {
    let end = format!("{{{{/{name}}}}}");
    after.split_once(&end).expect("a section ends")
}

fn look_up<'v>(name: &str, scopes: &[&'v Value]) -> Option<&'v Value> {
    scopes.iter().rev().find_map(|scope| scope.get(name))
}

fn is_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(entries) => !entries.is_empty(),
        _ => true,
    }
}

/// Returns a value as a page or a log writes it.
pub(crate) fn text_of(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
