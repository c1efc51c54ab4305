//! One run folded from its events.

use retap_model::event::{
    ClosedInterruption, Event, FORMAT, Record, RunFinished, RunMode, RunStarted, Sent,
    StepFinished, StepStarted, Tally,
};
use retap_model::reason::Reason;

use super::broken_log::{GOES_ON, is_open_question, is_unproven_pass};
use super::left_out::{MOST_EVENTS, count};
use super::{Status, StepRun};

/// More steps than this say nothing more in a strip.
const MOST_STEPS_IN_STRIP: usize = 48;

/// One run: what it was, its steps in order, and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSummary {
    /// The name of the run in the log.
    pub id: String,
    /// Its place among the runs it was read with.
    pub place: usize,
    /// The skill or scenario, its device and its mode.
    pub header: RunStarted,
    /// Its steps in the order they began; a nested step follows the one it is in. Of a run of many steps, or
    /// of one that is kept briefly, some are left out.
    pub steps: Vec<StepRun>,
    /// Remarks for the reader about the run as a whole.
    pub warnings: Vec<String>,
    /// The questions sent to a model before any step began.
    pub sent: Vec<Sent>,
    /// How it ended; none when the events stop before.
    pub finished: Option<RunFinished>,
    /// The steps that have begun and not ended, outermost first, as places in `steps`.
    pub(super) open: Vec<usize>,
    last_at_ms: u64,
    /// The figures of the steps that were left out.
    pub(super) left_out: Tally,
    /// Whether only what a summary says is left of its steps.
    pub(super) is_brief: bool,
    /// Whether the event is there that says what it is.
    pub(super) has_started: bool,
    /// What in its log speaks against how it ended.
    contradiction: Option<&'static str>,
    /// Whether a step of it was not judged that nobody allowed to stay so.
    pub(super) has_open_question: bool,
    /// Whether a step of it passed that did not prove what it is for.
    pub(super) has_unproven_pass: bool,
    /// Whether a step ended that was not under way.
    pub(super) has_stray_end: bool,
    /// How its first steps ended, when it is brief.
    pub(super) strip: Vec<Status>,
}

impl RunSummary {
    /// Returns a run of which only the name is known, as when the head of a log is lost.
    pub(super) fn unknown(id: &str, place: usize) -> Self {
        Self {
            id: id.to_owned(),
            place,
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
            sent: Vec::new(),
            finished: None,
            open: Vec::new(),
            last_at_ms: 0,
            left_out: Tally::default(),
            is_brief: false,
            has_started: false,
            contradiction: None,
            has_open_question: false,
            has_unproven_pass: false,
            has_stray_end: false,
            strip: Vec::new(),
        }
    }

    /// Folds one more event in.
    pub(super) fn add(&mut self, record: &Record) {
        self.last_at_ms = self.last_at_ms.max(record.at_ms);
        self.stretch_open_steps();
        let is_step = matches!(record.event, Event::StepStarted(_) | Event::StepFinished(_));
        if is_step && self.finished.is_some() {
            self.contradiction.get_or_insert(GOES_ON);
        }
        match &record.event {
            Event::RunStarted(started) => {
                self.has_started = true;
                self.header = started.clone();
            }
            Event::Warned { message } => match self.open.last() {
                Some(place) => note(&mut self.steps[*place], record),
                None => self.warnings.push(message.clone()),
            },
            Event::StepStarted(started) => self.begin_step(started, record.at_ms),
            Event::StepFinished(finished) => self.finish_step(finished),
            Event::RunFinished(finished) => {
                self.contradiction = self.contradiction_to(finished);
                self.open.clear();
                self.finished = Some(finished.clone());
            }
            Event::Sent(sent) if self.steps.is_empty() => self.sent.push(sent.clone()),
            Event::Located(_)
            | Event::Acted { .. }
            | Event::Checked { .. }
            | Event::Pictured(_)
            | Event::TreeKept(_)
            | Event::Sent(_)
            | Event::Captured { .. }
            | Event::Signalled { .. }
            | Event::InterruptionClosed(_)
            | Event::Downloaded(_)
            | Event::Measured { .. } => {
                // A picture of a failure may follow the end of its step.
                let last = self.steps.len().checked_sub(1);
                if let Some(place) = self.open.last().copied().or(last) {
                    note(&mut self.steps[place], record);
                }
            }
        }
    }

    /// Returns the place of a step that begins now: one after its latest sibling.
    fn next_places(&self) -> Vec<usize> {
        let around = self.open.last().map(|&place| &self.steps[place].places);
        let mut places = around.cloned().unwrap_or_default();
        let latest = self.steps.last().map(|step| &step.places);
        let sibling = latest.and_then(|latest| latest.strip_prefix(places.as_slice()));
        let before = sibling.and_then(|rest| rest.first()).unwrap_or(&0);
        places.push(before + 1);
        places
    }

    fn begin_step(&mut self, started: &StepStarted, at_ms: u64) {
        // Steps beside this one, and those in them, that never said how they ended: no log of a run has such.
        let is_around = |place: &usize| self.steps[*place].started.depth < started.depth;
        let around = self
            .open
            .iter()
            .take_while(|place| is_around(place))
            .count();
        self.open.truncate(around);
        self.leave_out_middle();
        let places = self.next_places();
        self.open.push(self.steps.len());
        self.steps.push(StepRun {
            started: started.clone(),
            at_ms,
            places,
            ..StepRun::default()
        });
    }

