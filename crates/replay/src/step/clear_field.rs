//! Empties a field, and looks that it is empty.

use retap_model::device::Action;
use retap_model::event::Purpose;
use retap_model::program::ClearField;
use retap_model::reason::Reason;
use retap_model::verdict::Verdict;

use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::{StepResult, Stop};
use crate::wait::Waited;

use super::blind::{Blind, place};
use super::field::{Focus, focus_named, focused_field, same_field, value};
use super::{At, Perform};

impl Perform for ClearField {
    /// Empties the named field, or the one that has the focus. A field that is empty already passes.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let focus = match &self.field {
            Some(target) => focus_named(context, target, at)?,
            None => focused_field(context)?,
        };
        context.send(&Action::ClearText)?;
        let Focus::Field(field) = focus else {
            return Ok(Verdict::not_judged(Reason::FieldUnknown));
        };
        let waited = context.wait_until(context.options.timeout, Freshness::New, |now| {
            // A field that shows a hint while it holds nothing says so by its value.
            same_field(&field, now).filter(|now| value(now).is_empty())?;
            Some(())
        })?;
        context.picture_step(Purpose::After, None)?;
        let expected = "the field is empty";
        Ok(match waited {
            Waited::Held((), _) => {
                context.note_held(expected, "it is");
                Verdict::passed(Reason::FieldEmpty)
            }
            Waited::TimedOut(_) => {
                context.note_unmet(expected, "it is not");
                Verdict::failed(Reason::FieldNotEmpty)
            }
        })
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        let field = self.field.as_ref().map(|_| place(at.pin)).transpose()?;
        let tap = field.map(Action::Tap).into_iter();
        Ok(Blind::Sends(tap.chain([Action::ClearText]).collect()))
    }
}
