//! Fills the fields of a step from the keys and values of a skill.

use retap_model::device::Modifier;
use retap_model::phrase::{Phrase, is_name};
use retap_model::program::{
    DeclaredStep as _, Field, FieldVisitor, FileKind, PressKey, Target, Value, Word, skill_keys,
};

use super::fields::*;
use super::step::StepReader;
use crate::source::fault::Fault;
use crate::source::yaml::{Content, Node};

/// Reads each field it is shown; the first fault ends it.
pub(super) struct FieldReader<'a> {
    /// Reads nested steps.
    pub(super) steps: &'a mut StepReader,
    pub(super) fields: &'a Fields<'a>,
    /// How the whole is written, for error messages.
    pub(super) example: &'a str,
    pub(super) fault: Option<Fault>,
}

impl FieldVisitor for FieldReader<'_> {
    fn form(&self) -> FileKind {
        FileKind::Skill
    }

    fn field(&mut self, field: &Field, value: Value<'_>) {
        if self.fault.is_none()
            && let Err(fault) = self.read(field, value)
        {
            self.fault = Some(fault);
        }
    }

    fn choose(&mut self, names: &'static [&'static str], current: &'static str) -> &'static str {
        match self.fields.exactly_one(names) {
            Ok(name) => name,
            Err(fault) => {
                self.fault.get_or_insert(fault);
                current
            }
        }
    }
}

impl<'a> FieldReader<'a> {
    fn read(&mut self, field: &Field, value: Value<'_>) -> Result<(), Fault> {
        match value {
            Value::Nothing => self.check_switch(field)?,
            Value::Phrase(phrase) => *phrase = self.required(field, read_phrase)?,
            Value::OptionalPhrase(phrase) => *phrase = self.optional(field, read_phrase)?,
            Value::Label(label) => *label = self.read_label(field)?,
            Value::Typed(text) => *text = self.required(field, read_any_phrase)?,
            Value::Remark(text) => {
                *text = self.optional(field, read_any_phrase)?.unwrap_or_default();
            }
            Value::Name(name) => *name = self.optional(field, read_name)?,
            Value::Caption(name) => {
                *name = self.optional(field, |owner, node| {
                    read_words(owner, node).map(str::to_owned)
                })?;
            }
            Value::Count(count) if field.default.is_some() => {
                *count = self.optional(field, read_count)?.unwrap_or(*count);
            }
            Value::Count(count) => *count = self.required(field, read_count)?,
            Value::OptionalCount(count) => *count = self.optional(field, read_count)?,
            Value::Duration(duration) => *duration = self.required(field, read_duration(field))?,
            Value::OptionalDuration(duration) => {
                *duration = self.optional(field, read_duration(field))?;
            }
            Value::Word(word) => self.read_word(field, word)?,
            Value::Flag(flag) => *flag = self.optional(field, read_flag)?.unwrap_or_default(),
            Value::State(state) => *state = self.required(field, read_flag)?,
            Value::Combination(press) => *press = self.required(field, read_combination)?,
            Value::Modifiers(modifiers) => {
                let more = self.optional(field, read_modifiers)?;
                modifiers.extend(more.unwrap_or_default());
            }
            Value::Key(press) => {
                let node = self.require(field)?;
                self.read_key(field.name, node, press)?;
            }
            Value::Own(target) => target.fields(self),
            Value::Target(target) => {
                let node = self.require(field)?;
                self.read_target(field.name, node, target)?;
            }
            Value::OptionalTarget(target) => {
                if let Some(node) = self.fields.get(field.name) {
                    self.read_target(field.name, node, target.insert(Target::default()))?;
                }
            }
            Value::Steps(steps) => {
                let node = self.require(field)?;
                *steps = self.steps.read_steps(field.name, node)?;
            }
            Value::OptionalSteps(steps) => {
                if let Some(node) = self.fields.get(field.name) {
                    *steps = self.steps.read_steps(field.name, node)?;
                }
            }
            // Skills have no words for these.
            Value::Stroke(_) | Value::Claims(_) => {}
        }
        Ok(())
    }

    /// Returns whom messages about a field are about: the verb where the value stands right behind it.
    fn owner(&self, field: &Field) -> &str {
        match self.fields.main {
            Some(main) if main == field.name => self.fields.owner,
            Some(_) | None => field.name,
        }
    }

