//! Empties a field, and looks that it is empty.

use retap_model::device::Action;
use retap_model::event::Purpose;
use retap_model::program::{ClearField, Pin};
use retap_model::screen::Element;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::eyes::Need;
use crate::find::unreadable;
use crate::wait::Waited;

use super::type_text::{Focus, focus_named, focused_field, same_field, value};

/// Empties the named field, or the one that has the focus. A field that is empty already passes.
pub(super) fn perform(
    context: &mut Context<'_>,
    clear: &ClearField,
    pin: Option<&Pin>,
) -> StepResult {
    let field = match &clear.field {
        Some(target) => focus_named(context, target, pin)?,
        None => focused_field(context)?,
    };
    let field = match field {
        Err(verdict) => return Ok(verdict),
        Ok(Focus::Field(field)) => field,
        Ok(Focus::Unknown(_)) => {
            return Ok(match context.send(&Action::ClearText)? {
                Some(verdict) => verdict,
                None => Verdict::not_judged("emptied; what the field holds cannot be read"),
            });
        }
    };
    if let Some(verdict) = context.send(&Action::ClearText)? {
        return Ok(verdict);
    }
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        same_field(&field, now)
            .filter(|now| is_empty(now))
            .map(|_| ())
    })?;
    context.picture_step(Purpose::After, None)?;
    let held = matches!(waited, Waited::Held(..));
    let seen = if held { "it is" } else { "it is not" };
    context.note_check("the field is empty", seen, held);
    Ok(match waited {
        Waited::Held((), _) => Verdict::passed("the field is empty"),
        Waited::TimedOut(Ok(_)) => Verdict::failed("the field still holds something"),
        Waited::TimedOut(Err(reason)) => unreadable(&reason),
    })
}

/// A field that shows a hint while it holds nothing says so by its value.
fn is_empty(field: &Element) -> bool {
    value(field).is_empty()
}
