//! Acts that bring other words than in the lesson, and what the next step acts on: that proves where they led.

use std::time::Duration;

use retap_model::device::{Ability, Action, Deadline};
use retap_model::program::StepId;
use retap_model::reason::Reason;
use retap_model::screen::{Element, Role, Screen};
use retap_model::select::{is_on_recorded_screen, is_seen};
use retap_model::verify::{ActionType, Checked, Expectation, check};

use crate::act::{PendingAct, Proven, words};
use crate::beyond::Beyond;
use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::Stop;
use crate::wait::{Patience, Waited};

/// How long a screen rests before what the next step acts on may stand for the words of the lesson: these may still come.
const REST: Duration = Duration::from_secs(1);

impl Context<'_> {
    /// Waits for what a lesson brought; on a screen that rests, the next step is asked whether it can go on.
    pub(crate) fn wait_for_learned(
        &mut self,
        act: &PendingAct<'_>,
        expectations: &[Expectation],
        touched: Option<&Element>,
        judge: impl Fn(&Screen) -> Option<Proven>,
    ) -> Result<Waited<Proven>, Stop> {
        let end = Deadline::after(self.now(), self.options.timeout);
        let pin = self.program.pin(StepId(self.progress.current));
        let rest = self.rest_patience(pin);
        let knows_next = self.progress.next_target.is_some() || self.progress.next_shown.is_some();
        let first = Patience {
            within: end.left(self.now()),
            rest: if knows_next { Some(REST) } else { rest },
        };
        let place = self.progress.proof_place;
        let beyond = || Beyond::of_proof(place);
        let screen = match self.wait_on_page(first, Freshness::New, beyond(), &judge)? {
            Waited::TimedOut(screen) if knows_next && !end.has_passed(self.now()) => screen,
            waited => return Ok(waited),
        };
        let checked = check(expectations, act.before, &screen);
        if let Some(reason) = self.led_to_next(act, &checked, &screen, touched) {
            return Ok(Waited::Held(Proven::ByNext(checked, reason), screen));
        }
        let left = Patience {
            within: end.left(self.now()),
            rest: rest.map(|rest| rest.saturating_sub(REST)),
        };
        self.wait_on_page(left, Freshness::New, beyond(), &judge)
    }

    /// Returns that an act which only leads somewhere, or whose write was taken, led to what the next step acts on: that was
    /// not there before, the recorded screen proves it to be that, and nothing but words is missing. It is drift. So it is
    /// where the write was taken and what the author proves next has come.
    pub(crate) fn led_to_next(
        &mut self,
        act: &PendingAct<'_>,
        checked: &Checked,
        screen: &Screen,
        touched: Option<&Element>,
    ) -> Option<Reason> {
        let may_be_other = |it: &Expectation| {
            let mut now = screen.visible().map(|(_, element)| element.caption());
            it.shown_text()
                .is_some_and(|then| !now.any(|now| says_otherwise(then, now)))
        };
        if !checked.missing.iter().all(may_be_other) {
            return None;
        }
        let step = StepId(self.progress.current);
        self.wait_for_writes();
        let is_lasting = |element: &Element| {
            ActionType::of_touching(element.caption()) != ActionType::LocalState
        };
        let sees_writes = self.device().can(Ability::Requests);
        let effects = &self.progress.effects;
        let evidence = self.program.pin(step).and_then(|it| it.evidence.as_ref());
        let is_harmless = evidence.is_some_and(|it| it.role == Role::Link || !it.is_irreversible());
        let is_unwritten = sees_writes && is_harmless && !effects.has_written(step);
        let leads = match (effects.are_met(step), act.action) {
            // The server took what the act is for.
            (Some(are_met), _) => are_met,
            (None, Action::OpenUrl(_) | Action::Launch(_)) => true,
            (None, Action::Tap(_)) => {
                touched.is_some_and(|element| !is_lasting(element) || is_unwritten)
            }
            (None, _) => false,
        };
        if !leads {
            return None;
        }
        let is_taken = effects.are_met(step) == Some(true);
        let came = |is_there: &dyn Fn(&Screen) -> bool| !is_there(act.before) && is_there(screen);
        let next = self.progress.next_target.as_ref();
        let acted = next.filter(|(target, evidence)| {
            came(&|screen| is_on_recorded_screen(screen, target, evidence))
        });
        // What the author says must show is enough where the server took the write.
        let shown = self.progress.next_shown.as_ref().filter(|_| is_taken);
        let shown = shown.filter(|target| came(&|screen| is_seen(screen, target)));
        let target = acted.map(|(target, _)| target).or(shown)?.clone();
        if act.has_lost_the_app(screen, &[]) {
            return None;
        }
        self.progress.tally.drifted += 1;
        let missing = words(&checked.missing);
        self.warn(format!("not as in the lesson: {}", missing.join(", ")));
        Some(Reason::CameUp {
            act: act.title.clone(),
            what: target.title(),
        })
    }
}

/// Returns whether a text has the label of another, and another value: `Delivery: Standard` for `Delivery: Express`.
fn says_otherwise(then: &str, now: &str) -> bool {
    let label = |text: &str| {
        let (label, value) = text.split_once([':', '：'])?;
        Some((label.trim().to_lowercase(), value.trim().to_lowercase()))
    };
    let (then, now) = (label(then), label(now));
    then.zip(now)
        .is_some_and(|(then, now)| then.0 == now.0 && then.1 != now.1 && !then.0.is_empty())
}
