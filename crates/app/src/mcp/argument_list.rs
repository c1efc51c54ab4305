//! The arguments of a tool in one line of text, and the JSON schema that the line stands for.
//!
//! `x:number! direction:up|down=up selector:{text id}` takes a number that must be given, one of two words
//! with a default, and an object. What has no kind is a string; `[kind]` is a list, `a,b` one of two kinds.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::mcp::schema::object_schema;

/// The arguments of a tool.
#[derive(Clone, Copy)]
pub(crate) struct ArgumentList(pub(crate) &'static str);

impl ArgumentList {
    /// Returns the schema of an object with these arguments.
    pub(crate) fn schema(self) -> JsonObject {
        list_schema(self.0)
    }
}

fn list_schema(text: &str) -> JsonObject {
    let mut properties = JsonObject::new();
    let mut required = Vec::new();
    for argument in split(text, ' ').filter(|it| !it.is_empty()) {
        let needed = argument.strip_suffix('!');
        let (name, kind) = match needed.unwrap_or(argument).split_once(':') {
            Some((name, kind)) => (name, kind),
            None => (needed.unwrap_or(argument), "string"),
        };
        if needed.is_some() {
            required.push(name);
        }
        properties.insert(name.to_owned(), argument_schema(kind));
    }
    object_schema(properties, &required)
}

fn argument_schema(text: &str) -> Value {
    let mut parts = split(text, '=');
    let mut schema = kind_schema(parts.next().unwrap_or_default());
    if let Some(default) = parts.next() {
        let plain = serde_json::from_str(default);
        schema["default"] = plain.unwrap_or_else(|_| json!(default));
    }
    schema
}

fn kind_schema(kind: &str) -> Value {
    let inside = |open, close| kind.strip_prefix(open)?.strip_suffix(close);
    if let Some(item) = inside('[', ']') {
        return json!({ "type": "array", "items": kind_schema(item) });
    }
    if let Some(fields) = inside('{', '}') {
        return Value::Object(list_schema(fields));
    }
    if kind.contains('|') {
        return json!({ "enum": kind.split('|').collect::<Vec<_>>() });
    }
    if kind.contains(',') {
        // Not every client understands a list of types.
        return json!({ "anyOf": kind.split(',').map(kind_schema).collect::<Vec<_>>() });
    }
    json!({ "type": kind })
}

/// Splits a text where a separator stands outside of all brackets.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c: char| {
        depth += match c {
            '{' | '[' => 1,
            '}' | ']' => -1,
            _ => 0,
        };
        c == separator && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_arguments_stands_for_a_schema() {
        let line =
            "x:number! way:up|down=up of:{text deep:boolean=false} all:[{to!}] any:number,string";
        let expected = json!({
            "type": "object",
            "properties": {
                "x": { "type": "number" },
                "way": { "enum": ["up", "down"], "default": "up" },
                "of": {
                    "type": "object",
                    "properties": {
                        "text": { "type": "string" },
                        "deep": { "type": "boolean", "default": false },
                    },
                },
                "all": { "type": "array", "items": {
                    "type": "object", "properties": { "to": { "type": "string" } }, "required": ["to"],
                } },
                "any": { "anyOf": [{ "type": "number" }, { "type": "string" }] },
            },
            "required": ["x"],
        });
        assert_eq!(Value::Object(ArgumentList(line).schema()), expected);
        assert_eq!(
            Value::Object(ArgumentList("").schema()),
            json!({ "type": "object" })
        );
    }
}
