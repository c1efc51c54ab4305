//! Reading JSON objects field by field, with errors that say where.

use serde_json::{Map, Value};

use super::error::CodecError;

/// Reads the whole of a file as JSON.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, CodecError> {
    serde_json::from_slice(bytes).map_err(|error| CodecError::NotJson {
        line: error.line(),
        column: error.column(),
        reason: plain_reason(&error),
    })
}

/// Writes a file: keys sorted, indented by two spaces, a newline at the end.
pub(super) fn print(file: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(file).expect("a JSON value can always be written");
    text.push('\n');
    text.into_bytes()
}

/// Returns the fields that say something: those that are null are left out.
pub(super) fn said(fields: Value) -> Map<String, Value> {
    let Value::Object(mut fields) = fields else {
        return Map::new();
    };
    fields.retain(|_, value| !value.is_null());
    fields
}

/// Returns an object of the fields that say something, where there are any.
pub(super) fn said_at_all(fields: Value) -> Option<Value> {
    let fields = said(fields);
    (!fields.is_empty()).then_some(Value::Object(fields))
}

/// One JSON object and the path that leads to it, such as `steps[2].hints`.
pub(super) struct Object<'a> {
    path: String,
    /// `None` for an object that is not there, which has no fields.
    fields: Option<&'a Map<String, Value>>,
}

impl<'a> Object<'a> {
    pub(super) fn new(path: impl Into<String>, value: &'a Value) -> Result<Self, CodecError> {
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
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.fields?.get(name).filter(|value| !value.is_null())
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

    /// Returns what `read` reads of a field that must be there.
    pub(super) fn required<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Self, &str) -> Result<Option<T>, CodecError>,
    ) -> Result<T, CodecError> {
        self.require(name, read(self, name)?)
    }

    pub(super) fn object(&self, name: &str) -> Result<Option<Object<'a>>, CodecError> {
        self.get(name)
            .map(|value| Object::new(self.path_of(name), value))
            .transpose()
    }

    /// Returns what `read` makes of the object; `None` when it is absent.
    pub(super) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Object<'a>) -> Result<T, CodecError>,
    ) -> Result<Option<T>, CodecError> {
        self.object(name)?.as_ref().map(read).transpose()
    }

    /// Returns what `read` makes of each object of a list; absent is empty.
    pub(super) fn read_all<T>(
        &self,
        name: &str,
        read: impl FnMut(&Object<'a>) -> Result<T, CodecError>,
    ) -> Result<Vec<T>, CodecError> {
        self.objects(name)?.iter().map(read).collect()
    }

    /// Returns the object, without fields when it is absent.
    pub(super) fn object_or_empty(&self, name: &str) -> Result<Object<'a>, CodecError> {
        let path = self.path_of(name);
        match self.get(name) {
            Some(value) => Object::new(path, value),
            None => Ok(Object { path, fields: None }),
        }
    }

    /// Returns every field by name, those that are null too.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.fields.into_iter().flatten()
    }

    /// Returns every field as it is.
    pub(super) fn to_map(&self) -> Map<String, Value> {
        self.fields.cloned().unwrap_or_default()
    }

    /// Returns the objects of a list, each with its place in it; absent is empty.
    pub(super) fn objects(&self, name: &str) -> Result<Vec<Object<'a>>, CodecError> {
        let items = self.list(name)?.unwrap_or_default();
        let path = self.path_of(name);
        items
            .iter()
            .enumerate()
            .map(|(position, value)| Object::new(format!("{path}[{position}]"), value))
            .collect()
    }

    /// Returns a text that must be there.
    pub(super) fn required_text(&self, name: &str) -> Result<String, CodecError> {
        self.require(name, self.text(name)?)
    }

    /// Returns a field as `convert` takes it; one that it does not take should be what `expected` says.
    fn field<T>(
        &self,
        name: &str,
        expected: &'static str,
        convert: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, CodecError> {
        self.get(name)
            .map(|value| convert(value).ok_or_else(|| wrong(&self.path_of(name), expected, value)))
            .transpose()
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, CodecError> {
        self.field(name, "text", |value| value.as_str().map(str::to_owned))
    }

    /// Returns a word by what it means; one that means nothing should be what `expected` says.
    pub(super) fn word<T>(
        &self,
        name: &str,
        expected: &'static str,
        from_word: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, CodecError> {
        self.text(name)?;
        self.field(name, expected, |value| value.as_str().and_then(from_word))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, CodecError> {
        self.field(name, "a number", Value::as_f64)
    }

    pub(super) fn whole(&self, name: &str) -> Result<Option<u64>, CodecError> {
        self.field(name, "a whole number", Value::as_u64)
    }

    /// Returns a whole number that fits 32 bits.
    pub(super) fn count(&self, name: &str) -> Result<Option<u32>, CodecError> {
        self.whole(name)?;
        self.field(name, "a number of a sensible size", |value| {
            value.as_u64().and_then(|number| number.try_into().ok())
        })
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, CodecError> {
        self.field(name, "true or false", Value::as_bool)
    }

    pub(super) fn list(&self, name: &str) -> Result<Option<&'a [Value]>, CodecError> {
        self.field(name, "a list", |value| value.as_array().map(Vec::as_slice))
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

/// The parser's words without the place, which the error has in fields of its own.
fn plain_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.clone(), |(reason, _)| reason.to_owned())
}
