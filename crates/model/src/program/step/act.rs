//! Steps that do something to the device.

use std::time::Duration;

use crate::device::{Key, Modifier, NetworkMode};
use crate::geometry::Direction;
use crate::phrase::Phrase;

use super::Target;

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

/// Rests the pointer on one element without touching it.
#[derive(Debug, Clone, PartialEq)]
pub struct Hover {
    /// What to rest on.
    pub target: Target,
    /// What it does.
    pub effect: Effect,
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

/// How far and how fast a finger moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// From where it goes down to where it goes up, in the units of touches; half of it to each
    /// side of the middle of the screen, and never beyond its edges.
    pub distance: f64,
    /// How long it takes.
    pub duration: Duration,
}

/// Moves a finger from the middle of the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Swipe {
    /// Where the finger goes.
    pub direction: Direction,
    /// How far and how fast; [`Swipe::REACH`] and [`Swipe::DURATION`] when not said.
    pub stroke: Option<Stroke>,
}

impl Swipe {
    /// How much of the screen's height the finger covers to each side of the middle.
    pub const REACH: f64 = 0.15;
    /// How long a swipe takes.
    pub const DURATION: Duration = Duration::from_millis(300);
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

/// Stops an app and opens it again.
#[derive(Debug, Clone, PartialEq)]
pub struct RestartApp {
    /// The app.
    pub app: Phrase,
}

/// Empties a field.
#[derive(Debug, Clone, PartialEq)]
pub struct ClearField {
    /// The field to touch first; without it, the field that has the focus.
    pub field: Option<Target>,
}

crate::words! {
    /// An end of what can be scrolled.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Edge {
        /// The beginning.
        Top = "top",
        /// The end.
        Bottom = "bottom",
    }
}

/// Scrolls as far as the page goes.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrollToEdge {
    /// Where to.
    pub edge: Edge,
}

impl ScrollToEdge {
    /// How many swipes are made at the most; a page that goes on for ever has no end.
    pub const MAX: u32 = 50;
}

/// Lets time pass, because the author says so.
#[derive(Debug, Clone, PartialEq)]
pub struct Pause {
    /// How long.
    pub duration: Duration,
}

/// Turns a radio on or off.
#[derive(Debug, Clone, PartialEq)]
pub struct SetNetwork {
    /// Which one, and to what.
    pub mode: NetworkMode,
}

/// Goes on with another device of the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct SwitchTarget {
    /// The name the configuration gives it.
    pub name: Phrase,
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
