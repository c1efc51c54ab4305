//! A source, typed: a header and a tree of steps whose targets are still words.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use crate::phrase::{Filling, Phrase, Variables};
use crate::secret::Masker;

use super::obstacle::{InterruptionPolicy, Obstacle};
use super::step::{Nature, Place, Step, StepId, StepKind};

/// The tag of skills that an agent kept.
pub const KEPT: &str = "kept";

/// The part of a source about the skill as a whole.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Header {
    /// The format version the author wrote.
    pub version: Option<u32>,
    /// The name people call it by; the file's stem when the source has none.
    pub name: String,
    /// The apps it touches.
    pub apps: Vec<String>,
    /// Its purpose.
    pub description: String,
    /// The oldest system it works on.
    pub ios_min: Option<String>,
    /// The language its labels are in.
    pub locale: Option<String>,
    /// Words to select it by.
    pub tags: Vec<String>,
    /// Names of the devices it uses.
    pub targets: Vec<String>,
    /// The address of the device it is meant for.
    pub device: Option<String>,
    /// Variables whose values may come from the environment.
    pub variables: Vec<String>,
    /// Variables whose values are secret whatever their names look like.
    pub secrets: Vec<String>,
    /// Variables whose values are no secrets although their names look like it.
    pub not_secret: Vec<String>,
    /// Secrets that may stand elsewhere than in text to type.
    pub expose: Vec<String>,
    /// What is touched on something that comes up uninvited.
    pub obstacles: Vec<Obstacle>,
    /// What is done with whatever else comes up uninvited.
    pub interruptions: InterruptionPolicy,
    /// Keys retap does not know, kept so that they can be written back.
    pub extra: Vec<(String, String)>,
    /// Comments that stand above the first step or in the header.
    pub notes: Vec<String>,
    /// The part of a scenario about its app and its run as a whole; `None` in skills.
    pub frame: Option<Frame>,
}

/// Settings of the run of a whole scenario.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// The app it is about.
    pub app: Phrase,
    /// How long the whole run may take.
    pub timeout: Option<Duration>,
    /// Whether the app's data is erased before the first step.
    pub clear_data_before: bool,
    /// Whether the app is stopped at the end, however the run ends.
    pub stop_app_after: bool,
}

/// A header and its steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// About the skill as a whole.
    pub header: Header,
    /// The steps, numbered.
    pub steps: Vec<Step>,
}

impl Header {
    /// Returns whether it says that the environment may give a variable its value.
    ///
    /// What an agent kept names its secrets by itself, after the labels of a page: there that says only that they are secret.
    pub fn declares(&self, name: &str) -> bool {
        let secrets = Some(&self.secrets).filter(|_| !self.is_kept());
        let lists = [&self.variables, &self.not_secret, &self.expose];
        let mut all = lists.into_iter().chain(secrets).flatten();
        all.any(|known| known == name)
    }

    /// Returns whether an agent kept the skill.
    pub fn is_kept(&self) -> bool {
        self.tags.iter().any(|tag| tag == KEPT)
    }

    /// Marks the variables of which its author says whether they are secret.
    pub fn mark(&self, variables: &mut Variables) {
        for name in &self.secrets {
            variables.mark_secret(name.clone());
        }
        for name in &self.not_secret {
            variables.mark_plain(name.clone());
        }
    }
}

/// A variable that was given no value, and the first step that needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unset {
    /// Its name.
    pub name: String,
    /// Where that step stands.
    pub place: Place,
    /// Why it has none.
    pub why: NoValue,
}

/// Why a variable was given no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoValue {
    /// There is none for it.
    Missing,
    /// A text of the step, or all texts of the file, would become too long by it.
    TooLong,
}

/// A variable and a step that uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedVariable {
    /// Its name.
    pub name: String,
    /// The line of the step.
    pub line: usize,
    /// The verb of the step.
    pub verb: &'static str,
}

impl Draft {
    /// Returns a draft whose steps are numbered in source order, nested ones included, and in
    /// which `{name}` recalls what an earlier `remember` of that name captured.
    ///
    /// Once any `remember` has run, every `{name}` is a recall: an author who wrote one meant it
    /// to be filled in, and typing the braces would be silently wrong.
    pub fn new(header: Header, mut steps: Vec<Step>) -> Self {
        let (mut next, mut remembers) = (0, false);
        for_each_mut(&mut steps, &mut |step| {
            step.id = StepId(next);
            next += 1;
            if remembers {
                let recalls = |phrase: &mut Phrase| *phrase = std::mem::take(phrase).with_recalls();
                step.kind.phrases_mut(&mut { recalls });
            }
            remembers |= matches!(step.kind, StepKind::Remember(_));
        });
        Self { header, steps }
    }

    /// Gives every variable its value; the ones without are returned in source order.
    pub fn bind(&mut self, variables: &Variables) -> Vec<Unset> {
        let mut variables = variables.clone();
        self.header.mark(&mut variables);
        let mut unset: Vec<Unset> = Vec::new();
        if let Some(frame) = &mut self.header.frame {
            // The steps that use the app report its variables; what has no step is not needed.
            frame.app.bind(&variables, &mut BTreeSet::new());
        }
        let mut filling = Filling::default();
        self.for_each_mut(&mut |step| {
            step.phrases_mut(&mut |phrase| phrase.fill(&variables, &mut filling));
            let missing = std::mem::take(&mut filling.unset).into_iter();
            let too_long = std::mem::take(&mut filling.too_long).into_iter();
            let missing = missing.map(|name| (name, NoValue::Missing));
            for (name, why) in missing.chain(too_long.map(|name| (name, NoValue::TooLong))) {
                if unset.iter().all(|known| known.name != name) {
                    let place = step.place;
                    unset.push(Unset { name, place, why });
                }
            }
        });
        unset
    }

