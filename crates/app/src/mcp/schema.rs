//! JSON schemas of what goes over the wire: those of answers are derived from their types, those of arguments
//! from a line of text.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// An object whose fields are told nowhere: to say all of them with every tool would be half of the list.
pub(crate) type AnyObject = Map<String, Value>;

/// Returns an object whose fields are told nowhere; what is no object has none.
pub(crate) fn object(fields: Value) -> AnyObject {
    match fields {
        Value::Object(fields) => fields,
        _ => AnyObject::new(),
    }
}

/// Keywords for people or numbers alone; a list of tools is read by models, which pay for it.
const LEFT_OUT: [&str; 9] = [
    "title",
    "description",
    "format",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "default",
    "additionalProperties",
];

/// Returns the schema of what a type is written as.
pub(crate) fn schema_of<T: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| {
            settings.meta_schema = None;
            settings.inline_subschemas = true;
        });
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.to_value();
    leave_out(&mut schema);
    object(schema)
}

/// Takes out what no client needs; the fields of an object are no part of that.
fn leave_out(schema: &mut Value) {
    if let Value::Object(schema) = schema {
        let is_choice = schema.contains_key("enum");
        let is_needless = |key: &str| LEFT_OUT.contains(&key) || (is_choice && key == "type");
        schema.retain(|key, _| !is_needless(key));
        for (key, inner) in schema.iter_mut() {
            match inner {
                Value::Object(fields) if key == "properties" => {
                    fields.values_mut().for_each(leave_out);
                }
                Value::Array(ways) => ways.iter_mut().for_each(leave_out),
                inner => leave_out(inner),
            }
        }
    }
}

/// Returns the schema of an object.
pub(crate) fn object_schema(properties: JsonObject, required: &[&str]) -> JsonObject {
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    if !properties.is_empty() {
        schema.insert("properties".to_owned(), Value::Object(properties));
    }
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}

/// Returns the schema of an answer that is as this schema says, or an error; every error says `success`
/// and why.
pub(crate) fn answer_schema(mut schema: JsonObject) -> JsonObject {
    let always = schema.get("required").cloned().unwrap_or(json!([]));
    if always != json!(["success"]) {
        schema.remove("required");
        let either = json!([{ "required": always }, { "required": ["error"] }]);
        schema.insert("anyOf".to_owned(), either);
    }
    schema
}

/// The arguments of a tool in one line of text, which stands for a JSON schema.
///
/// `x:number! direction:up|down=up selector:{text id}` takes a number that must be given, one of two words
/// with a default, and an object. What has no kind is a string; `[kind]` is a list, `a,b` one of two kinds.
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
