//! The values variables take: what was typed, the environment, the configuration, the file, a person.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use retap_learn::source::{Scenario, Variable, VariableSource};
use retap_model::phrase::{Value, Variables};
use retap_model::program::{self, Header, Place, Standalone};
use retap_model::secret::is_secret_name;

use crate::config::Config;
use crate::environment::Environment;
use crate::error::AppError;
use crate::question::{Echo, ask_person};

/// Names that systems and terminals set by themselves: that they are there says nothing about what a person wants.
#[rustfmt::skip]
const OF_EVERY_SHELL: [&str; 19] = [
    "COLUMNS", "DISPLAY", "HOME", "HOST", "HOSTNAME", "LANG", "LINES", "LOGNAME", "MAIL", "NAME",
    "OLDPWD", "PATH", "PWD", "SHELL", "SHLVL", "TERM", "TMPDIR", "USER", "USERNAME",
];

/// Where values come from.
pub(crate) struct Values<'a> {
    typed: &'a [(String, String)],
    environment: &'a Environment,
    config: &'a Config,
    /// The answers a person gave so far, so that nobody is asked twice for one variable of several files.
    answers: RefCell<BTreeMap<String, String>>,
    /// The variables of the last file that the environment gave a value, and their names there.
    of_environment: RefCell<BTreeMap<String, String>>,
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
            of_environment: RefCell::default(),
        }
    }

    /// Returns the values a skill's variables take: typed, else the environment's as far as its header names
    /// them, else configured.
    pub(crate) fn of_skill(&self, path: &Path, header: &Header) -> Variables {
        let mut variables = Variables::new();
        let environment = self.environment.variables.iter();
        let declared = environment.filter(|(name, _)| header.declares(name));
        let config = self.config.for_skill(path);
        for (name, value) in config.variables.iter().chain(declared.clone()) {
            variables.set(name.clone(), value.clone());
        }
        for (name, value) in self.typed {
            variables.set(name.clone(), value.clone());
        }
        header.mark(&mut variables);
        let names = declared.filter(|(name, _)| !self.is_typed(name));
        let names = names.map(|(name, _)| (name.clone(), name.clone()));
        *self.of_environment.borrow_mut() = names.collect();
        variables
    }

    /// Returns whether somebody set a variable in the environment for which nobody typed a value.
    pub(crate) fn is_in_environment(&self, name: &str) -> bool {
        let is_set = self.environment.variables.contains_key(name);
        is_set && !OF_EVERY_SHELL.contains(&name) && !self.is_typed(name)
    }

    /// Returns whether the environment has a value of this name that no skill takes unasked, since systems set it by
    /// themselves, and nobody gave another.
    pub(crate) fn is_passed_over(&self, path: &Path, name: &str) -> bool {
        let is_set = self.environment.variables.contains_key(name);
        let config = self.config.for_skill(path);
        let is_given = self.is_typed(name) || config.variables.contains_key(name);
        is_set && OF_EVERY_SHELL.contains(&name) && !is_given
    }

    /// Returns the name in the environment of what gave a variable of the last file its value.
    pub(crate) fn in_environment(&self, name: &str) -> Option<String> {
        self.of_environment.borrow().get(name).cloned()
    }

    fn is_typed(&self, name: &str) -> bool {
        self.typed.iter().any(|(typed, _)| typed == name)
    }

    /// Returns the files that were typed as values, whose names start in `folder`.
    pub(crate) fn typed_files(&self, folder: &Path) -> Vec<PathBuf> {
        let values = self.typed.iter().flat_map(|(_, value)| value.split(';'));
        let files = values.map(|name| folder.join(name.trim()));
        files.filter(|file| file.is_file()).collect()
    }

    /// Returns the values of variables: typed, else what the file says, else configured, else what a
    /// person answers. Where nobody is there to be asked, the error is that nothing could be judged.
    pub(crate) fn of_declared(&self, declared: Vec<Declared>) -> Result<Variables, AppError> {
        let (mut variables, open) = self.of_known(declared);
        if let Some(refusal) = unset(&open) {
            return Err(refusal);
        }
        if !open.is_empty() && !self.environment.has_person {
            return Err(nobody_to_ask(&open));
        }
        for variable in open {
            let answer = self.answer(&variable)?;
            variable.set(answer, &mut variables);
        }
        Ok(variables)
    }

    /// Returns the values of the variables that need nobody to be asked, and the other variables.
    pub(crate) fn of_known(&self, declared: Vec<Declared>) -> (Variables, Vec<Declared>) {
        let mut variables = Variables::new();
        let mut open = Vec::new();
        self.of_environment.borrow_mut().clear();
        for variable in declared {
            match self.known(&variable) {
                Some(value) => variable.set(value, &mut variables),
                None => open.push(variable),
            }
        }
        (variables, open)
    }

    fn known(&self, variable: &Declared) -> Option<String> {
        let config = self.config.for_skill(&variable.file);
        let configured = || config.variables.get(&variable.name).cloned();
        let mut typed = self.typed.iter().rev();
        let typed = typed.find(|(name, _)| *name == variable.name);
        typed
            .map(|(_, value)| value.clone())
            .or_else(|| self.of_its_environment(variable))
            .or_else(|| variable.value.clone())
            .or_else(|| variable.is_configurable.then(configured).flatten())
            .or_else(|| {
                let default = variable.default.clone();
                default.filter(|_| !self.environment.has_person)
            })
    }

    fn of_its_environment(&self, variable: &Declared) -> Option<String> {
        let mut names = variable.environment.iter();
        let named = |name: &'_ String| self.environment.variables.get_key_value(name);
        let (name, value) = names.find_map(named)?;
        let mut of_environment = self.of_environment.borrow_mut();
        of_environment.insert(variable.name.clone(), name.clone());
        Some(value.clone())
    }

    /// Returns what a person says; nobody is asked twice.
    fn answer(&self, variable: &Declared) -> Result<String, AppError> {
        let mut answers = self.answers.borrow_mut();
        if let Some(known) = answers.get(&variable.name) {
            return Ok(known.clone());
        }
        let answer = variable.ask()?;
        answers.insert(variable.name.clone(), answer.clone());
        Ok(answer)
    }
}

