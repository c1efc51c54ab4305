//! Reads `variables`: fixed values, placeholders, and values from the environment.

use retap_model::phrase::{Value, is_name};
use retap_model::secret::{Secret, is_secret_name};

use super::super::document::{Variable, VariableSource};
use super::super::rule::Rule;
use super::value::{entries_of, entry, get, given, key_text, wrong};
use super::walk::Walk;
use crate::source::fault::Fault;
use crate::source::yaml::{Content, Node};

/// The keys of a variable that says more than its value.
const KEYS: [&str; 6] = ["value", "prompt", "env", "default", "secret", "expose"];

impl<'a> Walk<'a> {
    /// Reads the mapping; of two with one name the first is kept.
    pub(super) fn read_variables(&mut self, node: &'a Node) -> Vec<Variable> {
        let Some(entries) = entries_of(node) else {
            if !node.is_null() {
                self.push(wrong(Rule::WrongValue, "variables", node, "a mapping"));
            }
            return Vec::new();
        };
        let mut variables: Vec<Variable> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (key, value) in entries {
            if seen.insert(key_text(key)) {
                variables.push(self.read_variable(key, value));
            }
        }
        variables
    }

    fn read_variable(&mut self, key: &'a Node, value: &'a Node) -> Variable {
        let name = key_text(key).to_owned();
        // In a sentence `(東京)` is text.
        if !(is_name(&name) && name.is_ascii()) {
            let message = format!("`{name}` cannot be the name of a variable");
            let found = Fault::breaks(Rule::VariableName, key.span, message);
            self.push(found.accepted("a letter or `_`, then letters, digits and `_`"));
        }
        let mut marked = |key: &str| {
            let node = given(entries_of(value)?, key)?;
            self.read_bool(Rule::WrongValue, key, node)
        };
        let (marked, is_exposed) = (marked("secret"), marked("expose") == Some(true));
        // What an environment holds is for one person or machine, so it is secret unless the author says not.
        let is_given = entries_of(value).is_some_and(|entries| get(entries, "env").is_some());
        let is_secret = marked.unwrap_or_else(|| is_given || is_secret_name(&name));
        let hide = |text: String| match is_secret {
            true => Value::Hidden(Secret::new(text)),
            false => Value::Plain(text),
        };
        let source = match &value.content {
            Content::Scalar { .. } => match value.text() {
                Some(text) => VariableSource::Fixed(hide(text.to_owned())),
                None => placeholder(),
            },
            Content::Mapping(entries) => self.read_source(value, entries, hide),
            Content::Sequence(_) => {
                let accepted = "text, nothing, or a mapping such as { env: EMAIL }";
                self.push(wrong(Rule::WrongValue, &name, value, accepted));
                VariableSource::Fixed(hide(String::new()))
            }
        };
        Variable {
            name,
            place: key.span.place,
            source,
            is_secret,
            is_exposed,
        }
    }

    fn read_source(
        &mut self,
        mapping: &'a Node,
        entries: &'a [(Node, Node)],
        hide: impl Fn(String) -> Value,
    ) -> VariableSource {
        self.check_keys("variable", mapping, &KEYS);
        for (one, other) in [("value", "default"), ("env", "prompt")] {
            if let (Some(_), Some((key, _))) = (entry(entries, one), entry(entries, other)) {
                let message = format!("a variable cannot have both `{one}` and `{other}`");
                self.push(Fault::breaks(Rule::WrongValue, key.span, message));
            }
        }
        let mut text = |name: &str| {
            let node = given(entries, name)?;
            self.read_text(name, node)
        };
        let value = text("value").or_else(|| text("default")).map(hide);
        let (env, prompt) = (text("env").unwrap_or_default(), text("prompt"));
        let has = |name: &str| entry(entries, name).is_some();
        if let Some(node) = get(entries, "env") {
            if env.trim().is_empty() {
                let accepted = "the name of an environment variable";
                self.push(wrong(Rule::WrongValue, "env", node, accepted));
            }
            let (name, default) = (env, value);
            return VariableSource::Environment { name, default };
        }
        match value {
            Some(value) if !has("prompt") => VariableSource::Fixed(value),
            default => VariableSource::Asked {
                prompt: prompt.filter(|prompt| !prompt.is_empty()),
                default,
            },
        }
    }
}

fn placeholder() -> VariableSource {
    VariableSource::Asked {
        prompt: None,
        default: None,
    }
}
