//! Scrolling as far as the page goes.

use super::{Field, StepDefinition, Verb, answers, step_kind};

crate::words! {
    /// An end of what can be scrolled.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Edge {
        /// The beginning.
        #[default]
        Top = "top",
        /// The end.
        Bottom = "bottom",
    }
}

step_kind! {
    /// Scrolls as far as the page goes.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct ScrollToEdge {
        /// Where to.
        pub edge: Edge => Word(Field::new("edge", "where to")),
    }
    verbs: [Verb::new::<Self>("scroll_to_edge", "Scrolls as far as the page goes"),]
}

impl ScrollToEdge {
    /// How many swipes are made at the most; a page that goes on for ever has no end.
    pub const MAX: u32 = 50;
}

impl StepDefinition for ScrollToEdge {
    answers! { nature: Scroll }

    fn label_text(&self) -> Option<String> {
        Some(self.edge.as_str().to_owned())
    }
}
