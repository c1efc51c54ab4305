//! `summary.md`: several scenarios that ran together, for people.

use crate::run::{Case, RunSummary, Status, totals_in_words};
use crate::text::{count, first_line, seconds};

use super::markdown::{head, link, plain, row, with_code};

/// One scenario of a summary.
pub struct SummaryRow<'a> {
    /// Its attempts.
    pub case: Case<'a>,
    /// How its steps ended, as [`super::step_totals`] says it.
    pub steps: String,
    /// The folder of its last attempt, relative to the summary; `report.md` is in it.
    pub folder: String,
}

/// Returns `summary.md` over the scenarios that ran together, in the order given.
pub fn summary_md(rows: &[SummaryRow<'_>]) -> String {
    let mut text = format!("# Scenarios\n\n{}\n", counts(rows));
    if rows.is_empty() {
        return text;
    }
    text += "\n";
    text += &head(&["Scenario", "Outcome", "Steps", "Device", "Time:"]);
    for entry in rows {
        text += &summary_row(entry);
    }
    text
}

/// Returns `**3 scenarios**: 2 passed, 1 failed; 4.20 s on the device`.
fn counts(rows: &[SummaryRow<'_>]) -> String {
    let words = totals_in_words(rows.iter().map(|row| row.case.status()));
    let name = format!("**{}**", count(rows.len() as u64, "scenario"));
    if words.is_empty() {
        return name;
    }
    let attempts = rows.iter().flat_map(|row| row.case.attempts());
    let took: u64 = attempts.map(RunSummary::took_ms).sum();
    format!("{name}: {words}; {} on the device", seconds(took))
}

fn summary_row(entry: &SummaryRow<'_>) -> String {
    let run = entry.case.last;
    let status = entry.case.status();
    let why = match status {
        Status::Passed | Status::Skipped => String::new(),
        Status::Flaky => format!(": on attempt {}", run.header.attempt),
        Status::Failed
        | Status::DeviceError
        | Status::NotJudged
        | Status::Interrupted
        | Status::Broken => {
            format!(": {}", with_code(first_line(run.reason())))
        }
    };
    let folder = entry.folder.trim_end_matches('/');
    row(&[
        link(&run.header.skill, &format!("{folder}/report.md")),
        format!("**{}**{why}", status.as_str()),
        entry.steps.clone(),
        plain(&run.header.device),
        seconds(run.took_ms()),
    ])
}
