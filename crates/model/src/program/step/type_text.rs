//! Typing text.

use crate::phrase::Phrase;
use crate::secret::{MASK, is_secret_name};

use super::{Field, ScenarioForm, StepDefinition, Target, Verb, answers, quoted, step_kind};

const TEXT: Field = Field::new("text", "the text, letter for letter")
    .example("type: { text: \"hello\", into: \"Email\" }");
const INTO: Field = Field::new("into", "the field; without it, the one that has the focus");

step_kind! {
    /// Types text.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct TypeText {
        /// The text, exactly.
        pub text: Phrase => Typed(TEXT),
        /// The field to touch first; without it, the field that has the focus.
        pub into: Option<Target> => TextField(INTO),
    }
    verbs: [
        Verb::new::<Self>("type", "Types text")
            .in_skills("type: \"hello\"")
            .main("text"),
    ]
}

impl StepDefinition for TypeText {
    answers! { acts_on: into, named_by: text, is_unproven_at_first: true }

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

    fn typed_text(&self) -> Option<&Phrase> {
        Some(&self.text)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::TextInput(Some(&self.text), self.into.as_ref())
    }
}
