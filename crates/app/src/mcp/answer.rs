//! The types of answers, and the JSON schemas that are derived from them.

use std::path::PathBuf;

use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::{Value, json};

use crate::mcp::schema::{fields_of, object_schema};

/// Declares the types of answers, each with its schema.
///
/// A field is named as it is in JSON. `path?: T` is an `Option<T>` that is left out where there is none; a plain
/// `Option<T>` is always told, as null where there is none. The fields of `..part: T` stand among the others; where
/// `T` is an `Option`, all of them or none. A field in brackets is told and not listed. An `enum` is one of a few
/// words.
///
/// ```ignore
/// answer! {
///     /// How a recording ended.
///     pub(super) struct Recorded { success: bool, path?: PathBuf, ..size: Option<Size>, (way: Way) }
///     /// The way the device was held.
///     enum Way { Upright = "upright", Sideways = "sideways" }
/// }
/// ```
macro_rules! answer {
    (@struct $name:ident $head:tt [$($fields:tt)*] [$($listed:tt)*]
        .. $part:ident: $type:ty $(, $($rest:tt)*)?) => {
        $crate::mcp::answer::answer!(@struct $name $head
            [$($fields)* #[serde(flatten)] pub(crate) $part: $type,]
            [$($listed)* .part::<$type>()]
            $($($rest)*)?);
    };
    (@struct $name:ident $head:tt [$($fields:tt)*] [$($listed:tt)*]
        $field:ident?: $type:ty $(, $($rest:tt)*)?) => {
        $crate::mcp::answer::answer!(@struct $name $head
            [$($fields)*
             #[serde(skip_serializing_if = "Option::is_none")] pub(crate) $field: Option<$type>,]
            [$($listed)* .optional::<$type>(stringify!($field))]
            $($($rest)*)?);
    };
    (@struct $name:ident $head:tt [$($fields:tt)*] [$($listed:tt)*]
        $field:ident: $type:ty $(, $($rest:tt)*)?) => {
        $crate::mcp::answer::answer!(@struct $name $head
            [$($fields)* pub(crate) $field: $type,]
            [$($listed)* .field::<$type>(stringify!($field))]
            $($($rest)*)?);
    };
    (@struct $name:ident $head:tt [$($fields:tt)*] $listed:tt
        ($field:ident?: $type:ty) $(, $($rest:tt)*)?) => {
        $crate::mcp::answer::answer!(@struct $name $head
            [$($fields)*
             #[serde(skip_serializing_if = "Option::is_none")] pub(crate) $field: Option<$type>,]
            $listed $($($rest)*)?);
    };
    (@struct $name:ident $head:tt [$($fields:tt)*] $listed:tt
        ($field:ident: $type:ty) $(, $($rest:tt)*)?) => {
        $crate::mcp::answer::answer!(@struct $name $head
            [$($fields)* pub(crate) $field: $type,] $listed $($($rest)*)?);
    };
    (@struct $name:ident [$($head:tt)*] [$($fields:tt)*] [$($listed:tt)*]) => {
        #[derive(Debug, Clone, serde::Serialize)]
        #[allow(non_snake_case, reason = "a field is named as it is in JSON")]
        $($head)* { $($fields)* }

        impl $crate::mcp::answer::Shape for $name {
            fn schema() -> serde_json::Value {
                $crate::mcp::answer::Listed::default()$($listed)*.schema()
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* } $($rest:tt)*) => {
        $crate::mcp::answer::answer!(@struct $name [$(#[$meta])* $vis struct $name] [] [] $($fields)*);
        $crate::mcp::answer::answer!($($rest)*);
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($variant:ident = $word:literal),+ $(,)? }
        $($rest:tt)*) => {
        retap_model::words! {
            $(#[$meta])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            $vis enum $name { $($variant = $word,)+ }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl $crate::mcp::answer::Shape for $name {
            fn schema() -> serde_json::Value {
                serde_json::json!({ "enum": [$($word),+] })
            }
        }

        $crate::mcp::answer::answer!($($rest)*);
    };
    () => {};
}
pub(crate) use answer;

/// A type that answers are made of.
pub(crate) trait Shape {
    /// Returns the schema of its values.
    fn schema() -> Value;
}

/// The fields of an answer, as its schema lists them.
#[derive(Default)]
pub(crate) struct Listed {
    properties: JsonObject,
    required: Vec<String>,
}

impl Listed {
    /// Adds a field that is always there.
    pub(crate) fn field<T: Shape>(mut self, name: &str) -> Self {
        let name = name.trim_start_matches("r#").to_owned();
        self.properties.insert(name.clone(), T::schema());
        self.required.push(name);
        self
    }

    /// Adds a field that may be left out.
    pub(crate) fn optional<T: Shape>(mut self, name: &str) -> Self {
        let schema = <Option<T>>::schema();
        self.properties.insert(name.to_owned(), schema);
        self
    }

    /// Adds the fields of a part; none of them is always there where the part may be missing.
    pub(crate) fn part<T: Shape>(mut self) -> Self {
        let mut schema = T::schema();
        self.properties
            .extend(fields_of(schema["properties"].take()));
        let required = match &schema["required"] {
            Value::Array(names) if schema["type"] == "object" => &names[..],
            _ => &[],
        };
        let names = required.iter().filter_map(Value::as_str);
        self.required.extend(names.map(str::to_owned));
        self
    }

    /// Returns the schema of an object with these fields.
    pub(crate) fn schema(self) -> Value {
        let required: Vec<&str> = self.required.iter().map(String::as_str).collect();
        Value::Object(object_schema(self.properties, &required))
    }
}

/// An object of which no field is listed: to list all of them with every tool would double the list of tools.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(crate) struct Unlisted<T>(pub(crate) T);

impl<T> Shape for Unlisted<T> {
    fn schema() -> Value {
        json!({ "type": "object" })
    }
}

impl<T: Shape> Shape for Option<T> {
    fn schema() -> Value {
        let mut schema = T::schema();
        if let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) {
            words.push(Value::Null);
        } else if let Some(kind) = schema.get_mut("type") {
            *kind = json!([kind, "null"]);
        }
        schema
    }
}

impl<T: Shape> Shape for Vec<T> {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }
}

impl<T: Shape, const N: usize> Shape for [T; N] {
    fn schema() -> Value {
        <Vec<T>>::schema()
    }
}

impl Shape for Value {
    fn schema() -> Self {
        json!(true)
    }
}

macro_rules! plain {
    ($($kind:literal: $($type:ty),+;)+) => {$($(
        impl Shape for $type {
            fn schema() -> Value {
                json!({ "type": $kind })
            }
        }
    )+)+};
}

plain! {
    "boolean": bool;
    "integer": i64, u8, u16, u32, u64, usize;
    "number": f64;
    "string": String, &str, PathBuf;
}

#[cfg(test)]
mod tests {
    use super::*;

    answer! {
        struct Whole { r#type: Kind, at?: f64, note: Option<String>, ..part: Part, ..lost: Option<Lost>,
            inner: Unlisted<Part>, end?: Kind, all: Vec<[u8; 2]>, any?: Value, (hidden: bool), (more?: bool) }
        struct Part { count: usize }
        struct Lost { place: PathBuf }
        enum Kind { One = "one", Other = "other" }
    }

    #[test]
    fn a_type_stands_for_its_schema_and_leaves_out_what_is_not_there() {
        let pairs = json!({ "type": "array", "items": { "type": "integer" } });
        let expected = json!({
            "type": "object",
            "properties": {
                "type": { "enum": ["one", "other"] }, "at": { "type": ["number", "null"] },
                "note": { "type": ["string", "null"] }, "count": { "type": "integer" },
                "place": { "type": "string" }, "inner": { "type": "object" },
                "end": { "enum": ["one", "other", null] }, "all": { "type": "array", "items": pairs },
                "any": true,
            },
            "required": ["type", "note", "count", "inner", "all"],
        });
        assert_eq!(Whole::schema(), expected);
        let whole = Whole {
            r#type: Kind::Other,
            at: None,
            note: None,
            part: Part { count: 2 },
            lost: None,
            inner: Unlisted(Part { count: 3 }),
            end: Some(Kind::One),
            all: vec![[1, 2]],
            any: None,
            hidden: true,
            more: None,
        };
        let told = json!({
            "type": "other", "note": null, "count": 2, "inner": { "count": 3 }, "end": "one", "all": [[1, 2]],
            "hidden": true,
        });
        assert_eq!(serde_json::to_value(whole).unwrap(), told);
    }
}
