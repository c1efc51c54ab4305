//! Writes a [`Draft`] in either format, so that reading it back gives the same draft.
//!
//! Not here: files, what fields a step has, and the words of a language.

mod fields;
mod markdown;
mod yaml;

use retap_model::program::{Draft, Header, InterruptionPolicy, Obstacle};
use thiserror::Error;

use super::Format;
use super::scalar::{flow, plain_or_quoted, quote};
use super::text::printable;
use super::yaml as reader;

/// Returns the draft as the text of a skill file.
///
/// Reading the text back gives the same header, notes and steps. Notes and names with line
/// breaks in them cannot come from a file; their lines are joined.
pub fn write_skill(draft: &Draft, format: Format) -> Result<String, NoSkillForm> {
    let steps = draft.flat();
    if let Some((_, step)) = steps
        .iter()
        .find(|(_, step)| step.kind.skill_verb().is_none())
    {
        return Err(NoSkillForm {
            step: step.title(),
            line: step.place.line,
        });
    }
    Ok(match format {
        Format::Yaml => yaml::write(draft),
        Format::Markdown => markdown::write(draft),
    })
}

/// A step that only scenarios have, and that a skill file has no words for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a skill has no form for `{step}` (line {line})")]
pub struct NoSkillForm {
    /// The step.
    pub step: String,
    /// Its line.
    pub line: usize,
}

/// Returns notes, each behind the mark and on one line.
fn write_notes(notes: &[String], indent: usize, mark: &str) -> Vec<String> {
    let notes = notes.iter().map(|note| {
        let line = format!("{:indent$}{mark} {}", "", one_line(note));
        line.trim_end().to_owned()
    });
    notes.collect()
}

/// Returns a note on one line, without the characters that YAML refuses even in comments.
fn one_line(note: &str) -> String {
    let lines = note.split(['\n', '\r']).map(printable);
    lines.collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// Returns the keys in a fixed order; the description is left to the caller.
fn write_keys(header: &Header) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(version) = header.version {
        lines.push(format!("version: {version}"));
    }
    lines.push(format!("name: {}", plain_or_quoted(&header.name)));
    if !header.apps.is_empty() {
        lines.push(format!("app: {}", write_apps(&header.apps)));
    }
    for (key, value) in [
        ("ios_min", &header.ios_min),
        ("locale", &header.locale),
        ("device", &header.device),
    ] {
        lines.extend(
            value
                .as_ref()
                .map(|value| format!("{key}: {}", quote(value))),
        );
    }
    for (key, list) in [
        ("tags", &header.tags),
        ("targets", &header.targets),
        ("variables", &header.variables),
        ("secrets", &header.secrets),
        ("not_secret", &header.not_secret),
        ("expose", &header.expose),
    ] {
        if !list.is_empty() {
            lines.push(format!("{key}: {}", write_list(list)));
        }
    }
    if !header.obstacles.is_empty() {
        let rules = header.obstacles.iter().map(write_obstacle);
        let rules: Vec<String> = rules.collect();
        lines.push(format!("obstacles: [{}]", rules.join(", ")));
    }
    if header.interruptions != InterruptionPolicy::default() {
        lines.push(format!("interruptions: {}", header.interruptions.as_str()));
    }
    for (key, value) in &header.extra {
        lines.push(format!("{}: {}", plain_or_quoted(key), write_extra(value)));
    }
    lines
}

fn write_obstacle(rule: &Obstacle) -> String {
    format!("{{when: {}, tap: {}}}", quote(&rule.when), quote(&rule.tap))
}

/// Returns the line that holds the description.
fn write_description(description: &str) -> String {
    format!("description: {}", plain_or_quoted(description))
}

/// Writes `A, B` as people do, or a list when a name would be cut or taken for something else.
fn write_apps(apps: &[String]) -> String {
    let is_plain = |app: &String| plain_or_quoted(app) == *app;
    match apps.iter().all(is_plain) {
        true => apps.join(", "),
        false => write_list(apps),
    }
}

fn write_list(list: &[String]) -> String {
    let items: Vec<String> = list.iter().map(|item| quote(item)).collect();
    format!("[{}]", items.join(", "))
}

/// Writes a value that was kept as YAML; whatever is not is written as text.
fn write_extra(value: &str) -> String {
    let is_kept =
        reader::parse(&format!("key: {value}")).is_ok_and(|document| match document.root.content {
            reader::Content::Mapping(entries) => {
                matches!(entries.as_slice(), [(_, node)] if flow(node) == value)
            }
            reader::Content::Scalar { .. } | reader::Content::Sequence(_) => false,
        });
    if is_kept {
        value.to_owned()
    } else {
        quote(value)
    }
}
