//! Sending an act and proving that it had its effect.

use std::sync::Arc;

use retap_model::device::{Action, Deadline};
use retap_model::event::{Purpose, RunMode};
use retap_model::program::{Pin, StepId, TouchEffect};
use retap_model::reason::{Reason, Visible};
use retap_model::screen::{Element, Role, Screen};
use retap_model::secret::MASK;
use retap_model::select::is_seen;
use retap_model::verdict::Verdict;
use retap_model::verify::{
    ActionType, Answer, ChangedWords, Checked, Expectation, Property, SelfChanges, answer, check,
    focus_moved,
};

use crate::context::Context;
use crate::find::{LOADING_PATIENCE, LocatedTarget};
use crate::messages::LastAct;
use crate::parts::Fact;
use crate::screen_cache::Freshness;
use crate::stop::{StepResult, Stop, or_unseen};
use crate::wait::Waited;

/// The proof that an act happened.
pub(crate) enum Proof<'p> {
    /// The changes that the learning run saw.
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
    pub(crate) fn of(
        pin: Option<&'p Pin>,
        effect: TouchEffect,
        touched: Option<&'p Element>,
    ) -> Self {
        match (pin, effect) {
            (_, TouchEffect::None) => Self::NotNeeded,
            (Some(pin), TouchEffect::Visible | TouchEffect::Error) if has_own(pin) => {
                Self::Expectations {
                    checks: &pin.expect,
                    touched,
                }
            }
            (Some(_) | None, TouchEffect::Visible | TouchEffect::Error) => {
                Self::AnyChange { touched }
            }
        }
    }
}

/// Returns whether anything was learned that only this act brings.
fn has_own(pin: &Pin) -> bool {
    let is_own = |check: &Expectation| *check != Expectation::Changed;
    pin.expect.iter().any(is_own)
}

/// How an act is proven by what a lesson learned.
pub(crate) enum Proven {
    /// The learned changes came again.
    AsLearned(Checked),
    /// The element that the next step asks for came up.
    CameUp(String),
    /// It led to what the next step acts on; what was looked for, and that.
    ByNext(Checked, Reason),
}

/// The changes that an act still has to bring.
pub(crate) struct DeferredExpectations {
    pub(crate) before: Arc<Screen>,
    pub(crate) expectations: Vec<Expectation>,
}

/// An act about to be sent, the screen it is sent to, and what it is in words.
pub(crate) struct PendingAct<'a> {
    pub(crate) action: &'a Action,
    pub(crate) before: &'a Arc<Screen>,
    pub(crate) title: String,
}

impl PendingAct<'_> {
    /// Returns how the screen answers the act. An address that is opened again may bring the very same page; that it
    /// was loaded is the answer. A page that loads itself again answers no touch.
    pub(crate) fn answer_by(&self, now: &Screen, own: &SelfChanges) -> Answer {
        let is_address = matches!(self.action, Action::OpenUrl(_));
        let is_loaded = is_address && now.document != self.before.document;
        let is_left = !is_address && !self.is_touch() && focus_moved(self.before, now);
        if is_loaded || is_left {
            return Answer::Sure;
        }
        let point = self.action.point().filter(|_| self.is_touch());
        let touched = point.and_then(|point| self.before.element_at(point));
        answer(self.before, now, touched, own)
    }

    /// Returns whether the app is gone and nothing came instead: another app may well come to the front.
    pub(crate) fn has_crashed(&self, now: &Screen) -> bool {
        now.app.is_none() && self.has_lost_the_app(now, &[])
    }

    /// Returns whether it is a finger on something, which takes the focus from a field whatever it touches; of
    /// other input that is an answer.
    fn is_touch(&self) -> bool {
        self.action.point().is_some() && !matches!(self.action, Action::Swipe(..))
    }

    /// Returns whether it may leave the app for what is in front now.
    fn may_leave_for(&self, now: &Screen) -> bool {
        let is_leaving = match self.action {
            Action::PressKey(key, _) => matches!(key.as_str(), "back" | "app_switch" | "search"),
            action => *action == Action::Back,
        };
        is_leaving || (matches!(self.action, Action::OpenUrl(_)) && now.app.is_some())
    }

    /// Returns whether the app went away although the act was not meant to leave it: it crashed, or
    /// something else came to the front. Texts that are gone then prove nothing.
    pub(crate) fn has_lost_the_app(&self, now: &Screen, expectations: &[Expectation]) -> bool {
        let is_learned = |app: &String| expectations.contains(&Expectation::App(app.clone()));
        let is_same = now.app == self.before.app;
        !is_same && !self.may_leave_for(now) && !now.app.as_ref().is_some_and(is_learned)
    }
}

