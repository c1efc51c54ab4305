//! Proving what a screen shows, or waiting for it.

use std::time::Duration;

use crate::screen::Screen;
use crate::select::is_shown;
use crate::verify::{Property, judge};

use super::declare::show;
use super::{
    Claim, Field, FieldVisitor, FileKind, StateClaim, StepDefinition, StepKind, Target, Value,
    Verb, answers, option, step_kind,
};

step_kind! {
    /// Waits until an element is on the page.
    pub struct WaitFor {
        /// The element to wait for.
        pub target: Target => Own("target"),
        /// How long at the most; the run's default when not said.
        pub timeout: Option<Duration> => OptionalDuration(Field::new("timeout").wire("timeoutMs")),
    }
    verbs: [
        Verb::new::<Self>("wait_for", "Waits until an element is on the page")
            .in_skills("wait_for: \"General\"")
            .main("label"),
    ]
}

impl StepDefinition for WaitFor {
    answers! { nature: Proof, awaits: target, named_by: (target.label), compiled_as: Sleep }

    fn title(&self) -> String {
        let timeout = option("timeout", self.timeout);
        format!("{} {}{timeout}", self.verb(), self.target.title())
    }
}

/// Whether something is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Presence {
    /// It is on the page, as far as the device knows that: in view, or where it can be scrolled to.
    #[default]
    Visible,
    /// It is in view.
    InView,
    /// It is nowhere on the page.
    NotVisible,
    /// It is not in view, wherever else it is.
    NotInView,
}

impl Presence {
    /// Returns whether something must be absent.
    pub const fn is_absence(self) -> bool {
        matches!(self, Self::NotVisible | Self::NotInView)
    }
}

/// Proves that an element is, or is not, on the page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assert {
    /// The element to look for.
    pub target: Target,
    /// Whether it must be there.
    pub presence: Presence,
}

step_kind! {
    for Assert;
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        show(visitor, "target", Value::Own(&mut self.target));
        show_in_view(&mut self.presence, visitor, "in_view");
    }
    verbs: [
        Verb::new::<Self>("assert_visible", "Proves that an element is on the page")
            .in_skills("assert_visible: \"Done\"")
            .main("label"),
        Verb::of("assert_not_visible", "Proves that an element is nowhere on the page", Self::blank_absent)
            .in_skills("assert_not_visible: \"Error\"")
            .main("label"),
    ]
}

impl Assert {
    fn blank_absent() -> StepKind {
        let (target, presence) = (Target::default(), Presence::NotVisible);
        Self { target, presence }.into()
    }
}

impl StepDefinition for Assert {
    answers! { nature: Proof, named_by: (target.label), compiled_as: Sleep, asserts: true }

    fn definition(&self) -> &'static Verb {
        match self.presence {
            Presence::Visible | Presence::InView => &Self::VERBS[0],
            Presence::NotVisible | Presence::NotInView => &Self::VERBS[1],
        }
    }

    fn title(&self) -> String {
        let place = match self.presence {
            Presence::Visible | Presence::NotVisible => "",
            Presence::InView | Presence::NotInView => " in view",
        };
        format!("{} {}{place}", self.verb(), self.target.title())
    }

    fn awaited_target(&self) -> Option<&Target> {
        (!self.presence.is_absence()).then_some(&self.target)
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        let is_absent = is_shown(first, &self.target).is_none();
        match self.presence {
            Presence::Visible | Presence::InView => is_absent,
            Presence::NotVisible | Presence::NotInView => !is_absent,
        }
    }
}

/// Shows whether only what is in view counts.
pub(super) fn show_in_view(
    presence: &mut Presence,
    visitor: &mut dyn FieldVisitor,
    key: &'static str,
) {
    let mut is_in_view = matches!(presence, Presence::InView | Presence::NotInView);
    show(visitor, key, Value::Flag(&mut is_in_view));
    *presence = match (presence.is_absence(), is_in_view) {
        (true, true) => Presence::NotInView,
        (true, false) => Presence::NotVisible,
        (false, true) => Presence::InView,
        (false, false) => Presence::Visible,
    };
}

/// Proves that every claim holds on one and the same screen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Check {
    /// The claims, which must all hold. An empty list proves nothing and fails.
    pub claims: Vec<Claim>,
    /// How long it may take to come true; the run's default when not said.
    pub within: Option<Duration>,
    /// Whether the claims are a fingerprint of what a learning run saw and not the author's words.
    pub is_fingerprint: bool,
}

impl Check {
    /// Returns the proof that a control is in a state.
    pub fn of_state(claim: StateClaim) -> Self {
        Self {
            claims: vec![Claim::State(claim)],
            within: None,
            is_fingerprint: false,
        }
    }

    fn blank_state() -> StepKind {
        Self::of_state(StateClaim::default()).into()
    }

    /// Returns the only claim, where it is about a state and nothing else is said: skills have words for
    /// that.
    pub fn only_state(&self) -> Option<&StateClaim> {
        match (self.claims.as_slice(), self.within, self.is_fingerprint) {
            ([Claim::State(claim)], None, false) => Some(claim),
            (_, _, _) => None,
        }
    }
}

step_kind! {
    for Check;
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        if let (FileKind::Skill, [Claim::State(claim)]) = (visitor.form(), &mut self.claims[..]) {
            return state_in_skill(claim, visitor);
        }
        let within = Field::new("within").wire("withinMs");
        show(visitor, "claims", Value::Claims(&mut self.claims));
        show(visitor, within, Value::OptionalDuration(&mut self.within));
        show(
            visitor,
            "fingerprint",
            Value::Flag(&mut self.is_fingerprint),
        );
    }
    verbs: [
        Verb::new::<Self>("check", "Proves that claims hold"),
        Verb::of("assert_state", "Proves that a control is in a state", Self::blank_state)
            .in_skills("assert_state: { label: \"Wi-Fi\", checked: true }"),
    ]
}

impl StepDefinition for Check {
    answers! { nature: Proof, asserts: true }

    fn skill_verb(&self) -> Option<&'static Verb> {
        self.only_state().map(|_| &Self::VERBS[1])
    }

    fn title(&self) -> String {
        let claims: Vec<String> = self.claims.iter().map(Claim::title).collect();
        let within = option("within", self.within);
        format!("{} {}{within}", self.verb(), claims.join(" and "))
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        self.claims.iter().any(|claim| !judge(claim, first).holds)
    }
}

/// Shows the fields of a state as skills write them: the property is a key, as in `checked: true`.
fn state_in_skill(claim: &mut StateClaim, visitor: &mut dyn FieldVisitor) {
    const KEYS: &[&str] = &["checked", "selected", "expanded", "enabled", "focused"];
    show(visitor, "target", Value::Own(&mut claim.target));
    let chosen = visitor.choose(KEYS, claim.property.as_str());
    claim.property = Property::from_word(chosen).unwrap_or(claim.property);
    let key = claim.property.as_str();
    show(visitor, key, Value::State(&mut claim.is));
}
