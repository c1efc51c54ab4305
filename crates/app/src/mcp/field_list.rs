//! The arguments of a tool in one line of text, and the JSON schema that the line stands for.
//!
//! `x:place! direction:up|down=up selector:{text id}` takes a number that must be given, one of two words
//! with a default, and an object. What has no kind is a string; `[kind]` is a list, `a,b` one of two kinds. A name
//! with a capital is a shape of [`SHAPES`]: `at:Place` is an object of that shape, and `Place` alone stands for its
//! fields.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::mcp::Refusal;
use crate::mcp::args::missing;
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

/// A kind of numbers: its name in lists of fields, its type in schemas, whether it is whole, and its range.
type NumberKind = (&'static str, &'static str, bool, f64, f64);

/// All kinds of numbers that tools take. Every number has a range, which [`check_numbers`] refuses others by.
const NUMBERS: [NumberKind; 7] = [
    // As long as a call may wait at the most.
    ("millis", "number", false, 0.0, 600_000.0),
    ("seconds", "number", false, 0.0, 31_536_000.0),
    // A finger may leave the screen.
    ("place", "number", false, -100_000.0, 100_000.0),
    ("share", "number", false, 0.0, 1.0),
    ("count", "integer", true, 0.0, 1_000_000.0),
    // The same in the words of a server that tells no whole numbers from others.
    ("amount", "number", true, 0.0, 1_000_000.0),
    // As far as every client counts exactly.
    ("whole", "integer", true, 0.0, 9_007_199_254_740_991.0),
];

/// The words of a schema that say the range of a number.
const RANGE: [&str; 3] = ["minimum", "maximum", "multipleOf"];

fn number_schema(kind: &str) -> Option<Value> {
    let mut kinds = NUMBERS.iter();
    let (_, name, is_whole, least, most) = kinds.find(|(name, ..)| *name == kind)?;
    let mut schema = json!({ "type": name, "minimum": least, "maximum": most });
    if *is_whole {
        schema["multipleOf"] = json!(1);
    }
    Some(schema)
}

/// Takes the ranges of numbers out of a schema: models pay for every byte of a list, and a refusal says the range.
pub(crate) fn without_ranges(schema: &mut JsonObject) {
    RANGE.iter().for_each(|word| drop(schema.remove(*word)));
    let inner = schema.values_mut().filter_map(Value::as_object_mut);
    inner.for_each(without_ranges);
}

/// Refuses a number that is none or not in its range, wherever in the arguments it is.
pub(crate) fn check_numbers(name: &str, given: &Value, schema: &Value) -> Result<(), Refusal> {
    match schema["type"].as_str() {
        _ if given.is_null() => Ok(()),
        Some("number" | "integer") => check_number(name, given, schema),
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            let mut fields = fields.map(|(name, schema)| (name, &given[name.as_str()], schema));
            fields.try_for_each(|(name, given, schema)| check_numbers(name, given, schema))
        }
        Some("array") => {
            let mut items = given.as_array().into_iter().flatten();
            items.try_for_each(|item| check_numbers(name, item, &schema["items"]))
        }
        Some(_) | None => Ok(()),
    }
}

fn check_number(name: &str, given: &Value, schema: &Value) -> Result<(), Refusal> {
    let Some(number) = given.as_f64() else {
        return Err(missing("number", name));
    };
    let [least, most, whole] = RANGE.map(|word| schema[word].as_f64());
    let (least, most) = (least.unwrap_or(f64::MIN), most.unwrap_or(f64::MAX));
    let is_whole = whole.is_none() || number.fract() == 0.0;
    match (least..=most).contains(&number) && is_whole {
        true => Ok(()),
        false => {
            let kind = if whole.is_some() {
                "a whole number"
            } else {
                "a number"
            };
            Err(Refusal::input(format!(
                "`{name}` is {given}, but must be {kind} from {least} to {most}"
            )))
        }
    }
}

fn kind_schema(kind: &'static str) -> Value {
    if let Some(schema) = number_schema(kind) {
        return schema;
    }
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

    #[test]
    fn numbers_are_refused_beyond_their_ranges_wherever_they_are() {
        let schema = Value::Object(FieldList("t:millis of:{n:count} all:[{n:amount}]").schema());
        for (given, why) in [
            (
                json!({ "t": 0, "of": { "n": 7.0 }, "all": [{ "n": 1 }] }),
                "",
            ),
            (json!({ "t": null, "of": "x", "all": 5 }), ""),
            (
                json!({ "t": -5 }),
                "`t` is -5, but must be a number from 0 to 600000",
            ),
            (json!({ "t": 1e300 }), "from 0 to 600000"),
            (json!({ "t": "5" }), "Missing or invalid number argument: t"),
            (
                json!({ "of": { "n": 1.5 } }),
                "`n` is 1.5, but must be a whole number",
            ),
            (json!({ "all": [{ "n": 1 }, { "n": -1 }] }), "`n` is -1"),
        ] {
            let refused = check_numbers("", &given, &schema).err();
            let told = refused.map_or(String::new(), |refusal| refusal.message);
            assert!(
                told.contains(why) && told.is_empty() == why.is_empty(),
                "{told}"
            );
        }
        let mut listed = FieldList("t:millis of:{n:count}").schema();
        without_ranges(&mut listed);
        let words = Value::Object(listed).to_string();
        assert!(
            !words.contains("imum") && !words.contains("multipleOf"),
            "{words}"
        );
    }
}
