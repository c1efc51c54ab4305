//! Everything that a learning run found out about one step.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::geometry::{Direction, Point, Size};
use crate::select::{Evidence, MatchQuality};
use crate::time::Timestamp;
use crate::verify::{Expectation, ExpectedWrite, RowGain, WritePlace};

crate::words! {
    /// How a plain reader of compiled files replays a step.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum CompiledAction {
        /// Touches the pinned place.
        Tap = "tap",
        /// Waits.
        Sleep = "sleep",
        /// Swipes a number of times.
        ScrollSequence = "scroll_sequence",
        /// Does what the source says.
        #[default]
        Passthrough = "passthrough",
        /// Waits, then asserts (version 2 only).
        Assertion = "assertion",
    }
}

/// Where a target was.
#[derive(Debug, Clone, PartialEq)]
pub struct PinnedPlace {
    /// The point that was touched.
    pub point: Point,
    /// How sure the reading was; `None` is unknown, not zero.
    pub confidence: Option<f64>,
    /// How the words matched, in the recorder's own word.
    pub strategy: Option<String>,
}

/// How far a page had to be scrolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedScroll {
    /// How many swipes.
    pub count: u32,
    /// Where the finger went.
    pub direction: Direction,
}

/// Everything that a learning run found out about one step.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pin {
    /// How a plain reader replays it.
    pub action: CompiledAction,
    /// Where the target was.
    pub place: Option<PinnedPlace>,
    /// The marks that identify the target.
    pub evidence: Option<Evidence>,
    /// Where a drag ended.
    pub destination: Option<PinnedPlace>,
    /// The marks that identify where a drag ended.
    pub destination_evidence: Option<Evidence>,
    /// How a waited-for or asserted label matched.
    pub strategy: Option<MatchQuality>,
    /// How long the step took until what it waited for was there.
    pub observed_delay: Option<Duration>,
    /// How long its target was waited for, where that was longer than a moment: it may take as long again.
    pub waited: Option<Duration>,
    /// How far it scrolled.
    pub scroll: Option<PinnedScroll>,
    /// The conditions that must hold after the act.
    pub expect: Vec<Expectation>,
    /// Whether none of them held anywhere on the page before the act, so that they may hold out of view.
    pub is_new_on_page: bool,
    /// The rows that it brought, of an act that wrote something.
    pub rows: Option<RowGain>,
    /// How long after the answer to what it wrote the page still did something, where the lesson watched that.
    pub late: Option<Duration>,
    /// Those of the conditions that no longer held then.
    pub fading: Vec<Expectation>,
    /// Whether it brought a message that something went wrong.
    pub shows_error: bool,
    /// The writes that the act must cause.
    pub effects: Vec<ExpectedWrite>,
    /// Where the other writes went that the lesson saw, if it kept that.
    pub besides: Option<BTreeSet<WritePlace>>,
    /// The marks of the identifiers that its target has and that a write of this or a later step is about.
    pub entities: BTreeSet<String>,
    /// The marks of the identifiers that stood beside these.
    pub other_entities: BTreeSet<String>,
}

impl Pin {
    /// Returns a pin that knows nothing but how a plain reader replays the step.
    pub fn new(action: CompiledAction) -> Self {
        Self {
            action,
            ..Self::default()
        }
    }

    /// Returns what must come of the step. That the screen changes somehow is none: an error changes it too.
    pub fn checks(&self) -> impl Iterator<Item = &Expectation> {
        let expect = self.expect.iter();
        expect.filter(|check| **check != Expectation::Changed)
    }

    /// Forgets which things its writes are about, when those may be others.
    pub fn forget_entities(&mut self) {
        self.entities.clear();
        self.other_entities.clear();
        for write in &mut self.effects {
            write.ids.fill(None);
            write.entities.clear();
        }
    }

    /// Returns what is left of it when its target may be another element: how long it took.
    pub fn without_target(&self) -> Self {
        let action = match self.action {
            CompiledAction::Tap | CompiledAction::ScrollSequence => CompiledAction::Passthrough,
            CompiledAction::Sleep | CompiledAction::Passthrough | CompiledAction::Assertion => {
                self.action
            }
        };
        Self {
            observed_delay: self.observed_delay,
            waited: self.waited,
            ..Self::new(action)
        }
    }
}

/// Which source a compiled file belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceMark {
    /// SHA-256 of the source's bytes, in hex.
    pub sha256: String,
    /// Its path, where the file says.
    pub path: Option<String>,
    /// When it was compiled.
    pub compiled_at: Timestamp,
}

impl SourceMark {
    /// Returns the mark of these bytes.
    pub fn of(bytes: &[u8], compiled_at: Timestamp) -> Self {
        Self {
            sha256: crate::codec::sha256_hex(bytes),
            path: None,
            compiled_at,
        }
    }
}

/// Which device a compiled file belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceMark {
    /// Width of the window, in the units of touches.
    pub width: f64,
    /// Height of the window.
    pub height: f64,
    /// How it was held, in the recorder's own word.
    pub orientation: String,
    /// Its platform, such as `android`, where the file says.
    pub platform: Option<String>,
}

impl DeviceMark {
    /// Returns the mark of a screen of this size.
    pub fn of(screen: Size) -> Self {
        Self {
            width: screen.width,
            height: screen.height,
            orientation: screen.orientation().to_owned(),
            platform: None,
        }
    }

    /// Returns the size of the screen.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }
}
