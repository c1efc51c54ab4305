//! Writes skill YAML.

use retap_model::program::{DeclaredStep as _, Draft, Step, StepKind};

use super::fields::{Entry, Fields};
use super::{write_description, write_keys, write_notes};
use crate::source::scalar::quote;

/// The mark before a note.
const NOTE: &str = "#";

/// Returns the whole file.
pub(super) fn write(draft: &Draft) -> String {
    let mut lines = write_keys(&draft.header);
    if !draft.header.description.is_empty() {
        lines.push(write_description(&draft.header.description));
    }
    lines.extend(write_notes(&draft.header.notes, 0, NOTE));
    lines.push(String::new());
    lines.push("steps:".to_owned());
    write_steps(&draft.steps, 2, &mut lines);
    lines.push(String::new());
    lines.join("\n")
}

fn write_steps(steps: &[Step], indent: usize, lines: &mut Vec<String>) {
    for step in steps {
        lines.extend(write_notes(&step.notes, indent, NOTE));
        let (verb, fields) = Fields::of_step(&step.kind);
        let is_block = |(_, entry): &(&str, Entry)| matches!(entry, Entry::Steps(_));
        if fields.entries.iter().any(is_block) {
            lines.push(format!("{:indent$}- {}:", "", verb.name));
            write_block(fields, indent + 4, lines);
        } else {
            lines.push(format!("{:indent$}- {}", "", write_line(&step.kind)));
        }
    }
}

/// Returns a step that holds no others on one line, as both formats read it.
pub(super) fn write_line(kind: &StepKind) -> String {
    let (verb, fields) = Fields::of_step(kind);
    match fields.entries.is_empty() {
        true => verb.name.to_owned(),
        false => format!("{}: {}", verb.name, write_value(fields, verb.main)),
    }
}

/// Writes every key on a line of its own.
fn write_block(fields: Fields, indent: usize, lines: &mut Vec<String>) {
    for (name, entry) in keys_of(fields) {
        match entry {
            Entry::Steps(steps) => {
                lines.push(format!("{:indent$}{name}:", ""));
                write_steps(&steps, indent + 2, lines);
            }
            other => lines.push(format!("{:indent$}{name}: {}", "", write_entry(&other))),
        }
    }
}

/// Returns the value of the key `main` alone if it says all, a mapping otherwise.
fn write_value(fields: Fields, main: Option<&str>) -> String {
    let keys = keys_of(fields);
    if let [(name, entry)] = keys.as_slice()
        && main == Some(name)
    {
        let value = match entry {
            Entry::Word(word) => quote(word),
            other => write_entry(other),
        };
        // A mapping would be read as the keys of the step itself.
        if !value.starts_with('{') {
            return value;
        }
    }
    let keys = keys
        .iter()
        .map(|(name, entry)| format!("{name}: {}", write_entry(entry)));
    format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
}

/// Returns the keys of a step; what its own element says stands among them.
fn keys_of(fields: Fields) -> Vec<(&'static str, Entry)> {
    let entries = fields.entries.into_iter();
    let keys = entries.flat_map(|(name, entry)| match entry {
        Entry::Own(mut target) => Fields::of(|fields| target.fields(fields)).entries,
        other => vec![(name, other)],
    });
    keys.collect()
}

/// Returns a value that stands behind its key.
fn write_entry(entry: &Entry) -> String {
    match entry {
        Entry::Text(text) => quote(text),
        Entry::Combination(press) => quote(&press.combination()),
        Entry::Word(word) => (*word).to_owned(),
        Entry::Plain(value) => value.clone(),
        Entry::Key(press) => {
            let fields = Fields::of(|fields| press.clone().fields(fields));
            write_value(fields, Some("key"))
        }
        Entry::Target(target) | Entry::Own(target) => {
            let fields = Fields::of(|fields| target.clone().fields(fields));
            write_value(fields, Some("label"))
        }
        Entry::Steps(_) => String::new(),
    }
}
