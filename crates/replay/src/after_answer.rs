//! What a page still does once its write was answered: a job that is asked for until it failed, an entry that is taken
//! back. A lesson watches how long that goes on, and a replay watches as long.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Change, Deadline, Happening, Moment, Request, Signal};
use retap_model::event::RunMode;
use retap_model::program::StepId;
use retap_model::reason::{Reason, Visible};
use retap_model::screen::Screen;
use retap_model::verify::{ChangedWords, check};

use crate::act::DeferredExpectations;
use crate::beyond::{Beyond, ProofPlace};
use crate::context::Context;
use crate::parts::Fact;
use crate::screen_cache::{Freshness, Look};
use crate::stop::Stop;
use crate::wait::Waited;

/// How long a lesson watches its page after the answer to the last write.
const LESSON_WATCH: Duration = Duration::from_secs(3);

/// How long a replay watches after an answer that says that it is not done yet.
const ACCEPTED_WATCH: Duration = Duration::from_secs(3);

/// The status of an answer that says so.
const ACCEPTED: u16 = 202;

/// How long after one request of a page the next may follow: pages ask every second how far something is.
const NEXT_REQUEST: Duration = Duration::from_millis(1500);

/// How long is watched at the most.
const LONGEST_WATCH: Duration = Duration::from_secs(10);

/// How long one wait for a change lasts before requests are looked at.
const SLICE: Duration = Duration::from_millis(50);

/// How long a page may take to show again what it has just loaded anew.
const SHOWN_AGAIN: Duration = Duration::from_secs(1);

/// What a page does so soon after an answer is what it makes of it.
const AT_ONCE: Duration = Duration::from_millis(100);

/// So many requests alike before an act are a habit of the page.
const HABIT: usize = 2;

/// The proof of an act that writes, which must hold until the run or the page ends.
pub(crate) struct KeptProof {
    pub(crate) place: ProofPlace,
    pub(crate) proof: DeferredExpectations,
    pub(crate) act: String,
}

/// What a page did while it was watched.
struct Watched {
    /// The number of the newest signal.
    newest: u64,
    /// When a request of it began or ended last.
    requested: Option<Moment>,
    screen: Option<Arc<Screen>>,
}

impl Watched {
    /// Takes a reading; a screen that cannot be read shows nothing new.
    fn see(&mut self, look: Result<Look, Stop>) {
        self.screen = look.ok().and_then(Result::ok).or(self.screen.take());
    }
}

