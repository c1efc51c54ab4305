//! Sending an act and proving that it had its effect.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Action, Deadline};
use retap_model::event::{Purpose, RunMode};
use retap_model::program::{Effect, Pin};
use retap_model::screen::{Element, Role, Screen};
use retap_model::secret::MASK;
use retap_model::select::is_seen;
use retap_model::verdict::Verdict;
use retap_model::verify::{Checked, Expectation, Property, answered, check, focus_moved};

use crate::context::{Abort, Context, StepResult};
use crate::eyes::{Look, Need};
use crate::find::{LOADING_PATIENCE, Sighting, unreadable, visible_texts};
use crate::owed::Owed;
use crate::wait::Waited;

/// How long an act may take to show any effect at all.
const EFFECT_TIMEOUT: Duration = Duration::from_secs(5);

/// What proves that an act happened.
pub(crate) enum Proof<'p> {
    /// What the learning run saw change.
    Expectations {
        /// The checks.
        checks: &'p [Expectation],
        /// The touched element as it was.
        touched: Option<&'p Element>,
    },
    /// Anything changes, or the touched element has the focus or is the chosen one.
    AnyChange {
        /// The touched element as it was.
        touched: Option<&'p Element>,
    },
    /// Nothing need change: the author said so.
    NotNeeded,
}

impl<'p> Proof<'p> {
    /// Returns the proof of touching something: as learned, else as the author says.
    pub(crate) fn of(pin: Option<&'p Pin>, effect: Effect, touched: Option<&'p Element>) -> Self {
        match (pin, effect) {
            (_, Effect::None) => Self::NotNeeded,
            (Some(pin), Effect::Visible) if !pin.expect.is_empty() => Self::Expectations {
                checks: &pin.expect,
                touched,
            },
            (Some(_) | None, Effect::Visible) => Self::AnyChange { touched },
        }
    }
}

/// How an act is proven by what a lesson learned.
enum Proven {
    /// What it brought then came again.
    AsLearned(Checked),
    /// What the next step asks for came up.
    CameUp(String),
}

/// An act about to be sent: the screen it is sent to, and what it is in words.
pub(crate) struct Deed<'a> {
    pub(crate) before: &'a Arc<Screen>,
    pub(crate) title: String,
    /// Whether it may leave the app.
    pub(crate) may_leave: Leave,
    /// What it is done with.
    pub(crate) means: Means,
}

/// What an act is done with, as far as its answer depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Means {
    /// A finger on something.
    Touch,
    /// An address.
    Address,
    /// Anything else, such as a key.
    Other,
}

/// Whether an act may leave the app it is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leave {
    /// Not at all.
    No,
    /// For another app, but not for the home screen.
    ForAnotherApp,
    /// For anything.
    ForAnything,
}

impl Deed<'_> {
    /// Returns whether the screen answers the act. An address that is opened again may bring the very same
    /// page; that it was loaded is the answer. A page that loads itself again answers no touch. A key may take the
    /// focus from a field; a touch does so whatever it touches.
    fn is_answered(&self, now: &Screen) -> bool {
        let is_answered_so = match self.means {
            Means::Touch => false,
            Means::Address => now.document != self.before.document,
            Means::Other => focus_moved(self.before, now),
        };
        is_answered_so || answered(self.before, now)
    }

    /// Returns whether the app went away although the act was not meant to leave it: it crashed, or
    /// something else came to the front. Texts that are gone then prove nothing.
    fn has_lost_the_app(&self, now: &Screen, expectations: &[Expectation]) -> bool {
        let is_learned = |app: &String| expectations.contains(&Expectation::App(app.clone()));
        let is_same = now.app == self.before.app;
        let may = match self.may_leave {
            Leave::No => false,
            Leave::ForAnotherApp => now.app.is_some(),
            Leave::ForAnything => true,
        };
        !may && !is_same && !now.app.as_ref().is_some_and(is_learned)
    }
}

