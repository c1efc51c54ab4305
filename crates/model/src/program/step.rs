//! One struct per kind of step, and [`StepKind`], which names them all.
//!
//! A step says what the author wrote. What a learning run found is in a
//! [`Pin`](super::Pin) beside it, never in here.

use std::time::Duration;

use crate::device::{Key, Modifier, NetworkMode};
use crate::geometry::Direction;
use crate::phrase::Phrase;
use crate::screen::Role;

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
}

/// What a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// Opens an app.
    Launch(Launch),
    /// Touches an element.
    Tap(Tap),
    /// Touches an element twice.
    DoubleTap(DoubleTap),
    /// Holds an element.
    LongPress(LongPress),
    /// Moves one element onto another.
    Drag(Drag),
    /// Types text into what has the focus.
    Type(TypeText),
    /// Presses a key.
    PressKey(PressKey),
    /// Moves a finger across the screen.
    Swipe(Swipe),
    /// Scrolls until an element is in view.
    ScrollTo(ScrollTo),
    /// Waits until an element is in view.
    WaitFor(WaitFor),
    /// Proves that an element is, or is not, in view.
    Assert(Assert),
    /// Keeps a picture of the screen.
    Screenshot(Screenshot),
    /// Goes to the home screen.
    Home,
    /// Goes one screen back.
    Back,
    /// Shakes the device.
    Shake,
    /// Opens a URL.
    OpenUrl(OpenUrl),
    /// Stops an app for good.
    ResetApp(ResetApp),
    /// Turns a radio on or off.
    SetNetwork(SetNetwork),
    /// Times how long the screen takes to answer an act.
    Measure(Measure),
    /// Goes on with another device.
    Target(SwitchTarget),
    /// Captures text from the screen.
    Remember(Remember),
    /// Runs one of two branches.
    Condition(Condition),
    /// Runs steps several times.
    Repeat(Repeat),
    /// Asks for a judgement no rule can make; `not judged` without an advisor.
    Ask(Ask),
}

/// How an author names one element: a label, and if that is not unique, what tells it apart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Target {
    /// The text a person would read out.
    pub label: Phrase,
    /// A text in the same row, such as the name of the list entry.
    pub row: Option<Phrase>,
    /// Which of several equal elements, counted from 1 in reading order.
    pub index: Option<u32>,
    /// The platform's own identifier.
    pub id: Option<String>,
    /// What kind of element.
    pub role: Option<Role>,
}

impl Target {
    /// Returns the target with this label and nothing else.
    pub fn labelled(label: impl Into<Phrase>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self::parse(text)
    }
}

/// Opens an app and brings it to the front.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// The name a person calls it by, or the platform's identifier.
    pub app: Phrase,
}

/// What an author expects a touch to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Effect {
    /// Something on the screen changes; the default, and checked.
    #[default]
    Visible,
    /// Nothing on the screen changes, and the author says so.
    None,
}

/// Touches one element once.
#[derive(Debug, Clone, PartialEq)]
pub struct Tap {
    /// What to touch.
    pub target: Target,
    /// What it does.
    pub effect: Effect,
}

/// Touches one element twice in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct DoubleTap {
    /// What to touch.
    pub target: Target,
}

/// Holds a finger on one element.
#[derive(Debug, Clone, PartialEq)]
pub struct LongPress {
    /// What to hold.
    pub target: Target,
    /// How long; [`LongPress::DEFAULT_DURATION`] when not said.
    pub duration: Option<Duration>,
}

impl LongPress {
    /// How long a press is held when the source does not say.
    pub const DEFAULT_DURATION: Duration = Duration::from_millis(500);
}

/// Drags one element onto another.
#[derive(Debug, Clone, PartialEq)]
pub struct Drag {
    /// What to pick up.
    pub from: Target,
    /// Where to let go.
    pub to: Target,
}

impl Drag {
    /// How long a drag takes.
    pub const DURATION: Duration = Duration::from_millis(1000);
}

/// Types text.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeText {
    /// The text, exactly.
    pub text: Phrase,
    /// The field to touch first; without it, the field that has the focus.
    pub into: Option<Target>,
}

/// Presses a key, with modifiers held.
#[derive(Debug, Clone, PartialEq)]
pub struct PressKey {
    /// The key.
    pub key: Key,
    /// What is held meanwhile, in the order written.
    pub modifiers: Vec<Modifier>,
}

/// Moves a finger from the middle of the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Swipe {
    /// Where the finger goes.
    pub direction: Direction,
}

impl Swipe {
    /// How much of the screen's height the finger covers to each side of the middle.
    pub const REACH: f64 = 0.15;
    /// How long a swipe takes.
    pub const DURATION: Duration = Duration::from_millis(300);
}

