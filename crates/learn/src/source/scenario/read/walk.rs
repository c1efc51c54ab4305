//! The walk over a scenario's nodes: the keys at the top, and what concerns the file as a whole.

use std::collections::{BTreeSet, HashMap};

use retap_model::phrase::Phrase;

use super::super::document::{Scenario, Variable, VariableSource};
use super::super::expand::{ReplayProblem, replay_errors};
use super::super::finding::{Found, Remedy};
use super::super::rule::Rule;
use super::value::{entries_of, get, key_text, read_tags};
use crate::source::fault::Span;
use crate::source::limits::MOST_FAULTS;
use crate::source::yaml::{Content, Node};

/// The keys at the top of a scenario.
const KEYS: [&str; 7] = [
    "name",
    "description",
    "tags",
    "app",
    "variables",
    "config",
    "steps",
];

/// How many names a finding lists.
const NAMES_LISTED: usize = 20;

/// The result of a walk: the document as far as it goes, and the findings in source order.
pub(in super::super) struct Walked<'a> {
    pub(in super::super) scenario: Scenario,
    pub(in super::super) found: Vec<Found<'a>>,
}

/// Walks over the nodes of a file whose text is `text`; finds no more than the limit.
pub(in super::super) fn walk<'a>(root: &'a Node, text: &'a str) -> Walked<'a> {
    let mut walked = walk_to_mend(root, text);
    walked.found.truncate(MOST_FAULTS);
    walked
}

/// Does the same and finds everything that can be mended, however much it is.
pub(in super::super) fn walk_to_mend<'a>(root: &'a Node, text: &'a str) -> Walked<'a> {
    let mut walk = Walk {
        lines: text.split('\n').collect(),
        found: Vec::new(),
        without_remedy: 0,
        defined: BTreeSet::new(),
        used: BTreeSet::new(),
        replays: HashMap::new(),
    };
    let scenario = walk.read(root);
    let mut found = walk.found;
    found.sort_by_key(|found| (found.span.place.line, found.span.place.column, found.rule));
    Walked { scenario, found }
}

/// The state of a walk.
pub(super) struct Walk<'a> {
    lines: Vec<&'a str>,
    found: Vec<Found<'a>>,
    /// How many findings only a person can mend.
    without_remedy: usize,
    /// The variables that are defined.
    defined: BTreeSet<String>,
    /// The variables that sentences name.
    used: BTreeSet<String>,
    /// Where the ends of each section's replay stand, by the number of the section.
    pub(super) replays: HashMap<usize, (Span, Span)>,
}

impl<'a> Walk<'a> {
    /// Keeps a finding; of those that only a person can mend, up to the limit.
    pub(super) fn push(&mut self, found: Found<'a>) {
        if found.remedy.is_none() {
            self.without_remedy += 1;
        }
        if found.remedy.is_some() || !self.is_full() {
            self.found.push(found);
        }
    }

    /// Returns whether whoever wrote the file has another problem than one more finding.
    fn is_full(&self) -> bool {
        self.without_remedy > MOST_FAULTS
    }

    fn read(&mut self, root: &'a Node) -> Scenario {
        let start = Span::new(1, 1, 1);
        let entries = entries_of(root).unwrap_or_default();
        self.check_keys("scenario", root, &KEYS);
        self.find_duplicates(root);
        let mut scenario = Scenario {
            name: self.read_name(entries),
            app: self.read_app(get(entries, "app")),
            ..Scenario::default()
        };
        if let Some(node) = get(entries, "description") {
            scenario.description = self.read_text("description", node);
        }
        if let Some(node) = get(entries, "tags") {
            scenario.tags = read_tags(self, node);
        }
        if let Some(node) = get(entries, "variables") {
            scenario.variables = self.read_variables(node);
            let names = scenario
                .variables
                .iter()
                .map(|variable| variable.name.clone());
            self.defined = names.collect();
        }
        if let Some(node) = get(entries, "config") {
            scenario.config = self.read_config(node);
        }
        self.note_uses(get(entries, "app"));
        match get(entries, "steps") {
            Some(node) => scenario.sections = self.read_sections(node),
            None => self.push(
                Found::new(Rule::MissingSteps, start, "the scenario has no `steps`")
                    .accepted("steps: with a list of sections below it"),
            ),
        }
        self.check_replays(&scenario);
        self.check_variables(&scenario.variables);
        scenario
    }

    fn read_name(&mut self, entries: &'a [(Node, Node)]) -> String {
        let missing = |span| {
            let found = Found::new(Rule::MissingName, span, "the scenario has no `name`");
            found.accepted("name: followed by a title")
        };
        let Some(node) = get(entries, "name") else {
            self.push(missing(Span::new(1, 1, 1)));
            return String::new();
        };
        if node.is_null() || node.text().is_some_and(|text| text.trim().is_empty()) {
            self.push(missing(node.span));
            return String::new();
        }
        self.read_text("name", node)
            .unwrap_or_default()
            .trim()
            .to_owned()
    }

    /// Reports every key of a mapping that is not one of `known`.
    pub(super) fn check_keys(&mut self, owner: &str, node: &'a Node, known: &[&str]) {
        for (key, _) in entries_of(node).unwrap_or_default() {
            let name = key_text(key);
            if !known.contains(&name) {
                let message = format!("`{owner}` has no key `{name}`");
                let found = Found::new(Rule::UnknownKey, key.span, message);
                self.push(found.accepted(known.join(", ")).suggest(name, known));
            }
        }
    }

