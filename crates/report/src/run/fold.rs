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
            Event::Located(_)
            | Event::Acted { .. }
            | Event::Checked { .. }
            | Event::Pictured(_)
            | Event::TreeKept(_)
            | Event::Sent(_)
            | Event::Captured { .. }
            | Event::Signalled { .. }
            | Event::Downloaded(_)
            | Event::Measured { .. } => self.add_to_step(record),
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

    fn add_to_step(&mut self, record: &Record) {
        // A picture of a failure may follow the end of its step.
        let place = match self.open.last() {
            Some(&place) => place,
            None if self.steps.is_empty() => {
                if let Event::Sent(sent) = &record.event {
                    self.sent.push(sent.clone());
                }
                return;
            }
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
        Event::Signalled { message } => step.signals.push(message.clone()),
        Event::Downloaded(download) => step.downloads.push(download.clone()),
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
