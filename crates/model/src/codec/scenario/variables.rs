//! The variables of a compiled scenario, both ways: never the value of a secret.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, wrong};
use crate::program::Variable;

/// Writes the variables by name.
pub(super) fn write_variables(variables: &BTreeMap<String, Variable>) -> Map<String, Value> {
    let variables = variables.iter();
    variables
        .map(|(name, variable)| (name.clone(), write_variable(variable)))
        .collect()
}

/// Returns the names of those whose values must not be shown.
pub(super) fn secrets(variables: &BTreeMap<String, Variable>) -> Vec<&String> {
    let secrets = variables.iter();
    let secrets = secrets.filter(|(_, variable)| variable.is_secret());
    secrets.map(|(name, _)| name).collect()
}

/// Writes a variable as sources have it; a secret looks like any other that gets its value later.
fn write_variable(variable: &Variable) -> Value {
    match variable {
        Variable::Fixed(value) => json!(value),
        Variable::Prompt {
            prompt,
            default: Some(default),
        } => json!({ "prompt": prompt, "value": default }),
        Variable::Prompt {
            prompt,
            default: None,
        }
        | Variable::Secret {
            prompt: Some(prompt),
        } => json!({ "prompt": prompt }),
        Variable::Placeholder | Variable::Secret { prompt: None } => Value::Null,
    }
}

/// Reads the variables. The value of one that is marked as a secret is dropped at once: a file
/// that has it was written by another program, and nothing here could write it again.
pub(super) fn read_variables(
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
