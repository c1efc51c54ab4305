//! Checks a scenario by every rule and reports all findings, not the first.

use std::path::Path;

use super::finding::Finding;
use super::read::walk;
use crate::source::error::SourceErrors;
use crate::source::text::SourceText;
use crate::source::yaml;

/// Returns what the rules find, in source order; an error when the file is not even YAML.
pub fn check_scenario(path: &Path, bytes: &[u8]) -> Result<Vec<Finding>, SourceErrors> {
    let source = SourceText::new(&path.display().to_string(), bytes)?;
    let document =
        yaml::parse_repeated(source.as_str()).map_err(|fault| source.errors(vec![fault]))?;
    let lines: Vec<&str> = source.as_str().split('\n').collect();
    let found = walk(&document.root, source.as_str()).found;
    let findings = found.into_iter().map(|found| {
        let line = lines.get(found.span.place.line.saturating_sub(1));
        found.into_finding(line.unwrap_or(&""))
    });
    Ok(findings.collect())
}
