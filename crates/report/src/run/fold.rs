//! Events folded into their run, one at a time.

use retap_model::event::{Event, Record, StepFinished};

use super::{RunSummary, StepRun};

impl RunSummary {
    pub(super) fn add(&mut self, record: &Record) {
        self.last_at_ms = self.last_at_ms.max(record.at_ms);
        self.stretch_open_steps();
        match &record.event {
            Event::RunStarted(started) => self.header = started.clone(),
            Event::Warned { message } => match self.open.last() {
                Some(place) => self.steps[*place].note(record),
                None => self.warnings.push(message.clone()),
            },
            Event::StepStarted(started) => {
                let places = self.next_places();
                self.open.push(self.steps.len());
                self.steps.push(StepRun {
                    started: started.clone(),
                    at_ms: record.at_ms,
                    places,
                    ..StepRun::default()
                });
            }
            Event::StepFinished(finished) => self.finish_step(finished),
            Event::RunFinished(finished) => {
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
            | Event::Downloaded(_)
            | Event::Measured { .. } => {
                // A picture of a failure may follow the end of its step.
                let last = self.steps.len().checked_sub(1);
                if let Some(place) = self.open.last().copied().or(last) {
                    self.steps[place].note(record);
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
}

impl StepRun {
    fn note(&mut self, record: &Record) {
        self.events.push((record.at_ms, record.event.clone()));
    }
}
