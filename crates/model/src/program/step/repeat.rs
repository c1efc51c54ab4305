//! Running steps several times.

use super::{Field, FieldVisitor, Step, StepDefinition, Target, Value, Verb, answers, step_kind};

/// The test that keeps a [`Repeat`] going.
#[derive(Debug, Clone, PartialEq)]
pub enum Rounds {
    /// As long as an element is in view.
    WhileVisible(Target),
    /// As long as an element is not in view.
    UntilVisible(Target),
    /// A fixed number of times.
    Times(u32),
}

step_kind! {
    /// Runs steps several times; what keeps it going is tested before each round.
    #[derive(Debug, Clone, PartialEq, Default)]
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

const WHILE_VISIBLE: Field = Field::new("while_visible", "what must be in view for one more round");
const UNTIL_VISIBLE: Field = Field::new("until_visible", "what must come into view");
const TIMES: Field = Field::new("times", "how many rounds");
const MAX: Field =
    Field::new("max", "the most rounds").example("max: 20, the most rounds there may be");
const STEPS: Field =
    Field::new("steps", "the steps of a round").example("steps: with a list of steps below it");

impl Default for Rounds {
    fn default() -> Self {
        Self::Times(0)
    }
}

impl Rounds {
    const KEYS: &[&str] = &[WHILE_VISIBLE.name, UNTIL_VISIBLE.name, TIMES.name];

    const fn key(&self) -> &'static str {
        match self {
            Self::WhileVisible(_) => WHILE_VISIBLE.name,
            Self::UntilVisible(_) => UNTIL_VISIBLE.name,
            Self::Times(_) => TIMES.name,
        }
    }

    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        let chosen = visitor.choose(Self::KEYS, self.key());
        if chosen != self.key() {
            *self = match chosen {
                "while_visible" => Self::WhileVisible(Target::default()),
                "until_visible" => Self::UntilVisible(Target::default()),
                _ => Self::Times(0),
            };
        }
        match self {
            Self::WhileVisible(target) => visitor.field(&WHILE_VISIBLE, Value::Target(target)),
            Self::UntilVisible(target) => visitor.field(&UNTIL_VISIBLE, Value::Target(target)),
            Self::Times(times) => visitor.field(&TIMES, Value::Count(times)),
        }
    }

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
