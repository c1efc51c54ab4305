//! What acts cause besides what can be seen: which step sent a write, and whether it went as in the lesson.
//!
//! Not here: which writes a lesson keeps, and whether one is as another; that is `learn` and `model/verify`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use retap_model::device::{
    Ability, Action, AnswerKind, Change, Deadline, Happening, Identifiers, Moment, Request,
    RequestEnd, Signal, TextMark, entity_mark,
};
use retap_model::event::RunMode;
use retap_model::program::StepId;
use retap_model::reason::Reason;
use retap_model::screen::Screen;
use retap_model::verdict::{Outcome, Verdict};
use retap_model::verify::{Expectation, ExpectedWrite, WriteFault, WritePlace, chosen_mark};

use crate::act::DeferredExpectations;
use crate::after_answer::KeptProof;
use crate::context::Context;
use crate::dismissal_writes::DismissalWrites;
use crate::kept_text::KeptText;
use crate::parts::Fact;
use crate::screen_cache::Freshness;

/// How long a write that has not begun is waited for where nothing else is under way.
const NOT_BEGUN: Duration = Duration::from_secs(3);

/// How long one wait for a write lasts before it is looked for again.
const SLICE: Duration = Duration::from_millis(20);

/// How long is waited for the end of an answer that has begun. The end of one that its page does not read may never be told.
const REST_OF_ANSWER: Duration = Duration::from_millis(500);

/// How long where the lesson could read it.
const REST_OF_READ_ANSWER: Duration = Duration::from_secs(4);

/// How long a page takes to say what it makes of an answer.
const WORDS_AFTER_ANSWER: Duration = Duration::from_millis(100);

/// How many writes of a run are kept. A page may send thousands a second; after as many none is told any more, so that a
/// replay misses those that must come.
const MOST_MADE: usize = 5_000;

/// The writes of a run, and those that must come.
#[derive(Default)]
pub(crate) struct Effects {
    /// What was sent in the run, each with the number of the newest signal when it was.
    acts: Vec<(SentFor, u64)>,
    /// The texts that steps typed.
    typed: Vec<(StepId, TextMark)>,
    /// The texts of them that may be shown.
    shown: BTreeMap<StepId, String>,
    pub(crate) due: Vec<DueWrite>,
    /// The texts that must show when the next act is sent.
    pub(crate) kept: Vec<KeptText>,
    /// The writes that were made, by the number they had when they began.
    pub(crate) made: BTreeMap<u64, MadeWrite>,
    /// Where the writes of each step that began went in the lesson, those aside that must come again.
    pub(crate) besides: BTreeMap<StepId, BTreeSet<WritePlace>>,
    /// Where new writes go that were told of.
    pub(crate) told_new: BTreeSet<WritePlace>,
    /// The writes that closing something uninvited sent.
    pub(crate) by_dismissal: DismissalWrites,
    /// The steps that have sent something.
    pub(crate) begun: BTreeSet<StepId>,
    /// Whether the step that is running has.
    is_begun: bool,
    /// When an answer to a write was last noticed.
    answered_at: Option<Moment>,
    /// The identifiers of what was touched in a list all of whose identifiers are others than in the lesson.
    pub(crate) renumbered: Option<Identifiers>,
    /// The marks of what stood beside it in the lesson.
    pub(crate) other_entities: BTreeSet<String>,
    /// The number of the newest signal then.
    answered_after: u64,
    /// What is wrong with the first write that is not as learned.
    fault: Option<Reason>,
    /// The proof of the last act, if it has a write to come or made one.
    proven: Option<KeptProof>,
}

/// What input was sent for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SentFor {
    Step(StepId),
    /// Something uninvited was closed; what that causes is nobody's effect.
    Interruption,
}

/// A write that a step must cause.
pub(crate) struct DueWrite {
    step: StepId,
    pub(crate) expected: ExpectedWrite,
    pub(crate) is_met: bool,
}

/// A write that was made.
pub(crate) struct MadeWrite {
    pub(crate) step: Option<StepId>,
    pub(crate) request: Request,
    /// When it was noticed that its answer began.
    answer_began: Option<Moment>,
    /// How long the end of its answer is waited for.
    patience: Duration,
    pub(crate) is_judged: bool,
}

