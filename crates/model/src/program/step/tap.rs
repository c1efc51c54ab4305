//! Touching an element once.

use crate::program::CompiledAction;

use super::Target;
use super::definition::{Nature, ProvenBy, ScenarioForm, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, TARGET, Value, Word};

/// Touches one element once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tap {
    /// What to touch.
    pub target: Target,
    /// What it does.
    pub effect: TouchEffect,
}

impl Tap {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("tap", "Touches an element", || Self::default().into())
                .in_skills("tap: \"General\"")
                .main("label"),
        ];
}

impl StepDefinition for Tap {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        visitor.field(&EFFECT, Value::Word(&mut self.effect));
    }

    fn nature(&self) -> Nature {
        Nature::Touch
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn title(&self) -> String {
        format!(
            "{} {}{}",
            self.verb(),
            self.target.title(),
            self.effect.title()
        )
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        Some(CompiledAction::Tap)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Tap(&self.target)
    }
}

/// What an author expects a touch to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TouchEffect {
    /// Something on the screen changes; the default, and checked.
    #[default]
    Visible,
    /// Nothing on the screen changes, and the author says so.
    None,
}

/// What a touch is expected to do.
pub(super) const EFFECT: Field =
    Field::new("effect", "`none` where nothing on the screen need change").default("visible");

impl TouchEffect {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Visible => "",
            Self::None => " (no visible effect)",
        }
    }
}

impl Word for TouchEffect {
    fn word(&self) -> Option<&'static str> {
        match self {
            Self::Visible => None,
            Self::None => Some("none"),
        }
    }

    fn set_word(&mut self, word: &str) -> Option<()> {
        *self = match word {
            "none" => Self::None,
            "visible" => Self::Visible,
            _ => return None,
        };
        Some(())
    }

    fn words(&self) -> Vec<&'static str> {
        vec!["none", "visible"]
    }
}
