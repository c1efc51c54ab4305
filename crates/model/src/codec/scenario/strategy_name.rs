//! Which strategy of compiled scenarios stands for a step; reports and listings show its name.

use crate::program::{Ask, Check, Claim, Question, ScenarioForm, StepKind, Target, TextClaim};

impl StepKind {
    /// Returns the name of the strategy that stands for the step, or the verb of a step that retap itself
    /// carries out where another reader of the compiled file would have to ask a model.
    pub fn strategy_name(&self) -> &'static str {
        self.strategy().unwrap_or_else(|| self.verb())
    }

    /// Returns the name of the strategy that says what the step does, where there is one.
    pub(super) fn strategy(&self) -> Option<&'static str> {
        Some(match self.scenario_form() {
            ScenarioForm::Launch(_) => "app_launch",
            ScenarioForm::Stop(_) => "app_stop",
            ScenarioForm::Restart(_) => "app_restart",
            ScenarioForm::Tap(target) if target.id.is_some() => "tap_by_resource_id",
            ScenarioForm::Tap(_) => "tap_by_text",
            ScenarioForm::TextInput(..) => "text_input",
            ScenarioForm::Swipe(_) => "scroll_fixed",
            ScenarioForm::ScrollTo(_) => "scroll_to_find",
            ScenarioForm::Key(..) => "keyevent",
            ScenarioForm::Wait(_) => "wait",
            ScenarioForm::Check(check) if check.only_text().is_some() => "strict_text_match",
            ScenarioForm::Check(check) if check.is_sayable() => "uitree_verify",
            ScenarioForm::KeepEvidence(_) => "screenshot_only",
            ScenarioForm::Ask(ask) => match ask.fingerprint().is_some_and(Check::is_sayable) {
                true => "uitree_verify",
                false => "ai_checkpoint",
            },
            ScenarioForm::Replay => "replay",
            ScenarioForm::Unknown => "unsupported",
            ScenarioForm::Check(_) | ScenarioForm::LeftToModel => return None,
        })
    }
}

impl Ask {
    /// Returns the fingerprint that is looked for before a model is asked whether a `then` holds.
    pub(super) fn fingerprint(&self) -> Option<&Check> {
        match (self.question, self.guess.as_deref()) {
            (Question::Then, Some(StepKind::Check(check))) if check.is_fingerprint => Some(check),
            (_, _) => None,
        }
    }
}

impl Check {
    /// Returns the only claim, where it is that a single text shows or does not and nothing else is said.
    /// What was seen in a learning run is no such claim.
    pub(super) fn only_text(&self) -> Option<&TextClaim> {
        match (self.claims.as_slice(), self.is_fingerprint, self.within) {
            ([Claim::Text(claim) | Claim::Screen(claim)], false, None) => {
                Some(claim).filter(|claim| is_plain(&claim.target))
            }
            (_, _, _) => None,
        }
    }

    /// Returns whether the checks of compiled scenarios can say every claim.
    fn is_sayable(&self) -> bool {
        self.claims.iter().all(is_sayable)
    }
}

/// Returns whether a check of compiled scenarios can say the claim.
pub(super) fn is_sayable(claim: &Claim) -> bool {
    match claim {
        Claim::Text(claim) | Claim::Screen(claim) => is_plain(&claim.target),
        Claim::Id(_) | Claim::Class(_) | Claim::Count(_) => true,
        Claim::State(_) | Claim::Unknown(_) => false,
    }
}

/// Returns whether the words alone say what is meant.
fn is_plain(target: &Target) -> bool {
    let Target {
        label: _,
        row,
        index,
        area,
        id,
        role,
        matching: _,
    } = target;
    row.is_none() && index.is_none() && area.is_none() && id.is_none() && role.only().is_none()
}