impl Context<'_> {
    /// Touches what was found and waits for the proof. Where something is that a secret names, such as a key of a
    /// PIN pad, must not be told.
    pub(crate) fn touch(
        &mut self,
        located: &LocatedTarget,
        action: &Action,
        proof: &Proof<'_>,
    ) -> StepResult {
        self.record.hide_acts = located.is_secret;
        let touched = self.begin_touch(located, action, proof);
        let ended = touched.and_then(|verdict| {
            self.picture_step(Purpose::After, None)?;
            Ok(verdict)
        });
        self.record.hide_acts = false;
        ended
    }

    /// Touches what was found as the first part of a step: only the picture before it is kept.
    pub(crate) fn begin_touch(
        &mut self,
        located: &LocatedTarget,
        action: &Action,
        proof: &Proof<'_>,
    ) -> StepResult {
        self.picture_step(Purpose::Before, Some(located.found.point))?;
        self.send_and_prove(&self.touching(located, action), proof)
    }

    /// Waits for the proof of a tap that was sent.
    pub(crate) fn prove_tap(&mut self, located: &LocatedTarget, proof: &Proof<'_>) -> StepResult {
        let tap = Action::Tap(located.found.point);
        self.prove(&self.touching(located, &tap), proof)
    }

    /// Sends an act, waits for the proof, and keeps a picture of what came of it.
    pub(crate) fn act(&mut self, act: &PendingAct<'_>, proof: &Proof<'_>) -> StepResult {
        let verdict = self.send_and_prove(act, proof)?;
        self.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    fn touching<'t>(&self, located: &'t LocatedTarget, action: &'t Action) -> PendingAct<'t> {
        let what = match self.record.hide_acts {
            true => MASK,
            false => &located.found.title,
        };
        PendingAct {
            action,
            before: &located.screen,
            title: format!("{} on {what}", gesture(action)),
        }
    }

    fn send_and_prove(&mut self, act: &PendingAct<'_>, proof: &Proof<'_>) -> StepResult {
        refuse_if_already_so(act, proof)?;
        if let Some(reason) = self.new_message(None, act.before) {
            return Err(Stop::failed(reason));
        }
        self.require_same_thing(act.action, &act.title)?;
        self.tell_page(act.before)?;
        self.progress.proof_place = self.proof_place(act.before)?;
        self.send(act.action)?;
        self.progress.last_act = Some(LastAct {
            before: Arc::clone(act.before),
            step: StepId(self.progress.current),
        });
        let verdict = self.prove(act, proof)?;
        self.rest_while_learning(Freshness::Recent)?;
        Ok(verdict)
    }

    /// Tells the observer of a lesson all of the page of which the screen shows a part.
    fn tell_page(&mut self, screen: &Screen) -> Result<(), Stop> {
        if self.options.mode == RunMode::Learning
            && let Some(Some(page)) = or_unseen(self.look_beyond(screen))?
        {
            self.tell(Fact::Page(&Arc::new(page)));
        }
        Ok(())
    }

    /// Lets the screen come to rest while learning, so that what is mined from it is what will
    /// still be there next time and not a spinner. These readings are the observer's, so they do
    /// not count as the program's.
    pub(crate) fn rest_while_learning(&mut self, first: Freshness) -> Result<(), Stop> {
        if self.options.mode == RunMode::Learning {
            let tally = &self.progress.tally;
            let (reads, text_reads) = (tally.reads, tally.text_reads);
            let rested = or_unseen(self.settle(self.options.timeout, first))?;
            if let Some(rested) = rested {
                or_unseen(self.cleared(rested.into_screen()))?;
            }
            let tally = &mut self.progress.tally;
            (tally.reads, tally.text_reads) = (reads, text_reads);
        }
        Ok(())
    }

    /// Returns the screen before an act that needs no target and is proven by any change: what still
    /// loads would be mistaken for its effect.
    pub(crate) fn loaded_screen_before(&mut self) -> Result<Arc<Screen>, Stop> {
        let first = self.first_look();
        let clock = Arc::clone(&self.parts.clock);
        let patience = Deadline::after(clock.now(), LOADING_PATIENCE);
        let waited = self.wait_until(self.options.timeout, first, |screen| {
            let is_loaded = screen.loading().is_none() || patience.has_passed(clock.now());
            is_loaded.then_some(())
        })?;
        self.cleared(waited.into_screen())
    }

    /// Returns the screen before an act that needs no target.
    pub(crate) fn screen_before(&mut self) -> Result<Arc<Screen>, Stop> {
        let first = self.first_look();
        let waited = self.wait_until(self.options.timeout, first, |_| Some(()))?;
        Ok(waited.into_screen())
    }

    fn prove(&mut self, act: &PendingAct<'_>, proof: &Proof<'_>) -> StepResult {
        match proof {
            Proof::Expectations { checks, touched } => self.prove_learned(act, checks, *touched),
            Proof::AnyChange { touched } => self.prove_change(act, *touched),
            Proof::NotNeeded => {
                self.see(Freshness::New)?;
                let act = act.title.clone();
                Ok(Verdict::passed(Reason::EffectNotNeeded { act }))
            }
        }
    }

    fn prove_learned(
        &mut self,
        act: &PendingAct<'_>,
        expectations: &[Expectation],
        touched: Option<&Element>,
    ) -> StepResult {
        // What already held before proves nothing by itself.
        let words = changed_words(act, touched);
        let held_before = check(expectations, act.before, act.before).is_proven(words);
        if held_before && let Waited::TimedOut(screen) = self.wait_for_answer(act, touched)? {
            let checked = check(expectations, act.before, &screen);
            self.note_checked(&checked, &screen);
            return Ok(Verdict::failed(unproven(act, &checked, &screen, words)));
        }
        let may_come_up = self.progress.may_come_up.clone();
        let may_come_up = may_come_up.filter(|target| !is_seen(act.before, target));
        let judge = |now: &Screen| {
            let checked = check(expectations, act.before, now);
            if checked.is_proven(words) && !act.has_lost_the_app(now, expectations) {
                return Some(Proven::AsLearned(checked));
            }
            // The lesson may have been without what the next step asks for.
            let asked = may_come_up.as_ref().filter(|asked| is_seen(now, asked));
            asked
                .filter(|_| !act.has_lost_the_app(now, expectations))
                .map(|asked| Proven::CameUp(asked.title()))
        };
        let waited = if held_before {
            self.wait_until(self.options.timeout, Freshness::New, judge)?
        } else {
            self.note_awaited();
            self.wait_for_learned(act, expectations, touched, judge)?
        };
        match waited {
            Waited::Held(Proven::ByNext(checked, reason), screen) => {
                self.note_checked(&checked, &screen);
                Ok(Verdict::passed(reason))
            }
            Waited::Held(proven, screen) => {
                if !held_before {
                    self.note_learned(&screen);
                }
                self.known.screens.note_front(Some(act.before), &screen);
                self.warn_of_turning(act, &screen);
                let reason = self.note_proven(act, proven, &screen, expectations);
                Ok(Verdict::passed(reason))
            }
            Waited::TimedOut(screen) => {
                let checked = check(expectations, act.before, &screen);
                self.note_checked(&checked, &screen);
                if let Some(reason) = self.led_to_next(act, &checked, &screen, touched) {
                    return Ok(Verdict::passed(reason));
                }
                Ok(Verdict::failed(unproven(act, &checked, &screen, words)))
            }
        }
    }

    /// Notes what proves an act; what it was to bring and has not yet brought is left to later steps.
    fn note_proven(
        &mut self,
        act: &PendingAct<'_>,
        proven: Proven,
        screen: &Screen,
        expectations: &[Expectation],
    ) -> Reason {
        let title = act.title.clone();
        match proven {
            Proven::ByNext(_, reason) => reason,
            Proven::CameUp(what) => {
                self.note_held(format!("{what} comes up"), "it does");
                self.progress.deferred = Some(DeferredExpectations {
                    before: Arc::clone(act.before),
                    expectations: expectations.to_vec(),
                });
                Reason::CameUp { act: title, what }
            }
            Proven::AsLearned(checked) => {
                self.note_checked(&checked, screen);
                let proof = DeferredExpectations {
                    before: Arc::clone(act.before),
                    expectations: expectations.to_vec(),
                };
                self.keep_proof(proof, &title, screen);
                let held = words(&checked.held);
                Reason::AsLearned { act: title, held }
            }
        }
    }

    fn prove_change(&mut self, act: &PendingAct<'_>, touched: Option<&Element>) -> StepResult {
        let waited = self.wait_for_answer(act, touched)?;
        let expected = format!("the screen answers {}", act.title);
        let title = act.title.clone();
        Ok(match waited {
            Waited::Held((), screen) => {
                self.known.screens.note_front(Some(act.before), &screen);
                self.warn_of_turning(act, &screen);
                self.pass(expected, "it did", Reason::Changed { act: title })
            }
            Waited::TimedOut(screen) if act.has_lost_the_app(&screen, &[]) => self.fail(
                expected,
                "the app went away",
                Reason::AppWentAway { act: title },
            ),
            Waited::TimedOut(_) => self.fail(
                expected,
                "nothing changed",
                Reason::NothingChanged { act: title },
            ),
        })
    }

    /// Judges the end of a run whose last act was answered by what the author says may come up: once that
    /// was dealt with, what was learned shows, or nobody knows how it ended.
    pub(crate) fn settle_deferred(
        &mut self,
        deferred: &DeferredExpectations,
        done: Reason,
    ) -> StepResult {
        let checked = |now: &Screen| check(&deferred.expectations, &deferred.before, now);
        let waited = self.wait_until(self.options.timeout, Freshness::New, |now| {
            let checked = checked(now);
            checked.is_proven(ChangedWords::OfControls).then_some(())
        })?;
        Ok(match waited {
            Waited::Held((), _) => Verdict::passed(done),
            Waited::TimedOut(screen) => Verdict::not_judged(Reason::EndUnknown {
                done: Box::new(done),
                missing: words(&checked(&screen).missing),
                visible: Visible::of(&screen),
            }),
        })
    }

    /// A screen that turned between the reading and the touch was touched somewhere else than meant; one
    /// that turned because of it was not. Only the reader can tell.
    fn warn_of_turning(&mut self, act: &PendingAct<'_>, now: &Screen) {
        let (before, after) = (act.before.size, now.size);
        if before != after && now.view_at.is_none() {
            self.warn(format!(
                "the screen turned from {}x{} to {}x{} meanwhile; if that was not {}, it may have hit \
                 something else",
                before.width, before.height, after.width, after.height, act.title
            ));
        }
    }

    fn note_checked(&mut self, checked: &Checked, screen: &Screen) {
        for expectation in &checked.held {
            self.note_held(expectation.to_string(), "it does");
        }
        let mut seen = Visible::of(screen).to_string();
        for expectation in &checked.missing {
            self.note_unmet(expectation.to_string(), seen);
            seen = "the same".to_owned();
        }
    }
}

