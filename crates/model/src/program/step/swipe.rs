//! Moving a finger across the screen.

use std::time::Duration;

use crate::geometry::Direction;

use super::definition::{Nature, ProvenBy, ScenarioForm, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, FileKind, Value};

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
pub(super) const STROKE: Field = Field::new("stroke", "how far and how fast the finger goes");

/// Moves a finger from the middle of the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Swipe {
    /// Where the finger goes.
    pub direction: Direction,
    /// How far and how fast; [`Swipe::REACH`] and [`Swipe::DURATION`] when not said.
    pub stroke: Option<Stroke>,
}

impl Swipe {
    /// How much of the screen's height the finger covers to each side of the middle.
    pub const REACH: f64 = 0.15;
    /// How long a swipe takes.
    pub const DURATION: Duration = Duration::from_millis(300);

    pub(super) const VERBS: &[Verb] =
        &[Verb::new("swipe", "Moves a finger across the screen", || {
            let direction = Direction::Up;
            let stroke = None;
            Self { direction, stroke }.into()
        })
        .in_skills("swipe: \"up\"")
        .main("direction")];
}

const DIRECTION: Field = Field::new("direction", "where the finger goes").wire("finger");

impl StepDefinition for Swipe {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&DIRECTION, Value::Word(&mut self.direction));
        if visitor.form() == FileKind::Compiled {
            visitor.field(&STROKE, Value::Stroke(&mut self.stroke));
        }
    }

    fn nature(&self) -> Nature {
        Nature::Scroll
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

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
