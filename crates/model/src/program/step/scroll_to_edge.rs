//! Scrolling as far as the page goes.

use super::definition::{Nature, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

crate::words! {
    /// An end of what can be scrolled.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Edge {
        /// The beginning.
        Top = "top",
        /// The end.
        Bottom = "bottom",
    }
}

/// Scrolls as far as the page goes.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrollToEdge {
    /// Where to.
    pub edge: Edge,
}

impl ScrollToEdge {
    /// How many swipes are made at the most; a page that goes on for ever has no end.
    pub const MAX: u32 = 50;

    pub(super) const VERBS: &[Verb] = &[Verb::new(
        "scroll_to_edge",
        "Scrolls as far as the page goes",
        || Self { edge: Edge::Top }.into(),
    )];
}

const EDGE: Field = Field::new("edge", "where to");

impl StepDefinition for ScrollToEdge {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&EDGE, Value::Word(&mut self.edge));
    }

    fn nature(&self) -> Nature {
        Nature::Scroll
    }

    fn label_text(&self) -> Option<String> {
        Some(self.edge.as_str().to_owned())
    }

    fn title(&self) -> String {
        format!("{} {}", self.verb(), self.edge.as_str())
    }
}
