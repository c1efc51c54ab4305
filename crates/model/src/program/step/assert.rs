//! Proving that an element is, or is not, in view.

use crate::screen::Screen;
use crate::select::is_shown;

use super::{StepDefinition, TARGET, Target, Verb, answers, step_kind};

/// Whether something is in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Presence {
    /// It is.
    #[default]
    Visible,
    /// It is not.
    NotVisible,
}

step_kind! {
    /// Proves that an element is, or is not, in view.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Assert {
        /// The element to look for.
        pub target: Target => Own(TARGET),
        /// Whether it must be in view.
        pub presence: Presence,
    }
    verbs: [
        Verb::new::<Self>("assert_visible", "Proves that an element is in view")
            .in_skills("assert_visible: \"Done\"")
            .main("label"),
        Verb::of("assert_not_visible", "Proves that an element is not in view", Self::blank_absent)
            .in_skills("assert_not_visible: \"Error\"")
            .main("label"),
    ]
}

impl Assert {
    fn blank_absent() -> super::StepKind {
        let (target, presence) = (Target::default(), Presence::NotVisible);
        Self { target, presence }.into()
    }
}

impl StepDefinition for Assert {
    answers! { nature: Proof, named_by: (target.label), compiled_as: Sleep, asserts: true }

    fn definition(&self) -> &'static Verb {
        match self.presence {
            Presence::Visible => &Self::VERBS[0],
            Presence::NotVisible => &Self::VERBS[1],
        }
    }

    fn title(&self) -> String {
        format!("{} {}", self.verb(), self.target.title())
    }

    fn awaited_target(&self) -> Option<&Target> {
        (self.presence == Presence::Visible).then_some(&self.target)
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        let is_absent = is_shown(first, &self.target).is_none();
        match self.presence {
            Presence::Visible => is_absent,
            Presence::NotVisible => !is_absent,
        }
    }
}
