//! Scrolling until an element is in view.

use crate::geometry::Direction;
use crate::phrase::Phrase;
use crate::program::CompiledAction;
use crate::screen::Screen;
use crate::select::is_shown;

use super::definition::{Nature, ScenarioForm, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, FileKind, TARGET, Value};
use super::swipe::{STROKE, stroke_title};
use super::{Stroke, Target};

/// Scrolls until an element is in view.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrollTo {
    /// What to look for.
    pub target: Target,
    /// Where the finger goes; up (towards the end of the page) when not said.
    pub direction: Direction,
    /// How many swipes at the most.
    pub max: u32,
    /// How far and how fast each swipe goes; as [`Swipe`](super::Swipe) when not said.
    pub stroke: Option<Stroke>,
}

impl ScrollTo {
    /// How many swipes are made at the most when the source does not say.
    pub const DEFAULT_MAX: u32 = 10;

    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("scroll_to", "Scrolls until an element is in view", || {
                Self::new(Target::default()).into()
            })
            .in_skills("scroll_to: \"About\"")
            .main("label"),
        ];

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

const DIRECTION: Field = Field::new("direction", "where the finger goes; up when not said")
    .wire("finger")
    .default("up");
const MAX: Field = Field::new("max", "the most swipes; 10 when not said").default("10");

impl StepDefinition for ScrollTo {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        visitor.field(&DIRECTION, Value::Word(&mut self.direction));
        visitor.field(&MAX, Value::Count(&mut self.max));
        if visitor.form() == FileKind::Compiled {
            visitor.field(&STROKE, Value::Stroke(&mut self.stroke));
        }
    }

    fn nature(&self) -> Nature {
        Nature::Scroll
    }

    fn skill_verb(&self) -> Option<&'static Verb> {
        self.stroke.is_none().then(|| self.definition())
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.target.label)
    }

    fn title(&self) -> String {
        let direction = self.direction.as_str();
        let (target, stroke) = (self.target.title(), stroke_title(self.stroke));
        format!(
            "{} {target} {direction} max {}{stroke}",
            self.verb(),
            self.max
        )
    }

    fn awaited_target(&self) -> Option<&Target> {
        Some(&self.target)
    }

    fn chosen_targets(&self) -> Vec<&Target> {
        vec![&self.target]
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        Some(CompiledAction::ScrollSequence)
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        is_shown(first, &self.target).is_none()
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::ScrollTo(self)
    }
}
