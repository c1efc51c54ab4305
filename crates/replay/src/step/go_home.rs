//! Goes to the home screen.

use retap_model::device::Ability;
use retap_model::event::Purpose;
use retap_model::program::Home;
use retap_model::verify::changed;

use super::{Action, At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Waited};

impl Perform for Home {
    /// Goes home. Passes when no app is in front; where the device cannot tell, when the screen changed.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let before = context.screen_before()?;
        context.picture_step(Purpose::Before, None)?;
        context.send(&Action::Home)?;
        let names_apps = context.device().can(Ability::NamesApps);
        let waited = context.wait_until(context.options.timeout, Freshness::New, |now| {
            let is_home = now.app.is_none() && (names_apps || changed(&before, now));
            is_home.then_some(())
        })?;
        let expected = "the home screen is in front";
        let verdict = match waited {
            Waited::Held((), screen) => {
                context.note_front(Some(&before), &screen);
                context.pass(expected, "it is", Reason::AtHome)
            }
            Waited::TimedOut(screen) => {
                let app = screen.app.clone();
                let front = app.unwrap_or_else(|| "the same screen".to_owned());
                context.fail(expected, front.clone(), Reason::NotAtHome { front })
            }
        };
        context.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Home)
    }
}
