//! What a sentence asks for: an act, a wait, or expectations. Nothing here knows how it is done.

use std::time::Duration;

use retap_model::geometry::Direction;
pub use retap_model::program::Edge;
use retap_model::screen::Role;

/// What one sentence of a scenario asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Intent {
    /// Opens the scenario's app.
    LaunchApp,
    /// Stops the scenario's app.
    StopApp,
    /// Stops the app and opens it again.
    RestartApp,
    /// Touches an element once.
    Tap(Mention),
    /// Rests the pointer on an element.
    Hover(Mention),
    /// Holds an element.
    LongPress(Mention),
    /// Touches an element twice.
    DoubleTap(Mention),
    /// Types text.
    Type {
        /// The text, as it stands between the quotes; may be empty.
        text: String,
        /// The field in the author's words, without `欄` or `field`; what has the focus if `None`.
        field: Option<String>,
    },
    /// Empties a field.
    ClearField {
        /// The field in the author's words; what has the focus if `None`.
        field: Option<String>,
    },
    /// Shows what is further in one direction; see [`Intent::finger`].
    Scroll {
        /// Where the reader wants to go: `Down` shows what is below.
        direction: Direction,
    },
    /// Moves a finger across the screen.
    Swipe {
        /// Where the finger goes.
        direction: Direction,
    },
    /// Scrolls until an element is in view.
    ScrollToFind {
        /// The element.
        what: Mention,
        /// Where to look for it; `Down` if the sentence does not say.
        direction: Direction,
    },
    /// Scrolls as far as it goes.
    ScrollToEdge(Edge),
    /// Presses a key of the device or the keyboard.
    Key(KeyEvent),
    /// Lets time pass.
    Wait(Duration),
    /// Waits until an element is in view or gone.
    WaitUntil {
        /// The element.
        what: Mention,
        /// Whether it is to appear; otherwise it is to disappear.
        visible: bool,
        /// How long at most, if the sentence says.
        limit: Option<Duration>,
    },
    /// Things that must hold, all of them; never empty.
    Expect(Vec<Expectation>),
    /// No phrase matches.
    Unknown {
        /// The phrases that look most alike, best first.
        nearest: Vec<Suggestion>,
    },
}

impl Intent {
    /// Returns where a finger goes for a scroll or a swipe: to see what is below, it goes up.
    pub fn finger(&self) -> Option<Direction> {
        match self {
            Self::Scroll { direction } | Self::ScrollToFind { direction, .. } => {
                Some(direction.opposite())
            }
            Self::ScrollToEdge(Edge::Top) => Some(Direction::Down),
            Self::ScrollToEdge(Edge::Bottom) => Some(Direction::Up),
            Self::Swipe { direction } => Some(*direction),
            Self::LaunchApp
            | Self::StopApp
            | Self::RestartApp
            | Self::Tap(_)
            | Self::Hover(_)
            | Self::LongPress(_)
            | Self::DoubleTap(_)
            | Self::Type { .. }
            | Self::ClearField { .. }
            | Self::Key(_)
            | Self::Wait(_)
            | Self::WaitUntil { .. }
            | Self::Expect(_)
            | Self::Unknown { .. } => None,
        }
    }
}

/// How a sentence names something on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The words; `(variables)` and escapes are as written.
    pub text: String,
    /// What the words say about the text on the screen.
    pub by: TextMatch,
    /// The kind of element, if the sentence says: 「ログイン」ボタン.
    pub role: Option<Role>,
    /// Which of several, counted from 1: 2番目の「削除」.
    pub index: Option<u32>,
    /// The row, field or subject it belongs to.
    pub within: Option<Owner>,
    /// The screen, dialog or list it is in, in the author's words without that word.
    pub area: Option<Owner>,
}

/// What a thing belongs to, or is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The author's words for it.
    pub name: String,
    /// Whether they were quoted; otherwise they need not stand on the screen.
    pub is_quoted: bool,
}

