//! Running other steps: one of two branches, several times, or again.

use super::declare::{choice, show};
use super::{
    Field, FieldVisitor, Presence, Step, StepDefinition, Target, Value, Verb, answers, step_kind,
};

const MAX: Field = Field::new("max").example("max: 20, the most rounds there may be");
const STEPS: Field = Field::new("steps").example("steps: with a list of steps below it");

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
    pub struct Condition {
        /// The test that decides.
        pub test: Test => OneOf,
        /// Runs when the test holds.
        pub then: Vec<Step> => Steps("then"),
        /// Runs when it does not.
        pub otherwise: Vec<Step> => OptionalSteps("else"),
    }
    verbs: [
        Verb::new::<Self>("condition", "Runs one of two branches")
            .in_skills("condition: with if_visible, then and else below it"),
    ]
}

impl Test {
    /// Returns the test in words, as reports show it.
    pub fn title(&self) -> String {
        match self.presence {
            Presence::Visible | Presence::InView => format!("{} is visible", self.target.title()),
            Presence::NotVisible | Presence::NotInView => {
                format!("{} is not visible", self.target.title())
            }
        }
    }

    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        const KEYS: &[&str] = &["if_visible", "if_not_visible"];
        let current = match self.presence {
            Presence::Visible | Presence::InView => KEYS[0],
            Presence::NotVisible | Presence::NotInView => KEYS[1],
        };
        let chosen = visitor.choose(KEYS, current);
        self.presence = match chosen == KEYS[1] {
            true => Presence::NotVisible,
            false => Presence::Visible,
        };
        show(visitor, chosen, Value::Target(&mut self.target));
    }
}

impl StepDefinition for Condition {
    answers! { nature: Block, compiled_as: None, branches: [then, otherwise] }

    fn title(&self) -> String {
        format!("if {}", self.test.title())
    }
}

choice! {
    /// The test that keeps a [`Repeat`] going.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Rounds {
        /// As long as an element is in view.
        WhileVisible(Target) => Target("while_visible"),
        /// As long as an element is not in view.
        UntilVisible(Target) => Target("until_visible"),
        /// A fixed number of times.
        Times(u32) => Count("times"),
    }
}

step_kind! {
    /// Runs steps several times; what keeps it going is tested before each round.
    pub struct Repeat {
        /// The test that keeps it going.
        pub rounds: Rounds => OneOf,
        /// The most rounds; reaching it with the test still holding is a failure.
        pub max: u32 => Count(MAX),
        /// The steps of one round.
        pub steps: Vec<Step> => Steps(STEPS),
    }
    verbs: [
        Verb::new::<Self>("repeat", "Runs steps several times")
            .in_skills("repeat: with while_visible, max and steps below it"),
    ]
}

impl Default for Rounds {
    fn default() -> Self {
        Self::Times(0)
    }
}

impl Rounds {
    fn title(&self) -> String {
        match self {
            Self::WhileVisible(target) => format!("while {} is visible", target.title()),
            Self::UntilVisible(target) => format!("until {} is visible", target.title()),
            Self::Times(1) => "once".to_owned(),
            Self::Times(times) => format!("{times} times"),
        }
    }
}

impl StepDefinition for Repeat {
    answers! { nature: Block, compiled_as: None, branches: [steps] }

    fn title(&self) -> String {
        format!("{} {}, max {}", self.verb(), self.rounds.title(), self.max)
    }
}

step_kind! {
    /// Runs steps of earlier sections again.
    pub struct Group {
        /// The first section.
        pub from: String,
        /// The last section.
        pub to: String,
        /// The steps.
        pub steps: Vec<Step>,
    }
    verbs: [Verb::new::<Self>("replay", "Runs steps of earlier sections again"),]
}

impl StepDefinition for Group {
    answers! { nature: Block, compiled_as: None, has_own_form: false, branches: [steps] }

    fn title(&self) -> String {
        format!("{} \"{}\" to \"{}\"", self.verb(), self.from, self.to)
    }
}