impl MadeWrite {
    /// Returns whether all is known of its answer, or as much as will be.
    fn is_answered(&self, now: Moment) -> bool {
        let write = self.request.write.as_ref();
        let is_late = |began: Moment| now.since(began) >= self.patience;
        write.is_some_and(|write| write.is_answered) || self.answer_began.is_some_and(is_late)
    }
}

impl Effects {
    /// Notes that another step begins.
    pub(crate) const fn begin_step(&mut self) {
        self.is_begun = false;
    }

    fn note(&mut self, signals: &[Signal], now: Moment) {
        for signal in signals {
            let Happening::Requested(request) = &signal.what else {
                continue;
            };
            let is_due = |due: &DueWrite| !due.is_met && due.expected.is_made_by(request);
            // What is like a request under way is a habit of the page, unless it must come.
            let is_habit = signal.is_habit && !self.due.iter().any(is_due);
            if request.write.is_none() || !request.is_of_substance() || is_habit {
                continue;
            }
            let mut acts = self.acts.iter().rev();
            let sent = acts.find(|(_, after)| *after < signal.began);
            let step = match sent {
                Some((SentFor::Interruption, _)) => {
                    self.by_dismissal.note(signal.began, request);
                    continue;
                }
                Some((SentFor::Step(step), _)) => Some(*step),
                None => None,
            };
            let known = self.made.get(&signal.began);
            if known.is_none() && self.made.len() >= MOST_MADE {
                continue;
            }
            let is_judged = known.is_some_and(|it| it.is_judged);
            let was_answered = known.is_some_and(|it| it.is_answered(now));
            let has_begun = matches!(request.end, RequestEnd::Status(_));
            let answer_began = known.and_then(|it| it.answer_began);
            let made = MadeWrite {
                step,
                request: request.clone(),
                answer_began: answer_began.or(has_begun.then_some(now)),
                patience: self.patience_for(request),
                is_judged,
            };
            if made.is_answered(now) && !was_answered {
                self.answered_at = Some(now);
                self.answered_after = signal.number;
            }
            self.made.insert(signal.began, made);
        }
    }

    /// Returns how long the end of an answer is waited for: longer where the lesson could read it.
    fn patience_for(&self, request: &Request) -> Duration {
        let is_read = |due: &DueWrite| {
            due.expected.answered.kind == AnswerKind::Json && due.expected.is_made_by(request)
        };
        match self.due.iter().any(is_read) {
            true => REST_OF_READ_ANSWER,
            false => REST_OF_ANSWER,
        }
    }

    /// Returns until when a page may still say what it makes of the last answer.
    pub(crate) fn says_until(&self) -> Option<Deadline> {
        let answered = self.answered_at?;
        Some(Deadline::after(answered, WORDS_AFTER_ANSWER))
    }

    /// Returns the place of the write that must come and that a request is: one of its own step first, and one that it is
    /// in all it carries. One that was made before the step acted is that of the step only if it is.
    fn due_for(&self, made: &MadeWrite) -> Option<usize> {
        let rank = |due: &DueWrite| {
            let is_own = made.step == Some(due.step);
            let is_same = self.fault_of(&due.expected, &made.request).is_none();
            (is_own, is_same)
        };
        let is_early = |due: &DueWrite| made.step < Some(due.step) && rank(due) == (false, false);
        let is_of_other = |due: &DueWrite| made.step != Some(due.step) && self.lesson_had(made);
        let is_open = |due: &DueWrite| {
            !due.is_met && due.expected.is_made_by(&made.request) && !is_of_other(due)
        };
        let places = self.due.iter().enumerate();
        let open = places.filter(|(_, due)| is_open(due) && !is_early(due));
        // The last of equals would be the later step.
        open.rev()
            .max_by_key(|(_, due)| rank(due))
            .map(|(place, _)| place)
    }

    /// Returns whether the step of a write made such a one in the lesson that is required of nobody.
    pub(crate) fn lesson_had(&self, made: &MadeWrite) -> bool {
        let besides = made.step.and_then(|step| self.besides.get(&step));
        let place = WritePlace::of(&made.request);
        let mut all = besides.into_iter().flatten();
        place.is_some_and(|place| all.any(|known| known.covers(&place)))
    }

