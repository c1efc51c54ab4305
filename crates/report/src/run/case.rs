//! How steps, runs and cases ended, and the attempts that make one case.

use std::collections::BTreeMap;

use retap_model::verdict::Outcome;

use super::RunSummary;

retap_model::words! {
    /// How a step, a run or a case ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Status {
        /// It did what it should, and that was seen.
        Passed = "passed",
        /// It passed after an attempt that did not.
        Flaky = "flaky",
        /// It did not do what it should.
        Failed = "failed",
        /// The device or the environment was at fault.
        DeviceError = "device error",
        /// Nothing could decide.
        NotJudged = "not judged",
        /// It was not tried.
        Skipped = "skipped",
        /// The events stop before its end.
        Interrupted = "interrupted",
        /// Its log ends it twice, or says that it passed and otherwise too, or lacks something.
        Broken = "broken log",
    }
}

impl Status {
    /// Returns whether a reader has nothing to do about it.
    pub const fn is_good(self) -> bool {
        match self {
            Self::Passed | Self::Flaky | Self::Skipped => true,
            Self::Failed
            | Self::DeviceError
            | Self::NotJudged
            | Self::Interrupted
            | Self::Broken => false,
        }
    }
}

/// Returns how many there are of each status that there is, in the words of `write` and the order of [`Status::ALL`].
pub(crate) fn totals(
    statuses: impl Iterator<Item = Status> + Clone,
    write: impl Fn(usize, Status) -> String,
) -> Vec<String> {
    let of = |status: Status| statuses.clone().filter(move |each| *each == status);
    let all = Status::ALL.map(|status| (of(status).count(), status));
    let some = all.into_iter().filter(|(number, _)| *number > 0);
    some.map(|(number, status)| write(number, status)).collect()
}

/// Returns `2 passed, 1 failed`.
pub(crate) fn totals_in_words(statuses: impl Iterator<Item = Status> + Clone) -> String {
    totals(statuses, |number, status| {
        format!("{number} {}", status.as_str())
    })
    .join(", ")
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Passed => Self::Passed,
            Outcome::Failed => Self::Failed,
            Outcome::NotJudged => Self::NotJudged,
            Outcome::Skipped => Self::Skipped,
        }
    }
}

/// The attempts at one file on one device; most have a single one.
#[derive(Debug, Clone, PartialEq)]
pub struct Case<'a> {
    /// The attempt that counts.
    pub last: &'a RunSummary,
    /// The attempts before it, oldest first.
    pub earlier: Vec<&'a RunSummary>,
}

impl<'a> Case<'a> {
    /// Returns all attempts, oldest first.
    pub(crate) fn attempts(&self) -> impl Iterator<Item = &'a RunSummary> {
        self.earlier.iter().copied().chain([self.last])
    }

    /// Returns how it ended: a pass after an attempt that did not pass is flaky.
    pub fn status(&self) -> Status {
        let status = self.last.status();
        let was_good = |run: &&RunSummary| run.status().is_good();
        if status == Status::Passed && !self.earlier.iter().all(was_good) {
            return Status::Flaky;
        }
        status
    }
}

/// How many cases of one file and device may begin between two attempts at one of them.
const MOST_BETWEEN: usize = 100;

/// Puts attempts together: a second try belongs to the latest case of its file and device.
pub(super) fn group(runs: &[RunSummary]) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    // The places of the cases of each file and device.
    let mut alike: BTreeMap<[&str; 3], Vec<usize>> = BTreeMap::new();
    for run in runs {
        let header = &run.header;
        let alike = alike.entry([&header.file, &header.skill, &header.device]);
        let alike = alike.or_default();
        let mut latest = alike.iter().rev().take(MOST_BETWEEN);
        let is_before = |&&place: &&usize| header.attempt > cases[place].last.header.attempt;
        let known = latest.find(is_before).filter(|_| header.attempt > 1);
        if let Some(&place) = known {
            let case = &mut cases[place];
            case.earlier.push(std::mem::replace(&mut case.last, run));
            continue;
        }
        alike.push(cases.len());
        cases.push(Case {
            last: run,
            earlier: Vec::new(),
        });
    }
    cases
}
