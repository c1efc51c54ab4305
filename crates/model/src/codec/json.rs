//! Reading JSON objects field by field, with errors that say where.

use serde_json::{Map, Value};

use super::error::CodecError;

/// Reads the whole of a file as JSON.
pub(in crate::codec) fn parse(bytes: &[u8]) -> Result<Value, CodecError> {
    serde_json::from_slice(bytes).map_err(|error| CodecError::NotJson {
        line: error.line(),
        column: error.column(),
        reason: plain_reason(&error),
    })
}

/// Writes a file: keys sorted, indented by two spaces, a newline at the end.
pub(in crate::codec) fn print(file: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(file).expect("a JSON value can always be written");
    text.push('\n');
    text.into_bytes()
}

/// Adds a field when there is something to say.
pub(in crate::codec) fn put(
    fields: &mut Map<String, Value>,
    name: &str,
    value: Option<impl Into<Value>>,
) {
    if let Some(value) = value {
        fields.insert(name.to_owned(), value.into());
    }
}

/// One JSON object and the path that leads to it, such as `steps[2].hints`.
pub(in crate::codec) struct Object<'a> {
    path: String,
    /// `None` for an object that is not there, which has no fields.
    fields: Option<&'a Map<String, Value>>,
}

impl<'a> Object<'a> {
    pub(in crate::codec) fn new(
        path: impl Into<String>,
        value: &'a Value,
    ) -> Result<Self, CodecError> {
        let path = path.into();
        match value {
            Value::Object(fields) => Ok(Self {
                path,
                fields: Some(fields),
            }),
            other => Err(wrong(&path, "an object", other)),
        }
    }

    /// Returns the field, `None` when it is absent or null.
    pub(in crate::codec) fn get(&self, name: &str) -> Option<&'a Value> {
        self.fields?.get(name).filter(|value| !value.is_null())
    }

    pub(in crate::codec) fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    pub(in crate::codec) fn require<T>(
        &self,
        name: &str,
        found: Option<T>,
    ) -> Result<T, CodecError> {
        found.ok_or_else(|| CodecError::Missing {
            path: self.path_of(name),
        })
    }

    pub(in crate::codec) fn object(&self, name: &str) -> Result<Option<Object<'a>>, CodecError> {
        self.get(name)
            .map(|value| Object::new(self.path_of(name), value))
            .transpose()
    }

    /// Returns the object, without fields when it is absent.
    pub(in crate::codec) fn object_or_empty(&self, name: &str) -> Result<Object<'a>, CodecError> {
        let path = self.path_of(name);
        match self.get(name) {
            Some(value) => Object::new(path, value),
            None => Ok(Object { path, fields: None }),
        }
    }

    /// Returns every field by name, those that are null too.
    pub(in crate::codec) fn entries(&self) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.fields.into_iter().flatten()
    }

    /// Returns every field as it is.
    pub(in crate::codec) fn to_map(&self) -> Map<String, Value> {
        self.fields.cloned().unwrap_or_default()
    }

    /// Returns the objects of a list, each with its place in it; absent is empty.
    pub(in crate::codec) fn objects(&self, name: &str) -> Result<Vec<Object<'a>>, CodecError> {
        let items = self.list(name)?.unwrap_or_default();
        let path = self.path_of(name);
        items
            .iter()
            .enumerate()
            .map(|(position, value)| Object::new(format!("{path}[{position}]"), value))
            .collect()
    }

    /// Returns a text that must be there.
    pub(in crate::codec) fn required_text(&self, name: &str) -> Result<String, CodecError> {
        self.require(name, self.text(name)?)
    }

    pub(in crate::codec) fn text(&self, name: &str) -> Result<Option<String>, CodecError> {
        self.get(name)
            .map(|value| match value {
                Value::String(text) => Ok(text.clone()),
                other => Err(wrong(&self.path_of(name), "text", other)),
            })
            .transpose()
    }

    /// Returns a word by what it means; one that means nothing should be what `expected` says.
    pub(in crate::codec) fn word<T>(
        &self,
        name: &str,
        expected: &'static str,
        from_word: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, CodecError> {
        let Some(word) = self.text(name)? else {
            return Ok(None);
        };
        let known = from_word(&word);
        known
            .ok_or_else(|| wrong(&self.path_of(name), expected, &Value::String(word)))
            .map(Some)
    }

    pub(in crate::codec) fn number(&self, name: &str) -> Result<Option<f64>, CodecError> {
        self.get(name)
            .map(|value| {
                value
                    .as_f64()
                    .ok_or_else(|| wrong(&self.path_of(name), "a number", value))
            })
            .transpose()
    }

    pub(in crate::codec) fn whole(&self, name: &str) -> Result<Option<u64>, CodecError> {
        self.get(name)
            .map(|value| {
                value
                    .as_u64()
                    .ok_or_else(|| wrong(&self.path_of(name), "a whole number", value))
            })
            .transpose()
    }

    /// Returns a whole number that fits 32 bits.
    pub(in crate::codec) fn count(&self, name: &str) -> Result<Option<u32>, CodecError> {
        self.whole(name)?
            .map(|number| {
                u32::try_from(number).map_err(|_| {
                    let found = Value::from(number);
                    wrong(&self.path_of(name), "a number of a sensible size", &found)
                })
            })
            .transpose()
    }

    pub(in crate::codec) fn flag(&self, name: &str) -> Result<Option<bool>, CodecError> {
        self.get(name)
            .map(|value| {
                value
                    .as_bool()
                    .ok_or_else(|| wrong(&self.path_of(name), "true or false", value))
            })
            .transpose()
    }

    pub(in crate::codec) fn list(&self, name: &str) -> Result<Option<&'a [Value]>, CodecError> {
        self.get(name)
            .map(|value| match value {
                Value::Array(items) => Ok(items.as_slice()),
                other => Err(wrong(&self.path_of(name), "a list", other)),
            })
            .transpose()
    }

    /// Returns a list of texts; absent is empty.
    pub(in crate::codec) fn texts(&self, name: &str) -> Result<Vec<String>, CodecError> {
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

pub(in crate::codec) fn wrong(path: &str, expected: &'static str, found: &Value) -> CodecError {
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

/// The parser's words without the place, which the error has in fields of its own.
fn plain_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.clone(), |(reason, _)| reason.to_owned())
}
