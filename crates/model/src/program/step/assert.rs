//! Proving that an element is, or is not, in view.

use crate::phrase::Phrase;
use crate::program::CompiledAction;
use crate::screen::Screen;
use crate::select::is_shown;

use super::Target;
use super::definition::{Nature, StepDefinition, Verb};
use super::field::{FieldVisitor, TARGET, Value};

/// Whether something is in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Presence {
    /// It is.
    #[default]
    Visible,
    /// It is not.
    NotVisible,
}

/// Proves that an element is, or is not, in view.
#[derive(Debug, Clone, PartialEq)]
pub struct Assert {
    /// What to look for.
    pub target: Target,
    /// What must hold.
    pub presence: Presence,
}

impl Assert {
    pub(super) const VERBS: &[Verb] = &[
        Verb::new(
            "assert_visible",
            "Proves that an element is in view",
            || Self::blank(Presence::Visible).into(),
        )
        .in_skills("assert_visible: \"Done\"")
        .main("label"),
        Verb::new(
            "assert_not_visible",
            "Proves that an element is not in view",
            || Self::blank(Presence::NotVisible).into(),
        )
        .in_skills("assert_not_visible: \"Error\"")
        .main("label"),
    ];

    fn blank(presence: Presence) -> Self {
        let target = Target::default();
        Self { target, presence }
    }
}

impl StepDefinition for Assert {
    fn definition(&self) -> &'static Verb {
        match self.presence {
            Presence::Visible => &Self::VERBS[0],
            Presence::NotVisible => &Self::VERBS[1],
        }
    }

    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
    }

    fn nature(&self) -> Nature {
        Nature::Proof
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.target.label)
    }

    fn title(&self) -> String {
        format!("{} {}", self.verb(), self.target.title())
    }

    fn awaited_target(&self) -> Option<&Target> {
        (self.presence == Presence::Visible).then_some(&self.target)
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        Some(CompiledAction::Sleep)
    }

    fn asserts(&self) -> bool {
        true
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        let is_absent = is_shown(first, &self.target).is_none();
        match self.presence {
            Presence::Visible => is_absent,
            Presence::NotVisible => !is_absent,
        }
    }
}