    /// Reports keys that stand twice, in every mapping; those of `variables` have their own rule.
    fn find_duplicates(&mut self, root: &'a Node) {
        let variables = entries_of(root).and_then(|entries| get(entries, "variables"));
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            match &node.content {
                Content::Scalar { .. } => {}
                Content::Sequence(items) => open.extend(items),
                Content::Mapping(entries) => {
                    let rule = match variables {
                        Some(mapping) if std::ptr::eq(mapping, node) => Rule::DuplicateVariable,
                        Some(_) | None => Rule::DuplicateKey,
                    };
                    self.find_duplicates_of(node, entries, rule);
                    open.extend(entries.iter().map(|(_, value)| value));
                }
            }
        }
    }

    fn find_duplicates_of(&mut self, mapping: &'a Node, entries: &'a [(Node, Node)], rule: Rule) {
        let is_variables = rule == Rule::DuplicateVariable;
        let noun = if is_variables { "variable" } else { "key" };
        let mut lines: HashMap<&str, usize> = HashMap::new();
        for (index, (key, _)) in entries.iter().enumerate() {
            let (name, line) = (key_text(key), key.span.place.line);
            let Some(first) = lines.get(name) else {
                lines.insert(name, line);
                continue;
            };
            let message = format!("the {noun} `{name}` stands twice; first on line {first}");
            let mut found = Found::new(rule, key.span, message);
            if is_variables {
                found = found.remedy(Remedy::Retire { mapping, index });
            }
            self.push(found);
        }
    }

    /// Notes the variables that the app's ids name.
    fn note_uses(&mut self, app: Option<&'a Node>) {
        let Some(app) = app else { return };
        let nodes = match &app.content {
            Content::Mapping(entries) => entries.iter().map(|(_, value)| value).collect(),
            Content::Scalar { .. } | Content::Sequence(_) => vec![app],
        };
        for node in nodes {
            self.check_uses(node);
        }
    }

    /// Notes the variables that a text names and reports those that are not defined.
    pub(super) fn check_uses(&mut self, node: &'a Node) {
        let sentence = Phrase::of_sentence(node.text().unwrap_or_default());
        for name in sentence.variable_names() {
            self.used.insert(name.to_owned());
            if !self.defined.contains(name) && !self.is_full() {
                let found = self.undefined(name, node.span);
                self.push(found);
            }
        }
    }

    fn undefined(&self, name: &str, span: Span) -> Found<'a> {
        let names: Vec<&str> = self.defined.iter().map(String::as_str).collect();
        let names = &names[..names.len().min(NAMES_LISTED)];
        let span = self.locate(span, &format!("({name})"));
        let message = format!("the variable `{name}` is not defined");
        let found = Found::new(Rule::UndefinedVariable, span, message)
            .hint(format!("for the text itself, write `\\({name}\\)`"))
            .suggest(name, names);
        match names.is_empty() {
            true => found.accepted(format!("variables: with `{name}` below it")),
            false => found.accepted(names.join(", ")),
        }
    }

    /// Returns where `words` stand from `span` on, or `span` when they are not on its line.
    fn locate(&self, span: Span, words: &str) -> Span {
        let line = self.lines.get(span.place.line - 1).copied().unwrap_or("");
        let start = line.char_indices().nth(span.place.column - 1);
        let Some((start, _)) = start else { return span };
        let Some(offset) = line[start..].find(words) else {
            return span;
        };
        let column = span.place.column + line[start..start + offset].chars().count();
        Span::new(span.place.line, column, words.chars().count())
    }

    fn check_replays(&mut self, scenario: &Scenario) {
        let ids: Vec<&str> = scenario
            .sections
            .iter()
            .map(|section| section.id.as_str())
            .collect();
        let ids = &ids[..ids.len().min(NAMES_LISTED)];
        for error in replay_errors(scenario) {
            let Some((from, to)) = self.replays.get(&error.section).copied() else {
                continue;
            };
            let (rule, message) = (error.problem.rule(), error.problem.to_string());
            let found = match &error.problem {
                ReplayProblem::MissingFrom { id } => {
                    let found = Found::new(rule, from, message).accepted(ids.join(", "));
                    found.suggest(id, ids)
                }
                ReplayProblem::MissingTo { id } => {
                    let found = Found::new(rule, to, message).accepted(ids.join(", "));
                    found.suggest(id, ids)
                }
                ReplayProblem::Backwards { from, to: last } => Found::new(rule, to, message)
                    .hint(format!("write `from: {last}` and `to: {from}`")),
                ReplayProblem::Cycle { .. } | ReplayProblem::TooLong => {
                    let place = error.place;
                    let width = "replay".len();
                    Found::new(rule, Span { place, width }, message)
                        .accepted("sections above this one that do not replay it")
                }
            };
            self.push(found);
        }
    }

    fn check_variables(&mut self, variables: &[Variable]) {
        for variable in variables {
            let width = variable.name.chars().count();
            let span = Span::new(variable.place.line, variable.place.column, width);
            let name = &variable.name;
            if !self.used.contains(name) {
                let message = format!("the variable `{name}` is not used");
                self.push(Found::new(Rule::UnusedVariable, span, message));
            }
            if let VariableSource::Asked { default: None, .. } = variable.source {
                let message =
                    format!("the variable `{name}` has no value and is asked for at run time");
                let hint = format!(
                    "where nobody can be asked, use `{name}: {{ env: {} }}`",
                    name.to_ascii_uppercase()
                );
                self.push(Found::new(Rule::PlaceholderVariable, span, message).hint(hint));
            }
        }
    }
}
