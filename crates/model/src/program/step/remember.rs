//! Capturing text from the screen.

use crate::phrase::Phrase;
use crate::program::CompiledAction;

use super::Target;
use super::definition::{Nature, StepDefinition, Verb, quoted};
use super::field::{Field, FieldVisitor, Value};

/// Captures text from the screen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Remember {
    /// The author's words; kept for the reader, never interpreted.
    pub text: Phrase,
    /// The name later steps recall it by, as `{name}`.
    pub name: Option<String>,
    /// Whose value to capture; the whole screen when not said.
    pub from: Option<Target>,
}

impl Remember {
    pub(super) const VERBS: &[Verb] =
        &[Verb::new("remember", "Captures text from the screen", || {
            Self::default().into()
        })
        .in_skills("remember: { name: total, from: \"Total\" }")
        .main("text")];
}

const NAME: Field = Field::new("name", "the name later steps recall it by, as `{name}`");
const FROM: Field = Field::new("from", "whose value; the whole screen when not said");
const TEXT: Field = Field::new("text", "words for the reader");

impl StepDefinition for Remember {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&NAME, Value::Name(&mut self.name));
        visitor.field(&FROM, Value::OptionalTarget(&mut self.from));
        visitor.field(&TEXT, Value::Remark(&mut self.text));
    }

    fn nature(&self) -> Nature {
        Nature::Record
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.text)
    }

    fn title(&self) -> String {
        let text = (!self.text.is_empty()).then(|| format!(" {}", quoted(&self.text)));
        let from = self.from.as_ref();
        let from = from.map(|target| format!(" from {}", target.title()));
        let name = self.name.as_ref().map(|name| format!(" as {{{name}}}"));
        let [text, from, name] = [text, from, name].map(Option::unwrap_or_default);
        format!("{}{text}{from}{name}", self.verb())
    }

    fn chosen_targets(&self) -> Vec<&Target> {
        self.from.iter().collect()
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        None
    }

    fn remembers(&self) -> bool {
        true
    }

    fn missing_words(&self) -> Option<&'static str> {
        let is_blank = self.text.source().trim().is_empty();
        (is_blank && self.name.is_none() && self.from.is_none())
            .then_some("remember: \"the total\"")
    }
}
