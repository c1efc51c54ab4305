//! Typing text.

use crate::phrase::Phrase;
use crate::screen::Screen;
use crate::secret::{MASK, is_secret_name};

use super::Target;
use super::definition::{ScenarioForm, StepDefinition, Verb, quoted};
use super::field::{Field, FieldVisitor, FileKind, Value};

/// Types text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TypeText {
    /// The text, exactly.
    pub text: Phrase,
    /// The field to touch first; without it, the field that has the focus.
    pub into: Option<Target>,
}

impl TypeText {
    pub(super) const VERBS: &[Verb] = &[Verb::new("type", "Types text", || Self::default().into())
        .in_skills("type: \"hello\"")
        .main("text")];
}

const TEXT: Field = Field::new("text", "the text, letter for letter")
    .example("type: { text: \"hello\", into: \"Email\" }");
const INTO: Field = Field::new("into", "the field; without it, the one that has the focus");

impl StepDefinition for TypeText {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TEXT, Value::Typed(&mut self.text));
        visitor.field(&INTO, Value::OptionalTarget(&mut self.into));
        if let (FileKind::Skill, Some(field)) = (visitor.form(), &mut self.into) {
            field.takes_text = true;
        }
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.text)
    }

    fn title(&self) -> String {
        let Some(field) = &self.into else {
            return format!("{} {}", self.verb(), quoted(&self.text));
        };
        let text = match is_secret_name(&field.label.source()) {
            true => MASK.to_owned(),
            false => quoted(&self.text),
        };
        format!("{} {text} into {}", self.verb(), field.title())
    }

    fn acted_target(&self) -> Option<&Target> {
        self.into.as_ref()
    }

    fn typed_text(&self) -> Option<&Phrase> {
        Some(&self.text)
    }

    fn is_unproven_on(&self, _: &Screen) -> bool {
        true
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::TextInput(Some(&self.text), self.into.as_ref())
    }
}