/// Scrolls until an element is in view.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrollTo {
    /// What to look for.
    pub target: Target,
    /// Where the finger goes; up (towards the end of the page) when not said.
    pub direction: Direction,
    /// How many swipes at the most.
    pub max: u32,
}

impl ScrollTo {
    /// How many swipes are made at the most when the source does not say.
    pub const DEFAULT_MAX: u32 = 10;
}

/// Waits until an element is in view.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitFor {
    /// What to wait for.
    pub target: Target,
    /// How long at the most; the run's default when not said.
    pub timeout: Option<Duration>,
}

/// Whether something is in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It is.
    Visible,
    /// It is not.
    NotVisible,
}

/// Proves that an element is, or is not, in view.
#[derive(Debug, Clone, PartialEq)]
pub struct Assert {
    /// What to look for.
    pub target: Target,
    /// What must hold.
    pub presence: Presence,
}

/// Keeps a picture of the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Screenshot {
    /// What to call it.
    pub label: Phrase,
}

/// Opens a URL or a deep link.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenUrl {
    /// The address.
    pub url: Phrase,
}

/// Stops an app so that its next launch is a fresh start.
#[derive(Debug, Clone, PartialEq)]
pub struct ResetApp {
    /// The app.
    pub app: Phrase,
}

/// Turns a radio on or off.
#[derive(Debug, Clone, PartialEq)]
pub struct SetNetwork {
    /// Which one, and to what.
    pub mode: NetworkMode,
}

/// The act whose effect is timed.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// A touch.
    Tap(Target),
    /// A launch.
    Launch(Phrase),
    /// A key.
    PressKey(PressKey),
}

/// Times how long the screen takes to answer an act; the clock starts when the act is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// What is done.
    pub act: Measured,
    /// What ends the measurement.
    pub until: Target,
    /// The most it may take; the run's default when not said.
    pub max: Option<Duration>,
    /// What to call the figure.
    pub name: Option<String>,
}

/// Goes on with another device of the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct SwitchTarget {
    /// The name the configuration gives it.
    pub name: Phrase,
}

/// Captures text from the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Remember {
    /// The author's words; kept for the reader, never interpreted.
    pub text: Phrase,
    /// The name later steps recall it by, as `{name}`.
    pub name: Option<String>,
    /// Whose value to capture; the whole screen when not said.
    pub from: Option<Target>,
}

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
}

/// Asks for something no rule can decide.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// Which kind.
    pub question: Question,
    /// The author's words.
    pub text: Phrase,
}