    /// Returns whether an earlier step made such a write in the lesson and has not in this run: then this is that one, late.
    pub(crate) fn is_of_earlier_step(&self, made: &MadeWrite) -> bool {
        let Some((step, place)) = made.step.zip(WritePlace::of(&made.request)) else {
            return false;
        };
        let had = |all: &BTreeSet<WritePlace>| all.iter().any(|known| known.covers(&place));
        let mut earlier = self.besides.range(..step).filter(|(_, all)| had(all));
        earlier.any(|(earlier, _)| {
            let of_it = self.made.values().filter(|it| it.step == Some(*earlier));
            !of_it
                .filter_map(|it| WritePlace::of(&it.request))
                .any(|it| it == place)
        })
    }

    /// Returns what is wrong with a request that must be as expected. Where all identifiers are others than in the lesson, it
    /// may be about any thing but one beside the one that was touched.
    fn fault_of(&self, expected: &ExpectedWrite, request: &Request) -> Option<WriteFault> {
        let fault = expected.fault_of(request, &self.typed)?;
        let (WriteFault::OtherEntity, Some(known), Some(write)) =
            (&fault, &self.renumbered, &request.write)
        else {
            return Some(fault);
        };
        let is_other =
            |id: &str| known.is_beside(id) || self.other_entities.contains(&entity_mark(id));
        if write.identifiers().any(is_other) {
            return Some(fault);
        }
        expected.about_anything().fault_of(request, &self.typed)
    }

    /// Returns whether all writes that a step must cause came, and went as learned; `None` where it causes none.
    pub(crate) fn are_met(&self, step: StepId) -> Option<bool> {
        let mut own = self.due.iter().filter(|due| due.step == step).peekable();
        own.peek()?;
        Some(own.all(|due| due.is_met) && self.fault.is_none())
    }

    /// Returns the step whose act came last and when a write of it was last answered, if one was.
    pub(crate) fn last_answer(&self) -> Option<(StepId, Moment)> {
        let SentFor::Step(step) = self.acts.last()?.0 else {
            return None;
        };
        let answered = self.answered_at.filter(|_| self.has_written(step))?;
        Some((step, answered))
    }

    /// Returns whether a write of a step was answered with this status.
    pub(crate) fn has_answer(&self, step: StepId, status: u16) -> bool {
        let mut own = self.made.values().filter(|made| made.step == Some(step));
        own.any(|made| made.request.end == RequestEnd::Status(status))
    }

    /// Returns the number of the newest signal when something was last sent.
    pub(crate) fn acted_at(&self) -> u64 {
        self.acts.last().map_or(0, |(_, newest)| *newest)
    }

    /// Returns the number of the signal that told of the last answer.
    pub(crate) const fn answered_after(&self) -> u64 {
        self.answered_after
    }

    /// Returns the proof that was kept of the last act, once.
    pub(crate) fn take_proof(&mut self) -> Option<KeptProof> {
        self.proven.take()
    }

    /// Returns the writes of the run's own acts.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Request> {
        self.made.values().map(|made| &made.request)
    }

    /// Returns the texts that steps typed and that may be shown.
    pub(crate) fn typed_texts(&self) -> Vec<(StepId, String)> {
        let shown = self.shown.iter();
        shown.map(|(step, text)| (*step, text.clone())).collect()
    }

    /// Returns whether a step has made a write, learned or not.
    pub(crate) fn has_written(&self, step: StepId) -> bool {
        self.made.values().any(|made| made.step == Some(step))
    }

    /// Returns the first write that must come and has not, or not been answered.
    fn open_due(&self) -> Option<(&DueWrite, Option<&MadeWrite>)> {
        let due = self.due.iter().find(|due| !due.is_met)?;
        let mut made = self.made.values().filter(|made| !made.is_judged);
        Some((
            due,
            made.find(|made| due.expected.is_made_by(&made.request)),
        ))
    }
}

