//! The variables of a scenario as its compiled file keeps them: never the value of a secret.

use std::collections::BTreeMap;

use retap_model::phrase::Value;
use retap_model::program::Variable as Kept;

use crate::source::{Scenario, Variable, VariableSource};

/// Returns what a compiled file says of each variable.
pub(super) fn kept_variables(scenario: &Scenario) -> BTreeMap<String, Kept> {
    let variables = scenario.variables.iter();
    variables
        .map(|variable| (variable.name.clone(), kept(variable)))
        .collect()
}

/// Returns which variable of the environment gives which variable its value.
pub(super) fn environment_of(scenario: &Scenario) -> BTreeMap<String, String> {
    let variables = scenario.variables.iter();
    let named = variables.filter_map(|variable| match &variable.source {
        VariableSource::Environment { name, .. } => Some((variable.name.clone(), name.clone())),
        VariableSource::Fixed(_) | VariableSource::Asked { .. } => None,
    });
    named.collect()
}

fn kept(variable: &Variable) -> Kept {
    if variable.is_secret {
        let prompt = match &variable.source {
            VariableSource::Asked { prompt, .. } => prompt.clone(),
            VariableSource::Fixed(_) | VariableSource::Environment { .. } => None,
        };
        return Kept::Secret { prompt };
    }
    match &variable.source {
        VariableSource::Fixed(value) => {
            plain(value).map_or(Kept::Secret { prompt: None }, Kept::Fixed)
        }
        VariableSource::Asked {
            prompt: Some(prompt),
            default,
        } => Kept::Prompt {
            prompt: prompt.clone(),
            default: default.as_ref().and_then(plain),
        },
        VariableSource::Asked {
            prompt: None,
            default,
        }
        | VariableSource::Environment { default, .. } => default
            .as_ref()
            .and_then(plain)
            .map_or(Kept::Placeholder, Kept::Fixed),
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Plain(text) => Some(text.clone()),
        Value::Hidden(_) => None,
    }
}
