//! Touching an element, or a place where nothing has a name.

use std::time::Duration;

use crate::device::Action;
use crate::geometry::Point;

use super::{Field, StepDefinition, Target, Verb, answers, option, step_kind};

/// The key of [`TouchEffect`].
const EFFECT: Field = Field::new("effect").default("visible");

step_kind! {
    /// Touches one element once.
    pub struct Tap {
        /// The element to touch.
        pub target: Target => Own("target"),
        /// The effect that its author expects.
        pub effect: TouchEffect => Word(EFFECT),
        /// Whether its author says that what it does cannot be taken back.
        pub is_irreversible: bool => Flag("irreversible"),
    }
    verbs: [
        Verb::new::<Self>("tap", "Touches an element")
            .in_skills("tap: \"General\"")
            .main("label"),
    ]
    answers: {
        nature: Touch, proven_by: ScreenChange, acts_on: target, effect: effect, compiled_as: Tap,
    }
}

crate::words! {
    /// The effect that an author expects of a touch.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum TouchEffect {
        /// Nothing on the screen changes, and the author says so.
        None = "none",
        /// Something on the screen changes; the default, and checked.
        #[default]
        Visible = "visible",
        /// The same, and that may be a message that something went wrong.
        Error = "error",
    }
}

impl TouchEffect {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Visible => "",
            Self::None => " (no visible effect)",
            Self::Error => " (an error is expected)",
        }
    }
}

step_kind! {
    /// Touches one element twice in a row.
    pub struct DoubleTap {
        /// The element to touch.
        pub target: Target => Own("target"),
    }
    verbs: [
        Verb::new::<Self>("double_tap", "Touches an element twice in a row")
            .in_skills("double_tap: \"Photo\"")
            .main("label"),
    ]
    answers: { nature: Touch, proven_by: ScreenChange, acts_on: target }
}

step_kind! {
    /// Rests the pointer on one element without touching it.
    pub struct Hover {
        /// The element to rest on.
        pub target: Target => Own("target"),
        /// The effect that its author expects.
        pub effect: TouchEffect => Word(EFFECT),
    }
    verbs: [
        Verb::new::<Self>("hover", "Rests the pointer on an element")
            .in_skills("hover: \"Menu\"")
            .main("label"),
    ]
    answers: { nature: Touch, proven_by: ScreenChange, acts_on: target, effect: effect }
}

step_kind! {
    /// Clicks one element with the button of a mouse that opens its context menu.
    pub struct RightClick {
        /// The element to click.
        pub target: Target => Own("target"),
        /// The effect that its author expects.
        pub effect: TouchEffect => Word(EFFECT),
    }
    verbs: [
        Verb::new::<Self>("right_click", "Opens the context menu of an element")
            .in_skills("right_click: \"Photo\"")
            .main("label"),
    ]
    answers: { nature: Touch, proven_by: ScreenChange, acts_on: target, effect: effect }
}

const HELD: Field = Field::new("duration").wire("durationMs").milliseconds();

step_kind! {
    /// Holds a finger on one element.
    pub struct LongPress {
        /// The element to hold.
        pub target: Target => Own("target"),
        /// How long; [`LongPress::DEFAULT_DURATION`] when not said.
        pub duration: Option<Duration> => OptionalDuration(HELD),
    }
    verbs: [
        Verb::new::<Self>("long_press", "Holds a finger on an element")
            .in_skills("long_press: { label: \"Photo\", duration: 1000 }")
            .main("label"),
    ]
}

impl LongPress {
    /// How long a press is held when the source does not say.
    pub const DEFAULT_DURATION: Duration = Duration::from_millis(500);
}

impl StepDefinition for LongPress {
    answers! { nature: Touch, proven_by: ScreenChange, acts_on: target }

    fn title(&self) -> String {
        let duration = option("for", self.duration);
        format!("{} {}{duration}", self.verb(), self.target.title())
    }
}

step_kind! {
    /// Drags one element onto another.
    pub struct Drag {
        /// The element to pick up.
        pub from: Target => Target("from"),
        /// Where to let go.
        pub to: Target => Target("to"),
    }
    verbs: [
        Verb::new::<Self>("drag", "Moves one element onto another")
            .in_skills("drag: { from: \"A\", to: \"B\" }"),
    ]
}

impl Drag {
    /// How long a drag takes.
    pub const DURATION: Duration = Duration::from_millis(1000);
}

impl StepDefinition for Drag {
    answers! { proven_by: ScreenChange, acts_on: from }

    fn title(&self) -> String {
        let (from, to) = (self.from.title(), self.to.title());
        format!("{} {from} to {to}", self.verb())
    }

    fn destination(&self) -> Option<&Target> {
        Some(&self.to)
    }
}

step_kind! {
    /// Sends an act to a place. Agents do that; no file says it, for nothing would find the place again.
    pub struct Gesture without Default {
        /// The act that is sent.
        pub action: Action,
    }
    verbs: [
        Verb::of("gesture", "Touches a place", || {
            let action = Action::Tap(Point::default());
            Self { action }.into()
        }),
    ]
}

impl StepDefinition for Gesture {
    answers! { proven_by: ScreenChange, compiled_as: None, has_own_form: false }

    fn title(&self) -> String {
        self.action.to_string()
    }
}