    fn finish_step(&mut self, finished: &StepFinished) {
        let is_it = |&place: &usize| self.steps[place].started.step == finished.step;
        let Some(level) = self.open.iter().rposition(is_it) else {
            self.has_stray_end = true;
            return;
        };
        let place = self.open[level];
        // Steps that were still open inside it never said how they ended.
        self.open.truncate(level);
        let step = &mut self.steps[place];
        step.took_ms = finished.took_ms;
        step.finished = Some(finished.clone());
        self.has_open_question |= is_open_question(step);
        self.has_unproven_pass |= is_unproven_pass(step);
    }

    fn stretch_open_steps(&mut self) {
        for &place in &self.open {
            let step = &mut self.steps[place];
            step.took_ms = self.last_at_ms.saturating_sub(step.at_ms);
        }
    }

    /// Returns whether only what a summary says is left of its steps.
    pub fn is_brief(&self) -> bool {
        self.is_brief
    }

    /// Takes over how a run ended: whoever was there knows it better than a log that may be cut off.
    pub fn end_as(&mut self, other: &Self) {
        self.open.clear();
        self.finished.clone_from(&other.finished);
        self.header.clone_from(&other.header);
        self.contradiction = other.contradiction;
    }

    /// Returns how it ended.
    pub fn status(&self) -> Status {
        match &self.finished {
            None => Status::Interrupted,
            Some(_) if self.contradiction.is_some() => Status::Broken,
            Some(finished) if finished.is_stopped => Status::Interrupted,
            Some(finished) if finished.is_device_error => Status::DeviceError,
            Some(finished) => finished.outcome.into(),
        }
    }

    /// Returns how its first steps ended, for a strip that is seen at a glance.
    pub(crate) fn first_statuses(&self) -> Vec<Status> {
        if self.is_brief {
            return self.strip.clone();
        }
        let steps = self.steps.iter().take(MOST_STEPS_IN_STRIP);
        steps.map(StepRun::status).collect()
    }

    /// Returns why it ended so.
    pub fn reason(&self) -> &str {
        match (self.contradiction, &self.finished) {
            (Some(contradiction), _) => contradiction,
            (None, Some(finished)) => &finished.reason,
            (None, None) => "the run was interrupted",
        }
    }

    /// Returns why a step of it ended as it did; of one that did not end, why the run ended.
    pub(crate) fn reason_of<'a>(&'a self, step: &'a StepRun) -> &'a str {
        match &step.finished {
            Some(finished) => &finished.reason,
            None => self.reason(),
        }
    }

    /// Returns the same for programs; none in logs from before there was this field.
    pub fn why(&self) -> Option<&Reason> {
        self.finished.as_ref()?.why.as_ref()
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

    /// Returns everything that was sent to a model, each with the step it was for.
    pub fn all_sent(&self) -> impl Iterator<Item = (Option<&StepRun>, &Sent)> {
        let before = self.sent.iter().map(|sent| (None, sent));
        let in_steps = self.steps.iter();
        before.chain(in_steps.flat_map(|step| step.sent().map(move |sent| (Some(step), sent))))
    }

    /// Returns every warning and everything that was closed uninvited, those of a step with its number.
    pub fn all_warnings(&self) -> Vec<String> {
        let of_steps = self.steps.iter().flat_map(|step| {
            let closed = step.interruptions().map(ClosedInterruption::render);
            let lines = step.warnings().map(str::to_owned).chain(closed);
            lines.map(|line| format!("step {}: {line}", step.label()))
        });
        self.warnings.iter().cloned().chain(of_steps).collect()
    }

    /// Returns the places of the steps that are in no other.
    pub(crate) fn outer_places(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.steps.len()).filter(|&place| self.steps[place].started.depth == 0)
    }

    /// Returns the step around all others that the one at that place is in, or it itself.
    pub(crate) fn outermost(&self, place: usize) -> &StepRun {
        let steps = &self.steps[..=place];
        let outer = steps.iter().rfind(|step| step.started.depth == 0);
        outer.unwrap_or(&self.steps[place])
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
        let nested = nested.saturating_add(step.left_out_ms);
        step.took_ms.saturating_sub(nested)
    }

    /// Returns the steps nested in the one at that place.
    pub(crate) fn inside(&self, place: usize) -> &[StepRun] {
        let rest = &self.steps[place + 1..];
        let depth = self.steps[place].started.depth;
        let count = rest
            .iter()
            .take_while(|step| step.started.depth > depth)
            .count();
        &rest[..count]
    }

    /// Returns its figures as its steps have them.
    pub(super) fn count(&self) -> Tally {
        let mut tally = self.left_out;
        self.steps.iter().for_each(|step| count(&mut tally, step));
        tally
    }
}

fn is_broken(step: &StepRun) -> bool {
    matches!(step.status(), Status::Failed | Status::Interrupted)
}

/// Keeps an event of a step. A check that is made again takes the place of the one before: a wait checks many times,
/// and its last word counts.
fn note(step: &mut StepRun, record: &Record) {
    let noted = (record.at_ms, record.event.clone());
    let mut known = step.events.iter();
    match known.position(|(_, known)| is_same_check(known, &record.event)) {
        Some(place) => step.events[place] = noted,
        None if step.events.len() < MOST_EVENTS => step.events.push(noted),
        None => {}
    }
}

fn is_same_check(one: &Event, two: &Event) -> bool {
    matches!((one, two), (Event::Checked { expected: one, .. }, Event::Checked { expected: two, .. }) if one == two)
}
