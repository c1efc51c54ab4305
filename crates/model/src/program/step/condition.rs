//! Running one of two branches.

use crate::program::CompiledAction;

use super::definition::{Nature, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};
use super::{Presence, Step, Target};

/// Whether an element is in view right now.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Test {
    /// What to look for.
    pub target: Target,
    /// What must hold.
    pub presence: Presence,
}

/// Runs exactly one of two branches.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Condition {
    /// What decides.
    pub test: Test,
    /// Runs when the test holds.
    pub then: Vec<Step>,
    /// Runs when it does not.
    pub otherwise: Vec<Step>,
}

impl Condition {
    pub(super) const VERBS: &[Verb] = &[Verb::new("condition", "Runs one of two branches", || {
        Self::default().into()
    })
    .in_skills("condition: with if_visible, then and else below it")];
}

const IF_VISIBLE: Field = Field::new("if_visible", "what must be in view");
const IF_NOT_VISIBLE: Field = Field::new("if_not_visible", "what must not be in view");
const THEN: Field = Field::new("then", "the steps when the test holds");
const ELSE: Field = Field::new("else", "the steps when it does not");

impl Test {
    /// Returns the test in words, as reports show it.
    pub fn title(&self) -> String {
        match self.presence {
            Presence::Visible => format!("{} is visible", self.target.title()),
            Presence::NotVisible => format!("{} is not visible", self.target.title()),
        }
    }

    const fn field(&self) -> &'static Field {
        match self.presence {
            Presence::Visible => &IF_VISIBLE,
            Presence::NotVisible => &IF_NOT_VISIBLE,
        }
    }

    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        const KEYS: &[&str] = &[IF_VISIBLE.name, IF_NOT_VISIBLE.name];
        self.presence = match visitor.choose(KEYS, self.field().name) {
            "if_not_visible" => Presence::NotVisible,
            _ => Presence::Visible,
        };
        visitor.field(self.field(), Value::Target(&mut self.target));
    }
}

impl StepDefinition for Condition {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        self.test.fields(visitor);
        visitor.field(&THEN, Value::Steps(&mut self.then));
        visitor.field(&ELSE, Value::OptionalSteps(&mut self.otherwise));
    }

    fn nature(&self) -> Nature {
        Nature::Block
    }

    fn title(&self) -> String {
        format!("if {}", self.test.title())
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        None
    }

    fn branches(&self) -> Vec<&Vec<Step>> {
        vec![&self.then, &self.otherwise]
    }

    fn branches_mut(&mut self) -> Vec<&mut Vec<Step>> {
        vec![&mut self.then, &mut self.otherwise]
    }
}
