//! Reads a scenario: one walk over the nodes builds the document and asks every rule.
//!
//! The document is built even where rules are broken, with what [`fix`](super::fix) would write,
//! so that a fix can be proved to change nothing else.
//!
//! Not here: what a sentence means, and edits of the text.

mod app;
mod sections;
mod value;
mod variables;
mod walk;

pub(super) use walk::{Found, walk, walk_to_mend};

use std::path::Path;

use super::document::Scenario;
use crate::source::fault::Fault;
use crate::source::finding::SourceErrors;
use crate::source::text::SourceText;
use crate::source::yaml::{self, Content, Node};
use crate::source::{Format, unknown_extension};
use value::{entries_of, get};

/// Reads a scenario from the bytes of a file; every broken rule of weight is an error.
pub fn read_scenario(path: &Path, bytes: &[u8]) -> Result<Scenario, SourceErrors> {
    let file = path.display().to_string();
    if Format::of(path) != Some(Format::Yaml) {
        return Err(unknown_extension(&file, ".yaml, .yml"));
    }
    let source = SourceText::new(&file, bytes)?;
    let document =
        yaml::parse_repeated(source.as_str()).map_err(|fault| source.errors(vec![fault]))?;
    let walked = walk(&document.root, source.as_str());
    let faults = walked.found.into_iter().map(|found| found.fault);
    let faults: Vec<Fault> = faults.filter(Fault::is_error).collect();
    if faults.is_empty() {
        return Ok(walked.scenario);
    }
    Err(source.errors(faults))
}

/// The keys that only a section of a scenario has.
const SECTION_KEYS: [&str; 3] = ["id", "actions", "replay"];

/// The keys that only the top of a scenario has.
const SCENARIO_KEYS: [&str; 2] = ["variables", "config"];

/// Returns whether a file is meant as a scenario; broken ones count, so that they are reported.
///
/// The first item below `steps` decides: a section has `id`, `actions` or `replay`, a step of a
/// skill has a verb. Without items, `variables`, `config` or a mapping under `app` decide.
pub fn is_scenario(path: &Path, bytes: &[u8]) -> bool {
    if Format::of(path) != Some(Format::Yaml) {
        return false;
    }
    let Ok(source) = SourceText::new(&path.display().to_string(), bytes) else {
        return false;
    };
    match yaml::parse_repeated(source.as_str()) {
        Ok(document) => is_scenario_node(&document.root),
        Err(_) => has_section_line(source.as_str()),
    }
}

fn is_scenario_node(root: &Node) -> bool {
    let Some(entries) = entries_of(root) else {
        return false;
    };
    if let Some(Content::Sequence(items)) = get(entries, "steps").map(|node| &node.content)
        && let Some(first) = items.first()
    {
        return has_key(entries_of(first).unwrap_or_default(), &SECTION_KEYS);
    }
    let has_app_mapping = get(entries, "app").is_some_and(|app| entries_of(app).is_some());
    has_app_mapping || has_key(entries, &SCENARIO_KEYS)
}

fn has_key(entries: &[(Node, Node)], names: &[&str]) -> bool {
    names.iter().any(|name| get(entries, name).is_some())
}

/// Looks at the first item below `steps:` of a file that is not YAML.
fn has_section_line(text: &str) -> bool {
    let below = text.lines().skip_while(|line| !line.starts_with("steps:"));
    let mut items = below.filter_map(|line| line.trim_start().strip_prefix("- "));
    let first = items.next().and_then(|item| item.split([':', ' ']).next());
    first.is_some_and(|word| SECTION_KEYS.contains(&word))
}
