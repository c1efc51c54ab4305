//! Events folded into their run, one at a time.

use retap_model::event::{Event, Record, StepFinished};

use super::{Act, Capture, Check, Measure, RunSummary, StepRun};

impl RunSummary {
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
                let places = self.next_places();
                self.open.push(self.steps.len());
                let step = StepRun::new(started.clone(), record.at_ms, places);
                self.steps.push(step);
            }
            Event::StepFinished(finished) => self.finish_step(finished),
            Event::RunFinished(finished) => {
                self.open.clear();
                self.finished = Some(finished.clone());
            }
            Event::Sent(sent) if self.steps.is_empty() => self.sent.push(sent.clone()),
            Event::Sent(sent) => self.note(|step| step.sent.push(sent.clone())),
            Event::Located(located) => self.note(|step| step.located.push(located.clone())),
            Event::Acted { action, point } => self.note(|step| {
                step.acts.push(Act {
                    at_ms: record.at_ms,
                    action: action.clone(),
                    point: *point,
                });
            }),
            Event::Checked {
                expected,
                seen,
                held,
            } => self.note(|step| {
                step.checks.push(Check {
                    expected: expected.clone(),
                    seen: seen.clone(),
                    held: *held,
                });
            }),
            Event::Pictured(picture) => self.note(|step| step.pictures.push(picture.clone())),
            Event::TreeKept(tree) => self.note(|step| step.trees.push(tree.file.clone())),
            Event::Captured { name, text } => self.note(|step| {
                let (name, text) = (name.clone(), text.clone());
                step.captures.push(Capture { name, text });
            }),
            Event::Signalled { message } => self.note(|step| step.signals.push(message.clone())),
            Event::Downloaded(download) => self.note(|step| step.downloads.push(download.clone())),
            Event::Measured { name, took_ms } => self.note(|step| {
                let (name, took_ms) = (name.clone(), *took_ms);
                step.measures.push(Measure { name, took_ms });
            }),
        }
    }

    /// Returns the place of a step that begins now: one after its latest sibling.
    fn next_places(&self) -> Vec<usize> {
        let around = self.open.last().map(|&place| self.steps[place].places());
        let mut places = around.unwrap_or_default().to_vec();
        let latest = self.steps.last().map(StepRun::places).unwrap_or_default();
        let sibling = latest.strip_prefix(places.as_slice());
        let before = sibling.and_then(|rest| rest.first()).unwrap_or(&0);
        places.push(before + 1);
        places
    }

    /// Writes something down at the step that is under way, or at the last one: a picture of a failure
    /// may follow the end of its step.
    fn note(&mut self, note: impl FnOnce(&mut StepRun)) {
        let last = self.steps.len().checked_sub(1);
        if let Some(place) = self.open.last().copied().or(last) {
            note(&mut self.steps[place]);
        }
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
}
