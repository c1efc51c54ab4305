//! Puts one member into a JSON file of somebody else: everything else stays as it is, comments and trailing
//! commas included.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use serde_json::Value;

/// JSON as editors of configuration files write it: with comments and trailing commas, and nothing looser.
const ACCEPTED: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Returns the text with `value` as the member `name` of the object `section`; both are made where there
/// are none. What cannot be read is an error, in words.
pub(crate) fn with_member(
    text: &str,
    section: &str,
    name: &str,
    value: &Value,
) -> Result<String, String> {
    let (mark, text) = split_byte_order_mark(text);
    let root = CstRootNode::parse(text, &ACCEPTED).map_err(|error| error.to_string())?;
    let object = root.object_value_or_create().ok_or("it is no object")?;
    let servers = match last_member(&object, section) {
        None => object.append(section, CstInputValue::Object(Vec::new())),
        Some(known) => known,
    };
    let servers = servers
        .object_value()
        .ok_or_else(|| format!("`{section}` is no object"))?;
    match last_member(&servers, name) {
        Some(known) if known.to_serde_value().as_ref() == Some(value) => {}
        Some(known) => known.set_value(input(value)),
        None => {
            servers.append(name, input(value));
        }
    }
    Ok(format!("{mark}{root}"))
}

fn split_byte_order_mark(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| c != '\u{feff}').unwrap_or(text.len()))
}

/// Returns the member of this name; of several the last, as readers of JSON do.
fn last_member(object: &CstObject, name: &str) -> Option<CstObjectProp> {
    let mut members = object.properties().into_iter().rev();
    members.find(|member| member.decoded_name().as_deref() == Some(name))
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(is) => CstInputValue::Bool(*is),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(members) => {
            let members = members.iter();
            CstInputValue::Object(
                members
                    .map(|(name, it)| (name.clone(), input(it)))
                    .collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn put(text: &str) -> String {
        let value = json!({ "command": "retap" });
        with_member(text, "servers", "retap", &value).unwrap()
    }

    #[test]
    fn comments_order_and_trailing_commas_stay() {
        let old = "// mine\n{\n  \"servers\": {\n    /* keep, */ \"b\": { \"command\": \"x\" }, // ,}\n  },\n  \"a\": 1,\n}\n";
        insta::assert_snapshot!(put(old), @r#"
        // mine
        {
          "servers": {
            /* keep, */ "b": { "command": "x" }, // ,}
            "retap": {
              "command": "retap",
            },
          },
          "a": 1,
        }
        "#);
    }

    #[test]
    fn a_section_is_made_where_there_is_none() {
        let server = "{\n    \"retap\": {\n      \"command\": \"retap\"\n    }\n  }";
        for (old, new) in [
            ("", "{\n  \"servers\": SERVER\n}\n"),
            ("{}", "{\n  \"servers\": SERVER\n}"),
            (
                r#"{"a": {"servers": 1}}"#,
                "{\n  \"a\": {\"servers\": 1},\n  \"servers\": SERVER\n}",
            ),
            ("{\"servers\": {}}", "{\"servers\": SERVER}"),
        ] {
            assert_eq!(put(old), new.replace("SERVER", server));
        }
    }

    #[test]
    fn what_is_there_is_replaced_and_a_second_time_nothing_changes() {
        for old in [
            "{\"servers\": {\"retap\": {\"command\": \"old\"}, \"b\": 1}}",
            "{\n\t\"servers\": {\n\t\t\"retap\": {\n\t\t\t\"command\": \"old\"\n\t\t}\n\t}\n}\n",
            "\u{feff}{\"x\": \"} , // \\\" {\", \"servers\": {\"b\": [1, {\"c\": \"}\"}]}}",
            "{\"servers\": {\"b\": 1,}, }",
        ] {
            let new = put(old);
            let (_, plain) = split_byte_order_mark(&new);
            let plain = CstRootNode::parse(plain, &ACCEPTED).unwrap();
            let plain = plain.to_serde_value().unwrap();
            assert_eq!(plain["servers"]["retap"]["command"], "retap", "{new}");
            assert_eq!(put(&new), new);
        }
    }

    #[test]
    fn what_is_broken_is_refused() {
        for old in [
            "{",
            "[]",
            "{\"servers\": []}",
            "{\"servers\": 1}",
            "{,}",
            "/* x",
        ] {
            let refused = with_member(old, "servers", "retap", &json!({}));
            assert!(refused.is_err(), "{old}: {refused:?}");
        }
    }
}
