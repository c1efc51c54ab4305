//! The kinds of steps, a file for those that are alike, and the registry that names them all.
//!
//! A step says what the author wrote. What a learning run found is in a
//! [`Pin`](super::Pin) beside it, never in here.
//!
//! Not here: pins, devices, and how a step is carried out.

use std::time::Duration;

use crate::event::SentenceMark;
use crate::phrase::Phrase;

mod ask;
mod block;
mod claim;
mod declare;
mod definition;
mod device;
mod field;
mod fill;
mod measure;
mod press_key;
mod proof;
mod record;
mod scroll;
mod target;
mod touch;

pub use ask::Question;
pub use block::{Rounds, Test};
pub use claim::{Claim, CountClaim, StateClaim, TextClaim};
pub use declare::DeclaredStep;
pub use definition::{Nature, ProvenBy, StepDefinition, Verb};
pub use field::{Field, FieldVisitor, FileKind, Unit, Value, Word, skill_keys};
pub use measure::Measured;
pub use proof::Presence;
pub use scroll::{Edge, Stroke};
pub use target::{Matching, Target, WantedRole};
pub use touch::TouchEffect;

use declare::{answers, step_kind};
use definition::{option, quoted};

/// Declares [`StepKind`] and what follows from the list of kinds alone.
macro_rules! step_kinds {
    ($($module:ident: $variant:ident($step:ident),)*) => {
        $(pub use $module::$step;)*

        /// The kind of a step. Questions about it are answered by its [`StepDefinition`].
        #[derive(Debug, Clone, PartialEq)]
        pub enum StepKind {
            $(
                #[doc = concat!("See [`", stringify!($step), "`].")]
                $variant($step),
            )*
        }

        $(
            impl From<$step> for StepKind {
                fn from(step: $step) -> Self {
                    Self::$variant(step)
                }
            }
        )*

        impl std::ops::Deref for StepKind {
            type Target = dyn StepDefinition;

            fn deref(&self) -> &(dyn StepDefinition + 'static) {
                match self {
                    $(Self::$variant(step) => step,)*
                }
            }
        }

        impl std::ops::DerefMut for StepKind {
            fn deref_mut(&mut self) -> &mut (dyn StepDefinition + 'static) {
                match self {
                    $(Self::$variant(step) => step,)*
                }
            }
        }

        /// The verbs of every kind, in the order help and error messages list them.
        const VERBS: &[&[Verb]] = &[$($step::VERBS,)*];
    };
}

// The registry: everything that reads, writes, runs or lists kinds of steps goes by these lines.
step_kinds! {
    device: Launch(Launch),
    touch: Tap(Tap),
    touch: DoubleTap(DoubleTap),
    touch: Hover(Hover),
    touch: RightClick(RightClick),
    touch: LongPress(LongPress),
    touch: Drag(Drag),
    fill: Type(TypeText),
    fill: Upload(Upload),
    press_key: PressKey(PressKey),
    scroll: Swipe(Swipe),
    scroll: PullToRefresh(PullToRefresh),
    scroll: ScrollTo(ScrollTo),
    proof: WaitFor(WaitFor),
    proof: Assert(Assert),
    proof: Check(Check),
    record: Screenshot(Screenshot),
    device: Home(Home),
    device: Back(Back),
    device: HideKeyboard(HideKeyboard),
    device: Shake(Shake),
    device: OpenUrl(OpenUrl),
    device: ResetApp(ResetApp),
    device: SetNetwork(SetNetwork),
    measure: Measure(Measure),
    device: Target(SwitchTarget),
    record: Remember(Remember),
    block: Condition(Condition),
    block: Repeat(Repeat),
    ask: Ask(Ask),
    device: RestartApp(RestartApp),
    fill: Clear(ClearField),
    fill: SetChecked(SetChecked),
    fill: Select(Select),
    scroll: ScrollToEdge(ScrollToEdge),
    record: Pause(Pause),
    record: KeepEvidence(KeepEvidence),
    block: Group(Group),
    touch: Gesture(Gesture),
    ask: Unsupported(Unsupported),
}

impl StepKind {
    /// Returns every verb, in the order help and error messages list them.
    pub fn verbs() -> impl Iterator<Item = &'static Verb> {
        VERBS.iter().copied().flatten()
    }

    /// Returns the verb of this name.
    pub fn find_verb(name: &str) -> Option<&'static Verb> {
        Self::verbs().find(|verb| verb.name == name)
    }

    /// Returns the verbs that skills have words for.
    pub fn skill_verbs() -> impl Iterator<Item = &'static Verb> {
        Self::verbs().filter(|verb| verb.example.is_some())
    }

    /// Returns the verb of this name, if skills have words for it.
    pub fn find_skill_verb(name: &str) -> Option<&'static Verb> {
        Self::skill_verbs().find(|verb| verb.name == name)
    }
}

/// The number of a step: its place in the source when every nested step is counted in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StepId(pub usize);

/// Where in the source a step stands; both count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// One step with its place and the author's comments above it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its number; [`Draft::new`](super::Draft::new) assigns it.
    pub id: StepId,
    /// Where it stands.
    pub place: Place,
    /// Comments the author wrote directly above it, without their marks.
    pub notes: Vec<String>,
    /// Its kind.
    pub kind: StepKind,
    /// The sentence of a scenario it stands for; `None` in skills.
    pub sentence: Option<Box<Sentence>>,
}

impl Step {
    /// Returns a step of this kind at this place, not yet numbered, with nothing said about it.
    pub fn new(kind: impl Into<StepKind>, place: Place) -> Self {
        Self {
            id: StepId::default(),
            place,
            notes: Vec::new(),
            kind: kind.into(),
            sentence: None,
        }
    }

    /// Visits every phrase of this step itself, its sentence included, not of nested steps.
    pub fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        self.kind.phrases_mut(visit);
        if let Some(sentence) = &mut self.sentence {
            visit(&mut sentence.text);
        }
    }

    /// Returns the step in one line, as reports show it: the author's sentence where there is one;
    /// secrets are masked.
    pub fn title(&self) -> String {
        match &self.sentence {
            Some(sentence) => sentence.text.to_string(),
            None => self.kind.title(),
        }
    }

    /// Returns what events say about the sentence the step stands for.
    pub fn sentence_mark(&self) -> Option<SentenceMark> {
        let sentence = self.sentence.as_ref()?;
        let is_fingerprint = matches!(&self.kind, StepKind::Check(it) if it.is_fingerprint);
        Some(SentenceMark {
            section: sentence.section.clone(),
            kind: sentence.kind.as_str().to_owned(),
            strict: sentence.strict,
            strategy: self.kind.strategy_name().to_owned(),
            original: sentence.text.to_sentence(),
            is_fingerprint,
        })
    }
}

/// The sentence of a scenario that a step stands for, and what its author said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// The section it is in.
    pub section: String,
    /// Its purpose.
    pub kind: StepType,
    /// The sentence.
    pub text: Phrase,
    /// How long to wait after the step.
    pub wait: Duration,
    /// Whether the author wanted it judged strictly.
    pub strict: bool,
}

crate::words! {
    /// The purpose of a sentence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum StepType {
        /// To act.
        Do = "do",
        /// To assert.
        Then = "then",
        /// To repeat earlier sections.
        Replay = "replay",
    }
}
