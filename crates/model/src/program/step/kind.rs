//! Every kind of step, and what can be asked of all of them.

use crate::phrase::Phrase;

use super::{
    Ask, Assert, Check, ClearField, Condition, DoubleTap, Drag, Group, Hover, KeepEvidence, Launch,
    LongPress, Measure, Measured, OpenUrl, Pause, Presence, PressKey, Question, Remember, Repeat,
    ResetApp, RestartApp, Rounds, Screenshot, ScrollTo, ScrollToEdge, SetNetwork, Step, Swipe,
    SwitchTarget, Tap, TypeText, Unsupported, WaitFor,
};

/// What a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// Opens an app.
    Launch(Launch),
    /// Touches an element.
    Tap(Tap),
    /// Touches an element twice.
    DoubleTap(DoubleTap),
    /// Rests the pointer on an element.
    Hover(Hover),
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
    /// Stops an app and opens it again.
    RestartApp(RestartApp),
    /// Empties a field.
    Clear(ClearField),
    /// Scrolls as far as it goes.
    ScrollToEdge(ScrollToEdge),
    /// Lets time pass.
    Pause(Pause),
    /// Proves that claims hold.
    Check(Check),
    /// Keeps evidence and asserts nothing.
    KeepEvidence(KeepEvidence),
    /// Runs steps of earlier sections again.
    Group(Group),
    /// Cannot be done.
    Unsupported(Unsupported),
}

impl StepKind {
    /// Returns the word for this kind in files, reports and documentation.
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Launch(_) => "launch",
            Self::Tap(_) => "tap",
            Self::DoubleTap(_) => "double_tap",
            Self::Hover(_) => "hover",
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
            Self::Ask(Ask {
                question: Question::Do,
                ..
            }) => "do",
            Self::Ask(Ask {
                question: Question::Then,
                ..
            }) => "then",
            Self::RestartApp(_) => "restart_app",
            Self::Clear(_) => "clear",
            Self::ScrollToEdge(_) => "scroll_to_edge",
            Self::Pause(_) => "pause",
            Self::Check(_) => "check",
            Self::KeepEvidence(_) => "keep_evidence",
            Self::Group(_) => "replay",
            Self::Unsupported(_) => "unsupported",
        }
    }

    /// Returns the words that name this step in a compiled file, or `None` for the verbs without.
    pub fn label(&self) -> Option<&Phrase> {
        match self {
            Self::Launch(step) => Some(&step.app),
            Self::Tap(step) => Some(&step.target.label),
            Self::DoubleTap(step) => Some(&step.target.label),
            Self::Hover(step) => Some(&step.target.label),
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
            Self::RestartApp(step) => Some(&step.app),
            Self::Clear(step) => step.field.as_ref().map(|field| &field.label),
            Self::KeepEvidence(step) => Some(&step.assertion),
            Self::ScrollToEdge(_)
            | Self::Pause(_)
            | Self::Check(_)
            | Self::Group(_)
            | Self::Unsupported(_)
            | Self::Home
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
            Self::ScrollToEdge(step) => Some(step.edge.as_str().to_owned()),
            Self::RestartApp(_)
            | Self::Clear(_)
            | Self::Pause(_)
            | Self::Check(_)
            | Self::KeepEvidence(_)
            | Self::Group(_)
            | Self::Unsupported(_)
            | Self::Launch(_)
            | Self::Tap(_)
            | Self::DoubleTap(_)
            | Self::Hover(_)
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
            Self::Group(step) => vec![&step.steps],
            _ => Vec::new(),
        }
    }

    /// Returns the nested steps for change, branch after branch in source order.
    pub fn branches_mut(&mut self) -> Vec<&mut Vec<Step>> {
        match self {
            Self::Condition(step) => vec![&mut step.then, &mut step.otherwise],
            Self::Repeat(step) => vec![&mut step.steps],
            Self::Group(step) => vec![&mut step.steps],
            _ => Vec::new(),
        }
    }

    /// Visits every phrase of this step itself, not of nested steps.
    pub fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        match self {
            Self::Launch(step) => visit(&mut step.app),
            Self::Tap(step) => step.target.phrases_mut(visit),
            Self::DoubleTap(step) => step.target.phrases_mut(visit),
            Self::Hover(step) => step.target.phrases_mut(visit),
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
            Self::Ask(step) => {
                visit(&mut step.text);
                if let Some(guess) = &mut step.guess {
                    guess.phrases_mut(visit);
                }
            }
            Self::RestartApp(step) => visit(&mut step.app),
            Self::Clear(step) => step
                .field
                .iter_mut()
                .for_each(|field| field.phrases_mut(visit)),
            Self::Check(step) => step
                .claims
                .iter_mut()
                .for_each(|claim| claim.phrases_mut(visit)),
            Self::KeepEvidence(step) => visit(&mut step.assertion),
            Self::ScrollToEdge(_)
            | Self::Pause(_)
            | Self::Group(_)
            | Self::Unsupported(_)
            | Self::Home
            | Self::Back
            | Self::Shake
            | Self::PressKey(_)
            | Self::Swipe(_)
            | Self::SetNetwork(_) => {}
        }
    }
}
