//! The names that tables use for what their phrases ask for.

use super::slot::{Slot, Value, parse_value};

/// What a section of a table asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meaning {
    /// Opens the app.
    Launch,
    /// Stops the app.
    Stop,
    /// Stops and opens the app.
    Restart,
    /// Touches what is quoted or described.
    Tap,
    /// Touches what has the quoted text in it.
    TapContaining,
    /// Rests the pointer on what is quoted or described.
    Hover,
    /// Holds.
    LongPress,
    /// Touches twice.
    DoubleTap,
    /// Types.
    Type,
    /// Empties a field.
    Clear,
    /// Scrolls a little.
    Scroll,
    /// Moves a finger.
    Swipe,
    /// Scrolls until something is in view.
    ScrollToFind,
    /// Scrolls to the beginning.
    ScrollToTop,
    /// Scrolls to the end.
    ScrollToBottom,
    /// Presses a key.
    Key,
    /// Waits so many minutes.
    WaitMinutes,
    /// Waits so many seconds.
    WaitSeconds,
    /// Waits so many thousandths of a second.
    WaitMilliseconds,
    /// Waits for something to appear.
    WaitUntilShown,
    /// Waits for something to disappear.
    WaitUntilGone,
    /// Expects something on the screen.
    Shown,
    /// Expects something not to be on the screen.
    Hidden,
    /// Expects a text with the quoted one in it.
    Containing,
    /// Expects no text with the quoted one in it.
    NotContaining,
    /// Expects one text on the screen and another gone from it.
    Changed,
    /// Expects a state.
    StateIs,
    /// Expects the opposite of a state.
    StateIsNot,
    /// Expects at least so many.
    CountAtLeast,
    /// Expects a screen.
    ScreenShown,
    /// Expects another screen.
    ScreenHidden,
}

/// The part of a scenario a sentence stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    /// Something to do.
    Do,
    /// Something that must hold.
    Then,
}

impl Meaning {
    /// All meanings with the name tables give them; a table has each.
    pub(super) const NAMES: [(Self, &'static str); 31] = [
        (Self::Launch, "launch"),
        (Self::Stop, "stop"),
        (Self::Restart, "restart"),
        (Self::Tap, "tap"),
        (Self::TapContaining, "tap-containing"),
        (Self::Hover, "hover"),
        (Self::LongPress, "long-press"),
        (Self::DoubleTap, "double-tap"),
        (Self::Type, "type"),
        (Self::Clear, "clear"),
        (Self::Scroll, "scroll"),
        (Self::Swipe, "swipe"),
        (Self::ScrollToFind, "scroll-to-find"),
        (Self::ScrollToTop, "scroll-to-top"),
        (Self::ScrollToBottom, "scroll-to-bottom"),
        (Self::Key, "key"),
        (Self::WaitMinutes, "wait-minutes"),
        (Self::WaitSeconds, "wait-seconds"),
        (Self::WaitMilliseconds, "wait-milliseconds"),
        (Self::WaitUntilShown, "wait-until-shown"),
        (Self::WaitUntilGone, "wait-until-gone"),
        (Self::Shown, "shown"),
        (Self::Hidden, "hidden"),
        (Self::Containing, "containing"),
        (Self::NotContaining, "not-containing"),
        (Self::Changed, "changed"),
        (Self::StateIs, "state"),
        (Self::StateIsNot, "state-not"),
        (Self::CountAtLeast, "count-at-least"),
        (Self::ScreenShown, "screen-shown"),
        (Self::ScreenHidden, "screen-hidden"),
    ];

    /// Returns the meaning of this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let mut names = Self::NAMES.into_iter();
        names.find(|(_, known)| *known == name).map(|(it, _)| it)
    }

    /// Returns the name tables use.
    pub(super) fn name(self) -> &'static str {
        let mut names = Self::NAMES.into_iter();
        names
            .find(|(it, _)| *it == self)
            .map_or("", |(_, name)| name)
    }

    /// Returns the value of a word after the name: `key BACK`, `state on`.
    pub(super) fn preset(self, word: &str) -> Option<(Slot, Value)> {
        let slots = [
            (Self::Key, Slot::Key),
            (Self::StateIs, Slot::State),
            (Self::StateIsNot, Slot::State),
        ];
        let (_, slot) = slots.into_iter().find(|(it, _)| *it == self)?;
        parse_value(slot, word).map(|value| (slot, value))
    }

    /// Returns the part of a scenario where it may stand.
    pub(super) fn clause(self) -> Clause {
        if self >= Self::Shown {
            Clause::Then
        } else {
            Clause::Do
        }
    }

    /// Returns whether a sentence with a negation in it can mean this.
    pub(super) fn may_negate(self) -> bool {
        matches!(
            self,
            Self::WaitUntilGone
                | Self::Hidden
                | Self::NotContaining
                | Self::Changed
                | Self::StateIsNot
                | Self::ScreenHidden
        )
    }
}
