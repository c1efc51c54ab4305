//! Telling the two forms of compiled files apart, by content and never by path.

use serde_json::{Value, json};

use crate::program::CompiledProgram;
use crate::screen::sha256_hex;

use super::error::CodecError;
use super::json::{self, Object, wrong};
use super::{scenario, skill};

/// The forms of compiled files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompiledForm {
    /// `docs/formats/compiled-skill.md`; its `version` is a number.
    Skill,
    /// `docs/formats/compiled-scenario.md`; its `version` is text.
    Scenario,
}

/// Reads a compiled file of either form.
pub fn decode(bytes: &[u8]) -> Result<CompiledProgram, CodecError> {
    let value = json::parse(bytes)?;
    let file = Object::new("", &value)?;
    let form = form_of_file(&file)?;
    match form {
        CompiledForm::Skill => skill::check_version(&file)?,
        CompiledForm::Scenario => scenario::check_version(&file)?,
    }
    let own = file.object_or_empty("retap")?;
    let sum = own.text("checksum")?;
    if sum.is_some_and(|sum| sum != form.checksum(&value)) {
        return Err(CodecError::Edited);
    }
    match form {
        CompiledForm::Skill => skill::read_file(&file, &own),
        CompiledForm::Scenario => scenario::read_file(&file, &own),
    }
}

/// Returns the form of a compiled file, or why it is none.
pub fn form_of(bytes: &[u8]) -> Result<CompiledForm, CodecError> {
    form_of_file(&Object::new("", &json::parse(bytes)?)?)
}

/// Writes a compiled file: sorted keys, the same bytes for the same input.
///
/// A program that can be run without its source has the form that says all of it.
pub fn encode(program: &CompiledProgram) -> Vec<u8> {
    let mut value = match &program.standalone {
        None => skill::write_file(program),
        Some(whole) => scenario::write_file(program, whole),
    };
    let whole = program.standalone.as_ref();
    if whole.is_none_or(|whole| whole.is_sealed) {
        value["retap"]["checksum"] = json!(program.form().checksum(&value));
    }
    json::print(&value)
}

impl CompiledProgram {
    /// Returns the form of its file.
    pub const fn form(&self) -> CompiledForm {
        match self.standalone {
            None => CompiledForm::Skill,
            Some(_) => CompiledForm::Scenario,
        }
    }
}

impl CompiledForm {
    /// Reads a compiled file that must have this form, because that of its source is no other.
    pub fn decode(self, bytes: &[u8]) -> Result<CompiledProgram, CodecError> {
        match (self, form_of(bytes)?) {
            (Self::Skill, Self::Skill) | (Self::Scenario, Self::Scenario) => decode(bytes),
            (Self::Skill, Self::Scenario) => Err(CodecError::NotCompiledSkill {
                reason: "its `version` is text, as in compiled scenarios",
            }),
            (Self::Scenario, Self::Skill) => Err(CodecError::NotCompiledScenario {
                reason: "its `version` is a number, as in compiled skills",
            }),
        }
    }

    /// Returns the checksum, under `retap`, by which a file shows that nobody edited it.
    ///
    /// The time of compiling is no part of it: compiling again later gives the same one.
    fn checksum(self, file: &Value) -> String {
        let time = match self {
            Self::Skill => skill::TIME,
            Self::Scenario => scenario::TIME,
        };
        let mut file = file.clone();
        for path in ["/retap/checksum", time] {
            let (holder, name) = path.rsplit_once('/').unwrap_or_default();
            let holder = file.pointer_mut(holder).and_then(Value::as_object_mut);
            holder.map(|fields| fields.remove(name));
        }
        sha256_hex(file.to_string().as_bytes())
    }
}

fn form_of_file(file: &Object<'_>) -> Result<CompiledForm, CodecError> {
    match file.require("version", file.get("version"))? {
        Value::Number(_) => Ok(CompiledForm::Skill),
        Value::String(_) => Ok(CompiledForm::Scenario),
        other => Err(wrong("version", "a number or text", other)),
    }
}
