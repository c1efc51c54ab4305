//! The table of all runs, when there are several.

use std::fmt::Write;

use crate::run::{Case, RunSummary, Runs, Status};
use crate::text::{count, first_line, seconds};

use super::escape::{escape, escape_with_code};
use super::{class_of, mark};

/// More steps than this say nothing more in a strip.
const MOST_STEPS_IN_STRIP: usize = 48;

/// Returns the table of all cases, each with a link to its last attempt.
pub(super) fn overview(runs: &Runs, cases: &[Case<'_>]) -> String {
    let rows: String = cases.iter().map(|case| row(runs, case)).collect();
    let is_scenario = |case: &Case<'_>| case.last.header.is_scenario;
    let what = match (cases.iter().any(is_scenario), cases.iter().all(is_scenario)) {
        (_, true) => "Scenario",
        (true, false) => "Skill or scenario",
        (false, false) => "Skill",
    };
    format!(
        "<section class=\"overview\">\n<table>\n<thead><tr><th></th><th>{what}</th><th>Device</th>\
         <th>Mode</th><th>Steps</th><th class=\"number\">Time</th></tr></thead>\n<tbody>\n{rows}\
         </tbody>\n</table>\n</section>\n"
    )
}

fn row(runs: &Runs, case: &Case<'_>) -> String {
    let (run, status) = (case.last, case.status());
    let header = &run.header;
    let place = runs.all().iter().position(|each| std::ptr::eq(each, run));
    let (class, sign) = (class_of(status), mark(status));
    let (skill, device) = (escape(&header.skill), escape(&header.device));
    let (mode, took) = (header.mode.as_str(), seconds(run.took_ms()));
    let anchor = place.unwrap_or(0);
    format!(
        "<tr class=\"{class}\"><td>{sign}</td><td><a href=\"#run-{anchor}\">{skill}</a>{}</td>\
         <td class=\"quiet\">{device}</td><td class=\"quiet\">{mode}</td><td>{}</td>\
         <td class=\"number\">{took}</td></tr>\n",
        note(case),
        strip(run)
    )
}

fn note(case: &Case<'_>) -> String {
    let unjudged = case.last.tally().not_judged;
    let open = format!("passed with {} that nobody judged", count(unjudged, "step"));
    let note = match case.status() {
        Status::Passed if unjudged > 0 => open.as_str(),
        Status::Passed if case.last.tally().drifted > 0 => "passed although the app drifted",
        Status::Passed => return String::new(),
        Status::Flaky => "passed after a failed attempt",
        Status::Failed
        | Status::DeviceError
        | Status::NotJudged
        | Status::Skipped
        | Status::Interrupted => first_line(case.last.reason()),
    };
    format!("<span class=\"note\">{}</span>", escape_with_code(note))
}

fn strip(run: &RunSummary) -> String {
    let mut strip = String::from("<span class=\"strip\" aria-hidden=\"true\">");
    for step in run.steps.iter().take(MOST_STEPS_IN_STRIP) {
        let _ = write!(strip, "<i class=\"{}\"></i>", class_of(step.status()));
    }
    strip + "</span>"
}
