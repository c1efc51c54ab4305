//! Proving claims about the screen.

use std::time::Duration;

use crate::screen::Screen;
use crate::verify::{Property, judge};

use super::{
    Claim, DeclaredStep, Field, FieldVisitor, FileKind, ScenarioForm, StateClaim, StepDefinition,
    TARGET, Value, Verb, answers, option,
};

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
    pub(super) const VERBS: &[Verb] = &[
        Verb::new::<Self>("check", "Proves that claims hold"),
        Verb::of(
            "assert_state",
            "Proves that a control is in a state",
            || Self::of_state(StateClaim::default()).into(),
        )
        .in_skills("assert_state: { label: \"Wi-Fi\", checked: true }"),
    ];

    /// Returns the proof that a control is in a state.
    pub fn of_state(claim: StateClaim) -> Self {
        Self {
            claims: vec![Claim::State(claim)],
            within: None,
            is_fingerprint: false,
        }
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

const CLAIMS: Field = Field::new("claims", "what must hold");
const WITHIN: Field = Field::new("within", "how long it may take").wire("withinMs");
const FINGERPRINT: Field = Field::new("fingerprint", "whether a learning run made the claims");

impl DeclaredStep for Check {
    fn verbs(&self) -> &'static [Verb] {
        Self::VERBS
    }

    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        if let (FileKind::Skill, [Claim::State(claim)]) = (visitor.form(), &mut self.claims[..]) {
            return state_in_skill(claim, visitor);
        }
        visitor.field(&CLAIMS, Value::Claims(&mut self.claims));
        visitor.field(&WITHIN, Value::OptionalDuration(&mut self.within));
        visitor.field(&FINGERPRINT, Value::Flag(&mut self.is_fingerprint));
    }
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

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Check(self)
    }
}

/// Shows the fields of a state as skills write them: the property is a key, as in `checked: true`.
fn state_in_skill(claim: &mut StateClaim, visitor: &mut dyn FieldVisitor) {
    const KEYS: &[&str] = &["checked", "selected", "expanded", "enabled", "focused"];
    visitor.field(&TARGET, Value::Own(&mut claim.target));
    let chosen = visitor.choose(KEYS, claim.property.as_str());
    claim.property = Property::from_word(chosen).unwrap_or(claim.property);
    let field = Field::new(claim.property.as_str(), "the state it must be in");
    visitor.field(&field, Value::State(&mut claim.is));
}
