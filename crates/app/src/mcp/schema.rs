//! JSON schemas of what goes over the wire; those of answers are derived from their types.

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
