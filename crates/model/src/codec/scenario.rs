//! The scenario form of compiled files (`docs/formats/compiled-scenario.md`).
//!
//! Reads and writes version 1.0. What retap knows beyond that form stands in keys named `retap`,
//! which other readers pass over. Told apart from other forms by content.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::program::scenario_ir::{CompiledScenario, ScreenSize, SourceHash, Variable};
use crate::time::Timestamp;

use super::error::CodecError;
use super::json::{self, Object, wrong};
use super::{checksum, pin_wire, scenario_wire};

/// The version this code reads and writes.
pub const SCENARIO_VERSION: &str = "1.0";

/// The same, as numbers that can be compared.
const NEWEST_READ: (u32, u32) = (1, 0);

/// Where the time of compiling stands, which is no part of the checksum.
const TIME: &[&str] = &["compiled_at"];

/// Reads a compiled file of the scenario form.
///
/// A strategy or check this code does not know is no error: only its step cannot be carried out.
pub fn decode_scenario(bytes: &[u8]) -> Result<CompiledScenario, CodecError> {
    let value = json::parse(bytes)?;
    let file = Object::new("", &value)?;
    check_version(&file)?;
    let own = file.object_or_empty("retap")?;
    let sum = own.text("checksum")?;
    if let Some(sum) = &sum {
        checksum::check(&value, TIME, sum)?;
    }
    let learned = own.object("learned")?;
    let compiled_at = file.required_text("compiled_at")?;
    let platform = file.required_text("platform")?;
    Ok(CompiledScenario {
        compiled_at: Timestamp::from_rfc3339(&compiled_at).unwrap_or_default(),
        source: file.required_text("source")?,
        source_hash: read_source_hash(&file)?,
        app: read_app(&file, &platform)?,
        platform,
        screen_size: read_screen_size(&file)?,
        variables: read_variables(&file, &own)?,
        steps: scenario_wire::read_steps(&file)?,
        environment: read_environment(&own)?,
        name: own.text("name")?,
        frame: scenario_wire::read_frame(&own)?,
        values: own.text("values")?,
        learned: learned.as_ref().map(pin_wire::read_tally).transpose()?,
        is_sealed: sum.is_some(),
    })
}

/// Writes a compiled file of the scenario form: sorted keys, the same bytes for the same input.
pub fn encode_scenario(scenario: &CompiledScenario) -> Vec<u8> {
    let mut value = scenario_wire::write_scenario(scenario);
    if scenario.is_sealed {
        checksum::seal(&mut value, TIME);
    }
    json::print(&value)
}

fn check_version(file: &Object<'_>) -> Result<(), CodecError> {
    if matches!(file.get("version"), Some(Value::Number(_))) {
        return Err(CodecError::NotCompiledScenario {
            reason: "its `version` is a number, as in compiled skills",
        });
    }
    let text = file.required_text("version")?;
    match version_numbers(&text) {
        Some(NEWEST_READ) => Ok(()),
        Some(version) if version > NEWEST_READ => Err(CodecError::Newer {
            version: text,
            newest: SCENARIO_VERSION.to_owned(),
        }),
        Some(_) | None => Err(wrong(
            "version",
            "a version such as \"1.0\"",
            &Value::String(text),
        )),
    }
}

/// Returns major and minor version; what follows a second dot changes nothing for readers.
fn version_numbers(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(|number| number.parse::<u32>().ok());
    let major = numbers.next()??;
    Some((major, numbers.next().unwrap_or(Some(0))?))
}

fn read_source_hash(file: &Object<'_>) -> Result<SourceHash, CodecError> {
    let text = file.required_text("source_hash")?;
    SourceHash::from_text(&text).ok_or_else(|| {
        let expected = "`sha256:` and the hash in hex";
        wrong("source_hash", expected, &Value::String(text))
    })
}

/// Reads the ids of the app by platform; a single text is the one for the file's own platform.
fn read_app(file: &Object<'_>, platform: &str) -> Result<BTreeMap<String, String>, CodecError> {
    if let Some(Value::String(id)) = file.get("app") {
        return Ok([(platform.to_owned(), id.clone())].into());
    }
    let app = file.require("app", file.object("app")?)?;
    let mut ids = BTreeMap::new();
    for (name, _) in app.entries() {
        if let Some(id) = app.text(name)? {
            ids.insert(name.clone(), id);
        }
    }
    Ok(ids)
}

/// Reads which variable of the environment gives which variable its value.
fn read_environment(own: &Object<'_>) -> Result<BTreeMap<String, String>, CodecError> {
    let named = own.object_or_empty("env")?;
    let names = named.entries();
    names
        .map(|(name, _)| Ok((name.clone(), named.required_text(name)?)))
        .collect()
}

fn read_screen_size(file: &Object<'_>) -> Result<ScreenSize, CodecError> {
    let device = file.require("device", file.object("device")?)?;
    let text = device.required_text("screen_size")?;
    ScreenSize::from_text(&text).ok_or_else(|| {
        let path = device.path_of("screen_size");
        wrong(&path, "a size such as 1080x2400", &Value::String(text))
    })
}

/// Reads the variables. The value of one that is marked as a secret is dropped at once: a file
/// that has it was written by another program, and nothing here could write it again.
fn read_variables(
    file: &Object<'_>,
    own: &Object<'_>,
) -> Result<BTreeMap<String, Variable>, CodecError> {
    let secrets: BTreeSet<String> = own.texts("secrets")?.into_iter().collect();
    let variables = file.object_or_empty("variables")?;
    variables
        .entries()
        .map(|(name, value)| {
            let variable = read_variable(variables.path_of(name), value)?;
            let variable = if secrets.contains(name) {
                without_value(variable)
            } else {
                variable
            };
            Ok((name.clone(), variable))
        })
        .collect()
}

fn read_variable(path: String, value: &Value) -> Result<Variable, CodecError> {
    match value {
        Value::Null => Ok(Variable::Placeholder),
        Value::Object(_) => read_described(&Object::new(path, value)?),
        other => read_scalar(&path, other).map(Variable::Fixed),
    }
}

/// Reads a variable that is more than its value: what to ask, whether it is a secret.
fn read_described(fields: &Object<'_>) -> Result<Variable, CodecError> {
    let value = fields
        .get("value")
        .map(|value| read_scalar(&fields.path_of("value"), value))
        .transpose()?;
    let variable = match (value, fields.text("prompt")?) {
        (default, Some(prompt)) => Variable::Prompt { prompt, default },
        (Some(value), None) => Variable::Fixed(value),
        (None, None) => Variable::Placeholder,
    };
    let is_secret = fields.flag("secret")?.unwrap_or(false);
    Ok(if is_secret {
        without_value(variable)
    } else {
        variable
    })
}

/// Reads a value; numbers and `true` count as the text an author wrote.
fn read_scalar(path: &str, value: &Value) -> Result<String, CodecError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => Err(wrong(path, "a text", value)),
    }
}

fn without_value(variable: Variable) -> Variable {
    let prompt = match variable {
        Variable::Prompt { prompt, .. } => Some(prompt),
        Variable::Secret { prompt } => prompt,
        Variable::Fixed(_) | Variable::Placeholder => None,
    };
    Variable::Secret { prompt }
}
