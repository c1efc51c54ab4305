//! Turning a radio on or off.

use crate::device::NetworkMode;

use super::{Field, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Turns a radio on or off.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct SetNetwork {
        /// Which one, and to what.
        pub mode: NetworkMode => Word(Field::new("mode", "which radio, and on or off")),
    }
    verbs: [
        Verb::new::<Self>("set_network", "Turns a radio on or off")
            .in_skills("set_network: \"airplane_on\"")
            .main("mode"),
    ]
}

impl StepDefinition for SetNetwork {
    answers! { is_unproven_at_first: true }

    fn label_text(&self) -> Option<String> {
        Some(self.mode.as_str().to_owned())
    }
}
