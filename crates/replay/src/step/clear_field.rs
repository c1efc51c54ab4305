//! Empties a field, and looks that it is empty.

use retap_model::event::Purpose;
use retap_model::program::ClearField;

use super::blind::place;
use super::field::{Focus, focus_named, focused_field, same_field, value};
use super::{
    Action, At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Verdict, Waited,
};

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
            Waited::Held((), _) => context.pass(expected, "it is", Reason::FieldEmpty),
            Waited::TimedOut(_) => context.fail(expected, "it is not", Reason::FieldNotEmpty),
        })
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        let field = self.field.as_ref().map(|_| place(at.pin)).transpose()?;
        let tap = field.map(Action::Tap).into_iter();
        Ok(Blind::Sends(tap.chain([Action::ClearText]).collect()))
    }
}