/// Returns what may have been renamed of what an act brings: one that leads somewhere reports nothing.
fn changed_words(act: &PendingAct<'_>, touched: Option<&Element>) -> ChangedWords {
    let leads = |element: &Element| {
        let is_way = matches!(element.role, Role::Link | Role::Tab);
        is_way && ActionType::of_touching(element.caption()) == ActionType::LocalState
    };
    match act.action {
        Action::OpenUrl(_) | Action::Launch(_) => ChangedWords::OfAll,
        _ if touched.is_some_and(leads) => ChangedWords::OfAll,
        _ => ChangedWords::OfControls,
    }
}

/// Returns what a finger does, in words.
fn gesture(action: &Action) -> String {
    match action {
        Action::Tap(_) => "tap".to_owned(),
        Action::DoubleTap(_) => "double tap".to_owned(),
        Action::Special(act, _) => act.to_string(),
        Action::LongPress(..) => "long press".to_owned(),
        Action::Drag(..) => "drag".to_owned(),
        other => other.to_string(),
    }
}

/// Returns why an act is not proven.
fn unproven(
    act: &PendingAct<'_>,
    checked: &Checked,
    screen: &Screen,
    renamed: ChangedWords,
) -> Reason {
    let visible = Visible::of(screen);
    let title = act.title.clone();
    if !checked.is_proven(renamed) {
        let missing = words(&checked.missing);
        return Reason::Unmet {
            act: title,
            missing,
            visible,
        };
    }
    if screen.app != act.before.app {
        return Reason::AppLeft {
            act: title,
            visible,
        };
    }
    Reason::BroughtNothing { act: title }
}

