//! Bringing a switch or box into a state.

use crate::screen::Screen;
use crate::verify::{Property, judge};

use super::{Claim, Field, StateClaim, StepDefinition, TARGET, Target, Verb, answers, step_kind};

const IS: Field = Field::new("is", "whether it is on afterwards").compiled_only();

step_kind! {
    /// Brings a switch or box into a state; nothing is touched where it is in it already.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct SetChecked {
        /// The switch or box.
        pub target: Target => Own(TARGET),
        /// Whether it is on afterwards.
        pub is: bool => State(IS),
    }
    // Compiled files have `check` for the proof of claims, so they need a word that skills do not have.
    verbs: [
        Verb::new::<Self>("set_checked", "Turns a switch or box on or off"),
        Verb::of("check", "Turns a switch or box on, if it is off", || Self::blank(true).into())
            .in_skills("check: \"Remember me\"")
            .main("label"),
        Verb::of("uncheck", "Turns a switch or box off, if it is on", || Self::blank(false).into())
            .in_skills("uncheck: \"Remember me\"")
            .main("label"),
    ]
}

impl SetChecked {
    fn blank(is: bool) -> Self {
        let target = Target::default();
        Self { target, is }
    }

    fn own_verb(&self) -> &'static Verb {
        match self.is {
            true => &Self::VERBS[1],
            false => &Self::VERBS[2],
        }
    }

    /// Returns what must hold of this control afterwards.
    pub fn claim(&self, target: Target) -> Claim {
        Claim::State(StateClaim {
            target,
            property: Property::Checked,
            is: self.is,
        })
    }
}

impl StepDefinition for SetChecked {
    answers! { nature: Touch, acts_on: target }

    fn answers_to(&self, verb: &str) -> bool {
        [self.verb(), self.own_verb().name].contains(&verb)
    }

    fn skill_verb(&self) -> Option<&'static Verb> {
        Some(self.own_verb())
    }

    fn title(&self) -> String {
        format!("{} {}", self.own_verb().name, self.target.title())
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        !judge(&self.claim(self.target.clone()), first).holds
    }
}
