//! The ways to carry out a sentence: one struct for each, with what it needs.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::geometry::Direction;

use super::check::Check;
use super::element_metadata::ElementMetadata;
use super::scenario::ScenarioStep;

/// How a text matches when the file does not say.
pub const DEFAULT_MATCH_TYPE: MatchType = MatchType::Exact;

/// Where a page is scrolled when the file does not say.
pub const DEFAULT_DIRECTION: Direction = Direction::Down;

/// How far a page is scrolled when the file does not say, in pixels.
pub const DEFAULT_DISTANCE: u32 = 500;

/// How long a swipe takes when the file does not say.
pub const DEFAULT_SWIPE_DURATION: Duration = Duration::from_millis(300);

/// How often a page is scrolled at most when the file does not say.
pub const DEFAULT_MAX_SCROLLS: u32 = 10;

/// How long a `wait` waits when the file does not say.
pub const DEFAULT_WAIT: Duration = Duration::from_secs(1);

/// Whether an assertion is turned round when the file does not say.
pub const DEFAULT_NEGATE: bool = false;

/// Whether a model is asked when checks fail and the file does not say.
pub const DEFAULT_FALLBACK_TO_AI: bool = false;

/// What stands in a compiled file for a sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Strategy {
    /// Starts an app.
    AppLaunch(AppLaunch),
    /// Ends an app.
    AppStop(AppStop),
    /// Ends an app and starts it.
    AppRestart(AppRestart),
    /// Taps what shows a text.
    TapByText(TapByText),
    /// Taps what has an id.
    TapByResourceId(TapByResourceId),
    /// Types into a field.
    TextInput(TextInput),
    /// Scrolls once.
    ScrollFixed(ScrollFixed),
    /// Scrolls until a text shows.
    ScrollToFind(ScrollToFind),
    /// Presses a key.
    KeyEvent(KeyEvent),
    /// Waits.
    Wait(Wait),
    /// Asserts that a text shows, or does not.
    StrictTextMatch(StrictTextMatch),
    /// Asserts what the tree looks like.
    UitreeVerify(UitreeVerify),
    /// Keeps evidence and asserts nothing.
    ScreenshotOnly(ScreenshotOnly),
    /// Asks a model.
    AiCheckpoint(AiCheckpoint),
    /// Carries out the steps of earlier sections again.
    Replay(Replay),
    /// A strategy this code does not know; the step fails, and the reason names it.
    Unknown(UnknownStrategy),
}

/// Starts an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppLaunch {
    /// The id of the app.
    pub package: String,
}

/// Ends an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppStop {
    /// The id of the app.
    pub package: String,
}

/// Ends an app and starts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppRestart {
    /// The id of the app.
    pub package: String,
}

/// Taps what shows a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TapByText {
    /// The text.
    pub search_text: String,
    /// How it must match.
    pub match_type: MatchType,
    /// What the first run saw.
    pub element_metadata: Option<ElementMetadata>,
}

/// Taps what has an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TapByResourceId {
    /// The id.
    pub resource_id: String,
    /// The text to look for when nothing has that id.
    pub fallback_text: Option<String>,
    /// What the first run saw.
    pub element_metadata: Option<ElementMetadata>,
}

/// Types into a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextInput {
    /// What to type.
    pub input_text: String,
    /// What a person calls the field; `None` is the one that has the focus.
    pub field_hint: Option<String>,
    /// What the first run saw.
    pub element_metadata: Option<ElementMetadata>,
}

/// Scrolls once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScrollFixed {
    /// Where on the page to go next; the finger goes the other way.
    pub direction: Direction,
    /// How far, in pixels.
    pub distance: u32,
    /// How long the swipe takes.
    pub duration: Duration,
}

/// Scrolls until a text shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScrollToFind {
    /// The text.
    pub search_text: String,
    /// Where on the page to go next; the finger goes the other way.
    pub direction: Direction,
    /// How often at most.
    pub max_scrolls: u32,
    /// How far each time, in pixels.
    pub distance: u32,
    /// How long each swipe takes.
    pub duration: Duration,
}

/// Presses a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyEvent {
    /// The number Android gives the key.
    pub keycode: u32,
    /// What people call it.
    pub key_name: Option<String>,
}

/// Waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// How long.
    pub duration: Duration,
}

/// Asserts that a text shows, or does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrictTextMatch {
    /// The text.
    pub search_text: String,
    /// How it must match.
    pub match_type: MatchType,
    /// Whether the text must *not* show.
    pub negate: bool,
}

/// Asserts what the tree looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct UitreeVerify {
    /// What the author wrote.
    pub assertion: String,
    /// Whether a model is asked when a check does not hold.
    pub fallback_to_ai: bool,
    /// What must hold; all of it.
    pub checks: Vec<Check>,
}

/// Keeps evidence and asserts nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenshotOnly {
    /// What the author wrote.
    pub assertion: String,
}

/// Asks a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AiCheckpoint {
    /// What the author wrote.
    pub assertion: String,
    /// What the first run knew that may help.
    pub hint: Option<String>,
}

/// Carries out the steps of earlier sections again.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// Which sections the author named; a file keeps it next to the strategy.
    pub replay_source: Option<ReplaySource>,
    /// The steps, already picked from those sections; numbered from 1 among themselves.
    pub expanded_steps: Vec<ScenarioStep>,
}

/// A range of sections, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaySource {
    /// The first section.
    pub from: String,
    /// The last section.
    pub to: String,
}

/// A strategy this code does not know, kept so that it can be written back.
#[derive(Debug, Clone, PartialEq)]
pub struct UnknownStrategy {
    /// Its name, in the file's own word.
    pub name: String,
    /// Everything else the file says of it.
    pub fields: Map<String, Value>,
}

impl Strategy {
    /// The names of all known strategies, in the order the format page has them.
    pub const NAMES: [&'static str; 15] = [
        "app_launch",
        "app_stop",
        "app_restart",
        "tap_by_text",
        "tap_by_resource_id",
        "text_input",
        "scroll_fixed",
        "scroll_to_find",
        "keyevent",
        "wait",
        "strict_text_match",
        "uitree_verify",
        "screenshot_only",
        "ai_checkpoint",
        "replay",
    ];

    /// Returns the name used in files and reports.
    pub fn name(&self) -> &str {
        match self {
            Self::AppLaunch(_) => "app_launch",
            Self::AppStop(_) => "app_stop",
            Self::AppRestart(_) => "app_restart",
            Self::TapByText(_) => "tap_by_text",
            Self::TapByResourceId(_) => "tap_by_resource_id",
            Self::TextInput(_) => "text_input",
            Self::ScrollFixed(_) => "scroll_fixed",
            Self::ScrollToFind(_) => "scroll_to_find",
            Self::KeyEvent(_) => "keyevent",
            Self::Wait(_) => "wait",
            Self::StrictTextMatch(_) => "strict_text_match",
            Self::UitreeVerify(_) => "uitree_verify",
            Self::ScreenshotOnly(_) => "screenshot_only",
            Self::AiCheckpoint(_) => "ai_checkpoint",
            Self::Replay(_) => "replay",
            Self::Unknown(strategy) => &strategy.name,
        }
    }
}

crate::words! {
    /// How a text must match.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum MatchType {
        /// It is the whole text.
        Exact = "exact",
        /// It is part of the text.
        Contains = "contains",
    }
}
