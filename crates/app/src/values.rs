//! The values variables take: what was typed, the environment, the configuration, the file, a person.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use retap_learn::source::{Scenario, Variable, VariableSource};
use retap_model::phrase::{Value, Variables};
use retap_model::program::{self, Standalone};

use crate::config::Config;
use crate::environment::Environment;
use crate::error::AppError;
use crate::question::ask_person;

/// Where values come from.
pub(crate) struct Values<'a> {
    typed: &'a [(String, String)],
    environment: &'a Environment,
    config: &'a Config,
    /// What a person answered so far, so that nobody is asked twice for one variable of several files.
    answers: RefCell<BTreeMap<String, String>>,
}

/// Why variables have no values.
#[derive(Debug)]
pub(crate) enum Unbound {
    /// They would need a person, and there is none.
    Skipped {
        /// What to say about it.
        reason: String,
        /// What to type.
        hint: String,
    },
    /// Somebody made a mistake.
    Refused(AppError),
}

impl<'a> Values<'a> {
    /// Returns the values of this command.
    pub(crate) fn new(
        typed: &'a [(String, String)],
        environment: &'a Environment,
        config: &'a Config,
    ) -> Self {
        Self {
            typed,
            environment,
            config,
            answers: RefCell::default(),
        }
    }

    /// Returns the values a skill's variables take: typed, else the environment's, else configured.
    pub(crate) fn of_skill(&self) -> Variables {
        let mut variables = Variables::new();
        let configured = self.config.variables.iter();
        for (name, value) in configured.chain(&self.environment.variables) {
            variables.set(name.clone(), value.clone());
        }
        for (name, value) in self.typed {
            variables.set(name.clone(), value.clone());
        }
        variables
    }

    /// Returns the values a scenario's variables take: typed, else what the file says, else configured,
    /// else what a person answers.
    pub(crate) fn of_scenario(
        &self,
        path: &Path,
        scenario: &Scenario,
    ) -> Result<Variables, Unbound> {
        let mut found = Found::default();
        for variable in &scenario.variables {
            match self.known(variable) {
                Some(value) => found.set(&variable.name, value, variable.is_secret),
                None => match &variable.source {
                    VariableSource::Environment { name, .. } => {
                        return Err(Unbound::Refused(unset_environment(path, variable, name)));
                    }
                    VariableSource::Fixed(_) | VariableSource::Asked { .. } => {
                        found.open(variable);
                    }
                },
            }
        }
        self.ask(found)
    }

    /// Returns the values of a scenario's variables that need nobody to be asked.
    pub(crate) fn known_of_scenario(&self, scenario: &Scenario) -> Variables {
        let mut found = Found::default();
        for variable in &scenario.variables {
            if let Some(value) = self.known(variable) {
                found.set(&variable.name, value, variable.is_secret);
            }
        }
        found.variables
    }

    /// Returns the values a compiled scenario's variables take when its source is not there.
    pub(crate) fn of_compiled(&self, compiled: &Standalone) -> Result<Variables, Unbound> {
        let mut found = Found::default();
        for (name, variable) in &compiled.variables {
            match self.known_of(compiled, name, variable) {
                Some(value) => found.set(name, value, variable.is_secret()),
                None => found.open_compiled(name, variable),
            }
        }
        self.ask(found)
    }

    /// Returns the values of a compiled scenario's variables that need nobody to be asked.
    pub(crate) fn known_of_compiled(&self, compiled: &Standalone) -> Variables {
        let mut found = Found::default();
        for (name, variable) in &compiled.variables {
            if let Some(value) = self.known_of(compiled, name, variable) {
                found.set(name, value, variable.is_secret());
            }
        }
        found.variables
    }

    fn known(&self, variable: &Variable) -> Option<String> {
        let of = |value: &Value| value.reveal().to_owned();
        if let Some(typed) = self.typed(&variable.name) {
            return Some(typed);
        }
        match &variable.source {
            VariableSource::Fixed(value) => Some(of(value)),
            VariableSource::Environment { name, default } => {
                let set = self.environment.variables.get(name).cloned();
                set.or_else(|| default.as_ref().map(of))
            }
            VariableSource::Asked { default, .. } => {
                let configured = self.config.variables.get(&variable.name).cloned();
                configured.or_else(|| {
                    let default = default.as_ref().map(of);
                    default.filter(|_| !self.environment.can_ask())
                })
            }
        }
    }

