//! JSON schemas of what goes over the wire, and the objects they describe.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// Returns the fields of an object; what is no object has none.
pub(crate) fn fields_of(object: Value) -> JsonObject {
    match object {
        Value::Object(fields) => fields,
        _ => JsonObject::new(),
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