/// What a mention says about the text on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextMatch {
    /// It was quoted: the screen shows exactly this.
    Exact,
    /// It was quoted as a part: the screen shows a text with this in it.
    Contains,
    /// It was not quoted: the words describe the thing and need not stand on the screen, so that
    /// their absence proves nothing.
    Described,
}

/// One thing that must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// Something is, or is not, on the screen.
    Shown {
        /// The thing.
        what: Mention,
        /// Whether it must *not* be there.
        negate: bool,
    },
    /// A control has a state.
    StateIs {
        /// The control.
        what: Mention,
        /// The state.
        state: State,
    },
    /// There are several of a kind.
    CountAtLeast {
        /// A quoted text, or the kind of thing as a description.
        what: Mention,
        /// How many there are at least.
        count: u32,
    },
    /// The app is, or is not, on a screen.
    ScreenShown {
        /// The screen's name, without `画面` or `screen`.
        name: Mention,
        /// Whether it must be another one.
        negate: bool,
    },
}

retap_model::words! {
    /// A state a control can have.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum State {
        /// Switched on.
        On = "on",
        /// Switched off.
        Off = "off",
        /// Can be used.
        Enabled = "enabled",
        /// Cannot be used.
        Disabled = "disabled",
        /// Is the chosen one.
        Selected = "selected",
        /// Is not the chosen one.
        Unselected = "unselected",
        /// Has its mark.
        Checked = "checked",
        /// Has no mark.
        Unchecked = "unchecked",
    }
}

impl State {
    /// Returns what holds when this state does not.
    pub const fn opposite(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
            Self::Enabled => Self::Disabled,
            Self::Disabled => Self::Enabled,
            Self::Selected => Self::Unselected,
            Self::Unselected => Self::Selected,
            Self::Checked => Self::Unchecked,
            Self::Unchecked => Self::Checked,
        }
    }
}

/// A key, by the name and number Android gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyEvent {
    /// The name: `BACK`.
    pub name: &'static str,
    /// The number: 4.
    pub code: u16,
}

impl KeyEvent {
    /// All keys a sentence can name.
    pub const ALL: [Self; 20] = [
        Self::new("HOME", 3),
        Self::new("BACK", 4),
        Self::new("DPAD_UP", 19),
        Self::new("DPAD_DOWN", 20),
        Self::new("DPAD_LEFT", 21),
        Self::new("DPAD_RIGHT", 22),
        Self::new("VOLUME_UP", 24),
        Self::new("VOLUME_DOWN", 25),
        Self::new("POWER", 26),
        Self::new("TAB", 61),
        Self::new("SPACE", 62),
        Self::new("ENTER", 66),
        Self::new("DELETE", 67),
        Self::new("MENU", 82),
        Self::new("SEARCH", 84),
        Self::new("PAGE_UP", 92),
        Self::new("PAGE_DOWN", 93),
        Self::new("ESCAPE", 111),
        Self::new("MOVE_END", 123),
        Self::new("APP_SWITCH", 187),
    ];

    const fn new(name: &'static str, code: u16) -> Self {
        Self { name, code }
    }

    /// Returns the key of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name == name)
    }
}

/// A phrase that would have been understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// An example to imitate.
    pub phrase: String,
    /// What it asks for, by the name the tables use: `tap`.
    pub intent: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_scroll_down_the_finger_goes_up_and_to_swipe_down_it_goes_down() {
        let direction = Direction::Down;
        assert_eq!(Intent::Scroll { direction }.finger(), Some(Direction::Up));
        assert_eq!(Intent::Swipe { direction }.finger(), Some(Direction::Down));
        assert_eq!(
            Intent::ScrollToEdge(Edge::Top).finger(),
            Some(Direction::Down)
        );
    }

    #[test]
    fn the_opposite_of_the_opposite_is_the_state_itself() {
        for state in State::ALL {
            assert_ne!(state.opposite(), state);
            assert_eq!(state.opposite().opposite(), state);
            assert_eq!(State::from_word(state.as_str()), Some(state));
        }
    }
}
