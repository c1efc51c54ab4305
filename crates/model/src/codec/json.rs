//! Reading JSON objects field by field, with errors that say where.

use serde_json::{Map, Value};

use super::skill::CodecError;

/// One JSON object and the path that leads to it, such as `steps[2].hints`.
pub(super) struct Object<'a> {
    path: String,
    fields: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    pub(super) fn new(path: impl Into<String>, value: &'a Value) -> Result<Self, CodecError> {
        let path = path.into();
        match value {
            Value::Object(fields) => Ok(Self { path, fields }),
            other => Err(wrong(&path, "an object", other)),
        }
    }

    /// Returns the field, `None` when it is absent or null.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    pub(super) fn require<T>(&self, name: &str, found: Option<T>) -> Result<T, CodecError> {
        found.ok_or_else(|| CodecError::Missing {
            path: self.path_of(name),
        })
    }

    pub(super) fn object(&self, name: &str) -> Result<Option<Object<'a>>, CodecError> {
        self.get(name)
            .map(|value| Object::new(self.path_of(name), value))
            .transpose()
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, CodecError> {
        self.get(name)
            .map(|value| match value {
                Value::String(text) => Ok(text.clone()),
                other => Err(wrong(&self.path_of(name), "text", other)),
            })
            .transpose()
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, CodecError> {
        self.get(name)
            .map(|value| {
                value
                    .as_f64()
                    .ok_or_else(|| wrong(&self.path_of(name), "a number", value))
            })
            .transpose()
    }

    pub(super) fn whole(&self, name: &str) -> Result<Option<u64>, CodecError> {
        self.get(name)
            .map(|value| {
                value
                    .as_u64()
                    .ok_or_else(|| wrong(&self.path_of(name), "a whole number", value))
            })
            .transpose()
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, CodecError> {
        self.get(name)
            .map(|value| {
                value
                    .as_bool()
                    .ok_or_else(|| wrong(&self.path_of(name), "true or false", value))
            })
            .transpose()
    }

    pub(super) fn list(&self, name: &str) -> Result<Option<&'a [Value]>, CodecError> {
        self.get(name)
            .map(|value| match value {
                Value::Array(items) => Ok(items.as_slice()),
                other => Err(wrong(&self.path_of(name), "a list", other)),
            })
            .transpose()
    }

    /// Returns a list of texts; absent is empty.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, CodecError> {
        let items = self.list(name)?.unwrap_or_default();
        items
            .iter()
            .map(|item| match item {
                Value::String(text) => Ok(text.clone()),
                other => Err(wrong(&self.path_of(name), "a list of texts", other)),
            })
            .collect()
    }
}

pub(super) fn wrong(path: &str, expected: &'static str, found: &Value) -> CodecError {
    let found = match found {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => format!("\"{}\"", text.chars().take(40).collect::<String>()),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    let path = if path.is_empty() { "the file" } else { path };
    CodecError::Wrong {
        path: path.to_owned(),
        expected,
        found,
    }
}
