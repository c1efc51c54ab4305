//! Steps that no rule can carry out: questions, and what this code does not know.

use crate::phrase::Phrase;

use super::declare::show;
use super::{
    Field, FieldVisitor, FileKind, StepDefinition, StepKind, Value, Verb, answers, step_kind,
};

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

/// Asks for something no rule can decide; `not judged` without an advisor.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// Which kind.
    pub question: Question,
    /// The author's words.
    pub text: Phrase,
    /// What the words may well mean; tried first, and if it does not work out nothing is said
    /// about the words.
    pub guess: Option<Box<StepKind>>,
    /// Something a learning run knew that may help to judge.
    pub hint: Option<String>,
    /// Whether what a learning run sees may stand for it: not for a denial, which is not about what shows, nor for
    /// what its author leaves to a model.
    pub may_be_recorded: bool,
}

impl Ask {
    fn blank(question: Question) -> StepKind {
        Self::new(question, Phrase::default()).into()
    }

    /// Returns a question without a guess.
    pub const fn new(question: Question, text: Phrase) -> Self {
        Self {
            question,
            text,
            guess: None,
            hint: None,
            may_be_recorded: true,
        }
    }
}

step_kind! {
    for Ask;
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        let text = Field::new("text").example("a sentence");
        show(visitor, text, Value::Phrase(&mut self.text));
        if let (FileKind::Compiled, Some(guess)) = (visitor.form(), &mut self.guess) {
            guess.fields(visitor);
        }
    }
    verbs: [
        Verb::of("verify", "Asks whether something holds", || Self::blank(Question::Verify))
            .in_skills("verify: \"the total is right\"")
            .main("text"),
        Verb::of("summarize", "Asks for what was seen in words", || Self::blank(Question::Summarize))
            .in_skills("summarize: \"the mail\"")
            .main("text"),
        Verb::of("ask", "Asks for what no rule can decide", || Self::blank(Question::Sentence))
            .in_skills("ask: \"close whatever is in the way\"")
            .main("text"),
        Verb::of("do", "Asks which step a sentence means", || Self::blank(Question::Do)),
        Verb::of("then", "Asks whether a sentence holds", || Self::blank(Question::Then)),
    ]
}

impl StepDefinition for Ask {
    answers! { nature: Question, named_by: text, compiled_as: None, has_own_form: false }

    fn definition(&self) -> &'static Verb {
        match self.question {
            Question::Verify => &Self::VERBS[0],
            Question::Summarize => &Self::VERBS[1],
            Question::Sentence => &Self::VERBS[2],
            Question::Do => &Self::VERBS[3],
            Question::Then => &Self::VERBS[4],
        }
    }
}

step_kind! {
    /// Something a file asks for that this code cannot do; the step fails and says so.
    pub struct Unsupported {
        /// The reason in words, such as "the strategy `pinch` is unknown".
        pub reason: String,
    }
    verbs: [Verb::new::<Self>("unsupported", "Cannot be done"),]
}

impl StepDefinition for Unsupported {
    answers! { compiled_as: None, has_own_form: false }

    fn title(&self) -> String {
        format!("{}: {}", self.verb(), self.reason)
    }
}