impl Context<'_> {
    /// Notes that an act is about to be sent: what comes from now on is of its step.
    pub(crate) fn mark_act(&mut self) {
        self.progress.last_act = None;
        if !self.device().can(Ability::Requests) {
            return;
        }
        let step = StepId(self.progress.current);
        let newest = self.newest_signal();
        let is_first = !std::mem::replace(&mut self.progress.effects.is_begun, true);
        let effects = &mut self.progress.effects;
        effects.acts.push((SentFor::Step(step), newest));
        effects.proven = None;
        if !is_first {
            return;
        }
        effects.begun.insert(step);
        let flat = self.program.draft.flat();
        let chosen = flat.iter().find(|(_, it)| it.id == step);
        if let Some(mark) = chosen.and_then(|(_, it)| chosen_mark(&it.kind)) {
            effects.typed.push((step, mark));
        }
        if self.options.mode == RunMode::Learning {
            self.tell_tree();
        } else if let Some(pin) = self.program.pin(step) {
            let due = pin.effects.iter().map(|expected| DueWrite {
                step,
                expected: expected.clone(),
                is_met: false,
            });
            effects.due.extend(due);
            let besides = pin.besides.clone().unwrap_or_default();
            effects.besides.insert(step, besides);
        }
    }

    /// Notes that something uninvited is about to be closed.
    pub(crate) fn mark_interruption(&mut self) {
        if self.device().can(Ability::Requests) {
            let newest = self.newest_signal();
            let effects = &mut self.progress.effects;
            effects.acts.push((SentFor::Interruption, newest));
        }
    }

    /// Notes what an act typed.
    pub(crate) fn mark_typed(&mut self, action: &Action) {
        if let Action::Type(text) = action {
            let typed = (StepId(self.progress.current), TextMark::of(text.reveal()));
            self.progress.effects.typed.push(typed);
            if let Some(text) = action.typed() {
                let step = StepId(self.progress.current);
                self.progress.effects.shown.insert(step, text.to_owned());
            }
        }
    }

    /// Keeps the proof of an act that writes: it must hold until the run or the page ends, but for what fades by itself.
    pub(crate) fn keep_proof(
        &mut self,
        mut proof: DeferredExpectations,
        act: &str,
        screen: &Screen,
    ) {
        let step = StepId(self.progress.current);
        let effects = &self.progress.effects;
        if effects.open_due().is_some() || effects.are_met(step).is_some() {
            let pin = self.program.pin(step);
            let fades = |it: &Expectation| pin.is_some_and(|pin| pin.fading.contains(it));
            proof.expectations.retain(|it| !fades(it));
            let has_more = Expectation::MoreRows.holds(&proof.before, screen);
            if has_more
                && pin
                    .and_then(|pin| pin.rows.as_ref())
                    .is_some_and(|it| it.more > 0)
            {
                proof.expectations.push(Expectation::MoreRows);
            }
            self.progress.effects.proven = Some(KeptProof {
                place: self.progress.proof_place,
                proof,
                act: act.to_owned(),
            });
        }
    }

    /// Tells the observer which identifiers the page has before an act, until the run may have made one itself.
    fn tell_tree(&mut self) {
        let deadline = self.round_trip();
        // A page that cannot be asked shows none.
        let mut made = self.progress.effects.made.values();
        if !made.any(|made| made.request.may_create())
            && let Ok(tree) = self.device().dump_tree(deadline)
        {
            self.tell(Fact::Tree(&tree));
        }
    }

    /// Tells the observer of all writes of the run, each with the step that caused it.
    pub(crate) fn tell_writes(&mut self) {
        self.note_new_writes();
        for mut made in std::mem::take(&mut self.progress.effects.made).into_values() {
            if let Some(write) = &mut made.request.write {
                write.is_answered |= made.answer_began.is_some();
            }
            self.tell(Fact::Wrote {
                step: made.step,
                request: &made.request,
            });
        }
    }

    pub(crate) fn note_new_writes(&mut self) {
        let known = self.progress.newest_signal;
        let signals = self.device().signals_after(known).unwrap_or_default();
        let now = self.now();
        self.progress.effects.note(&signals, now);
    }

    /// Waits until the writes that must come have come and been answered, as long as anything can.
    pub(crate) fn wait_for_writes(&mut self) {
        let begin = self.now();
        loop {
            self.note_new_writes();
            self.meet_writes();
            let effects = &self.progress.effects;
            let patience = match effects.open_due().filter(|_| effects.fault.is_none()) {
                None => return,
                Some((_, Some(_))) => self.options.timeout,
                Some((_, None)) => self.options.timeout.min(NOT_BEGUN),
            };
            let is_over = Deadline::after(begin, patience).has_passed(self.now());
            if is_over || self.check_stop().is_err() {
                return;
            }
            let soon = Deadline::after(self.now(), SLICE);
            match self.device().wait_for_change(soon) {
                // A device tells of further changes once it was read.
                Ok(Change::Happened) if self.look(Freshness::New).is_ok() => {}
                Ok(Change::None) => {}
                Ok(Change::Happened | Change::CannotTell) | Err(_) => return,
            }
        }
    }

    /// Judges the writes that were answered, and returns the verdict of the step: it fails where one is not as learned,
    /// whichever step sent it, and where nothing is waited for any more, also for one that did not come.
    pub(crate) fn judge_writes(
        &mut self,
        signals: &[Signal],
        verdict: Verdict,
        is_end: bool,
    ) -> Verdict {
        let now = self.now();
        self.progress.effects.note(signals, now);
        if matches!(verdict.outcome, Outcome::Failed | Outcome::Skipped) {
            return verdict;
        }
        self.meet_writes();
        let fault = self.progress.effects.fault.take();
        let fault = fault.or_else(|| self.doubled_write());
        let fault = fault.or_else(|| self.unlearned_write(is_end));
        let fault = self.judge_dismissal_writes().or(fault);
        let fault = fault.or_else(|| is_end.then(|| self.missing_write()).flatten());
        match fault {
            Some(reason) => Verdict::failed(reason),
            None => verdict,
        }
    }

    /// Returns what is wrong with a write that came while the end of the run was read.
    pub(crate) fn late_write_fault(&mut self) -> Option<Reason> {
        self.note_new_writes();
        self.meet_writes();
        let fault = self.progress.effects.fault.take();
        let fault = fault.or_else(|| self.doubled_write());
        fault.or_else(|| self.unlearned_write(true))
    }

    /// Matches the writes that were answered with those that must come, and notes what is wrong with the first that is
    /// not as learned.
    fn meet_writes(&mut self) {
        let now = self.now();
        let open = |made: &MadeWrite| !made.is_judged && made.is_answered(now);
        let effects = &self.progress.effects;
        let answered = effects.made.iter().filter(|(_, made)| open(made));
        let answered: Vec<u64> = answered.map(|(began, _)| *began).collect();
        for began in answered {
            let effects = &mut self.progress.effects;
            let Some(place) = effects
                .made
                .get(&began)
                .and_then(|made| effects.due_for(made))
            else {
                continue;
            };
            let fault = effects.made.get(&began);
            let fault = fault
                .and_then(|made| effects.fault_of(&effects.due[place].expected, &made.request));
            let Some(made) = effects.made.get_mut(&began) else {
                continue;
            };
            made.is_judged = true;
            let due = &mut effects.due[place];
            due.is_met = true;
            let (number, request) = (due.step.0 + 1, made.request.to_string());
            let expected = format!("the server takes {} of step {number}", due.expected);
            match fault {
                None => {
                    // After another act it may be on a screen that is left.
                    let is_last =
                        effects.acts.last().map(|(by, _)| *by) == Some(SentFor::Step(due.step));
                    let shown = due.expected.shown.iter().filter(|_| is_last);
                    let kept = shown.filter_map(|(typed, place)| {
                        let text = effects.shown.get(typed)?.clone();
                        let (act, typed, place) = (due.step, *typed, *place);
                        Some(KeptText {
                            act,
                            typed,
                            text,
                            place,
                        })
                    });
                    effects.kept.extend(kept);
                    self.note_held(expected, request);
                }
                Some(fault) => {
                    let fault = fault.to_string();
                    self.note_unmet(expected, format!("{request}: {fault}"));
                    let reason = Reason::WriteNotTaken {
                        number,
                        request,
                        fault,
                    };
                    self.progress.effects.fault.get_or_insert(reason);
                }
            }
        }
    }

    /// Returns the first write that did not come.
    fn missing_write(&mut self) -> Option<Reason> {
        let (due, made) = self.progress.effects.open_due()?;
        let (number, request) = (due.step.0 + 1, due.expected.to_string());
        let reason = match made {
            Some(made) => Reason::WriteNotTaken {
                number,
                request: made.request.to_string(),
                fault: "it was not answered in time".to_owned(),
            },
            None => Reason::WriteMissing {
                number,
                request: request.clone(),
            },
        };
        self.note_unmet(
            format!("the server takes {request} of step {number}"),
            "it does not come",
        );
        Some(reason)
    }
}
