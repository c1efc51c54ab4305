//! Opening a URL.

use crate::phrase::Phrase;

use super::definition::{ProvenBy, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Opens a URL or a deep link.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OpenUrl {
    /// The address.
    pub url: Phrase,
}

impl OpenUrl {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("open_url", "Opens a URL", || Self::default().into())
                .in_skills("open_url: \"https://example.com\"")
                .main("url"),
        ];
}

const URL: Field = Field::new("url", "the address");

impl StepDefinition for OpenUrl {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&URL, Value::Phrase(&mut self.url));
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.url)
    }
}
