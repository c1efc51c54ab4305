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

pub use ask::{Ask, Question};
pub use assert::{Assert, Presence};
pub use back::Back;
pub use check::Check;
pub use claim::{Claim, CountClaim, StateClaim, TextClaim};
pub use clear_field::ClearField;
pub use condition::{Condition, Test};
pub use definition::{Nature, ProvenBy, ScenarioForm, StepDefinition, Verb};
pub use double_tap::DoubleTap;
pub use drag::Drag;
pub use field::{Field, FieldVisitor, FileKind, KnownField, Unit, Value, Word};
pub use gesture::Gesture;
pub use group::Group;
pub use hide_keyboard::HideKeyboard;
pub use home::Home;
pub use hover::Hover;
pub use keep_evidence::KeepEvidence;
pub use launch::Launch;
pub use long_press::LongPress;
pub use measure::{Measure, Measured};
pub use open_url::OpenUrl;
pub use pause::Pause;
pub use press_key::PressKey;
pub use pull_to_refresh::PullToRefresh;
pub use remember::Remember;
pub use repeat::{Repeat, Rounds};
pub use reset_app::ResetApp;
pub use restart_app::RestartApp;
pub use right_click::RightClick;
pub use screenshot::Screenshot;
pub use scroll_to::ScrollTo;
pub use scroll_to_edge::{Edge, ScrollToEdge};
pub use select::Select;
pub use sentence::{Sentence, StepType};
pub use set_checked::SetChecked;
pub use set_network::SetNetwork;
pub use shake::Shake;
pub use swipe::{Stroke, Swipe};
pub use switch_target::SwitchTarget;
pub use tap::{Tap, TouchEffect};
pub use target::{Matching, Target};
pub use type_text::TypeText;
pub use unsupported::Unsupported;
pub use upload::Upload;
pub use wait_for::WaitFor;

// The registry: everything that reads, writes, runs or lists kinds of steps goes by these lines.
registry::step_kinds! {
    Launch(Launch),
    Tap(Tap),
    DoubleTap(DoubleTap),
    Hover(Hover),
    RightClick(RightClick),
    LongPress(LongPress),
    Drag(Drag),
    Type(TypeText),
    Upload(Upload),
    PressKey(PressKey),
    Swipe(Swipe),
    PullToRefresh(PullToRefresh),
    ScrollTo(ScrollTo),
    WaitFor(WaitFor),
    Assert(Assert),
    Check(Check),
    Screenshot(Screenshot),
    Home(Home),
    Back(Back),
    HideKeyboard(HideKeyboard),
    Shake(Shake),
    OpenUrl(OpenUrl),
    ResetApp(ResetApp),
    SetNetwork(SetNetwork),
    Measure(Measure),
    Target(SwitchTarget),
    Remember(Remember),
    Condition(Condition),
    Repeat(Repeat),
    Ask(Ask),
    RestartApp(RestartApp),
    Clear(ClearField),
    SetChecked(SetChecked),
    Select(Select),
    ScrollToEdge(ScrollToEdge),
    Pause(Pause),
    KeepEvidence(KeepEvidence),
    Group(Group),
    Gesture(Gesture),
    Unsupported(Unsupported),
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
    /// What it does.
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