fn nobody_to_ask(open: &[Declared]) -> AppError {
    let names: Vec<&str> = open.iter().map(|open| open.name.as_str()).collect();
    let (flags, names) = (set_flags(names.iter().copied()), names.join(", "));
    let reason = format!("Skipped: variables [{names}] require interactive input");
    AppError::not_judged(reason).hint(format!("add `{flags}`, or run it in a terminal"))
}

/// Returns what to type to give variables their values.
pub(crate) fn set_flags<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let flags: Vec<String> = names.map(|name| format!("--set {name}=VALUE")).collect();
    flags.join(" ")
}

/// Returns what to type to give variables the values that the environment has for them.
pub(crate) fn names_of_environment<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let flags: Vec<String> = names.map(|name| format!("--set {name}")).collect();
    flags.join(" ")
}

/// A variable of a file, and where its value may come from when nobody types it.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// The file.
    file: PathBuf,
    name: String,
    is_secret: bool,
    /// The variables of the environment that may give it its value, the first one first.
    environment: Vec<String>,
    /// The value the file gives it.
    value: Option<String>,
    /// Whether the configuration may give it its value.
    is_configurable: bool,
    prompt: Option<String>,
    /// The value used when a person says nothing, or nobody is there.
    default: Option<String>,
    /// Where it stands, if its value comes from the environment alone, so that nobody is asked for it.
    needed_at: Option<Place>,
}

impl Declared {
    /// Returns the variables of a scenario; `path` is where it is.
    pub(crate) fn in_scenario(path: &Path, scenario: &Scenario) -> Vec<Self> {
        let of_source = |variable| Self::of_source(path, variable);
        scenario.variables.iter().map(of_source).collect()
    }

