//! Acts that need no target: going back, shaking, swiping, pressing a key, touching a place.

use retap_model::device::Action;
use retap_model::event::Purpose;
use retap_model::program::{Effect, Pin};

use crate::act::{Leave, Means, PendingAct, Proof};
use crate::context::Context;
use crate::stop::StepResult;

/// Sends the act and checks that the screen answers it.
pub(super) fn perform(context: &mut Context<'_>, action: &Action, pin: Option<&Pin>) -> StepResult {
    let before = context.loaded_screen_before()?;
    context.picture_step(Purpose::Before, None)?;
    let act = PendingAct {
        before: &before,
        title: action.to_string(),
        may_leave: may_leave(action),
        means: match action {
            Action::OpenUrl(_) => Means::Address,
            Action::Swipe(..) => Means::Other,
            action if action.point().is_some() => Means::Touch,
            _ => Means::Other,
        },
    };
    context.act(action, &act, &Proof::of(pin, Effect::Visible, None))
}

fn may_leave(action: &Action) -> Leave {
    match action {
        Action::Back => Leave::ForAnything,
        Action::PressKey(key, _) if matches!(key.as_str(), "back" | "app_switch" | "search") => {
            Leave::ForAnything
        }
        Action::OpenUrl(_) => Leave::ForAnotherApp,
        _ => Leave::No,
    }
}
