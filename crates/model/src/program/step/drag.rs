//! Moving one element onto another.

use std::time::Duration;

use super::{Field, StepDefinition, Target, Verb, answers, step_kind};

step_kind! {
    /// Drags one element onto another.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Drag {
        /// The element to pick up.
        pub from: Target => Target(Field::new("from", "what to pick up")),
        /// Where to let go.
        pub to: Target => Target(Field::new("to", "where to let go")),
    }
    verbs: [
        Verb::new::<Self>("drag", "Moves one element onto another")
            .in_skills("drag: { from: \"A\", to: \"B\" }"),
    ]
}

impl Drag {
    /// How long a drag takes.
    pub const DURATION: Duration = Duration::from_millis(1000);
}

impl StepDefinition for Drag {
    answers! { proven_by: ScreenChange, acts_on: from }

    fn title(&self) -> String {
        let (from, to) = (self.from.title(), self.to.title());
        format!("{} {from} to {to}", self.verb())
    }

    fn destination(&self) -> Option<&Target> {
        Some(&self.to)
    }
}
