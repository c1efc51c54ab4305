//! Moving what is in view: swipes, and scrolling to an element or an end.

use std::time::Duration;

use crate::geometry::Direction;

use super::{Field, StepDefinition, Target, Verb, answers, step_kind};

/// How far and how fast a finger moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// From where it goes down to where it goes up, in the units of touches; half of it to each
    /// side of the middle of the screen, and never beyond its edges.
    pub distance: f64,
    /// How long it takes.
    pub duration: Duration,
}

/// How far and how fast each swipe goes; only scenarios say it.
const STROKE: Field = Field::new("stroke").compiled_only();

/// Where the finger goes.
const FINGER: Field = Field::new("direction").wire("finger");

step_kind! {
    /// Moves a finger from the middle of the screen.
    pub struct Swipe {
        /// Where the finger goes.
        pub direction: Direction => Word(FINGER),
        /// How far and how fast; [`Swipe::REACH`] and [`Swipe::DURATION`] when not said.
        pub stroke: Option<Stroke> => Stroke(STROKE),
    }
    verbs: [
        Verb::new::<Self>("swipe", "Moves a finger across the screen")
            .in_skills("swipe: \"up\"")
            .main("direction"),
    ]
}

impl Swipe {
    /// How much of the screen's height the finger covers to each side of the middle.
    pub const REACH: f64 = 0.15;
    /// How long a swipe takes.
    pub const DURATION: Duration = Duration::from_millis(300);
}

impl StepDefinition for Swipe {
    answers! { nature: Scroll, proven_by: ScreenChange }

    fn skill_verb(&self) -> Option<&'static Verb> {
        self.stroke.is_none().then(|| self.definition())
    }

    fn label_text(&self) -> Option<String> {
        Some(self.direction.as_str().to_owned())
    }

    fn title(&self) -> String {
        let stroke = stroke_title(self.stroke);
        format!("{} {}{stroke}", self.verb(), self.direction.as_str())
    }
}

/// Returns how far and how fast, as titles show it; nothing where nobody said so.
fn stroke_title(stroke: Option<Stroke>) -> String {
    stroke
        .map(|stroke| format!(" by {} in {:?}", stroke.distance, stroke.duration))
        .unwrap_or_default()
}

step_kind! {
    /// Pulls what scrolls down, once; at its top, most apps take that for a wish to see what is new.
    pub struct PullToRefresh;

    verbs: [Verb::alone::<Self>("pull_to_refresh", "Pulls the page down at its top"),]
    answers: { proven_by: ScreenChange }
}

impl PullToRefresh {
    /// How much of the height of what is pulled the finger covers.
    pub const REACH: f64 = 0.6;
    /// How long the finger takes: slower than a swipe, since what is flung is not held.
    pub const DURATION: Duration = Duration::from_millis(500);
}

step_kind! {
    /// Scrolls until an element is in view.
    pub struct ScrollTo without Default {
        /// The element to look for.
        pub target: Target => Own("target"),
        /// Where the finger goes; up (towards the end of the page) when not said.
        pub direction: Direction => Word(FINGER.default("up")),
        /// How many swipes at the most.
        pub max: u32 => Count(Field::new("max").default("10")),
        /// How far and how fast each swipe goes; as [`Swipe`] when not said.
        pub stroke: Option<Stroke> => Stroke(STROKE),
    }
    verbs: [
        Verb::new::<Self>("scroll_to", "Scrolls until an element is in view")
            .in_skills("scroll_to: \"About\"")
            .main("label"),
    ]
}

impl ScrollTo {
    /// How many swipes are made at the most when the source does not say.
    pub const DEFAULT_MAX: u32 = 10;

    /// Returns the search for `target` with everything else as usual.
    pub const fn new(target: Target) -> Self {
        Self {
            target,
            direction: Direction::Up,
            max: Self::DEFAULT_MAX,
            stroke: None,
        }
    }
}

impl Default for ScrollTo {
    fn default() -> Self {
        Self::new(Target::default())
    }
}

impl StepDefinition for ScrollTo {
    answers! {
        nature: Scroll, awaits: target, named_by: (target.label), compiled_as: ScrollSequence,
    }

    fn skill_verb(&self) -> Option<&'static Verb> {
        self.stroke.is_none().then(|| self.definition())
    }

    fn title(&self) -> String {
        let (target, stroke) = (self.target.title(), stroke_title(self.stroke));
        let (direction, max) = (self.direction.as_str(), self.max);
        format!("{} {target} {direction} max {max}{stroke}", self.verb())
    }

    fn chosen_targets(&self) -> Vec<&Target> {
        vec![&self.target]
    }
}

crate::words! {
    /// An end of what can be scrolled.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Edge {
        /// The beginning.
        #[default]
        Top = "top",
        /// The end.
        Bottom = "bottom",
    }
}

step_kind! {
    /// Scrolls as far as the page goes.
    pub struct ScrollToEdge {
        /// Where to.
        pub edge: Edge => Word("edge"),
    }
    verbs: [Verb::new::<Self>("scroll_to_edge", "Scrolls as far as the page goes"),]
}

impl ScrollToEdge {
    /// How many swipes are made at the most; a page that goes on for ever has no end.
    pub const MAX: u32 = 50;
}

impl StepDefinition for ScrollToEdge {
    answers! { nature: Scroll }

    fn label_text(&self) -> Option<String> {
        Some(self.edge.as_str().to_owned())
    }
}