impl Context<'_> {
    /// Touches what was found and waits for the proof.
    pub(crate) fn touch(
        &mut self,
        sighting: &Sighting,
        action: &Action,
        proof: &Proof<'_>,
    ) -> StepResult {
        if sighting.is_secret {
            return self.touch_hidden(sighting, action, proof);
        }
        let verdict = self.begin_touch(sighting, action, proof)?;
        self.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    /// Touches what was found as the first part of a step: only the picture before it is kept.
    pub(crate) fn begin_touch(
        &mut self,
        sighting: &Sighting,
        action: &Action,
        proof: &Proof<'_>,
    ) -> StepResult {
        self.picture_step(Purpose::Before, Some(sighting.found.point))?;
        self.send_and_prove(action, &touching(sighting, action), proof)
    }

    /// Waits for the proof of a tap that was sent.
    pub(crate) fn prove_tap(&mut self, sighting: &Sighting, proof: &Proof<'_>) -> StepResult {
        let tap = Action::Tap(sighting.found.point);
        self.prove(&touching(sighting, &tap), proof)
    }

    /// Touches what is named by a secret, such as a key of a PIN pad: where it was must not be told.
    fn touch_hidden(
        &mut self,
        sighting: &Sighting,
        action: &Action,
        proof: &Proof<'_>,
    ) -> StepResult {
        let deed = Deed {
            before: &sighting.screen,
            title: format!("{} on {MASK}", gesture(action)),
            may_leave: Leave::No,
            means: Means::Touch,
        };
        self.hide_acts = true;
        let ended = self.act(action, &deed, proof);
        self.hide_acts = false;
        ended
    }

    /// Sends an act, waits for the proof, and keeps a picture of what came of it.
    pub(crate) fn act(
        &mut self,
        action: &Action,
        deed: &Deed<'_>,
        proof: &Proof<'_>,
    ) -> StepResult {
        let verdict = self.send_and_prove(action, deed, proof)?;
        self.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    fn send_and_prove(
        &mut self,
        action: &Action,
        deed: &Deed<'_>,
        proof: &Proof<'_>,
    ) -> StepResult {
        if let Some(verdict) = already_so(deed, proof) {
            return Ok(verdict);
        }
        if let Some(verdict) = self.send(action)? {
            return Ok(verdict);
        }
        let verdict = self.prove(deed, proof)?;
        self.rest_while_learning(Need::Recent)?;
        Ok(verdict)
    }

    /// Lets the screen come to rest while learning, so that what is mined from it is what will
    /// still be there next time and not a spinner. These readings are the observer's, so they do
    /// not count as the program's.
    pub(crate) fn rest_while_learning(&mut self, first: Need) -> Result<(), Abort> {
        if self.options.mode == RunMode::Learning {
            let (reads, text_reads) = (self.tally.reads, self.tally.text_reads);
            self.settle(self.options.timeout, first)?;
            (self.tally.reads, self.tally.text_reads) = (reads, text_reads);
        }
        Ok(())
    }

    /// Sends an act; what the device refuses is the step's failure.
    pub(crate) fn send(&mut self, action: &Action) -> Result<Option<Verdict>, Abort> {
        match self.perform(action) {
            Ok(()) => Ok(None),
            Err(Abort::Device(error @ retap_model::device::DeviceError::Refused { .. })) => {
                Ok(Some(Verdict::failed(error.to_string())))
            }
            Err(abort) => Err(abort),
        }
    }

    /// Returns the screen before an act that needs no target and is proven by any change: what still
    /// loads would be mistaken for its effect.
    pub(crate) fn loaded_screen_before(&mut self) -> Result<Result<Arc<Screen>, Verdict>, Abort> {
        let first = self.first_need();
        let clock = self.clock_handle();
        let patience = Deadline::after(clock.now(), LOADING_PATIENCE);
        let waited = self.wait_until(self.options.timeout, first, |screen| {
            let is_loaded = screen.loading().is_none() || patience.has_passed(clock.now());
            is_loaded.then_some(())
        })?;
        Ok(match waited {
            Waited::Held((), screen) | Waited::TimedOut(Ok(screen)) => Ok(screen),
            Waited::TimedOut(Err(reason)) => Err(unreadable(&reason)),
        })
    }

    /// Returns the screen before an act that needs no target.
    pub(crate) fn screen_before(&mut self) -> Result<Result<Arc<Screen>, Verdict>, Abort> {
        let first = self.first_need();
        match self.wait_until(self.options.timeout, first, |_| Some(()))? {
            Waited::Held((), screen) => Ok(Ok(screen)),
            Waited::TimedOut(Ok(screen)) => Ok(Ok(screen)),
            Waited::TimedOut(Err(reason)) => Ok(Err(unreadable(&reason))),
        }
    }

    fn prove(&mut self, deed: &Deed<'_>, proof: &Proof<'_>) -> StepResult {
        let title = &deed.title;
        match proof {
            Proof::Expectations { checks, touched } => self.prove_learned(deed, checks, *touched),
            Proof::AnyChange { touched } => self.prove_change(deed, *touched),
            Proof::NotNeeded => match self.look(Need::Fresh)? {
                Look::Screen(_) => Ok(Verdict::passed(format!(
                    "{title}; the author says it has no visible effect"
                ))),
                Look::Unreadable(reason) => Ok(unreadable(&reason)),
            },
        }
    }

    fn prove_learned(
        &mut self,
        deed: &Deed<'_>,
        expectations: &[Expectation],
        touched: Option<&Element>,
    ) -> StepResult {
        // What already held before proves nothing by itself.
        let held_before = check(expectations, deed.before, deed.before).is_proven();
        let may_come_up = self.may_come_up.clone();
        let may_come_up = may_come_up.filter(|target| !is_seen(deed.before, target));
        let waited = self.wait_until(self.options.timeout, Need::Fresh, |now| {
            let checked = check(expectations, deed.before, now);
            let is_proven = checked.is_proven()
                && !deed.has_lost_the_app(now, expectations)
                && (!held_before
                    || deed.is_answered(now)
                    || touched.is_some_and(|element| is_chosen(element, now)));
            if is_proven {
                return Some(Proven::AsLearned(checked));
            }
            // The lesson may have been without what the next step asks for.
            let asked = may_come_up.as_ref().filter(|asked| is_seen(now, asked));
            asked
                .filter(|_| !deed.has_lost_the_app(now, expectations))
                .map(|asked| Proven::CameUp(asked.title()))
        })?;
        match waited {
            Waited::Held(Proven::CameUp(asked), screen) => {
                self.note_front(Some(deed.before), &screen);
                self.warn_of_turning(deed, &screen);
                self.note_check(format!("{asked} comes up"), "it does", true);
                self.owed = Some(Owed {
                    before: Arc::clone(deed.before),
                    expectations: expectations.to_vec(),
                });
                Ok(Verdict::passed(format!("{}; {asked} came up", deed.title)))
            }
            Waited::Held(Proven::AsLearned(checked), screen) => {
                self.note_front(Some(deed.before), &screen);
                self.warn_of_turning(deed, &screen);
                self.note_checked(&checked, &screen);
                Ok(Verdict::passed(format!(
                    "{}; {}",
                    deed.title,
                    join(&checked.held)
                )))
            }
            Waited::TimedOut(Ok(screen)) => {
                let checked = check(expectations, deed.before, &screen);
                self.note_checked(&checked, &screen);
                Ok(Verdict::failed(unproven(deed, &checked, &screen)))
            }
            Waited::TimedOut(Err(reason)) => Ok(unreadable(&reason)),
        }
    }

    fn prove_change(&mut self, deed: &Deed<'_>, touched: Option<&Element>) -> StepResult {
        let timeout = EFFECT_TIMEOUT.min(self.options.timeout);
        let waited = self.wait_until(timeout, Need::Fresh, |now| {
            let is_answered =
                deed.is_answered(now) || touched.is_some_and(|element| is_chosen(element, now));
            // Another app may well come to the front; none at all is a crash.
            let has_crashed = now.app.is_none() && deed.has_lost_the_app(now, &[]);
            (is_answered && !has_crashed).then_some(())
        })?;
        let (held, seen) = match &waited {
            Waited::Held((), screen) => {
                self.note_front(Some(deed.before), screen);
                self.warn_of_turning(deed, screen);
                (true, "it did")
            }
            Waited::TimedOut(Ok(screen)) if deed.has_lost_the_app(screen, &[]) => {
                (false, "the app went away")
            }
            Waited::TimedOut(Ok(_)) => (false, "nothing changed"),
            Waited::TimedOut(Err(reason)) => return Ok(unreadable(reason)),
        };
        let expected = format!("the screen answers {}", deed.title);
        self.note_check(expected, seen, held);
        Ok(if held {
            Verdict::passed(format!("{}; the screen changed", deed.title))
        } else {
            Verdict::failed(format!("after {}, {seen}", deed.title))
        })
    }

    /// A screen that turned between the reading and the touch was touched somewhere else than meant; one
    /// that turned because of it was not. Only the reader can tell.
    fn warn_of_turning(&mut self, deed: &Deed<'_>, now: &Screen) {
        let (before, after) = (deed.before.size, now.size);
        if before != after {
            self.warn(format!(
                "the screen turned from {}x{} to {}x{} meanwhile; if that was not {}, it may have hit \
                 something else",
                before.width, before.height, after.width, after.height, deed.title
            ));
        }
    }

    fn note_checked(&mut self, checked: &Checked, screen: &Screen) {
        for expectation in &checked.held {
            let seen = "it does".to_owned();
            self.note_check(expectation.to_string(), seen, true);
        }
        let mut seen = visible_texts(screen);
        for expectation in &checked.missing {
            self.note_check(expectation.to_string(), seen, false);
            seen = "the same".to_owned();
        }
    }
}

fn touching<'a>(sighting: &'a Sighting, action: &Action) -> Deed<'a> {
    Deed {
        before: &sighting.screen,
        title: format!("{} on {}", gesture(action), sighting.found.title),
        may_leave: Leave::No,
        means: Means::Touch,
    }
}

