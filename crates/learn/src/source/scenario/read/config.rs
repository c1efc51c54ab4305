//! Reads `config`: what holds for the whole scenario.

use super::super::document::ScenarioConfig;
use super::super::fix::Remedy;
use super::super::rule::Rule;
use super::value::{entries_of, given, key_text, wrong};
use super::walk::Walk;
use crate::source::fault::Fault;
use crate::source::yaml::Node;

/// The keys of `config`.
const KEYS: [&str; 8] = [
    "timeout",
    "clear_data_before",
    "stop_app_after",
    "strict",
    "verify",
    "viewport",
    "locale",
    "timezone",
];

impl<'a> Walk<'a> {
    /// Reads the mapping; a key that means nothing is only a warning, as nothing depends on it.
    pub(super) fn read_config(&mut self, node: &'a Node) -> ScenarioConfig {
        let mut config = ScenarioConfig::default();
        let Some(entries) = entries_of(node) else {
            if !node.is_null() {
                self.push(wrong(Rule::WrongValue, "config", node, "a mapping"));
            }
            return config;
        };
        self.find_unknown(node, entries);
        if let Some(node) = given(entries, "timeout") {
            config.timeout = self.read_timeout(node);
        }
        let mut flag = |rule, name: &str| {
            let node = given(entries, name)?;
            self.read_bool(rule, &format!("config.{name}"), node)
        };
        config.clear_data_before = flag(Rule::WrongValue, "clear_data_before").unwrap_or(false);
        config.stop_app_after = flag(Rule::WrongValue, "stop_app_after").unwrap_or(false);
        config.strict = flag(Rule::StrictType, "strict").unwrap_or(false);
        if let Some(node) = given(entries, "verify") {
            config.verify = self.read_verify("config.verify", node).unwrap_or_default();
        }
        if let Some(node) = given(entries, "viewport") {
            config.viewport = self.read_viewport(node);
        }
        let mut text = |name: &str| {
            let node = given(entries, name)?;
            self.read_text(&format!("config.{name}"), node)
        };
        config.locale = text("locale");
        config.timezone = text("timezone");
        config
    }

    fn find_unknown(&mut self, mapping: &'a Node, entries: &'a [(Node, Node)]) {
        for (index, (key, _)) in entries.iter().enumerate() {
            let name = key_text(key);
            if !KEYS.contains(&name) {
                let message = format!("`config` has no key `{name}`");
                let found = Fault::breaks(Rule::UnknownConfigKey, key.span, message)
                    .accepted(KEYS.join(", "))
                    .suggest(name, &KEYS);
                self.push_mendable(found, Remedy::Retire { mapping, index });
            }
        }
    }
}
