//! The attempts at one file on one device, seen as one thing that passed or did not.

use super::{RunSummary, Status};

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

/// Puts attempts together: a second try belongs to the latest case of its file and device.
pub(super) fn group(runs: &[RunSummary]) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for run in runs {
        let is_retry = run.header.attempt > 1;
        let known = cases
            .iter_mut()
            .rev()
            .find(|case| is_retry && is_next_attempt(case.last, run));
        match known {
            Some(case) => case.earlier.push(std::mem::replace(&mut case.last, run)),
            None => cases.push(Case {
                last: run,
                earlier: Vec::new(),
            }),
        }
    }
    cases
}

fn is_next_attempt(before: &RunSummary, run: &RunSummary) -> bool {
    let (before, header) = (&before.header, &run.header);
    header.attempt > before.attempt
        && header.file == before.file
        && header.skill == before.skill
        && header.device == before.device
}
