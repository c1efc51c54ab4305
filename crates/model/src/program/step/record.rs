//! Keeping something for later: text, pictures, evidence; and letting time pass.

use std::time::Duration;

use crate::phrase::Phrase;

use super::{Field, StepDefinition, Target, Verb, answers, quoted, step_kind};

step_kind! {
    /// Keeps a picture of the screen.
    pub struct Screenshot {
        /// The name of the picture.
        pub label: Phrase => Phrase("label"),
    }
    verbs: [
        Verb::new::<Self>("screenshot", "Keeps a picture of the screen")
            .in_skills("screenshot: \"result\"")
            .main("label"),
    ]
    answers: { nature: Record, named_by: label }
}

step_kind! {
    /// Captures text from the screen.
    pub struct Remember {
        /// The name later steps recall it by, as `{name}`.
        pub name: Option<String> => Name("name"),
        /// The element whose value is captured; the whole screen when not said.
        pub from: Option<Target> => OptionalTarget("from"),
        /// The author's words; kept for the reader, never interpreted.
        pub text: Phrase => Remark("text"),
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

    fn missing_words(&self) -> Option<&'static str> {
        let is_blank = self.text.source().trim().is_empty();
        (is_blank && self.name.is_none() && self.from.is_none())
            .then_some("remember: \"the total\"")
    }
}

step_kind! {
    /// Keeps a picture and the tree as evidence and asserts nothing: the author wanted it so.
    pub struct KeepEvidence {
        /// The assertion that a person is to judge by it.
        pub assertion: Phrase => Phrase("assertion"),
    }
    verbs: [Verb::new::<Self>("keep_evidence", "Keeps evidence and asserts nothing"),]
    answers: { nature: Record, named_by: assertion }
}

step_kind! {
    /// Lets time pass, because the author says so.
    pub struct Pause {
        /// How long.
        pub duration: Duration => Duration(Field::new("duration").wire("durationMs")),
    }
    verbs: [Verb::new::<Self>("pause", "Lets time pass"),]
}

impl StepDefinition for Pause {
    answers! { nature: Record }

    fn title(&self) -> String {
        format!("{} {:?}", self.verb(), self.duration)
    }
}
