//! What in a log speaks against the end that it tells of a run: logs are cut, merged and edited, and a report must not turn one
//! that is not whole into a green one.

use retap_model::event::{RunFinished, StepFinished, Tally};
use retap_model::program::{Nature, StepKind};
use retap_model::reason::Reason;
use retap_model::verdict::Outcome;

use super::{RunSummary, StepRun};

impl RunSummary {
    /// Returns what speaks against a run ending like this: another end, and where it is a pass, whatever does not fit one.
    pub(super) fn contradiction_to(&self, end: &RunFinished) -> Option<&'static str> {
        if self.finished.is_some() {
            return Some("the log ends this run twice");
        }
        let is_pass = end.outcome == Outcome::Passed && !end.is_device_error && !end.is_stopped;
        if !is_pass {
            return None;
        }
        let counted = self.count();
        let told = [
            (
                !self.has_started,
                "the beginning of this run is missing from the log",
            ),
            (
                self.steps.iter().any(|step| step.finished.is_none()),
                "the log says that this run passed, but not how every step ended",
            ),
            (
                self.has_stray_end,
                "the log ends a step of this run that had not begun, or twice",
            ),
            (
                counted.failed > 0,
                "the log says that this run passed, and that a step of it failed",
            ),
            (
                counted.skipped > 0,
                "the log says that this run passed, and that a step of it was skipped",
            ),
            (
                // Who allows a run in which nothing could be seen allows it for acts; authors only allow it for looks.
                counted.passed == 0 && (!self.has_open_question || end.tally.acts == 0),
                "the log says that this run passed, and no step of it did",
            ),
            (
                self.has_open_question && !allows_open_questions(end),
                "the log says that this run passed, and that a step of it was not judged",
            ),
            (
                self.has_unproven_pass,
                "the log says that this run passed, and that what a step of it proves did not hold",
            ),
            (
                outcomes(counted) != outcomes(end.tally),
                "the log does not have the steps that this run had by its end",
            ),
            (
                self.lacks_last_steps(),
                "the last steps of this run are missing from the log",
            ),
        ];
        told.into_iter()
            .find_map(|(holds, why)| holds.then_some(why))
    }

    /// Returns whether steps are missing behind the last one. A loop or a condition at the end need not enter its own.
    fn lacks_last_steps(&self) -> bool {
        let last = self.outer_places().last().map(|place| &self.steps[place]);
        let told = match last {
            Some(step) if is_block(step) => return false,
            Some(step) => step.started.step + 1,
            None => 0,
        };
        told < self.header.steps
    }
}

/// The contradiction of a log in which steps follow the end of their run.
pub(super) const GOES_ON: &str = "the log goes on after the end of this run";

/// Returns whether a passed run says of itself that steps may stay unjudged. Earlier versions do not say why a run passed.
fn allows_open_questions(end: &RunFinished) -> bool {
    let why = end.why.as_ref();
    why.is_none_or(|why| matches!(why, Reason::StepsAllowed { .. }))
}

/// Returns whether a step was not judged, and nobody allowed that for this step.
pub(super) fn is_open_question(step: &StepRun) -> bool {
    let is_open = |end: &StepFinished| end.outcome == Outcome::NotJudged && !end.is_allowed;
    step.finished.as_ref().is_some_and(is_open)
}

/// Returns whether a proof passed although its last word is that something does not hold.
pub(super) fn is_unproven_pass(step: &StepRun) -> bool {
    let verb = StepKind::find_verb(&step.started.verb);
    let is_proof = verb.is_some_and(|verb| (verb.blank)().nature() == Nature::Proof);
    let passed = |end: &StepFinished| end.outcome == Outcome::Passed;
    let is_passed = step.finished.as_ref().is_some_and(passed);
    is_proof && is_passed && step.checks().next_back().is_some_and(|check| !check.held)
}

/// Returns whether steps may be in a step; one of a verb that only a newer version knows may be.
fn is_block(step: &StepRun) -> bool {
    let verb = StepKind::find_verb(&step.started.verb);
    verb.is_none_or(|verb| (verb.blank)().nature() == Nature::Block)
}

/// Returns how many steps ended in each way.
const fn outcomes(tally: Tally) -> [u32; 4] {
    [tally.passed, tally.failed, tally.not_judged, tally.skipped]
}