/// Returns what a finger does, in words.
fn gesture(action: &Action) -> String {
    match action {
        Action::Tap(_) => "tap".to_owned(),
        Action::DoubleTap(_) => "double tap".to_owned(),
        Action::Hover(_) => "hover".to_owned(),
        Action::LongPress(..) => "long press".to_owned(),
        Action::Drag(..) => "drag".to_owned(),
        other => other.to_string(),
    }
}

/// Returns why an act is not proven.
fn unproven(deed: &Deed<'_>, checked: &Checked, screen: &Screen) -> String {
    let seen = visible_texts(screen);
    let title = &deed.title;
    if checked.is_proven() && screen.app != deed.before.app {
        return format!("after {title}, the app went away; visible: {seen}");
    }
    if checked.is_proven() {
        return format!("after {title}, nothing changed; what it should bring was already there");
    }
    format!(
        "after {title}, expected that {}; visible: {seen}",
        join(&checked.missing)
    )
}

/// Returns the failure to report when the touched element is already in the state the act should
/// bring it to: touching a switch that is on would turn it off.
fn already_so(deed: &Deed<'_>, proof: &Proof<'_>) -> Option<Verdict> {
    let Proof::Expectations {
        checks,
        touched: Some(touched),
    } = proof
    else {
        return None;
    };
    let is_own_switch = |check: &&Expectation| match check {
        Expectation::State {
            subject, property, ..
        } => {
            let is_it = subject.id == touched.id || subject.label == touched.caption();
            is_it && matches!(property, Property::Checked | Property::Expanded)
        }
        Expectation::App(_)
        | Expectation::Shows(_)
        | Expectation::Offers(_)
        | Expectation::Hides(_)
        | Expectation::OpensWindow
        | Expectation::ClosesWindow
        | Expectation::Changed => false,
    };
    let held = |check: &&Expectation| check.holds(deed.before, deed.before);
    let is_radio = touched.role == Role::Radio;
    let check = checks
        .iter()
        .filter(is_own_switch)
        .find(held)
        .filter(|_| !is_radio)?;
    Some(Verdict::failed(format!(
        "{check} already, so nothing was touched"
    )))
}

/// Returns whether the touched element has the focus or is the chosen one: touching it again
/// changes nothing and yet did what was meant. It may have moved a little since.
fn is_chosen(touched: &Element, now: &Screen) -> bool {
    now.visible().any(|(_, element)| {
        element.id == touched.id
            && element.role == touched.role
            && element.caption() == touched.caption()
            && element.bounds.intersection(touched.bounds).is_some()
            && ((element.state.focused && element.is_editable)
                || element.state.selected == Some(true))
    })
}

pub(crate) fn join(expectations: &[Expectation]) -> String {
    let words: Vec<String> = expectations.iter().map(ToString::to_string).collect();
    words.join(", ")
}
