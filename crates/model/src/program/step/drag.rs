//! Moving one element onto another.

use std::time::Duration;

use super::Target;
use super::definition::{ProvenBy, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Drags one element onto another.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drag {
    /// What to pick up.
    pub from: Target,
    /// Where to let go.
    pub to: Target,
}

impl Drag {
    /// How long a drag takes.
    pub const DURATION: Duration = Duration::from_millis(1000);

    pub(super) const VERBS: &[Verb] =
        &[Verb::new("drag", "Moves one element onto another", || {
            Self::default().into()
        })
        .in_skills("drag: { from: \"A\", to: \"B\" }")];
}

const FROM: Field = Field::new("from", "what to pick up");
const TO: Field = Field::new("to", "where to let go");

impl StepDefinition for Drag {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&FROM, Value::Target(&mut self.from));
        visitor.field(&TO, Value::Target(&mut self.to));
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn title(&self) -> String {
        let (from, to) = (self.from.title(), self.to.title());
        format!("{} {from} to {to}", self.verb())
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.from)
    }

    fn destination(&self) -> Option<&Target> {
        Some(&self.to)
    }
}
