//! Runs folded from their events: the one shape that every report is written from.

mod case;
mod fold;
mod status;
mod step_run;
mod summary;

pub use case::Case;
pub use status::Status;
pub use step_run::{Act, Capture, Check, Measure, StepRun};
pub use summary::RunSummary;

use retap_model::event::{Event, Record};

/// Every run of a stream of events, in the order they began.
///
/// Runs may interleave, as they do on several devices at once, and may break off anywhere.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Runs {
    runs: Vec<RunSummary>,
}

impl Runs {
    /// Folds a whole log.
    pub fn from_records(records: &[Record]) -> Self {
        let mut runs = Self::default();
        for record in records {
            runs.add(record);
        }
        runs
    }

    /// Folds one more event in.
    pub fn add(&mut self, record: &Record) {
        let known = self.runs.iter().rposition(|run| run.id == record.run);
        let begins = matches!(record.event, Event::RunStarted(_));
        let index = match known {
            // A log that was appended to may use the same name for a later run.
            Some(index) if !begins => index,
            Some(_) | None => {
                self.runs.push(RunSummary::unknown(&record.run));
                self.runs.len() - 1
            }
        };
        self.runs[index].add(record);
    }

    /// Returns the runs in the order they began.
    pub fn all(&self) -> &[RunSummary] {
        &self.runs
    }

    /// Returns the latest run of that name.
    pub fn find(&self, id: &str) -> Option<&RunSummary> {
        self.runs.iter().rev().find(|run| run.id == id)
    }

    /// Returns the runs with the attempts at one thing put together.
    pub fn cases(&self) -> Vec<Case<'_>> {
        case::group(&self.runs)
    }
}
