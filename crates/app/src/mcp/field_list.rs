//! The arguments of a tool in one line of text, and the JSON schema that the line stands for.
//!
//! `x:number! direction:up|down=up selector:{text id}` takes a number that must be given, one of two words
//! with a default, and an object. What has no kind is a string; `[kind]` is a list, `a,b` one of two kinds. A name
//! with a capital is a shape of [`SHAPES`]: `at:Place` is an object of that shape, and `Place` alone stands for its
//! fields.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::mcp::compat::SHAPES;
use crate::mcp::schema::object_schema;

/// The fields of an object.
#[derive(Clone, Copy)]
pub(crate) struct FieldList(pub(crate) &'static str);

impl FieldList {
    /// Returns the schema of an object with these fields.
    pub(crate) fn schema(self) -> JsonObject {
        let mut properties = JsonObject::new();
        let mut required = Vec::new();
        self.add_to(&mut properties, &mut required);
        object_schema(properties, &required)
    }

    fn add_to(self, properties: &mut JsonObject, required: &mut Vec<&'static str>) {
        for field in split(self.0, ' ').filter(|it| !it.is_empty()) {
            if let Some(shape) = shape_of(field) {
                shape.add_to(properties, required);
                continue;
            }
            let needed = field.strip_suffix('!');
            let (name, kind) = match needed.unwrap_or(field).split_once(':') {
                Some((name, kind)) => (name, kind),
                None => (needed.unwrap_or(field), "string"),
            };
            if needed.is_some() {
                required.push(name);
            }
            properties.insert(name.to_owned(), field_schema(kind));
        }
    }
}

/// Returns the fields of a shape; nothing where the text does not name one.
fn shape_of(name: &str) -> Option<FieldList> {
    let mut shapes = SHAPES.iter();
    let fields = shapes.find_map(|shape| shape.strip_prefix(name)?.strip_prefix(" = "))?;
    Some(FieldList(fields))
}

fn field_schema(text: &'static str) -> Value {
    let mut parts = split(text, '=');
    let mut schema = kind_schema(parts.next().unwrap_or_default());
    if let Some(default) = parts.next() {
        let plain = serde_json::from_str(default);
        schema["default"] = plain.unwrap_or_else(|_| json!(default));
    }
    schema
}

fn kind_schema(kind: &'static str) -> Value {
    let inside = |open, close| kind.strip_prefix(open)?.strip_suffix(close);
    if let Some(item) = inside('[', ']') {
        return json!({ "type": "array", "items": kind_schema(item) });
    }
    if let Some(fields) = inside('{', '}').map(FieldList).or_else(|| shape_of(kind)) {
        return Value::Object(fields.schema());
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
    fn a_line_of_fields_stands_for_a_schema() {
        let line = "x:number! way:up|down=up of:{text deep:boolean=false} all:[{to!}] any:number,string \
                    Phone on:Phone";
        let phone = json!({
            "platform": { "enum": ["android", "ios"] }, "deviceId": { "type": "string" },
        });
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
                "platform": phone["platform"],
                "deviceId": phone["deviceId"],
                "on": { "type": "object", "properties": phone },
            },
            "required": ["x"],
        });
        assert_eq!(Value::Object(FieldList(line).schema()), expected);
        assert_eq!(
            Value::Object(FieldList("").schema()),
            json!({ "type": "object" })
        );
    }
}
