//! Keeping a picture of the screen.

use crate::phrase::Phrase;

use super::{Field, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Keeps a picture of the screen.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Screenshot {
        /// The name of the picture.
        pub label: Phrase => Phrase(Field::new("label", "what to call it")),
    }
    verbs: [
        Verb::new::<Self>("screenshot", "Keeps a picture of the screen")
            .in_skills("screenshot: \"result\"")
            .main("label"),
    ]
}

impl StepDefinition for Screenshot {
    answers! { nature: Record, named_by: label }
}
