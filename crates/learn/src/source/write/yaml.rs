//! Writes skill YAML.

use retap_model::phrase::Phrase;
use retap_model::program::{
    DeclaredStep as _, Draft, Field, FieldVisitor, FileKind, PressKey, Step, StepKind, Target,
    Value,
};

use super::{header, one_line};
use crate::source::duration::format_duration;
use crate::source::scalar::quote;

/// Returns the whole file.
pub(super) fn write(draft: &Draft) -> String {
    let mut lines = header::write_keys(&draft.header);
    if !draft.header.description.is_empty() {
        lines.push(header::write_description(&draft.header.description));
    }
    lines.extend(draft.header.notes.iter().map(|note| write_note(0, note)));
    lines.push(String::new());
    lines.push("steps:".to_owned());
    write_steps(&draft.steps, 2, &mut lines);
    lines.push(String::new());
    lines.join("\n")
}

fn write_note(indent: usize, note: &str) -> String {
    format!("{:indent$}# {}", "", one_line(note))
        .trim_end()
        .to_owned()
}

fn write_steps(steps: &[Step], indent: usize, lines: &mut Vec<String>) {
    for step in steps {
        lines.extend(step.notes.iter().map(|note| write_note(indent, note)));
        let (verb, writer) = write_fields(&step.kind);
        if writer.holds_steps() {
            lines.push(format!("{:indent$}- {verb}:", ""));
            writer.write_block(indent + 4, lines);
        } else {
            lines.push(format!("{:indent$}- {}", "", one_line_of(verb, writer)));
        }
    }
}

/// Returns a step that holds no others on one line, as both formats read it.
pub(super) fn write_line(kind: &StepKind) -> String {
    let (verb, writer) = write_fields(kind);
    one_line_of(verb, writer)
}

fn write_fields(kind: &StepKind) -> (&'static str, FieldWriter) {
    let verb = kind.skill_verb().unwrap_or(kind.definition());
    let mut writer = FieldWriter::new(verb.main);
    kind.clone().fields(&mut writer);
    (verb.name, writer)
}

fn one_line_of(verb: &str, writer: FieldWriter) -> String {
    match writer.entries.is_empty() {
        true => verb.to_owned(),
        false => format!("{verb}: {}", writer.into_value()),
    }
}

/// The value behind one key.
enum Entry {
    /// A word of a fixed set; it is quoted where it stands alone.
    Word(String),
    /// Anything else on one line.
    Value(String),
    /// Nested steps.
    Steps(Vec<Step>),
}

impl Entry {
    /// Returns whether it would be read as the keys of the step itself, were it to stand behind the verb.
    fn is_mapping(&self) -> bool {
        matches!(self, Self::Value(value) if value.starts_with('{'))
    }
}

/// Collects what a step says, key by key.
struct FieldWriter {
    main: Option<&'static str>,
    entries: Vec<(&'static str, Entry)>,
}

impl FieldWriter {
    const fn new(main: Option<&'static str>) -> Self {
        Self {
            main,
            entries: Vec::new(),
        }
    }

    fn holds_steps(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|(_, entry)| matches!(entry, Entry::Steps(_)))
    }

    /// Writes every key on a line of its own.
    fn write_block(self, indent: usize, lines: &mut Vec<String>) {
        for (name, entry) in self.entries {
            match entry {
                Entry::Word(value) | Entry::Value(value) => {
                    lines.push(format!("{:indent$}{name}: {value}", ""));
                }
                Entry::Steps(steps) => {
                    lines.push(format!("{:indent$}{name}:", ""));
                    write_steps(&steps, indent + 2, lines);
                }
            }
        }
    }

    /// Returns the value alone if it says all, a mapping otherwise.
    fn into_value(self) -> String {
        if let [(name, entry)] = self.entries.as_slice()
            && self.main == Some(name)
            && !entry.is_mapping()
        {
            return match entry {
                Entry::Word(word) => quote(word),
                Entry::Value(value) => value.clone(),
                Entry::Steps(_) => String::new(),
            };
        }
        let entries = self.entries.iter().filter_map(|(name, entry)| match entry {
            Entry::Word(value) | Entry::Value(value) => Some(format!("{name}: {value}")),
            Entry::Steps(_) => None,
        });
        format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
    }

    fn put(&mut self, field: &Field, value: String) {
        self.entries.push((field.name, Entry::Value(value)));
    }

    fn put_phrase(&mut self, field: &Field, phrase: &Phrase) {
        self.put(field, quote(&phrase.source()));
    }
}

impl FieldVisitor for FieldWriter {
    fn form(&self) -> FileKind {
        FileKind::Skill
    }

    fn field(&mut self, field: &Field, value: Value<'_>) {
        match value {
            Value::Phrase(phrase) | Value::Typed(phrase) => self.put_phrase(field, phrase),
            Value::Label(phrase) | Value::Remark(phrase) => {
                if !phrase.source().is_empty() {
                    self.put_phrase(field, phrase);
                }
            }
            Value::OptionalPhrase(phrase) => {
                phrase
                    .iter()
                    .for_each(|phrase| self.put_phrase(field, phrase));
            }
            Value::Name(name) | Value::Caption(name) => {
                name.iter().for_each(|name| self.put(field, quote(name)));
            }
            Value::Count(count) => {
                let count = count.to_string();
                if field.default != Some(&count) {
                    self.put(field, count);
                }
            }
            Value::OptionalCount(count) => {
                count
                    .iter()
                    .for_each(|count| self.put(field, count.to_string()));
            }
            Value::Duration(duration) => self.put(field, format_duration(*duration, field.unit)),
            Value::OptionalDuration(duration) => duration
                .iter()
                .for_each(|duration| self.put(field, format_duration(*duration, field.unit))),
            Value::Word(word) => {
                if let Some(word) = word.word().filter(|word| field.default != Some(word)) {
                    self.entries
                        .push((field.name, Entry::Word(word.to_owned())));
                }
            }
            Value::State(state) => self.put(field, state.to_string()),
            Value::Combination(press) => self.put(field, quote(&press.combination())),
            Value::Key(press) => self.put(field, write_key(press)),
            Value::Own(target) => target.fields(self),
            Value::Target(target) => self.put(field, write_target(target)),
            Value::OptionalTarget(target) => {
                target
                    .iter_mut()
                    .for_each(|target| self.put(field, write_target(target)));
            }
            Value::Steps(steps) => {
                let steps = std::mem::take(steps);
                self.entries.push((field.name, Entry::Steps(steps)));
            }
            Value::OptionalSteps(steps) => {
                if !steps.is_empty() {
                    let steps = std::mem::take(steps);
                    self.entries.push((field.name, Entry::Steps(steps)));
                }
            }
            // The combination says what is held; skills have no words for the rest.
            Value::Modifiers(_)
            | Value::Nothing
            | Value::Flag(_)
            | Value::Stroke(_)
            | Value::Claims(_) => {}
        }
    }
}

/// Writes a label alone if that says all, a mapping otherwise.
fn write_target(target: &mut Target) -> String {
    let mut writer = FieldWriter::new(Some("label"));
    target.fields(&mut writer);
    writer.into_value()
}

fn write_key(press: &mut PressKey) -> String {
    let mut writer = FieldWriter::new(Some("key"));
    press.fields(&mut writer);
    writer.into_value()
}
