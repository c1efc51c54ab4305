//! Runs folded from their events: the one shape that every report is written from.
//!
//! Not here: how anything is shown; that is for the reports.

mod broken_log;
mod case;
mod left_out;
mod step_run;
mod summary;

pub use case::{Case, Status};
pub(crate) use case::{totals, totals_in_words};
pub use left_out::LeftOut;
pub use step_run::{Act, Check, StepRun};
pub use summary::RunSummary;

use std::collections::BTreeMap;

use retap_model::event::{Event, EventSink, Record};

/// Every run of a stream of events, in the order they began.
///
/// Runs may interleave, as they do on several devices at once, and may break off anywhere.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Runs {
    runs: Vec<RunSummary>,
    /// The place of the latest run of each name.
    latest: BTreeMap<String, usize>,
    is_brief: bool,
}

impl Runs {
    /// Returns no runs yet, and keeps of those that are over what a summary says: a suite of thousands is not
    /// kept in memory. Reports read the rest again, a run at a time; see [`crate::RunFiles`].
    pub fn brief() -> Self {
        Self {
            is_brief: true,
            ..Self::default()
        }
    }

    /// Folds a whole log.
    pub fn from_records(records: &[Record]) -> Self {
        let mut runs = Self::default();
        for record in records {
            runs.add(record);
        }
        runs
    }

    /// Folds one more event in and returns the place of its run among all.
    pub fn add(&mut self, record: &Record) -> usize {
        let known = self.latest.get(&record.run).copied();
        let begins = matches!(record.event, Event::RunStarted(_));
        let index = match known {
            // A log that was appended to may use the same name for a later run.
            Some(index) if !begins => index,
            Some(_) | None => {
                let place = self.runs.len();
                self.latest.insert(record.run.clone(), place);
                self.runs.push(RunSummary::unknown(&record.run, place));
                place
            }
        };
        let run = &mut self.runs[index];
        run.add(record);
        if self.is_brief && matches!(record.event, Event::RunFinished(_)) {
            run.forget_steps();
        }
        index
    }

    /// Returns the runs in the order they began.
    pub fn all(&self) -> &[RunSummary] {
        &self.runs
    }

    /// Returns the first run.
    pub fn into_first(self) -> Option<RunSummary> {
        self.runs.into_iter().next()
    }

    /// Returns the latest run of that name.
    pub fn find(&self, id: &str) -> Option<&RunSummary> {
        self.latest.get(id).map(|&place| &self.runs[place])
    }

    /// Returns the runs with the attempts at one thing put together.
    pub fn cases(&self) -> Vec<Case<'_>> {
        case::group(&self.runs)
    }
}

impl EventSink for Runs {
    fn event(&mut self, record: &Record) {
        self.add(record);
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}