    fn require(&self, field: &Field) -> Result<&'a Node, Fault> {
        let example = field.example.unwrap_or(self.example);
        self.fields.require(field.name, example)
    }

    fn required<T>(
        &self,
        field: &Field,
        read: impl Fn(&str, &Node) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        read(self.owner(field), self.require(field)?)
    }

    fn optional<T>(
        &self,
        field: &Field,
        read: impl Fn(&str, &Node) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        let node = self.fields.get(field.name);
        node.map(|node| read(self.owner(field), node)).transpose()
    }

    /// Refuses `home: false`, which reads as if the step were off; any other word is decoration.
    fn check_switch(&self, field: &Field) -> Result<(), Fault> {
        let Some(node) = self.fields.get(field.name) else {
            return Ok(());
        };
        match node.text() {
            Some("false" | "no" | "off") => {
                let accepted = format!("{0}, or {0}: true", self.fields.owner);
                Err(bad_value(self.fields.owner, node, &accepted))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn read_label(&self, field: &Field) -> Result<Phrase, Fault> {
        let owner = self.fields.owner;
        match self.fields.get(field.name) {
            Some(node) => read_phrase(owner, node),
            None if self.fields.get("id").is_some() => Ok(Phrase::default()),
            None => {
                let missing = Fault::missing_key(self.fields.span, owner, field.name);
                Err(missing.accepted(format!("{owner}: \"label\"")))
            }
        }
    }

    fn read_word(&self, field: &Field, word: &mut dyn Word) -> Result<(), Fault> {
        let may_be_missing = field.default.is_some() || word.word().is_none();
        let node = match self.fields.get(field.name) {
            None if may_be_missing => return Ok(()),
            None => self.require(field)?,
            Some(node) => node,
        };
        let known = node.text().and_then(|text| word.set_word(text));
        known.ok_or_else(|| bad_value(self.owner(field), node, &word.words().join(", ")))
    }

    /// Reads a target: a label, or a mapping that says more.
    fn read_target(&mut self, owner: &str, node: &Node, target: &mut Target) -> Result<(), Fault> {
        let fields = Fields::new(owner, node.span, Some("label"), node).map_err(|fault| {
            fault.accepted("a label, or a mapping such as { label: \"Delete\", row: \"Tokyo\" }")
        })?;
        fields.check_keys(|| skill_keys(|visitor| Target::default().fields(visitor)))?;
        if fields.is_empty() {
            return Err(wrong_type(owner, node).accepted("a label"));
        }
        self.nested(&fields, |reader| target.fields(reader))
    }

    /// Reads a key that is part of another step: `return`, `l+command`, or a mapping.
    fn read_key(&mut self, owner: &str, node: &Node, press: &mut PressKey) -> Result<(), Fault> {
        let fields = Fields::new(owner, node.span, Some("key"), node)?;
        fields.check_keys(|| skill_keys(|visitor| PressKey::default().fields(visitor)))?;
        self.nested(&fields, |reader| press.fields(reader))
    }

    fn nested(
        &mut self,
        fields: &Fields<'_>,
        visit: impl FnOnce(&mut FieldReader<'_>),
    ) -> Result<(), Fault> {
        let mut reader = FieldReader {
            steps: self.steps,
            fields,
            example: "press_key: \"return\"",
            fault: None,
        };
        visit(&mut reader);
        reader.fault.map_or(Ok(()), Err)
    }
}

fn read_combination(owner: &str, node: &Node) -> Result<PressKey, Fault> {
    const ACCEPTED: &str = "return, escape, tab, delete, space, up, down, left, right, home, end, \
        page_up, page_down, menu, back, search, or one character; with modifiers: \"l+command\"";
    let press = node.text().and_then(PressKey::parse);
    press.ok_or_else(|| bad_value(owner, node, ACCEPTED))
}

fn read_modifiers(owner: &str, node: &Node) -> Result<Vec<Modifier>, Fault> {
    match &node.content {
        Content::Sequence(items) => items
            .iter()
            .map(|item| read_modifier(owner, item))
            .collect(),
        Content::Scalar { .. } => read_modifier(owner, node).map(|modifier| vec![modifier]),
        Content::Mapping(_) => Err(wrong_type(owner, node).accepted("[command, shift]")),
    }
}

fn read_modifier(owner: &str, node: &Node) -> Result<Modifier, Fault> {
    let modifier = node.text().and_then(Modifier::from_text);
    let accepted = || Modifier::ALL.map(Modifier::as_str).join(", ");
    modifier.ok_or_else(|| bad_value(owner, node, &accepted()))
}

fn read_name(owner: &str, node: &Node) -> Result<String, Fault> {
    let name = read_words(owner, node)?;
    let accepted = "letters, digits and `_`, not starting with a digit";
    let checked = is_name(name).then(|| name.to_owned());
    checked.ok_or_else(|| bad_value(owner, node, accepted))
}

fn read_flag(owner: &str, node: &Node) -> Result<bool, Fault> {
    match node.text() {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(_) | None => Err(bad_value(owner, node, "true, false")),
    }
}
