//! The checks of a `uitree_verify` step as JSON, both ways.

use serde_json::{Map, Value, json};

use crate::program::scenario_ir::{
    Check, ClassExists, DEFAULT_MIN_COUNT, ElementCount, ResourceIdExists, Selector, TextCheck,
    UnknownCheck,
};

use super::error::CodecError;
use super::json::{Object, put, wrong};
use super::strategy_wire::read_match_type;

/// The keys of a selector.
const SELECTOR_KEYS: [&str; 3] = ["class", "resource_id", "text"];

/// Writes a check with its type.
pub(super) fn write_check(check: &Check) -> Value {
    let mut value = match check {
        Check::TextVisible(text) | Check::TextNotVisible(text) => {
            json!({ "value": text.value, "match_type": text.match_type.as_str() })
        }
        Check::ResourceIdExists(id) => json!({ "value": id.value }),
        Check::ClassExists(class) => json!({ "value": class.value }),
        Check::ElementCount(count) => json!({
            "selector": write_selector(&count.selector),
            "min_count": count.min_count,
        }),
        Check::Unknown(unknown) => Value::Object(unknown.fields.clone()),
    };
    value["type"] = json!(check.kind());
    value
}

/// Reads a check; one of an unknown type is kept as it is.
pub(super) fn read_check(fields: &Object<'_>) -> Result<Check, CodecError> {
    let kind = fields.required_text("type")?;
    let value = || fields.required_text("value");
    Ok(match kind.as_str() {
        "text_visible" => Check::TextVisible(read_text_check(fields)?),
        "text_not_visible" => Check::TextNotVisible(read_text_check(fields)?),
        "resource_id_exists" => Check::ResourceIdExists(ResourceIdExists { value: value()? }),
        "class_exists" => Check::ClassExists(ClassExists { value: value()? }),
        "element_count_gte" => Check::ElementCount(read_element_count(fields)?),
        _ => Check::Unknown(UnknownCheck {
            fields: fields.others("type"),
            kind,
        }),
    })
}

fn read_text_check(fields: &Object<'_>) -> Result<TextCheck, CodecError> {
    Ok(TextCheck {
        value: fields.required_text("value")?,
        match_type: read_match_type(fields)?,
    })
}

fn read_element_count(fields: &Object<'_>) -> Result<ElementCount, CodecError> {
    let selector = fields.require("selector", fields.object("selector")?)?;
    Ok(ElementCount {
        selector: read_selector(&selector)?,
        min_count: fields.count("min_count")?.unwrap_or(DEFAULT_MIN_COUNT),
    })
}

fn write_selector(selector: &Selector) -> Value {
    let mut fields = Map::new();
    put(&mut fields, "class", selector.class.clone());
    put(&mut fields, "resource_id", selector.resource_id.clone());
    put(&mut fields, "text", selector.text.clone());
    Value::Object(fields)
}

/// Reads a selector. A key this code does not know is refused: without it more elements would be
/// counted than were meant, and the check could hold where it should not.
fn read_selector(selector: &Object<'_>) -> Result<Selector, CodecError> {
    let unknown = selector
        .entries()
        .find(|(name, _)| !SELECTOR_KEYS.contains(&name.as_str()));
    if let Some((name, value)) = unknown {
        let expected = "absent: a selector has only class, resource_id and text";
        return Err(wrong(&selector.path_of(name), expected, value));
    }
    Ok(Selector {
        class: selector.text("class")?,
        resource_id: selector.text("resource_id")?,
        text: selector.text("text")?,
    })
}