    fn known_of(
        &self,
        compiled: &Standalone,
        name: &str,
        variable: &program::Variable,
    ) -> Option<String> {
        let named = compiled.environment.get(name);
        let of_environment = |name: &String| self.environment.variables.get(name).cloned();
        let typed = self.typed(name).or_else(|| named.and_then(of_environment));
        let set = || self.environment.variables.get(name).cloned();
        match variable {
            program::Variable::Fixed(value) => typed.or_else(|| Some(value.clone())),
            program::Variable::Placeholder
            | program::Variable::Prompt { .. }
            | program::Variable::Secret { .. } => typed
                .or_else(set)
                .or_else(|| self.config.variables.get(name).cloned())
                .or_else(|| {
                    let default = variable.value().map(str::to_owned);
                    default.filter(|_| !self.environment.can_ask())
                }),
        }
    }

    fn typed(&self, name: &str) -> Option<String> {
        let mut typed = self.typed.iter().rev();
        typed
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    }

    /// Asks for what is open, if there is a person.
    fn ask(&self, mut found: Found) -> Result<Variables, Unbound> {
        if found.open.is_empty() {
            return Ok(found.variables);
        }
        if !self.environment.can_ask() {
            let names: Vec<&str> = found.open.iter().map(|open| open.name.as_str()).collect();
            let reason = format!(
                "Skipped: variables [{}] require interactive input",
                names.join(", ")
            );
            let flags: Vec<String> = names
                .iter()
                .map(|name| format!("--set {name}=VALUE"))
                .collect();
            let hint = format!("add `{}`, or run it in a terminal", flags.join(" "));
            return Err(Unbound::Skipped { reason, hint });
        }
        for open in std::mem::take(&mut found.open) {
            let known = self.answers.borrow().get(&open.name).cloned();
            let answer = match known {
                Some(answer) => answer,
                None => open.ask().map_err(Unbound::Refused)?,
            };
            let mut answers = self.answers.borrow_mut();
            answers.insert(open.name.clone(), answer.clone());
            found.set(&open.name, answer, open.is_secret);
        }
        Ok(found.variables)
    }
}

/// What is known of a file's variables.
#[derive(Default)]
struct Found {
    variables: Variables,
    open: Vec<Open>,
}

/// A variable a person must be asked for.
struct Open {
    name: String,
    prompt: Option<String>,
    default: Option<String>,
    is_secret: bool,
}

impl Found {
    fn set(&mut self, name: &str, value: String, is_secret: bool) {
        self.variables.set(name, value);
        if is_secret {
            self.variables.mark_secret(name);
        }
    }

    fn open(&mut self, variable: &Variable) {
        let (prompt, default) = match &variable.source {
            VariableSource::Asked { prompt, default } => (prompt.clone(), default.clone()),
            VariableSource::Fixed(_) | VariableSource::Environment { .. } => (None, None),
        };
        self.open.push(Open {
            name: variable.name.clone(),
            prompt,
            default: default.map(|value| value.reveal().to_owned()),
            is_secret: variable.is_secret,
        });
    }

    fn open_compiled(&mut self, name: &str, variable: &program::Variable) {
        let prompt = match variable {
            program::Variable::Prompt { prompt, .. } => Some(prompt.clone()),
            program::Variable::Secret { prompt } => prompt.clone(),
            program::Variable::Fixed(_) | program::Variable::Placeholder => None,
        };
        self.open.push(Open {
            name: name.to_owned(),
            prompt,
            default: variable.value().map(str::to_owned),
            is_secret: variable.is_secret(),
        });
    }
}

impl Open {
    fn ask(&self) -> Result<String, AppError> {
        let prompt = match &self.prompt {
            Some(prompt) => prompt.clone(),
            None => format!("{}?", self.name),
        };
        let shown = match (&self.default, self.is_secret) {
            (Some(default), false) => format!("{prompt} [{default}] "),
            (Some(_), true) | (None, _) => format!("{prompt} "),
        };
        let answer = ask_person(&shown, self.is_secret)
            .map_err(|error| AppError::input("cannot read the answer").because(error))?;
        match (&self.default, answer.is_empty()) {
            (Some(default), true) => Ok(default.clone()),
            (_, _) => Ok(answer),
        }
    }
}

fn unset_environment(path: &Path, variable: &Variable, name: &str) -> AppError {
    AppError::input(format!(
        "{}:{}:{}: the variable `{}` needs `{name}` in the environment, which is not set",
        path.display(),
        variable.place.line,
        variable.place.column,
        variable.name
    ))
    .hint(format!(
        "set `{name}`, or add `--set {}=VALUE`",
        variable.name
    ))
}
