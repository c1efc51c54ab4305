//! The abilities of devices, and the acts that need an ability of their own.

use std::fmt;

use crate::secret::MASK;

use super::Typed;

crate::words! {
    /// Something a device may or may not be able to do.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ability {
        /// Gives its elements as a tree; without it, text is read from pixels.
        Tree = "read its elements",
        /// Signals changes, so that waits need not poll.
        SignalsChange = "signal changes",
        /// Gives pictures of its screen.
        Screenshot = "take a screenshot",
        /// Takes touches.
        Touch = "be touched",
        /// Has a pointer that can rest on something without touching it.
        Hover = "rest a pointer on anything",
        /// Has a pointer with a button for context menus.
        RightClick = "open context menus",
        /// Has fields that take files of this machine.
        Upload = "be given files",
        /// Takes text.
        Type = "type text",
        /// Has a keyboard on its screen that comes and goes, and tells whether it shows.
        ScreenKeyboard = "say whether a keyboard shows",
        /// Takes keys.
        Keys = "press keys",
        /// Opens and stops apps.
        Apps = "open and stop apps",
        /// Says which app is in front; without one, its home screen is.
        NamesApps = "say which app is in front",
        /// Erases an app's data.
        ClearData = "clear an app's data",
        /// Installs apps from files of this machine.
        Install = "install apps",
        /// Opens URLs.
        OpenUrl = "open a URL",
        /// Goes back.
        Back = "go back",
        /// Has a home screen.
        Home = "go to a home screen",
        /// Can be shaken.
        Shake = "be shaken",
        /// Switches its radios.
        Network = "switch its radios",
        /// Gives its logs.
        Logs = "give its logs",
        /// Gives what sites keep on it.
        Storage = "give what sites keep on it",
        /// Tells which requests were made.
        Requests = "tell which requests were made",
    }
}

/// An act at a point that only some devices can do. A new one needs a variant here, its ability above, and the
/// devices that can do it; all others refuse it by that ability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpecialAct {
    /// Moves the pointer there without touching anything.
    Hover,
    /// Clicks there with the button of a mouse that opens context menus.
    RightClick,
    /// Touches what opens a choice of files there and chooses these; several have semicolons between them.
    Upload(Typed),
}

impl SpecialAct {
    /// Returns what a device must be able to do to perform this.
    pub const fn ability(&self) -> Ability {
        match self {
            Self::Hover => Ability::Hover,
            Self::RightClick => Ability::RightClick,
            Self::Upload(_) => Ability::Upload,
        }
    }
}

/// Shows what is done, without where, for reports.
impl fmt::Display for SpecialAct {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hover => out.write_str("hover"),
            Self::RightClick => out.write_str("right click"),
            Self::Upload(Typed::Plain(files)) => write!(out, "upload \"{files}\""),
            Self::Upload(Typed::Hidden(_)) => write!(out, "upload {MASK}"),
        }
    }
}