impl Context<'_> {
    /// Watches what the page does after the answer to what the last act wrote, before the run ends or the page is left.
    pub(crate) fn watch_after_answer(&mut self) {
        let Some((step, answered)) = self.progress.effects.last_answer() else {
            return;
        };
        match self.options.mode {
            RunMode::Learning => self.watch_lesson(step, answered),
            RunMode::Compiled => {
                let watch = self.learned_watch(step);
                if !watch.is_zero() {
                    self.watch(answered, watch);
                }
            }
            RunMode::Live => {}
        }
    }

    /// Returns whether nobody has cut off what a run that wrote something still had to watch.
    pub(crate) fn check_watched(&self, is_end: bool) -> Result<(), Stop> {
        match is_end && self.is_replay() && self.progress.effects.last_answer().is_some() {
            true => self.check_stop(),
            false => Ok(()),
        }
    }

    /// Returns how long is watched after the answer: as long as the page did something in the lesson, and a quarter more.
    fn learned_watch(&self, step: StepId) -> Duration {
        let late = self.program.pin(step).and_then(|pin| pin.late);
        let learned = late.unwrap_or_default();
        let accepted = match self.progress.effects.has_answer(step, ACCEPTED) {
            true => ACCEPTED_WATCH,
            false => Duration::ZERO,
        };
        (learned + learned / 4).max(accepted)
    }

    /// Watches the page of a lesson and tells the observer how long it did something, and what it showed at the end. What is
    /// mined from the lesson is what the act brought, so these readings are nobody's.
    fn watch_lesson(&mut self, step: StepId, answered: Moment) {
        let observer = self.parts.observer.take();
        let tally = &self.progress.tally;
        let (reads, text_reads) = (tally.reads, tally.text_reads);
        let watched = self.watch(answered, LESSON_WATCH);
        let tally = &mut self.progress.tally;
        (tally.reads, tally.text_reads) = (reads, text_reads);
        self.parts.observer = observer;
        let changed = self.known.screens.self_changes.last_settled(self.now());
        let last = changed.max(watched.requested);
        let late = last.map(|last| last.since(answered));
        if let Some(screen) = &watched.screen {
            self.tell(Fact::Watched {
                step,
                late: late.filter(|late| *late > AT_ONCE),
                screen,
            });
        }
    }

    /// Watches the page for so long after the answer, and longer while it goes on asking its server.
    fn watch(&mut self, answered: Moment, time: Duration) -> Watched {
        // A file may say any time.
        let time = time.min(LONGEST_WATCH).min(self.options.timeout);
        let mut until = Deadline::after(answered, time);
        let longest = Deadline::after(answered, LONGEST_WATCH.min(self.options.timeout));
        let mut watched = Watched {
            newest: self.progress.effects.answered_after(),
            requested: None,
            screen: None,
        };
        watched.see(self.look(Freshness::Recent));
        while !until.has_passed(self.now()) && self.check_stop().is_ok() {
            let soon = Deadline::after(self.now(), SLICE).min(until);
            match self.device().wait_for_change(soon) {
                Ok(Change::Happened) => watched.see(self.look(Freshness::New)),
                Ok(Change::None) => {}
                Ok(Change::CannotTell) | Err(_) => break,
            }
            if self.note_requests(&mut watched) {
                let next = Deadline::after(self.now(), NEXT_REQUEST);
                until = until.max(next).min(longest);
            }
        }
        watched
    }

    /// Notes what the page has asked its server since; returns whether it has, other than by habit.
    fn note_requests(&mut self, watched: &mut Watched) -> bool {
        let first = self.progress.first_signal;
        let all = self.device().signals_after(first).unwrap_or_default();
        let effects = &self.progress.effects;
        let (acted, answered) = (effects.acted_at(), effects.answered_after());
        let is_news = |signal: &&Signal| {
            let is_later = signal.began > answered && signal.number > watched.newest;
            let is_new = is_later && !signal.is_habit;
            is_new && own_request(signal).is_some_and(|it| !is_frequent(it, &all, acted))
        };
        let has_news = all.iter().any(|signal| is_news(&signal));
        watched.newest = all.last().map_or(watched.newest, |newest| newest.number);
        if has_news {
            watched.requested = Some(self.now());
        }
        has_news
    }

    /// Returns what an act had brought and took back once its write was answered, or once what it loaded anew was there.
    pub(crate) fn taken_back(&mut self, screen: &Screen) -> Option<Reason> {
        let kept = self.progress.effects.take_proof()?;
        let DeferredExpectations {
            before,
            expectations,
        } = &kept.proof;
        let checked = |now: &Screen| check(expectations, before, now);
        let is_proven = |now: &Screen| {
            let checked = checked(now);
            checked.is_proven(ChangedWords::OfControls).then_some(())
        };
        if is_proven(screen).is_some() {
            return None;
        }
        let beyond = Beyond::of_proof(kept.place);
        let waited = self.wait_on_page(SHOWN_AGAIN, Freshness::New, beyond, is_proven);
        let screen = match waited {
            Ok(Waited::TimedOut(screen)) => screen,
            // What cannot be seen is not known to be there still.
            Err(Stop::Step(verdict)) => return Some(verdict.reason),
            Err(Stop::Device(error)) => return Some(Reason::device(&error)),
            Ok(Waited::Held(..))
            | Err(Stop::Requested | Stop::OutOfTime(_) | Stop::Unprepared(_)) => return None,
        };
        let missing = checked(&screen).missing;
        Some(Reason::TakenBack {
            act: kept.act,
            missing: missing.iter().map(ToString::to_string).collect(),
            visible: Visible::of(&screen),
        })
    }
}

/// Returns the request of a signal that brings or sends what its page works with.
fn own_request(signal: &Signal) -> Option<&Request> {
    match &signal.what {
        Happening::Requested(request) if request.is_own_site && request.is_of_substance() => {
            Some(request)
        }
        Happening::Requested(_)
        | Happening::Complained(_)
        | Happening::Downloaded(_)
        | Happening::Blocked(_) => None,
    }
}

/// Returns whether the page made such a request again and again before the act.
fn is_frequent(request: &Request, all: &[Signal], acted: u64) -> bool {
    let before = all.iter().filter(|signal| signal.began <= acted);
    let alike = before
        .filter_map(own_request)
        .filter(|it| it.is_like(request));
    alike.count() >= HABIT
}