/// Fails the step when the touched element is already in the state the act should bring it to: touching a switch
/// that is on would turn it off.
fn refuse_if_already_so(act: &PendingAct<'_>, proof: &Proof<'_>) -> Result<(), Stop> {
    let Proof::Expectations {
        checks,
        touched: Some(touched),
    } = proof
    else {
        return Ok(());
    };
    let is_own_switch = |check: &&Expectation| {
        let Expectation::State(state) = check else {
            return false;
        };
        let subject = &state.subject;
        let is_it = subject.id == touched.id || subject.label == touched.caption();
        is_it && matches!(state.property, Property::Checked | Property::Expanded)
    };
    let held = |check: &&Expectation| check.holds(act.before, act.before);
    let is_radio = touched.role == Role::Radio;
    match checks.iter().filter(is_own_switch).find(held) {
        Some(check) if !is_radio => Err(Stop::failed(Reason::AlreadySo {
            state: check.to_string(),
        })),
        Some(_) | None => Ok(()),
    }
}

/// Returns whether the touched element has the focus or is the chosen one: touching it again
/// changes nothing and yet did what was meant. It may have moved a little since.
pub(crate) fn is_chosen(touched: &Element, now: &Screen) -> bool {
    now.visible().any(|(_, element)| {
        element.id == touched.id
            && element.role == touched.role
            && element.caption() == touched.caption()
            && element.bounds.intersection(touched.bounds).is_some()
            && ((element.state.focused && element.is_editable)
                || element.state.selected == Some(true))
    })
}

/// Returns each expectation in words.
pub(crate) fn words(expectations: &[Expectation]) -> Vec<String> {
    expectations.iter().map(ToString::to_string).collect()
}
