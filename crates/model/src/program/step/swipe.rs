//! Moving a finger across the screen.

use std::time::Duration;

use crate::geometry::Direction;

use super::{Field, ScenarioForm, StepDefinition, Verb, answers, step_kind};

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
pub(super) const STROKE: Field =
    Field::new("stroke", "how far and how fast the finger goes").compiled_only();
const DIRECTION: Field = Field::new("direction", "where the finger goes").wire("finger");

step_kind! {
    /// Moves a finger from the middle of the screen.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Swipe {
        /// Where the finger goes.
        pub direction: Direction => Word(DIRECTION),
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

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Swipe(self)
    }
}

/// Returns how far and how fast, as titles show it; nothing where nobody said so.
pub(super) fn stroke_title(stroke: Option<Stroke>) -> String {
    stroke
        .map(|stroke| format!(" by {} in {:?}", stroke.distance, stroke.duration))
        .unwrap_or_default()
}