    /// Visits every step, nested ones included.
    pub fn for_each_mut(&mut self, visit: &mut dyn FnMut(&mut Step)) {
        for_each_mut(&mut self.steps, visit);
    }

    /// Returns what masks the secret values in any of its phrases, once bound.
    pub fn secrets(&self) -> Masker {
        let mut secrets = Masker::default();
        for (_, step) in self.flat() {
            step.clone().phrases_mut(&mut |phrase| {
                secrets.extend(phrase.secret_values());
            });
        }
        secrets
    }

    /// Returns the names of the variables in any of its phrases whose values are secret, once bound.
    pub fn secret_names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (_, step) in self.flat() {
            let add = |phrase: &mut Phrase| names.extend(owned(phrase.secret_names()));
            step.clone().phrases_mut(&mut { add });
        }
        names
    }

    /// Returns the secret values that the header lets stand elsewhere than in text to type, once bound.
    pub fn exposed_secrets(&self) -> BTreeSet<String> {
        let mut exposed = BTreeSet::new();
        let is_exposed = |name: &str| self.header.expose.iter().any(|it| it == name);
        for (_, step) in self.flat() {
            step.clone().phrases_mut(&mut |phrase| {
                let values = phrase.values().filter(|(name, _)| is_exposed(name));
                exposed.extend(values.map(|(_, value)| value.reveal().to_owned()));
            });
        }
        exposed
    }

    /// Returns the variables its steps name, each with the first step that does.
    pub fn used_variables(&self) -> Vec<UsedVariable> {
        self.variables_by(|step, names| {
            let add = |phrase: &mut Phrase| names.extend(owned(phrase.variable_names()));
            step.kind.clone().phrases_mut(&mut { add });
        })
    }

    /// Returns the secrets that stand elsewhere than in text to type, once bound: in an address, a name or a
    /// path they would be seen by more than a field. What the header exposes is left out, and so are
    /// questions: who asks them masks what is secret.
    pub fn misplaced_secrets(&self) -> Vec<UsedVariable> {
        let mut found = self.variables_by(|step, names| {
            let add = |phrase: &mut Phrase| names.extend(owned(phrase.secret_names()));
            step.kind.seen_phrases(&mut { add });
        });
        found.retain(|it| !self.header.expose.contains(&it.name));
        found
    }

    /// Returns the variables whose values become part of what is opened and may be an address, once bound.
    pub fn variables_in_addresses(&self) -> Vec<UsedVariable> {
        self.variables_by(|step, names| {
            let app = match &step.kind {
                StepKind::Launch(step) => Some(&step.app),
                StepKind::RestartApp(step) => Some(&step.app),
                _ => None,
            };
            // An app of a browser is an address, and people leave out its scheme.
            let site = app.filter(|app| app.reveal().contains(['/', ':', '.']));
            let url = match &step.kind {
                StepKind::OpenUrl(step) => Some(&step.url),
                _ => site,
            };
            names.extend(url.into_iter().flat_map(|url| owned(url.variable_names())));
        })
    }

    /// Returns the variables that `add_names` finds in steps, each with the first step that has it.
    fn variables_by(&self, add_names: impl Fn(&Step, &mut Vec<String>)) -> Vec<UsedVariable> {
        let mut used: Vec<UsedVariable> = Vec::new();
        for (_, step) in self.flat() {
            let (line, verb) = (step.place.line, step.kind.verb());
            let mut names = Vec::new();
            add_names(step, &mut names);
            for name in names {
                if used.iter().all(|known| known.name != name) {
                    used.push(UsedVariable { name, line, verb });
                }
            }
        }
        used
    }

    /// Returns every step with its depth, in source order, nested ones included.
    pub fn flat(&self) -> Vec<(usize, &Step)> {
        let mut all = Vec::new();
        flatten(&self.steps, 0, &mut all);
        all
    }
}

impl StepKind {
    /// Visits the phrases that are seen by more than a field: all but text to type. Not those of questions.
    pub fn seen_phrases(&self, visit: &mut dyn FnMut(&mut Phrase)) {
        let mut kind = self.clone();
        if let Self::Upload(upload) = &mut kind {
            visit(&mut upload.file);
        }
        if kind.nature() != Nature::Question {
            kind.naming_phrases_mut(visit);
        }
    }
}

fn owned<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}

fn for_each_mut(steps: &mut [Step], visit: &mut dyn FnMut(&mut Step)) {
    for step in steps {
        visit(step);
        for branch in step.kind.branches_mut() {
            for_each_mut(branch, visit);
        }
    }
}

fn flatten<'a>(steps: &'a [Step], depth: usize, all: &mut Vec<(usize, &'a Step)>) {
    for step in steps {
        all.push((depth, step));
        for branch in step.kind.branches() {
            flatten(branch, depth + 1, all);
        }
    }
}

/// Returns the steps as text, one line each, nested ones indented by two spaces.
///
/// Two sources with equal outlines do the same: place and comments are left out, everything
/// that changes what happens is in. Secrets are masked.
pub fn outline(steps: &[Step]) -> String {
    let mut text = String::new();
    write_steps(steps, 0, &mut text);
    text
}

fn write_steps(steps: &[Step], depth: usize, text: &mut String) {
    let indent = depth * 2;
    for step in steps {
        let _ = writeln!(text, "{:indent$}{}", "", step.kind.title());
        for (number, branch) in step.kind.branches().into_iter().enumerate() {
            if number > 0 && !branch.is_empty() {
                let _ = writeln!(text, "{:indent$}otherwise", "");
            }
            write_steps(branch, depth + 1, text);
        }
    }
}
