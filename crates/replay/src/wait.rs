//! Waits that end when their condition holds, and never later than their deadline.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Ability, Change, Deadline, Moment};
use retap_model::event::RunMode;
use retap_model::program::Pin;
use retap_model::reason::{Reason, Unclear};
use retap_model::screen::{Screen, changed_parts};
use retap_model::verify::changed;

use crate::beyond::{Beyond, BeyondSearch, BeyondView};
use crate::context::Context;
use crate::options::RunOptions;
use crate::screen_cache::Freshness;
use crate::stop::Stop;

/// The first pause between looks at a device that must be polled; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);

/// The longest pause between looks.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How long one blocking wait lasts, so that a request to stop is noticed soon.
const SLICE: Duration = Duration::from_millis(250);

/// How long a step has at least after something that was in its way is closed.
const LEAST_LEFT: Duration = Duration::from_secs(1);

/// How long a replay waits for something on a screen that rests, where nothing is under way: longer than pages usually
/// take to show something late, as with a timer.
const REST_PATIENCE: Duration = Duration::from_millis(2500);

/// How long a screen with a message over it is no screen at rest: most go away sooner.
const MESSAGE_PATIENCE: Duration = Duration::from_secs(8);

/// How much longer than its lesson a step may wait.
const LEARNED_TIMES: u32 = 3;

/// How long a screen must stay as it is to count as settled.
const QUIET: Duration = Duration::from_millis(300);

/// The treatment of something uninvited that is in front of what is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WhatIsInTheWay {
    Stays,
    IsClosed,
}

/// How a wait ended.
pub(crate) enum Waited<T> {
    /// The condition held on this screen.
    Held(T, Arc<Screen>),
    /// It did not hold in time; the last screen.
    TimedOut(Arc<Screen>),
}

impl<T> Waited<T> {
    /// Returns the screen, whether the condition held on it or not.
    pub(crate) fn into_screen(self) -> Arc<Screen> {
        match self {
            Self::Held(_, screen) | Self::TimedOut(screen) => screen,
        }
    }
}

/// How long to wait for something at the most, and on a screen at rest where nothing is under way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    pub(crate) within: Duration,
    pub(crate) rest: Option<Duration>,
}

impl From<Duration> for Patience {
    fn from(within: Duration) -> Self {
        Self { within, rest: None }
    }
}

/// How to wait.
struct Wait<'b> {
    patience: Patience,
    first: Freshness,
    in_the_way: WhatIsInTheWay,
    beyond: Beyond<'b>,
}

/// A screen that may be at rest, and when it has been for long enough.
struct Rest {
    patience: Duration,
    screen: Option<Arc<Screen>>,
    end: Deadline,
    /// Until when a message that lies over something is waited out.
    message_end: Deadline,
}

impl Rest {
    fn new(patience: Duration, now: Moment) -> Self {
        Self {
            patience,
            screen: None,
            end: Deadline::after(now, patience),
            message_end: Deadline::after(now, MESSAGE_PATIENCE),
        }
    }
}