impl StepKind {
    /// Returns the word for this kind in files, reports and documentation.
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Launch(_) => "launch",
            Self::Tap(_) => "tap",
            Self::DoubleTap(_) => "double_tap",
            Self::LongPress(_) => "long_press",
            Self::Drag(_) => "drag",
            Self::Type(_) => "type",
            Self::PressKey(_) => "press_key",
            Self::Swipe(_) => "swipe",
            Self::ScrollTo(_) => "scroll_to",
            Self::WaitFor(_) => "wait_for",
            Self::Assert(Assert {
                presence: Presence::Visible,
                ..
            }) => "assert_visible",
            Self::Assert(Assert {
                presence: Presence::NotVisible,
                ..
            }) => "assert_not_visible",
            Self::Screenshot(_) => "screenshot",
            Self::Home => "home",
            Self::Back => "back",
            Self::Shake => "shake",
            Self::OpenUrl(_) => "open_url",
            Self::ResetApp(_) => "reset_app",
            Self::SetNetwork(_) => "set_network",
            Self::Measure(_) => "measure",
            Self::Target(_) => "target",
            Self::Remember(_) => "remember",
            Self::Condition(_) => "condition",
            Self::Repeat(_) => "repeat",
            Self::Ask(Ask {
                question: Question::Verify,
                ..
            }) => "verify",
            Self::Ask(Ask {
                question: Question::Summarize,
                ..
            }) => "summarize",
            Self::Ask(Ask {
                question: Question::Sentence,
                ..
            }) => "ask",
        }
    }

    /// Returns the words that name this step in a compiled file, or `None` for the verbs without.
    pub fn label(&self) -> Option<&Phrase> {
        match self {
            Self::Launch(step) => Some(&step.app),
            Self::Tap(step) => Some(&step.target.label),
            Self::DoubleTap(step) => Some(&step.target.label),
            Self::LongPress(step) => Some(&step.target.label),
            Self::Drag(step) => Some(&step.from.label),
            Self::Type(step) => Some(&step.text),
            Self::ScrollTo(step) => Some(&step.target.label),
            Self::WaitFor(step) => Some(&step.target.label),
            Self::Assert(step) => Some(&step.target.label),
            Self::Screenshot(step) => Some(&step.label),
            Self::OpenUrl(step) => Some(&step.url),
            Self::ResetApp(step) => Some(&step.app),
            Self::Target(step) => Some(&step.name),
            Self::Remember(step) => Some(&step.text),
            Self::Ask(step) => Some(&step.text),
            Self::Home
            | Self::Back
            | Self::Shake
            | Self::PressKey(_)
            | Self::Swipe(_)
            | Self::SetNetwork(_)
            | Self::Measure(_)
            | Self::Condition(_)
            | Self::Repeat(_) => None,
        }
    }

    /// Returns the label as a compiled file has it: variables by name, never by value.
    pub fn label_text(&self) -> Option<String> {
        match self {
            Self::PressKey(step) => Some(step.combination()),
            Self::Swipe(step) => Some(step.direction.as_str().to_owned()),
            Self::SetNetwork(step) => Some(step.mode.as_str().to_owned()),
            Self::Measure(step) => step.name.clone(),
            Self::Launch(_)
            | Self::Tap(_)
            | Self::DoubleTap(_)
            | Self::LongPress(_)
            | Self::Drag(_)
            | Self::Type(_)
            | Self::ScrollTo(_)
            | Self::WaitFor(_)
            | Self::Assert(_)
            | Self::Screenshot(_)
            | Self::Home
            | Self::Back
            | Self::Shake
            | Self::OpenUrl(_)
            | Self::ResetApp(_)
            | Self::Target(_)
            | Self::Remember(_)
            | Self::Condition(_)
            | Self::Repeat(_)
            | Self::Ask(_) => self.label().map(Phrase::source),
        }
    }

    /// Returns the nested steps, branch after branch in source order.
    pub fn branches(&self) -> Vec<&Vec<Step>> {
        match self {
            Self::Condition(step) => vec![&step.then, &step.otherwise],
            Self::Repeat(step) => vec![&step.steps],
            _ => Vec::new(),
        }
    }

    /// Returns the nested steps for change, branch after branch in source order.
    pub fn branches_mut(&mut self) -> Vec<&mut Vec<Step>> {
        match self {
            Self::Condition(step) => vec![&mut step.then, &mut step.otherwise],
            Self::Repeat(step) => vec![&mut step.steps],
            _ => Vec::new(),
        }
    }

    /// Visits every phrase of this step itself, not of nested steps.
    pub fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        match self {
            Self::Launch(step) => visit(&mut step.app),
            Self::Tap(step) => step.target.phrases_mut(visit),
            Self::DoubleTap(step) => step.target.phrases_mut(visit),
            Self::LongPress(step) => step.target.phrases_mut(visit),
            Self::Drag(step) => {
                step.from.phrases_mut(visit);
                step.to.phrases_mut(visit);
            }
            Self::Type(step) => {
                visit(&mut step.text);
                step.into
                    .iter_mut()
                    .for_each(|target| target.phrases_mut(visit));
            }
            Self::ScrollTo(step) => step.target.phrases_mut(visit),
            Self::WaitFor(step) => step.target.phrases_mut(visit),
            Self::Assert(step) => step.target.phrases_mut(visit),
            Self::Screenshot(step) => visit(&mut step.label),
            Self::OpenUrl(step) => visit(&mut step.url),
            Self::ResetApp(step) => visit(&mut step.app),
            Self::Measure(step) => {
                match &mut step.act {
                    Measured::Tap(target) => target.phrases_mut(visit),
                    Measured::Launch(app) => visit(app),
                    Measured::PressKey(_) => {}
                }
                step.until.phrases_mut(visit);
            }
            Self::Target(step) => visit(&mut step.name),
            Self::Remember(step) => {
                visit(&mut step.text);
                step.from
                    .iter_mut()
                    .for_each(|target| target.phrases_mut(visit));
            }
            Self::Condition(step) => step.test.target.phrases_mut(visit),
            Self::Repeat(step) => match &mut step.rounds {
                Rounds::WhileVisible(target) | Rounds::UntilVisible(target) => {
                    target.phrases_mut(visit);
                }
                Rounds::Times(_) => {}
            },
            Self::Ask(step) => visit(&mut step.text),
            Self::Home
            | Self::Back
            | Self::Shake
            | Self::PressKey(_)
            | Self::Swipe(_)
            | Self::SetNetwork(_) => {}
        }
    }
}

impl Target {
    fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        visit(&mut self.label);
        self.row.iter_mut().for_each(visit);
    }
}

impl PressKey {
    /// Returns the key and what is held, as `l+command`.
    pub fn combination(&self) -> String {
        let mut words = vec![self.key.as_str().to_owned()];
        words.extend(
            self.modifiers
                .iter()
                .map(|modifier| modifier.as_str().to_owned()),
        );
        words.join("+")
    }
}
