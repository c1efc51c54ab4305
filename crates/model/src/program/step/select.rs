//! Choosing an option of a list that opens.

use crate::phrase::Phrase;
use crate::screen::Screen;

use super::Target;
use super::definition::{Nature, StepDefinition, Verb, quoted};
use super::field::{Field, FieldVisitor, TARGET, Value};

/// Chooses an option by its text; nothing is touched where the field holds it already.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Select {
    /// The field that opens the list.
    pub target: Target,
    /// The option, letter for letter.
    pub option: Phrase,
}

impl Select {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("select", "Chooses an option of a drop-down list", || {
                Self::default().into()
            })
            .in_skills("select: { label: \"Country\", option: \"Japan\" }"),
        ];
}

const OPTION: Field = Field::new("option", "the option, letter for letter");

impl StepDefinition for Select {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        visitor.field(&OPTION, Value::Phrase(&mut self.option));
    }

    fn nature(&self) -> Nature {
        Nature::Touch
    }

    fn title(&self) -> String {
        let (option, field) = (quoted(&self.option), self.target.title());
        format!("{} {option} in {field}", self.verb())
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }

    fn is_unproven_on(&self, _: &Screen) -> bool {
        true
    }
}