impl Context<'_> {
    /// Looks until `judge` finds what it wants or the time is up; looks once more at the end. A step whose last
    /// look gave nothing usable fails.
    pub(crate) fn wait_until<T>(
        &mut self,
        timeout: Duration,
        first: Freshness,
        judge: impl FnMut(&Screen) -> Option<T>,
    ) -> Result<Waited<T>, Stop> {
        let how = Wait {
            patience: timeout.into(),
            first,
            in_the_way: WhatIsInTheWay::Stays,
            beyond: Beyond::DoesNotCount,
        };
        self.wait(how, judge)
    }

    /// Does the same, and closes what came up uninvited before it. Not for a wait that any change ends: closing
    /// something is one.
    pub(crate) fn wait_past_interruptions<T>(
        &mut self,
        patience: impl Into<Patience>,
        first: Freshness,
        judge: impl FnMut(&Screen) -> Option<T>,
    ) -> Result<Waited<T>, Stop> {
        self.wait_on_page(patience, first, Beyond::DoesNotCount, judge)
    }

    /// Does the same on all of a page, of which the screen shows a part.
    pub(crate) fn wait_on_page<T>(
        &mut self,
        patience: impl Into<Patience>,
        first: Freshness,
        beyond: Beyond<'_>,
        judge: impl FnMut(&Screen) -> Option<T>,
    ) -> Result<Waited<T>, Stop> {
        let how = Wait {
            patience: patience.into(),
            first,
            in_the_way: WhatIsInTheWay::IsClosed,
            beyond,
        };
        self.wait(how, judge)
    }

    fn wait<T>(
        &mut self,
        how: Wait<'_>,
        mut judge: impl FnMut(&Screen) -> Option<T>,
    ) -> Result<Waited<T>, Stop> {
        let Wait {
            patience,
            first,
            in_the_way,
            mut beyond,
        } = how;
        let mut search = BeyondSearch::default();
        let mut deadline = Deadline::after(self.now(), patience.within);
        let mut rest = patience.rest.map(|rest| Rest::new(rest, self.now()));
        let mut pause = self.options.poll.unwrap_or(FIRST_PAUSE);
        let mut freshness = first;
        loop {
            let limit = self.look_within(deadline);
            let look = self.look_by(freshness, limit)?;
            freshness = Freshness::New;
            if let Ok(screen) = &look
                && let Some(found) = judge(screen)
            {
                return Ok(Waited::Held(found, Arc::clone(screen)));
            }
            if in_the_way == WhatIsInTheWay::IsClosed
                && let Ok(screen) = &look
                && self.close_and_extend(screen, &mut deadline, &mut judge)?
            {
                freshness = Freshness::Recent;
                continue;
            }
            if let Ok(screen) = &look {
                match self.look_past_view(&mut beyond, &mut search, screen, &mut judge)? {
                    BeyondView::Nothing => {}
                    BeyondView::Held(found, whole) => return Ok(Waited::Held(found, whole)),
                    BeyondView::Brought => continue,
                }
            }
            let is_over = match (&mut rest, &look) {
                (Some(rest), Ok(screen)) => self.is_at_rest(rest, screen),
                (Some(_) | None, _) => false,
            };
            if is_over || deadline.has_passed(self.now()) {
                return look.map(Waited::TimedOut).map_err(Stop::unreadable);
            }
            let mut until = rest
                .as_ref()
                .map_or(deadline, |rest| rest.end.min(deadline));
            if let Ok(screen) = &look
                && let Some(soon) = search.next_look(screen)
            {
                until = until.min(Deadline::after(self.now(), soon));
            }
            // A reading that failed may be followed by no change at all, so only time helps there.
            match look {
                Ok(_) => self.await_change(until, pause)?,
                Err(_) => self.pause(pause.min(deadline.left(self.now())))?,
            }
            if self.options.poll.is_none() {
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }

    /// Closes what is in the way; what came up uninvited takes no time from the step. Returns whether to look again.
    fn close_and_extend<T>(
        &mut self,
        screen: &Arc<Screen>,
        deadline: &mut Deadline,
        judge: &mut impl FnMut(&Screen) -> Option<T>,
    ) -> Result<bool, Stop> {
        let (began, closed) = (self.now(), self.progress.tally.interruptions);
        let mut was_asked = false;
        let is_worth_a_look = self.clear_the_way(screen, &mut |screen| {
            was_asked = true;
            judge(screen).is_some()
        })?;
        if self.progress.tally.interruptions > closed {
            let left = deadline.left(began).max(LEAST_LEFT);
            *deadline = Deadline::after(self.now(), left);
        }
        let goes_on = is_worth_a_look && !deadline.has_passed(self.now());
        if was_asked && !goes_on {
            // The last word of a judge is about the screen that is there.
            judge(screen);
        }
        Ok(goes_on)
    }

    /// Returns whether the screen has been at rest for long enough, and nothing is under way.
    fn is_at_rest(&mut self, rest: &mut Rest, screen: &Arc<Screen>) -> bool {
        let is_known = rest.screen.as_ref().is_some_and(|known| {
            !changed(known, screen) || self.rests_but_for_restless(known, screen)
        });
        rest.screen = Some(Arc::clone(screen));
        let now = self.now();
        let has_message = !rest.message_end.has_passed(now) && screen.is_under_message();
        let is_restless = !is_known || screen.loading().is_some() || has_message;
        if is_restless || (rest.end.has_passed(now) && self.has_open_request()) {
            rest.end = Deadline::after(now, rest.patience);
        }
        rest.end.has_passed(now)
    }

    /// Returns how long a step of a replay waits on a screen at rest, by how long its lesson waited. A time that somebody gave is
    /// the most then, where the device tells that no request is open, and all of it where it is longer than is usual; of runs
    /// that nothing is known of, too.
    pub(crate) fn rest_patience(&mut self, pin: Option<&Pin>) -> Option<Duration> {
        let given = self.options.timeout;
        let is_longer = given > RunOptions::DEFAULT_TIMEOUT;
        let can_tell = !self.is_timeout_given() || self.device().can(Ability::Requests);
        if is_longer || !can_tell || self.options.mode != RunMode::Compiled {
            return None;
        }
        let learned = pin
            .map(|pin| pin.waited.max(pin.observed_delay))
            .unwrap_or_default();
        let learned = learned.unwrap_or_default() * LEARNED_TIMES;
        Some(REST_PATIENCE.max(learned))
    }

    /// Returns whether somebody said how long to wait.
    pub(crate) fn is_timeout_given(&self) -> bool {
        self.options.timeout != RunOptions::DEFAULT_TIMEOUT
    }

    /// Waits until the screen is neither loading nor changing.
    pub(crate) fn settle(
        &mut self,
        timeout: Duration,
        first: Freshness,
    ) -> Result<Waited<()>, Stop> {
        let deadline = Deadline::after(self.now(), timeout);
        let mut previous: Option<Arc<Screen>> = None;
        let mut last_change = self.now();
        let mut freshness = first;
        loop {
            let limit = self.look_within(deadline);
            let look = self.look_by(freshness, limit)?;
            freshness = Freshness::New;
            let is_over = deadline.has_passed(self.now());
            match look {
                Ok(screen) if screen.loading().is_none() && self.is_in_app(&screen) => {
                    let is_same = |known: &Arc<Screen>| !changed(known, &screen);
                    let rests = |known: &Arc<Screen>| self.rests_but_for_restless(known, &screen);
                    if !previous.as_ref().is_some_and(rests) {
                        last_change = self.now();
                    }
                    let is_at_rest = previous.as_ref().is_some_and(is_same)
                        || self.now().since(last_change) >= QUIET;
                    if is_at_rest || self.is_quiet()? {
                        return Ok(Waited::Held((), screen));
                    }
                    if is_over {
                        return Ok(Waited::TimedOut(screen));
                    }
                    previous = Some(screen);
                }
                Ok(screen) if is_over => return Ok(Waited::TimedOut(screen)),
                Ok(_) => self.await_change(deadline, QUIET)?,
                Err(reason) if is_over => return Err(Stop::unreadable(reason)),
                Err(_) => self.pause(FIRST_PAUSE)?,
            }
        }
    }

    /// Returns whether nothing differs but what changes by itself all the time.
    fn rests_but_for_restless(&self, before: &Screen, now: &Screen) -> bool {
        let own = &self.known.screens.self_changes;
        own.has_restless() && own.without_restless(changed_parts(before, now)).is_empty()
    }

    /// Returns whether the reading can be a new one, as far as the device names its apps.
    fn is_in_app(&mut self, screen: &Screen) -> bool {
        let is_known = self.device().can(Ability::NamesApps);
        !is_known || !self.known.screens.may_be_old(screen)
    }

    /// Returns the screen once it has come to rest, or as it is when the time is up.
    pub(crate) fn settled_screen(&mut self) -> Result<Arc<Screen>, Stop> {
        let first = self.first_look();
        let screen = self.settle(self.options.timeout, first)?.into_screen();
        self.cleared(screen)
    }

    /// Returns the screen at rest. A step that wants to know `about` something fails where it never is: while a screen
    /// loads, everything is absent from it.
    pub(crate) fn screen_at_rest(
        &mut self,
        timeout: Duration,
        first: Freshness,
        about: Unclear,
    ) -> Result<Arc<Screen>, Stop> {
        match self.settle(timeout, first)? {
            Waited::Held((), screen) => self.cleared(screen),
            Waited::TimedOut(_) => Err(Stop::failed(Reason::Restless { about })),
        }
    }

    /// Lets a moment pass; returns whether the device can tell that nothing changed in it.
    fn is_quiet(&mut self) -> Result<bool, Stop> {
        let deadline = Deadline::after(self.now(), QUIET);
        match self.await_signal(deadline)? {
            Change::None => Ok(true),
            Change::Happened => Ok(false),
            Change::CannotTell => {
                self.pause(QUIET)?;
                Ok(false)
            }
        }
    }

    /// Waits until the screen may have changed; a device that cannot signal is given a pause.
    pub(crate) fn await_change(&mut self, deadline: Deadline, pause: Duration) -> Result<(), Stop> {
        loop {
            self.check_stop()?;
            let slice = Deadline::after(self.now(), SLICE).min(deadline);
            match self.await_signal(slice)? {
                Change::Happened => return Ok(()),
                Change::None if deadline.has_passed(self.now()) => return Ok(()),
                Change::None => {}
                Change::CannotTell => return self.pause(pause.min(deadline.left(self.now()))),
            }
        }
    }

    /// Lets time pass in slices, so that a request to stop is noticed soon.
    pub(crate) fn pause(&mut self, time: Duration) -> Result<(), Stop> {
        let end = Deadline::after(self.now(), time);
        while !end.has_passed(self.now()) {
            self.check_stop()?;
            self.parts.clock.sleep(end.left(self.now()).min(SLICE));
        }
        Ok(())
    }
}
