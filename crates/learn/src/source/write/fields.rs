//! The fields of a step that say something; skill YAML and prose are both written from them.

use retap_model::phrase::Phrase;
use retap_model::program::{
    Field, FieldVisitor, FileKind, PressKey, Step, StepKind, Target, Value, Verb,
};

use crate::source::duration::format_duration;

/// The value of one field.
pub(super) enum Entry {
    /// Text of the author.
    Text(String),
    /// A word of a fixed set.
    Word(&'static str),
    /// A number, or `true` or `false`.
    Plain(String),
    /// A key that the step itself is about.
    Combination(PressKey),
    /// A key that is part of another step.
    Key(PressKey),
    /// An element.
    Target(Target),
    /// The element that the keys of the step itself name.
    Own(Target),
    /// Nested steps.
    Steps(Vec<Step>),
}

/// The fields of a step that say something, in order.
#[derive(Default)]
pub(super) struct Fields {
    pub(super) entries: Vec<(&'static str, Entry)>,
}

impl Fields {
    /// Returns the verb a step is written by, and its fields.
    pub(super) fn of_step(kind: &StepKind) -> (&'static Verb, Self) {
        let verb = kind.skill_verb().unwrap_or(kind.definition());
        (verb, Self::of(|fields| kind.clone().fields(fields)))
    }

    /// Returns what `visit` shows.
    pub(super) fn of(visit: impl FnOnce(&mut Self)) -> Self {
        let mut fields = Self::default();
        visit(&mut fields);
        fields
    }

    /// Returns the value of a field that says something.
    pub(super) fn get(&self, name: &str) -> Option<&Entry> {
        let mut entries = self.entries.iter();
        entries.find(|(known, _)| *known == name).map(|(_, it)| it)
    }

    fn put(&mut self, field: &Field, entry: Entry) {
        self.entries.push((field.name, entry));
    }

    fn put_text(&mut self, field: &Field, phrase: &Phrase) {
        self.put(field, Entry::Text(phrase.source()));
    }
}

impl FieldVisitor for Fields {
    fn form(&self) -> FileKind {
        FileKind::Skill
    }

    fn field(&mut self, field: &Field, value: Value<'_>) {
        let is_default = |text: &str| field.default == Some(text);
        match value {
            Value::Phrase(phrase) | Value::Typed(phrase) => self.put_text(field, phrase),
            Value::Label(phrase) | Value::Remark(phrase) if phrase.source().is_empty() => {}
            Value::Label(phrase) | Value::Remark(phrase) => self.put_text(field, phrase),
            Value::OptionalPhrase(Some(phrase)) => self.put_text(field, phrase),
            Value::Name(Some(name)) | Value::Caption(Some(name)) => {
                self.put(field, Entry::Text(name.clone()));
            }
            Value::Count(count) if is_default(&count.to_string()) => {}
            Value::Count(count) | Value::OptionalCount(Some(count)) => {
                self.put(field, Entry::Plain(count.to_string()));
            }
            Value::Duration(time) | Value::OptionalDuration(Some(time)) => {
                self.put(field, Entry::Plain(format_duration(*time, field.unit)));
            }
            Value::Word(word) => {
                if let Some(word) = word.word().filter(|word| !is_default(word)) {
                    self.put(field, Entry::Word(word));
                }
            }
            Value::Flag(flag) if !*flag => {}
            Value::State(state) | Value::Flag(state) => {
                self.put(field, Entry::Plain(state.to_string()));
            }
            Value::Combination(press) => self.put(field, Entry::Combination(press.clone())),
            Value::Key(press) => self.put(field, Entry::Key(press.clone())),
            Value::Own(target) => self.put(field, Entry::Own(target.clone())),
            Value::Target(target) | Value::OptionalTarget(Some(target)) => {
                self.put(field, Entry::Target(target.clone()));
            }
            Value::OptionalSteps(steps) if steps.is_empty() => {}
            Value::Steps(steps) | Value::OptionalSteps(steps) => {
                self.put(field, Entry::Steps(std::mem::take(steps)));
            }
            // The combination says what is held; skills have no words for the rest.
            Value::Modifiers(_)
            | Value::Nothing
            | Value::Stroke(_)
            | Value::Claims(_)
            | Value::OptionalPhrase(None)
            | Value::Name(None)
            | Value::Caption(None)
            | Value::OptionalCount(None)
            | Value::OptionalDuration(None)
            | Value::OptionalTarget(None) => {}
        }
    }
}
