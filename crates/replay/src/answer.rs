//! Waiting until the screen answers an act: by what has to do with it at once, by anything else only once that rests.

use std::collections::BTreeMap;
use std::time::Duration;

use retap_model::device::{Deadline, Moment};
use retap_model::screen::{Element, PartKey, Screen};
use retap_model::verify::{Answer, least_rest};

use crate::act::{PendingAct, is_chosen};
use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::Stop;
use crate::wait::Waited;

/// How long an act may take to show any effect at all.
const EFFECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a device that cannot signal is asked.
const PAUSE: Duration = Duration::from_millis(100);

/// Whether a reading answers an act.
enum Answered {
    Yes,
    /// Not as long as this part of it does not rest until then.
    From(Moment),
    No,
}

impl Context<'_> {
    /// Waits until the screen answers an act, or the touched element has the focus or is the chosen one.
    pub(crate) fn wait_for_answer(
        &mut self,
        act: &PendingAct<'_>,
        touched: Option<&Element>,
    ) -> Result<Waited<()>, Stop> {
        let timeout = EFFECT_TIMEOUT.min(self.options.timeout);
        let end = Deadline::after(self.now(), timeout);
        // What came in time may still have to rest.
        let latest = Deadline::after(end.0, least_rest());
        let mut noticed = BTreeMap::new();
        loop {
            let limit = self.look_within(end);
            let look = self.look_by(Freshness::New, limit)?;
            let answered = match &look {
                Ok(screen) => self.answered(act, touched, screen, &mut noticed),
                Err(_) => Answered::No,
            };
            let until = match (look, answered) {
                (Ok(screen), Answered::Yes) => return Ok(Waited::Held((), screen)),
                (_, Answered::From(rested)) if !latest.has_passed(self.now()) => {
                    Deadline(rested).min(latest)
                }
                (look, _) if end.has_passed(self.now()) => {
                    return look.map(Waited::TimedOut).map_err(Stop::unreadable);
                }
                (_, _) => end,
            };
            self.await_change(until, PAUSE)?;
        }
    }

    fn answered(
        &mut self,
        act: &PendingAct<'_>,
        touched: Option<&Element>,
        screen: &Screen,
        noticed: &mut BTreeMap<PartKey, Moment>,
    ) -> Answered {
        let now = self.now();
        let own = &self.known.screens.self_changes;
        if act.has_crashed(screen) {
            return Answered::No;
        }
        if touched.is_some_and(|element| is_chosen(element, screen)) {
            return Answered::Yes;
        }
        let parts = match act.answer_by(screen, own) {
            Answer::Sure => return Answered::Yes,
            Answer::Nothing => return Answered::No,
            Answer::Elsewhere(parts) => parts,
        };
        let rested = parts.iter().map(|part| {
            let first = *noticed.entry(*part).or_insert(now);
            let seen = Moment(first.0 + least_rest());
            own.rests_at(*part).map_or(seen, |rested| rested.max(seen))
        });
        match rested.min() {
            Some(rested) if rested > now => Answered::From(rested),
            Some(_) => Answered::Yes,
            None => Answered::No,
        }
    }
}
