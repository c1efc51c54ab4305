//! Going on with another device.

use crate::phrase::Phrase;

use super::{Field, StepDefinition, Verb, answers, step_kind};

const NAME: Field = Field::new("name", "the name the configuration gives the device");

step_kind! {
    /// Goes on with another device of the configuration.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct SwitchTarget {
        /// The name the configuration gives it.
        pub name: Phrase => Phrase(NAME),
    }
    verbs: [
        Verb::new::<Self>("target", "Goes on with another device")
            .in_skills("target: \"tablet\"")
            .main("name"),
    ]
}

impl StepDefinition for SwitchTarget {
    answers! { named_by: name }
}
