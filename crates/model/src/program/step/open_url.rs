//! Opening a URL.

use crate::phrase::Phrase;

use super::{Field, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Opens a URL or a deep link.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct OpenUrl {
        /// The address.
        pub url: Phrase => Phrase(Field::new("url", "the address")),
    }
    verbs: [
        Verb::new::<Self>("open_url", "Opens a URL")
            .in_skills("open_url: \"https://example.com\"")
            .main("url"),
    ]
}

impl StepDefinition for OpenUrl {
    answers! { proven_by: ScreenChange, named_by: url }
}
