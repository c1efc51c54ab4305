//! Goes to the home screen.

use retap_model::device::{Ability, Action};
use retap_model::event::Purpose;
use retap_model::program::Home;
use retap_model::reason::Reason;
use retap_model::verdict::Verdict;
use retap_model::verify::changed;

use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::{StepResult, Stop};
use crate::wait::Waited;

use super::blind::Blind;
use super::{At, Perform};

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
                context.note_held(expected, "it is");
                Verdict::passed(Reason::AtHome)
            }
            Waited::TimedOut(screen) => {
                let app = screen.app.clone();
                let front = app.unwrap_or_else(|| "the same screen".to_owned());
                context.note_unmet(expected, front.clone());
                Verdict::failed(Reason::NotAtHome { front })
            }
        };
        context.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Home)
    }
}
