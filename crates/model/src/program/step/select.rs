//! Choosing an option of a list that opens.

use crate::phrase::Phrase;

use super::{Field, StepDefinition, TARGET, Target, Verb, answers, quoted, step_kind};

step_kind! {
    /// Chooses an option by its text; nothing is touched where the field holds it already.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Select {
        /// The field that opens the list.
        pub target: Target => Own(TARGET),
        /// The option, letter for letter.
        pub option: Phrase => Phrase(Field::new("option", "the option, letter for letter")),
    }
    verbs: [
        Verb::new::<Self>("select", "Chooses an option of a drop-down list")
            .in_skills("select: { label: \"Country\", option: \"Japan\" }"),
    ]
}

impl StepDefinition for Select {
    answers! { nature: Touch, acts_on: target, is_unproven_at_first: true }

    fn title(&self) -> String {
        let (option, field) = (quoted(&self.option), self.target.title());
        format!("{} {option} in {field}", self.verb())
    }
}
