//! Brings a switch or box into a state, and reads that state back. What is in it already is not touched.

use retap_model::verify::Property;

use super::prelude::*;

impl Perform for SetChecked {
    /// Touches the control once if it is in the other state. One that does not tell its state is not touched: a
    /// touch might turn off what is on.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let wanted = Target {
            role: self.target.role.for_setting(),
            ..self.target.clone()
        };
        let target = context.recall(&wanted)?;
        let claim = self.claim(target.clone());
        let touched =
            context.find_and(&wanted, at.evidence(), |context, located| {
                match state_at(&located.screen, located.found.index) {
                    None => Err(untold(context, &claim, &located.screen)),
                    Some(is) if is == self.is => Ok(None),
                    Some(_) => touch(context, located).map(Some),
                }
            })?;
        let Some(act) = touched else {
            let state = claim.title();
            return Ok(context.pass(claim.title(), "it is", Reason::AlreadySo { state }));
        };
        let timeout = context.options.timeout;
        let waited = context.wait_past_interruptions(timeout, Freshness::Recent, |now| {
            let Search::Found(found) = locate(now, &target, at.evidence()) else {
                return None;
            };
            (state_at(now, found.index) == Some(self.is)).then_some(())
        })?;
        context.picture_step(Purpose::After, None)?;
        Ok(match waited {
            Waited::Held((), screen) => {
                context.note_learned(&screen);
                context.pass_claim(claim.title(), "it is")
            }
            Waited::TimedOut(screen) => context.fail_act(act, claim.title(), "it is not", &screen),
        })
    }
}

/// Returns whether the control that the element at `index` is, or belongs to, is on.
fn state_at(screen: &Screen, index: usize) -> Option<bool> {
    let control = Property::Checked.teller(screen, index)?;
    Property::Checked.read(&screen.elements[control])
}

/// Touches the control, and returns the touch in words; the state is the proof of it.
fn touch(context: &mut Context<'_>, located: &LocatedTarget) -> Result<String, Stop> {
    let tap = Action::Tap(place_of_control(located));
    context.begin_touch(located, &tap, &Proof::NotNeeded)?;
    Ok(format!("tap on {}", located.found.title))
}

/// Returns where to touch: a control that stands beside its name in a row may be all that reacts there.
fn place_of_control(located: &LocatedTarget) -> Point {
    let (screen, named) = (&located.screen, located.found.index);
    let is_beside = |control: &usize| screen.lineage(named).all(|holder| holder != *control);
    let control = Property::Checked.teller(screen, named).filter(is_beside);
    let control = control.map(|index| &screen.elements[index]);
    let control = control.filter(|control| control.is_clickable && control.state.enabled);
    control.map_or(located.found.point, |control| control.bounds.center())
}

/// Returns the failure of a control that does not tell its state.
fn untold(context: &mut Context<'_>, claim: &Claim, screen: &Screen) -> Stop {
    let seen = "nothing says whether it is, so nothing was touched";
    context.note_unmet(claim.title(), seen);
    Stop::failed(Reason::ClaimsFail {
        missing: vec![format!("{}, but {seen}", claim.title())],
        visible: Visible::of(screen),
    })
}
