//! Messages that something went wrong: they fail the step that brought them, unless the lesson had one, or the author
//! expects or proves one.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Change, Deadline};
use retap_model::program::{Claim, Nature, Step, StepId, StepKind, TouchEffect};
use retap_model::reason::Reason;
use retap_model::screen::Screen;
use retap_model::verdict::{Outcome, Verdict};
use retap_model::verify::{ErrorMessage, new_errors, page_errors};

use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::signals::touches_more_than_the_screen;

/// The last act that was to show something, and the screen it was sent to.
pub(crate) struct LastAct {
    pub(crate) before: Arc<Screen>,
    pub(crate) step: StepId,
}

/// How long is waited for what a page reads anew after an answer.
const READ_ANEW: Duration = Duration::from_secs(2);

/// How often a page may begin to read while it is looked at.
const MOST_READ_ANEW: usize = 3;

/// How long a page takes to show what it has read.
const SHOWN_IN: Duration = Duration::from_millis(100);

/// What becomes of a message.
enum Weight {
    /// It is what was to come.
    Expected,
    /// The reader should know.
    Warning,
    /// The step fails.
    Failure,
}

impl Context<'_> {
    /// Looks for messages on the last reading that the last act brought, and returns the verdict of the step. At the end of
    /// a run, what has come since is read, too.
    pub(crate) fn judge_messages(
        &mut self,
        step: &Step,
        verdict: Verdict,
        is_end: bool,
    ) -> Verdict {
        if matches!(verdict.outcome, Outcome::Failed | Outcome::Skipped) {
            return verdict;
        }
        if is_end && self.progress.last_act.is_some() {
            self.look_until_all_is_said();
        }
        let Some(screen) = self.known.screens.last_screen() else {
            return verdict;
        };
        let message = self.new_message(Some(step), &screen);
        let lost = |context: &mut Self| {
            let late = context.late_write_fault();
            let back = late.or_else(|| context.taken_back(&screen));
            let lost = back.or_else(|| context.lost_text(&screen));
            lost.or_else(|| context.wrong_rows())
        };
        match message.or_else(|| is_end.then(|| lost(self)).flatten()) {
            Some(reason) => Verdict::failed(reason),
            None => verdict,
        }
    }

    /// Reads what has come since the last reading, and what a page says once its write is answered.
    fn look_until_all_is_said(&mut self) {
        let now = Deadline(self.now());
        let until = self
            .progress
            .effects
            .says_until()
            .map_or(now, |it| it.max(now));
        // A screen that cannot be read shows no message.
        while self.device().wait_for_change(until) == Ok(Change::Happened)
            && self.look(Freshness::New).is_ok()
            && !until.has_passed(self.now())
            && self.check_stop().is_ok()
        {}
        if self.progress.effects.says_until().is_some() {
            self.look_after_reads();
        }
    }

    /// Reads what a page shows once it has read anew what it asked for after an answer.
    fn look_after_reads(&mut self) {
        let end = Deadline::after(self.now(), self.options.timeout.min(READ_ANEW));
        // A page that is slow today begins to read only while it is looked at.
        for _ in 0..MOST_READ_ANEW {
            let known = self.newest_signal();
            // What is not over by then is told where the run ends.
            let _ = self.device().wait_until_quiet(end);
            if self.newest_signal() != known {
                let soon = Deadline::after(self.now(), SHOWN_IN);
                let _ = self.device().wait_for_change(soon);
            }
            // No device tells that a script gave a field another value. A screen that cannot be read shows no message.
            let _ = self.look(Freshness::New);
            if self.newest_signal() == known || end.has_passed(self.now()) {
                return;
            }
        }
    }

    /// Returns why nothing more is to be done: the act before brought a message, which this screen shows.
    pub(crate) fn new_message(&mut self, now: Option<&Step>, screen: &Screen) -> Option<Reason> {
        let last = self.progress.last_act.as_ref()?;
        let (step, mut errors) = (last.step, new_errors(&last.before, screen));
        let pin = self.program.pin(step).filter(|_| self.is_replay());
        if pin.is_some_and(|pin| !pin.effects.is_empty()) {
            errors.extend(page_errors(&last.before, screen));
        }
        for error in errors {
            if !self.progress.told_errors.insert(error.text.clone()) {
                continue;
            }
            let number = step.0 + 1;
            let message = error.text.clone();
            let reason = Reason::ErrorShown { number, message };
            match self.weight(step, now, &error) {
                Weight::Expected => {}
                Weight::Warning => self.warn(reason.to_string()),
                Weight::Failure => {
                    self.note_unmet("no message says that something went wrong", error.text);
                    return Some(reason);
                }
            }
        }
        None
    }

    /// Returns what a message means that came with the act of a step, while another one is running.
    fn weight(&self, of: StepId, now: Option<&Step>, error: &ErrorMessage) -> Weight {
        let program = self.program;
        let acted = program
            .draft
            .flat()
            .into_iter()
            .find(|(_, step)| step.id == of);
        let Some((_, acted)) = acted else {
            return Weight::Warning;
        };
        let is_learned = program.pin(of).is_some_and(|pin| pin.shows_error);
        let is_meant = acted.kind.expected_effect() == TouchEffect::Error;
        let next = self.progress.next_proof.as_deref();
        let proves = now.and_then(proof_of);
        let is_named = [next, proves.as_deref()]
            .into_iter()
            .flatten()
            .any(|it| names(it, error));
        if is_learned || is_meant || is_named {
            return Weight::Expected;
        }
        let writes = program.pin(of).is_some_and(|pin| !pin.effects.is_empty());
        let reaches_out = writes || touches_more_than_the_screen(&acted.kind);
        let is_clear = match self.is_replay() {
            true => error.is_marked || reaches_out,
            false => error.is_marked && reaches_out,
        };
        match is_clear && !self.options.is_part {
            true => Weight::Failure,
            false => Weight::Warning,
        }
    }
}

/// Returns the words of a step that proves something to be there.
pub(crate) fn proof_of(step: &Step) -> Option<String> {
    let denies = match &step.kind {
        StepKind::Check(check) => check.claims.iter().all(Claim::is_denial),
        StepKind::Assert(assert) => assert.presence.is_absence(),
        _ => false,
    };
    let is_proof = step.kind.nature() == Nature::Proof && !denies;
    is_proof.then(|| step.kind.title())
}

/// Returns whether a proof is about a message: it quotes it, or what is wrong in it.
fn names(proof: &str, error: &ErrorMessage) -> bool {
    let mut quoted = proof.split('"').skip(1).step_by(2);
    proof.to_lowercase().contains(&error.text.to_lowercase())
        || quoted.any(|quote| error.is_told_by(quote))
}
