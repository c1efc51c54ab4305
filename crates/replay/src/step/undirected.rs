//! Acts that need no target: going back, shaking, swiping, pressing a key, touching a place.

use retap_model::event::Purpose;
use retap_model::program::{Pin, TouchEffect};

use crate::act::{ActInput, MayLeave, PendingAct};

use super::{Action, Context, Proof, StepResult};

/// A step that is nothing but one act without a target.
pub(super) trait Undirected {
    /// Returns the act.
    fn action(&self) -> Action;
}

/// Sends the act and checks that the screen answers it.
pub(super) fn perform(context: &mut Context<'_>, action: &Action, pin: Option<&Pin>) -> StepResult {
    let before = context.loaded_screen_before()?;
    context.picture_step(Purpose::Before, None)?;
    let act = PendingAct {
        before: &before,
        title: action.to_string(),
        may_leave: may_leave(action),
        input: match action {
            Action::OpenUrl(_) => ActInput::Address,
            Action::Swipe(..) => ActInput::Other,
            action if action.point().is_some() => ActInput::Touch,
            _ => ActInput::Other,
        },
    };
    context.act(action, &act, &Proof::of(pin, TouchEffect::Visible, None))
}

fn may_leave(action: &Action) -> MayLeave {
    match action {
        Action::Back => MayLeave::ForAnything,
        Action::PressKey(key, _) if matches!(key.as_str(), "back" | "app_switch" | "search") => {
            MayLeave::ForAnything
        }
        Action::OpenUrl(_) => MayLeave::ForAnotherApp,
        _ => MayLeave::No,
    }
}