    fn of_source(path: &Path, variable: &Variable) -> Self {
        let text = |value: &Value| value.reveal().to_owned();
        let declared = Self {
            file: path.to_owned(),
            name: variable.name.clone(),
            is_secret: variable.is_secret,
            ..Self::default()
        };
        match &variable.source {
            VariableSource::Fixed(value) => Self {
                value: Some(text(value)),
                ..declared
            },
            VariableSource::Environment { name, default } => Self {
                environment: vec![name.clone()],
                value: default.as_ref().map(text),
                needed_at: Some(variable.place),
                ..declared
            },
            VariableSource::Asked { prompt, default } => Self {
                is_configurable: true,
                prompt: prompt.clone(),
                default: default.as_ref().map(text),
                ..declared
            },
        }
    }

    /// Returns the variables of a compiled file whose source is not there.
    pub(crate) fn in_program(path: &Path, program: &Standalone) -> Vec<Self> {
        let variables = program.variables.iter();
        let named = |name: &String| program.environment.get(name).cloned();
        variables
            .map(|(name, variable)| Self {
                file: path.to_owned(),
                ..Self::of_compiled(name, variable, named(name))
            })
            .collect()
    }

    fn of_compiled(name: &str, variable: &program::Variable, environment: Option<String>) -> Self {
        let mut declared = Self {
            name: name.to_owned(),
            is_secret: variable.is_secret() || environment.as_deref().is_some_and(is_secret_name),
            environment: environment.into_iter().collect(),
            ..Self::default()
        };
        let value = variable.value().map(str::to_owned);
        declared.prompt = match variable {
            program::Variable::Fixed(_) => {
                declared.value = value;
                return declared;
            }
            program::Variable::Prompt { prompt, .. } => Some(prompt.clone()),
            program::Variable::Secret { prompt } => prompt.clone(),
            program::Variable::Placeholder => None,
        };
        declared.environment.push(name.to_owned());
        declared.is_configurable = true;
        declared.default = value;
        declared
    }

    fn set(&self, value: String, variables: &mut Variables) {
        variables.set(&self.name, value);
        if self.is_secret {
            variables.mark_secret(&self.name);
        }
    }

    fn ask(&self) -> Result<String, AppError> {
        let prompt = match &self.prompt {
            Some(prompt) => prompt.clone(),
            None => format!("{}?", self.name),
        };
        let shown = match (&self.default, self.is_secret) {
            (Some(default), false) => format!("{prompt} [{default}] "),
            (Some(_), true) | (None, _) => format!("{prompt} "),
        };
        let echo = match self.is_secret {
            true => Echo::Hidden,
            false => Echo::Shown,
        };
        let answer = ask_person(&shown, echo)
            .map_err(|error| AppError::input("cannot read the answer").because(error))?;
        match (&self.default, answer.is_empty()) {
            (Some(default), true) => Ok(default.clone()),
            (_, _) => Ok(answer),
        }
    }
}

/// Returns the error of the variables that need one of the environment which is not set, all at once.
fn unset(open: &[Declared]) -> Option<AppError> {
    let needed: Vec<&Declared> = open.iter().filter(|it| it.needed_at.is_some()).collect();
    let (first, others) = needed.split_first()?;
    let place = first.needed_at.unwrap_or_default();
    let (file, line, column) = (first.file.display(), place.line, place.column);
    let (name, variable) = (&first.name, first.environment.join(", "));
    let also: String = others
        .iter()
        .map(|it| format!("; `{}` needs `{}`", it.name, it.environment.join(", ")))
        .collect();
    let all: Vec<String> = needed
        .iter()
        .map(|it| format!("`{}`", it.environment.join(", ")))
        .collect();
    let flags = set_flags(needed.iter().map(|it| it.name.as_str()));
    Some(
        AppError::input(format!(
            "{file}:{line}:{column}: the variable `{name}` needs `{variable}` in the environment, which is not set{also}",
        ))
        .hint(format!("set {}, or add `{flags}`", all.join(", "))),
    )
}
