//! Scrolling until an element is in view.

use crate::geometry::Direction;
use crate::screen::Screen;
use crate::select::is_shown;

use super::swipe::{STROKE, stroke_title};
use super::{
    Field, ScenarioForm, StepDefinition, Stroke, TARGET, Target, Verb, answers, step_kind,
};

const DIRECTION: Field = Field::new("direction", "where the finger goes; up when not said")
    .wire("finger")
    .default("up");
const MAX: Field = Field::new("max", "the most swipes; 10 when not said").default("10");

step_kind! {
    /// Scrolls until an element is in view.
    #[derive(Debug, Clone, PartialEq)]
    pub struct ScrollTo {
        /// The element to look for.
        pub target: Target => Own(TARGET),
        /// Where the finger goes; up (towards the end of the page) when not said.
        pub direction: Direction => Word(DIRECTION),
        /// How many swipes at the most.
        pub max: u32 => Count(MAX),
        /// How far and how fast each swipe goes; as [`Swipe`](super::Swipe) when not said.
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

    fn is_unproven_on(&self, first: &Screen) -> bool {
        is_shown(first, &self.target).is_none()
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::ScrollTo(self)
    }
}
