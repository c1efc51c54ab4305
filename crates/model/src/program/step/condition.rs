//! Running one of two branches.

use super::{
    Field, FieldVisitor, Presence, Step, StepDefinition, Target, Value, Verb, answers, step_kind,
};

/// Whether an element is in view right now.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Test {
    /// The element to look for.
    pub target: Target,
    /// The condition.
    pub presence: Presence,
}

step_kind! {
    /// Runs exactly one of two branches.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Condition {
        /// The test that decides.
        pub test: Test => OneOf,
        /// Runs when the test holds.
        pub then: Vec<Step> => Steps(Field::new("then", "the steps when the test holds")),
        /// Runs when it does not.
        pub otherwise: Vec<Step> => OptionalSteps(Field::new("else", "the steps when it does not")),
    }
    verbs: [
        Verb::new::<Self>("condition", "Runs one of two branches")
            .in_skills("condition: with if_visible, then and else below it"),
    ]
}

const IF_VISIBLE: Field = Field::new("if_visible", "what must be in view");
const IF_NOT_VISIBLE: Field = Field::new("if_not_visible", "what must not be in view");

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
    answers! { nature: Block, compiled_as: None, branches: [then, otherwise] }

    fn title(&self) -> String {
        format!("if {}", self.test.title())
    }
}
