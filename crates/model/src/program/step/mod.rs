//! One file per kind of step, and the registry that names them all.
//!
//! A step says what the author wrote. What a learning run found is in a
//! [`Pin`](super::Pin) beside it, never in here.
//!
//! Not here: pins, devices, and how a step is carried out.

use crate::phrase::Phrase;

mod ask;
mod assert;
mod back;
mod check;
mod claim;
mod clear_field;
mod condition;
mod declare;
mod definition;
mod double_tap;
mod drag;
mod field;
mod gesture;
mod group;
mod hide_keyboard;
mod home;
mod hover;
mod keep_evidence;
mod launch;
mod long_press;
mod measure;
mod open_url;
mod pause;
mod press_key;
mod pull_to_refresh;
mod registry;
mod remember;
mod repeat;
mod reset_app;
mod restart_app;
mod right_click;
mod screenshot;
mod scroll_to;
mod scroll_to_edge;
mod select;
mod sentence;
mod set_checked;
mod set_network;
mod shake;
mod swipe;
mod switch_target;
mod tap;
mod target;
mod type_text;
mod unsupported;
mod upload;
mod wait_for;

pub use ask::Question;
pub use assert::Presence;
pub use claim::{Claim, CountClaim, StateClaim, TextClaim};
pub use condition::Test;
pub use declare::DeclaredStep;
pub use definition::{Nature, ProvenBy, ScenarioForm, StepDefinition, Verb};
pub use field::{Field, FieldVisitor, FileKind, KnownField, Unit, Value, Word};
pub use measure::Measured;
pub use repeat::Rounds;
pub use scroll_to_edge::Edge;
pub use sentence::{Sentence, StepType};
pub use swipe::Stroke;
pub use tap::TouchEffect;
pub use target::{Matching, Target, WantedRole};

use declare::{answers, step_kind};
use definition::{option, quoted};
use field::TARGET;

// The registry: everything that reads, writes, runs or lists kinds of steps goes by these lines.
registry::step_kinds! {
    launch: Launch(Launch),
    tap: Tap(Tap),
    double_tap: DoubleTap(DoubleTap),
    hover: Hover(Hover),
    right_click: RightClick(RightClick),
    long_press: LongPress(LongPress),
    drag: Drag(Drag),
    type_text: Type(TypeText),
    upload: Upload(Upload),
    press_key: PressKey(PressKey),
    swipe: Swipe(Swipe),
    pull_to_refresh: PullToRefresh(PullToRefresh),
    scroll_to: ScrollTo(ScrollTo),
    wait_for: WaitFor(WaitFor),
    assert: Assert(Assert),
    check: Check(Check),
    screenshot: Screenshot(Screenshot),
    home: Home(Home),
    back: Back(Back),
    hide_keyboard: HideKeyboard(HideKeyboard),
    shake: Shake(Shake),
    open_url: OpenUrl(OpenUrl),
    reset_app: ResetApp(ResetApp),
    set_network: SetNetwork(SetNetwork),
    measure: Measure(Measure),
    switch_target: Target(SwitchTarget),
    remember: Remember(Remember),
    condition: Condition(Condition),
    repeat: Repeat(Repeat),
    ask: Ask(Ask),
    restart_app: RestartApp(RestartApp),
    clear_field: Clear(ClearField),
    set_checked: SetChecked(SetChecked),
    select: Select(Select),
    scroll_to_edge: ScrollToEdge(ScrollToEdge),
    pause: Pause(Pause),
    keep_evidence: KeepEvidence(KeepEvidence),
    group: Group(Group),
    gesture: Gesture(Gesture),
    unsupported: Unsupported(Unsupported),
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
}
