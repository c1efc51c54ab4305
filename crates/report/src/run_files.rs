//! Where reports get what they do not hold themselves: the steps of runs that are over, and pictures.

use std::borrow::Cow;

use crate::run::{Case, RunSummary};

/// The files of runs, as a report asks for them: one run, and one picture, at a time.
pub trait RunFiles {
    /// Returns a run with its steps. One that was kept briefly is read again; where it cannot be, what is known of
    /// it is returned with a warning.
    fn whole<'a>(&self, run: &'a RunSummary) -> Cow<'a, RunSummary> {
        Cow::Borrowed(run)
    }

    /// Returns a name of a picture that equal pictures share, if the picture is there.
    fn key(&self, run: &str, file: &str) -> Option<String>;

    /// Returns the PNG file of a run's picture, if it is there.
    fn read(&self, run: &str, file: &str) -> Option<Vec<u8>>;

    /// Returns the path by which people and build servers find a file of a run.
    fn path(&self, run: &str, file: &str) -> String;
}

/// Lets something use a case with its steps, and returns what it returns.
pub(crate) fn with_whole<T>(
    case: &Case<'_>,
    files: &dyn RunFiles,
    act: impl FnOnce(Case<'_>) -> T,
) -> T {
    let last = files.whole(case.last);
    let earlier: Vec<Cow<'_, RunSummary>> =
        case.earlier.iter().map(|run| files.whole(run)).collect();
    act(Case {
        last: &last,
        earlier: earlier.iter().map(|run| &**run).collect(),
    })
}
