//! One run folded from its events.

use retap_model::event::{
    Event, FORMAT, Record, RunFinished, RunMode, RunStarted, StepFinished, Tally,
};
use retap_model::verdict::Outcome;

use super::{Act, Capture, Check, Measure, Status, StepRun};

/// One run: what it was, its steps in order, and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSummary {
    /// The name of the run in the log.
    pub id: String,
    /// What it was.
    pub header: RunStarted,
    /// Its steps in the order they began; a nested step follows the one it is in.
    pub steps: Vec<StepRun>,
    /// What the reader should know about the run as a whole.
    pub warnings: Vec<String>,
    /// How it ended; none when the events stop before.
    pub finished: Option<RunFinished>,
    /// The steps that have begun and not ended, outermost first, as places in `steps`.
    open: Vec<usize>,
    last_at_ms: u64,
}

impl RunSummary {
    /// Returns a run of which only the name is known, as when the head of a log is lost.
    pub(super) fn unknown(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            header: RunStarted {
                format: FORMAT,
                skill: id.to_owned(),
                file: String::new(),
                mode: RunMode::Live,
                device: "unknown".to_owned(),
                device_name: "unknown".to_owned(),
                size: [0.0, 0.0],
                steps: 0,
                attempt: 1,
                started_at: String::new(),
                is_scenario: false,
                compiled_from: None,
            },
            steps: Vec::new(),
            warnings: Vec::new(),
            finished: None,
            open: Vec::new(),
            last_at_ms: 0,
        }
    }

    /// Returns how it ended.
    pub fn status(&self) -> Status {
        match &self.finished {
            None => Status::Interrupted,
            Some(finished) if finished.is_stopped => Status::Interrupted,
            Some(finished) if finished.is_device_error => Status::DeviceError,
            Some(finished) => finished.outcome.into(),
        }
    }

    /// Returns why it ended so.
    pub fn reason(&self) -> &str {
        match &self.finished {
            Some(finished) => &finished.reason,
            None => "the run was interrupted",
        }
    }

    /// Returns how long it took, up to the last event when it did not end.
    pub fn took_ms(&self) -> u64 {
        self.finished
            .as_ref()
            .map_or(self.last_at_ms, |finished| finished.took_ms)
    }

    /// Returns its figures, counted from the steps when it did not end.
    pub fn tally(&self) -> Tally {
        match &self.finished {
            Some(finished) => finished.tally,
            None => self.count(),
        }
    }

    /// Returns the steps that failed or never ended.
    ///
    /// A loop or condition around a failed step fails with it; only the inner one says why.
    pub fn broken_steps(&self) -> impl Iterator<Item = &StepRun> {
        let places = (0..self.steps.len()).filter(|&place| self.is_broken(place));
        places.map(|place| &self.steps[place])
    }

    /// Returns whether the step at that place failed or never ended, and says why itself.
    pub(crate) fn is_broken(&self, place: usize) -> bool {
        is_broken(&self.steps[place]) && !self.inside(place).iter().any(is_broken)
    }

    /// Returns the place of the step of that number that ended last.
    pub(crate) fn last_finished(&self, number: usize) -> Option<usize> {
        self.steps
            .iter()
            .rposition(|step| step.started.step == number && step.finished.is_some())
    }

    /// Returns how many steps it has: as its header says, or as many as were seen without one.
    pub fn step_count(&self) -> usize {
        match self.header.steps {
            0 => self.steps.iter().map(StepRun::number).max().unwrap_or(0),
            steps => steps,
        }
    }

    /// Returns the step that is running now, the innermost one.
    pub fn current_step(&self) -> Option<&StepRun> {
        self.open.last().map(|&place| &self.steps[place])
    }

    /// Returns the part of a step's time that no nested step accounts for.
    pub fn own_ms(&self, place: usize) -> u64 {
        let step = &self.steps[place];
        let nested: u64 = self
            .inside(place)
            .iter()
            .filter(|inner| inner.started.depth == step.started.depth + 1)
            .map(|inner| inner.took_ms)
            .sum();
        step.took_ms.saturating_sub(nested)
    }

    /// Returns the steps nested in the one at that place.
    fn inside(&self, place: usize) -> &[StepRun] {
        let rest = &self.steps[place + 1..];
        let depth = self.steps[place].started.depth;
        let count = rest
            .iter()
            .take_while(|step| step.started.depth > depth)
            .count();
        &rest[..count]
    }

    pub(super) fn add(&mut self, record: &Record) {
        self.last_at_ms = self.last_at_ms.max(record.at_ms);
        self.stretch_open_steps();
        match &record.event {
            Event::RunStarted(started) => self.header = started.clone(),
            Event::Warned { message } => match self.innermost() {
                Some(step) => step.warnings.push(message.clone()),
                None => self.warnings.push(message.clone()),
            },
            Event::StepStarted(started) => {
                self.open.push(self.steps.len());
                self.steps.push(StepRun::new(started.clone(), record.at_ms));
            }
            Event::StepFinished(finished) => self.finish_step(finished),
            Event::RunFinished(finished) => {
                self.open.clear();
                self.finished = Some(finished.clone());
            }
            Event::Located(_)
            | Event::Acted { .. }
            | Event::Checked { .. }
            | Event::Pictured(_)
            | Event::TreeKept(_)
            | Event::Sent(_)
            | Event::Captured { .. }
            | Event::Measured { .. } => self.add_to_step(record),
        }
    }

    fn add_to_step(&mut self, record: &Record) {
        // A picture of a failure may follow the end of its step.
        let place = match self.open.last() {
            Some(&place) => place,
            None if self.steps.is_empty() => return,
            None => self.steps.len() - 1,
        };
        attach(&mut self.steps[place], record);
    }

    fn finish_step(&mut self, finished: &StepFinished) {
        let is_it = |&place: &usize| self.steps[place].started.step == finished.step;
        let Some(level) = self.open.iter().rposition(is_it) else {
            return;
        };
        let place = self.open[level];
        // Steps that were still open inside it never said how they ended.
        self.open.truncate(level);
        let step = &mut self.steps[place];
        step.took_ms = finished.took_ms;
        step.finished = Some(finished.clone());
    }

    fn stretch_open_steps(&mut self) {
        for &place in &self.open {
            let step = &mut self.steps[place];
            step.took_ms = self.last_at_ms.saturating_sub(step.at_ms);
        }
    }

    fn innermost(&mut self) -> Option<&mut StepRun> {
        self.open.last().map(|&place| &mut self.steps[place])
    }

    fn count(&self) -> Tally {
        let mut tally = Tally::default();
        for step in &self.steps {
            tally.reads += step.reads();
            tally.acts += u32::try_from(step.acts.len()).unwrap_or(u32::MAX);
            let drifted = step.located.iter().filter(|found| !found.drift.is_empty());
            tally.drifted += u32::try_from(drifted.count()).unwrap_or(u32::MAX);
            match step.finished.as_ref().map(|finished| finished.outcome) {
                Some(Outcome::Passed) => tally.passed += 1,
                Some(Outcome::Failed) => tally.failed += 1,
                Some(Outcome::NotJudged) => tally.not_judged += 1,
                Some(Outcome::Skipped) => tally.skipped += 1,
                None => {}
            }
        }
        tally
    }
}

fn is_broken(step: &StepRun) -> bool {
    matches!(step.status(), Status::Failed | Status::Interrupted)
}

fn attach(step: &mut StepRun, record: &Record) {
    match &record.event {
        Event::Located(located) => step.located.push(located.clone()),
        Event::Acted { action, point } => step.acts.push(Act {
            at_ms: record.at_ms,
            action: action.clone(),
            point: *point,
        }),
        Event::Checked {
            expected,
            seen,
            held,
        } => step.checks.push(Check {
            expected: expected.clone(),
            seen: seen.clone(),
            held: *held,
        }),
        Event::Pictured(picture) => step.pictures.push(picture.clone()),
        Event::TreeKept(tree) => step.trees.push(tree.file.clone()),
        Event::Sent(sent) => step.sent.push(sent.clone()),
        Event::Captured { name, text } => step.captures.push(Capture {
            name: name.clone(),
            text: text.clone(),
        }),
        Event::Measured { name, took_ms } => step.measures.push(Measure {
            name: name.clone(),
            took_ms: *took_ms,
        }),
        Event::RunStarted(_)
        | Event::Warned { .. }
        | Event::StepStarted(_)
        | Event::StepFinished(_)
        | Event::RunFinished(_) => {}
    }
}
