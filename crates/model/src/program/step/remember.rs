//! Capturing text from the screen.

use crate::phrase::Phrase;

use super::{Field, StepDefinition, Target, Verb, answers, quoted, step_kind};

const NAME: Field = Field::new("name", "the name later steps recall it by, as `{name}`");
const FROM: Field = Field::new("from", "whose value; the whole screen when not said");

step_kind! {
    /// Captures text from the screen.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Remember {
        /// The name later steps recall it by, as `{name}`.
        pub name: Option<String> => Name(NAME),
        /// The element whose value is captured; the whole screen when not said.
        pub from: Option<Target> => OptionalTarget(FROM),
        /// The author's words; kept for the reader, never interpreted.
        pub text: Phrase => Remark(Field::new("text", "words for the reader")),
    }
    verbs: [
        Verb::new::<Self>("remember", "Captures text from the screen")
            .in_skills("remember: { name: total, from: \"Total\" }")
            .main("text"),
    ]
}

impl StepDefinition for Remember {
    answers! { nature: Record, named_by: text, compiled_as: None }

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

    fn remembers(&self) -> bool {
        true
    }

    fn missing_words(&self) -> Option<&'static str> {
        let is_blank = self.text.source().trim().is_empty();
        (is_blank && self.name.is_none() && self.from.is_none())
            .then_some("remember: \"the total\"")
    }
}
