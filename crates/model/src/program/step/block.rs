//! Steps that hold other steps, and steps no rule can decide.

use crate::phrase::Phrase;

use super::{Presence, Step, StepKind, Target};

/// Whether an element is in view right now.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// What to look for.
    pub target: Target,
    /// What must hold.
    pub presence: Presence,
}

/// Runs exactly one of two branches.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// What decides.
    pub test: Test,
    /// Runs when the test holds.
    pub then: Vec<Step>,
    /// Runs when it does not.
    pub otherwise: Vec<Step>,
}

/// What keeps a [`Repeat`] going.
#[derive(Debug, Clone, PartialEq)]
pub enum Rounds {
    /// As long as an element is in view.
    WhileVisible(Target),
    /// As long as an element is not in view.
    UntilVisible(Target),
    /// A fixed number of times.
    Times(u32),
}

/// Runs steps several times; what keeps it going is tested before each round.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// What keeps it going.
    pub rounds: Rounds,
    /// The most rounds; reaching it with the test still holding is a failure.
    pub max: u32,
    /// The steps of one round.
    pub steps: Vec<Step>,
}

/// Which kind of judgement is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// `verify`: does this hold?
    Verify,
    /// `summarize`: put what was seen in words.
    Summarize,
    /// A sentence of prose that matches no pattern.
    Sentence,
    /// A `do` of a scenario: somebody must say which step it is.
    Do,
    /// A `then` of a scenario: does this hold?
    Then,
}

/// Asks for something no rule can decide.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// Which kind.
    pub question: Question,
    /// The author's words.
    pub text: Phrase,
    /// What the words may well mean; tried first, and if it does not work out nothing is said
    /// about the words.
    pub guess: Option<Box<StepKind>>,
    /// What a learning run knew that may help to judge.
    pub hint: Option<String>,
}

impl Ask {
    /// Returns a question without a guess.
    pub const fn new(question: Question, text: Phrase) -> Self {
        Self {
            question,
            text,
            guess: None,
            hint: None,
        }
    }
}

/// Runs steps of earlier sections again.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The first section.
    pub from: String,
    /// The last section.
    pub to: String,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Something a file asks for that this code cannot do; the step fails and says so.
#[derive(Debug, Clone, PartialEq)]
pub struct Unsupported {
    /// What, in words, such as "the strategy `pinch` is unknown".
    pub reason: String,
}
