//! The arguments of one call, read leniently: a value of the wrong kind counts as not given.

use std::time::Duration;

use rmcp::model::JsonObject;
use serde_json::Value;

use crate::mcp::Refusal;
use crate::mcp::reply::is_long;

/// The longest a call may be told to wait.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// The longest text that is taken; longer ones are searched for and typed for minutes.
const LONGEST_TEXT: usize = 1 << 16;

/// The arguments of one call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Args(JsonObject);

impl Args {
    /// Returns the arguments a client sent.
    pub(crate) fn new(sent: Option<JsonObject>) -> Self {
        Self(sent.unwrap_or_default())
    }

    /// Returns the arguments of `run_skill` for this skill, with these as its inputs.
    pub(crate) fn of_skill(self, skill: &str) -> Self {
        let mut args = JsonObject::new();
        args.insert("name".to_owned(), skill.into());
        if let Some(device) = self.0.get("device") {
            args.insert("device".to_owned(), device.clone());
        }
        args.insert("inputs".to_owned(), Value::Object(self.0));
        Self(args)
    }

    /// Returns the same on this device.
    pub(crate) fn on_device(mut self, address: &str) -> Self {
        self.0.insert("device".to_owned(), address.into());
        self
    }

    /// Returns a text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// Returns a text that says something.
    pub(crate) fn words(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|text| !text.trim().is_empty())
    }

    /// Returns a text that must be there.
    pub(crate) fn need_text(&self, name: &str) -> Result<&str, Refusal> {
        self.text(name).ok_or_else(|| missing("string", name))
    }

    /// Returns a number.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name).and_then(Value::as_f64)
    }

    /// Returns a number that must be there.
    pub(crate) fn need_number(&self, name: &str) -> Result<f64, Refusal> {
        self.number(name).ok_or_else(|| missing("number", name))
    }

    /// Returns a whole number from 0 on; some clients write it as `7.0`.
    pub(crate) fn count<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        let value = self.0.get(name)?;
        let plain = || {
            let number = value.as_f64()?;
            let is_whole = number >= 0.0 && number.fract() == 0.0;
            is_whole.then_some(number as u64)
        };
        T::try_from(value.as_u64().or_else(plain)?).ok()
    }

    /// Returns all of it.
    pub(crate) fn as_value(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// Returns yes or no.
    pub(crate) fn is(&self, name: &str) -> Option<bool> {
        self.0.get(name).and_then(Value::as_bool)
    }

    /// Returns an object.
    pub(crate) fn object(&self, name: &str) -> Option<Self> {
        let object = self.0.get(name).and_then(Value::as_object);
        object.map(|object| Self(object.clone()))
    }

    /// Returns a list.
    pub(crate) fn list(&self, name: &str) -> Option<&[Value]> {
        self.0
            .get(name)
            .and_then(Value::as_array)
            .map(Vec::as_slice)
    }

    /// Returns what was given, by name; null is nothing.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&str, &Value)> {
        let given = self.0.iter().filter(|(_, value)| !value.is_null());
        given.map(|(name, value)| (name.as_str(), value))
    }

    /// Returns a value of any kind.
    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Returns a number of milliseconds as a time, within reason.
    pub(crate) fn millis(&self, name: &str, usual: u64) -> Duration {
        let millis = self.number(name).filter(|it| it.is_finite() && *it >= 0.0);
        let time = millis.map_or(Duration::from_millis(usual), |millis| {
            Duration::try_from_secs_f64(millis / 1000.0).unwrap_or(LONGEST_WAIT)
        });
        time.min(LONGEST_WAIT)
    }

    /// Refuses a text that nobody would write.
    pub(crate) fn check_length(&self) -> Result<(), Refusal> {
        let long = self.long_texts().into_iter();
        match long.map(|text| text.len()).find(|it| *it > LONGEST_TEXT) {
            Some(length) => Err(Refusal::input(format!(
                "a text of {length} bytes was given; at most {LONGEST_TEXT} are taken"
            ))),
            None => Ok(()),
        }
    }

    /// Returns the texts in it that are too long to be told again.
    pub(crate) fn long_texts(&self) -> Vec<String> {
        let mut texts = self.all_texts();
        texts.retain(|text| is_long(text));
        texts
    }

    /// Returns every text in it.
    fn all_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for value in self.0.values() {
            collect_texts(value, &mut texts);
        }
        texts
    }

    /// Returns all of it as the client wrote it, but for a text that it calls a secret.
    pub(crate) fn said(&self) -> String {
        let mut said = self.0.clone();
        if self.is("secret") == Some(true) {
            said.remove("text");
        }
        Value::Object(said).to_string()
    }

    /// Returns every value as text, by name; texts as they are.
    pub(crate) fn as_texts(&self) -> Vec<(String, String)> {
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let all = self.0.iter();
        all.map(|(name, value)| (name.clone(), text(value)))
            .collect()
    }
}

fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| collect_texts(one, texts)),
        Value::Object(all) => all.values().for_each(|one| collect_texts(one, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns the refusal of a call without an argument it needs.
pub(crate) fn missing(kind: &str, name: &str) -> Refusal {
    Refusal::input(format!("Missing or invalid {kind} argument: {name}"))
}
