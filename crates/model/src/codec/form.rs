//! Telling the two forms of compiled files apart, by content and never by path.

use serde_json::Value;

use super::error::CodecError;
use super::json::{self, Object, wrong};

/// The forms of compiled files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `docs/formats/compiled-skill.md`; its `version` is a number.
    Skill,
    /// `docs/formats/compiled-scenario.md`; its `version` is text.
    Scenario,
}

/// Returns the form of a compiled file, or why it is none.
pub fn form_of(bytes: &[u8]) -> Result<Form, CodecError> {
    let value = json::parse(bytes)?;
    let file = Object::new("", &value)?;
    match file.require("version", file.get("version"))? {
        Value::Number(_) => Ok(Form::Skill),
        Value::String(_) => Ok(Form::Scenario),
        other => Err(wrong("version", "a number or text", other)),
    }
}
