//! The walk over a scenario's nodes: the keys at the top, `config`, and what concerns the file as a whole.

use std::collections::{BTreeSet, HashMap};

use retap_model::phrase::Phrase;

use super::super::document::{Scenario, ScenarioConfig, Variable, VariableSource};
use super::super::expand::{NAMES_LISTED, replay_faults};
use super::super::fix::Remedy;
use super::super::rule::Rule;
use super::value::{entries_of, get, given, key_text, read_tags, unknown_key, wrong};
use crate::source::fault::{Fault, MOST_FAULTS, Span};
use crate::source::skill_yaml::{read_obstacles, read_policy};
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

/// The keys of `config`.
const CONFIG_KEYS: [&str; 10] = [
    "timeout",
    "clear_data_before",
    "stop_app_after",
    "strict",
    "verify",
    "viewport",
    "locale",
    "timezone",
    "obstacles",
    "interruptions",
];

/// The result of a walk: the document as far as it goes, and the findings in source order.
pub(in super::super) struct Walked<'a> {
    pub(in super::super) scenario: Scenario,
    pub(in super::super) found: Vec<Found<'a>>,
}

/// A fault, and what a machine can do about it.
pub(in super::super) struct Found<'a> {
    pub(in super::super) fault: Fault,
    pub(in super::super) remedy: Option<Remedy<'a>>,
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
        config: ScenarioConfig::default(),
        defined: BTreeSet::new(),
        used: BTreeSet::new(),
    };
    let scenario = walk.read(root);
    let mut found = walk.found;
    found.sort_by_key(|Found { fault, .. }| {
        let place = fault.span.place;
        (place.line, place.column, fault.rule)
    });
    Walked { scenario, found }
}

/// The state of a walk.
pub(super) struct Walk<'a> {
    lines: Vec<&'a str>,
    found: Vec<Found<'a>>,
    /// How many findings only a person can mend.
    without_remedy: usize,
    /// The settings of the whole, which hold where an action does not say.
    pub(super) config: ScenarioConfig,
    /// The variables that are defined.
    defined: BTreeSet<String>,
    /// The variables that sentences name.
    used: BTreeSet<String>,
}

impl<'a> Walk<'a> {
    /// Keeps a finding that only a person can mend, up to the limit.
    pub(super) fn push(&mut self, fault: Fault) {
        self.without_remedy += 1;
        if !self.is_full() {
            let remedy = None;
            self.found.push(Found { fault, remedy });
        }
    }

    /// Keeps a finding with what a machine can do about it.
    pub(super) fn push_mendable(&mut self, fault: Fault, remedy: Remedy<'a>) {
        let remedy = Some(remedy);
        self.found.push(Found { fault, remedy });
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
        if let Some(node) = given(entries, "description") {
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
            self.config = scenario.config.clone();
        }
        self.note_uses(get(entries, "app"));
        match get(entries, "steps") {
            Some(node) => scenario.sections = self.read_sections(node),
            None => self.push(
                Fault::breaks(Rule::MissingSteps, start, "the scenario has no `steps`")
                    .accepted("steps: with a list of sections below it"),
            ),
        }
        replay_faults(&scenario).for_each(|fault| self.push(fault));
        self.check_variables(&scenario.variables);
        scenario
    }

    fn read_name(&mut self, entries: &'a [(Node, Node)]) -> String {
        let missing = |span| {
            let found = Fault::breaks(Rule::MissingName, span, "the scenario has no `name`");
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

    /// Reads the mapping; a key that means nothing is only a warning, as nothing depends on it.
    fn read_config(&mut self, node: &'a Node) -> ScenarioConfig {
        let mut config = ScenarioConfig::default();
        let Some(entries) = entries_of(node) else {
            if !node.is_null() {
                self.push(wrong(Rule::WrongValue, "config", node, "a mapping"));
            }
            return config;
        };
        for (index, (key, _)) in entries.iter().enumerate() {
            if let Some(found) = unknown_key(Rule::UnknownConfigKey, "config", key, &CONFIG_KEYS) {
                let mapping = node;
                self.push_mendable(found, Remedy::Retire { mapping, index });
            }
        }
        let timeout = given(entries, "timeout");
        config.timeout = timeout.and_then(|node| self.read_timeout(node));
        let mut flag = |rule, name: &str| {
            let node = given(entries, name)?;
            self.read_bool(rule, &format!("config.{name}"), node)
        };
        config.clear_data_before = flag(Rule::WrongValue, "clear_data_before").unwrap_or(false);
        config.stop_app_after = flag(Rule::WrongValue, "stop_app_after").unwrap_or(false);
        config.strict = flag(Rule::StrictType, "strict").unwrap_or(false);
        let verify = given(entries, "verify");
        let verify = verify.and_then(|node| self.read_verify("config.verify", node));
        config.verify = verify.unwrap_or_default();
        let viewport = given(entries, "viewport");
        config.viewport = viewport.and_then(|node| self.read_viewport(node));
        let mut text = |name: &str| {
            let node = given(entries, name)?;
            self.read_text(&format!("config.{name}"), node)
        };
        config.locale = text("locale");
        config.timezone = text("timezone");
        self.read_interruptions(entries, &mut config);
        config
    }

    /// Reads what is done with things that come up uninvited, as skills say it.
    fn read_interruptions(&mut self, entries: &'a [(Node, Node)], config: &mut ScenarioConfig) {
        let rules = given(entries, "obstacles").map(read_obstacles);
        let policy = given(entries, "interruptions").map(read_policy);
        match rules.transpose() {
            Ok(rules) => config.obstacles = rules.unwrap_or_default(),
            Err(fault) => self.push(fault.of_rule(Rule::WrongValue)),
        }
        match policy.transpose() {
            Ok(policy) => config.interruptions = policy.unwrap_or_default(),
            Err(fault) => self.push(fault.of_rule(Rule::WrongValue)),
        }
    }

    /// Reports every key of a mapping that is not one of `known`.
    pub(super) fn check_keys(&mut self, owner: &str, node: &'a Node, known: &[&str]) {
        for (key, _) in entries_of(node).unwrap_or_default() {
            if let Some(found) = unknown_key(Rule::UnknownKey, owner, key, known) {
                self.push(found);
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
            let found = Fault::breaks(rule, key.span, message);
            match is_variables {
                true => self.push_mendable(found, Remedy::Retire { mapping, index }),
                false => self.push(found),
            }
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

    fn undefined(&self, name: &str, span: Span) -> Fault {
        let names: Vec<&str> = self.defined.iter().map(String::as_str).collect();
        let names = &names[..names.len().min(NAMES_LISTED)];
        let span = self.locate(span, &format!("({name})"));
        let message = format!("the variable `{name}` is not defined");
        let found = Fault::breaks(Rule::UndefinedVariable, span, message)
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

    fn check_variables(&mut self, variables: &[Variable]) {
        for variable in variables {
            let name = &variable.name;
            let span = Span::at(variable.place, name.chars().count());
            if !self.used.contains(name) {
                let message = format!("the variable `{name}` is not used");
                self.push(Fault::breaks(Rule::UnusedVariable, span, message));
            }
            if let VariableSource::Asked { default: None, .. } = variable.source {
                let message =
                    format!("the variable `{name}` has no value and is asked for at run time");
                let hint = format!(
                    "where nobody can be asked, use `{name}: {{ env: {} }}`",
                    name.to_ascii_uppercase()
                );
                self.push(Fault::breaks(Rule::PlaceholderVariable, span, message).hint(hint));
            }
        }
    }
}
