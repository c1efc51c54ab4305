//! The acts that can be sent to a device.

use std::fmt;
use std::time::Duration;

use crate::geometry::Point;
use crate::secret::MASK;

use super::{Ability, Key, Modifier, NetworkMode, SpecialAct};

/// Text for a device to type.
pub type Typed = crate::phrase::Value;

/// One act; points are in the units of [`Screen::size`](crate::screen::Screen::size).
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Touches a point.
    Tap(Point),
    /// Touches a point twice.
    DoubleTap(Point),
    /// Does at a point what only some devices can.
    Special(SpecialAct, Point),
    /// Holds a point.
    LongPress(Point, Duration),
    /// Moves a finger quickly; scrolls what is under it.
    Swipe(Point, Point, Duration),
    /// Picks up what is under the first point and lets go at the second.
    Drag(Point, Point, Duration),
    /// Types into what has the focus, literally: no character has a special meaning.
    Type(Typed),
    /// Empties the field that has the focus.
    ClearText,
    /// Presses a key with modifiers held.
    PressKey(Key, Vec<Modifier>),
    /// Opens an app by the name people call it or the platform's identifier.
    Launch(String),
    /// Stops an app for good.
    Stop(String),
    /// Erases an app's data.
    ClearData(String),
    /// Opens a URL or deep link.
    OpenUrl(String),
    /// Goes one screen back.
    Back,
    /// Goes to the home screen.
    Home,
    /// Shakes the device.
    Shake,
    /// Turns a radio on or off.
    SetNetwork(NetworkMode),
}

impl Action {
    /// Returns where the finger goes down, or the pointer goes.
    pub const fn point(&self) -> Option<Point> {
        match self {
            Self::Tap(at) | Self::DoubleTap(at) | Self::Special(_, at) | Self::LongPress(at, _) => {
                Some(*at)
            }
            Self::Swipe(from, _, _) | Self::Drag(from, _, _) => Some(*from),
            Self::Type(_)
            | Self::ClearText
            | Self::PressKey(..)
            | Self::Launch(_)
            | Self::Stop(_)
            | Self::ClearData(_)
            | Self::OpenUrl(_)
            | Self::Back
            | Self::Home
            | Self::Shake
            | Self::SetNetwork(_) => None,
        }
    }

    /// Returns what a device must be able to do to perform this.
    pub const fn ability(&self) -> Ability {
        match self {
            Self::Tap(_)
            | Self::DoubleTap(_)
            | Self::LongPress(..)
            | Self::Swipe(..)
            | Self::Drag(..) => Ability::Touch,
            Self::Special(act, _) => act.ability(),
            Self::Type(_) | Self::ClearText => Ability::Type,
            Self::PressKey(..) => Ability::Keys,
            Self::Launch(_) | Self::Stop(_) => Ability::Apps,
            Self::ClearData(_) => Ability::ClearData,
            Self::OpenUrl(_) => Ability::OpenUrl,
            Self::Back => Ability::Back,
            Self::Home => Ability::Home,
            Self::Shake => Ability::Shake,
            Self::SetNetwork(_) => Ability::Network,
        }
    }

    /// Returns the text it types that may be shown.
    pub fn typed(&self) -> Option<&str> {
        match self {
            Self::Type(Typed::Plain(text)) => Some(text),
            _ => None,
        }
    }
}

/// Shows the act for reports; hidden text is masked.
impl fmt::Display for Action {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap(at) => write!(out, "tap at {at}"),
            Self::DoubleTap(at) => write!(out, "double tap at {at}"),
            Self::Special(act, at) => write!(out, "{act} at {at}"),
            Self::LongPress(at, time) => write!(out, "long press at {at} for {time:?}"),
            Self::Swipe(from, to, _) => write!(out, "swipe {from} to {to}"),
            Self::Drag(from, to, _) => write!(out, "drag {from} to {to}"),
            Self::Type(Typed::Plain(text)) => write!(out, "type \"{text}\""),
            Self::Type(Typed::Hidden(_)) => write!(out, "type {MASK}"),
            Self::ClearText => out.write_str("clear the field"),
            Self::PressKey(key, modifiers) => {
                out.write_str("press ")?;
                for modifier in modifiers {
                    write!(out, "{}+", modifier.as_str())?;
                }
                out.write_str(key.as_str())
            }
            Self::Launch(app) => write!(out, "launch {app}"),
            Self::Stop(app) => write!(out, "stop {app}"),
            Self::ClearData(app) => write!(out, "clear data of {app}"),
            Self::OpenUrl(url) => write!(out, "open {url}"),
            Self::Back => out.write_str("go back"),
            Self::Home => out.write_str("go to the home screen"),
            Self::Shake => out.write_str("shake"),
            Self::SetNetwork(mode) => write!(out, "set network {}", mode.as_str()),
        }
    }
}
