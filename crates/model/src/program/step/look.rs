//! Steps that look: wait, prove, measure, remember.

use std::time::Duration;

use crate::geometry::Direction;
use crate::phrase::Phrase;

use super::{PressKey, Stroke, Target};

/// Scrolls until an element is in view.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrollTo {
    /// What to look for.
    pub target: Target,
    /// Where the finger goes; up (towards the end of the page) when not said.
    pub direction: Direction,
    /// How many swipes at the most.
    pub max: u32,
    /// How far and how fast each swipe goes; as [`Swipe`](super::Swipe) when not said.
    pub stroke: Option<Stroke>,
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

/// Keeps a picture and the tree as evidence and asserts nothing: the author wanted it so.
#[derive(Debug, Clone, PartialEq)]
pub struct KeepEvidence {
    /// What a person is to look for in it.
    pub assertion: Phrase,
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
