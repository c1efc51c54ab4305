//! What is left out of a run of many steps, so that a run of any length takes little memory and is a page that opens.

use retap_model::event::Tally;
use retap_model::verdict::Outcome;

use super::{RunSummary, StepRun};

/// Once a run has this many steps, its middle is left out.
const MOST_STEPS: usize = 2_000;

/// How many steps stay at the beginning, and how many at the end, where a failure is explained.
const FIRST_STEPS: usize = 800;
const LATEST_STEPS: usize = 400;

/// How many steps of the middle stay because something is to be said about them.
const NOTABLE_STEPS: usize = 400;

/// How many events of one step are kept; a wait that checks the same again counts once.
pub(super) const MOST_EVENTS: usize = 500;

/// Steps that reports do not show; the event log has them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// How many there are.
    pub steps: u64,
    /// How many of them did not pass.
    pub not_passed: u64,
}

impl LeftOut {
    fn add(&mut self, other: Self) {
        self.steps += other.steps;
        self.not_passed += other.not_passed;
    }

    /// Returns `1200 steps are not shown, 3 of them did not pass; events.jsonl has them all, if the run is kept`.
    pub fn in_words(self) -> Option<String> {
        let LeftOut { steps, not_passed } = self;
        let troubles = match not_passed {
            0 => "all passed or were skipped".to_owned(),
            some => format!("{some} of them did not pass"),
        };
        (steps > 0)
            .then(|| format!("{steps} steps are not shown, {troubles}; events.jsonl has them all, if the run is kept"))
    }
}

impl From<&StepRun> for LeftOut {
    fn from(step: &StepRun) -> Self {
        let mut left_out = step.left_out_before;
        left_out.add(Self {
            steps: 1,
            not_passed: u64::from(!step.status().is_good()),
        });
        left_out
    }
}

impl RunSummary {
    /// Leaves out steps of the middle of a run that has become long; those that are under way stay, and of those
    /// with something to say as many as fit. A scenario has no loops, and its results count every sentence.
    pub(super) fn leave_out_middle(&mut self) {
        if self.steps.len() < MOST_STEPS || self.header.is_scenario {
            return;
        }
        let latest = self.steps.len() - LATEST_STEPS;
        let mut kept: Vec<StepRun> = Vec::with_capacity(MOST_STEPS);
        let mut left_out = LeftOut::default();
        for (place, mut step) in std::mem::take(&mut self.steps).into_iter().enumerate() {
            let level = self.open.iter().position(|&open| open == place);
            let has_room = kept.len() < FIRST_STEPS + NOTABLE_STEPS;
            let is_middle = (FIRST_STEPS..latest).contains(&place) && level.is_none();
            if is_middle && !(has_room && is_notable(&step)) {
                left_out.add(LeftOut::from(&step));
                count(&mut self.left_out, &step);
                account_for(&mut kept, &step);
                continue;
            }
            if let Some(level) = level {
                self.open[level] = kept.len();
            }
            step.left_out_before.add(std::mem::take(&mut left_out));
            kept.push(step);
        }
        self.steps = kept;
    }

    /// Returns how many steps were left out, and how many of them did not pass.
    pub fn left_out(&self) -> LeftOut {
        let mut all = LeftOut::default();
        let steps = self.steps.iter();
        steps.for_each(|step| all.add(step.left_out_before));
        all
    }

    /// Forgets what only a look at single steps needs, once the run is over: the log has it.
    pub(super) fn forget_steps(&mut self) {
        self.strip = self.first_statuses();
        self.steps.retain_mut(|step| {
            step.forget_details();
            is_notable(step) || step.sent().next().is_some()
        });
        self.steps.shrink_to_fit();
        self.is_brief = true;
    }
}

/// Returns whether a summary has something to say about a step.
fn is_notable(step: &StepRun) -> bool {
    !step.status().is_good()
        || step.drift().next().is_some()
        || step.interruptions().next().is_some()
        || step.warnings().next().is_some()
}

/// Adds the time of a step that is left out to the step around it, which would else count it as its own.
fn account_for(kept: &mut [StepRun], step: &StepRun) {
    let depth = step.started.depth;
    let around = kept.iter_mut().rfind(|kept| kept.started.depth < depth);
    if let Some(around) = around.filter(|around| around.started.depth + 1 == depth) {
        around.left_out_ms = around.left_out_ms.saturating_add(step.took_ms);
    }
}

/// Counts a step into the figures of a run that did not end.
pub(super) fn count(tally: &mut Tally, step: &StepRun) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let drifted = step.located().filter(|found| !found.drift.is_empty());
    let of_outcome = match step.finished.as_ref().map(|finished| finished.outcome) {
        Some(Outcome::Passed) => Some(&mut tally.passed),
        Some(Outcome::Failed) => Some(&mut tally.failed),
        Some(Outcome::NotJudged) => Some(&mut tally.not_judged),
        Some(Outcome::Skipped) => Some(&mut tally.skipped),
        None => None,
    };
    if let Some(figure) = of_outcome {
        *figure = figure.saturating_add(1);
    }
    tally.reads = tally.reads.saturating_add(step.reads());
    tally.acts = tally.acts.saturating_add(number(step.acts().count()));
    tally.drifted = tally.drifted.saturating_add(number(drifted.count()));
    let closed = number(step.interruptions().count());
    tally.interruptions = tally.interruptions.saturating_add(closed);
}
