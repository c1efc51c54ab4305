//! The top of the page: how it ended, of what, where, how long and when; and the table of all runs, when there are
//! several.

use std::io::{self, Write};

use crate::run::{self, Case, RunSummary, Runs, Status};
use crate::text::{capitalised, count, first_line, seconds};

use super::run_section::{moment, run_facts};
use super::{class_of, escape, escape_with_code, fact, mark};

/// The order in which a status decides how the whole looks.
const WORST_FIRST: [Status; 8] = [
    Status::Failed,
    Status::DeviceError,
    Status::Broken,
    Status::Interrupted,
    Status::NotJudged,
    Status::Flaky,
    Status::Passed,
    Status::Skipped,
];

/// Returns the top of the page.
pub(super) fn masthead(runs: &Runs, cases: &[Case<'_>], title: &str, tools: Tools) -> String {
    let is_there = |status: &Status| cases.iter().any(|case| case.status() == *status);
    let status = WORST_FIRST.into_iter().find(is_there);
    let (class, verdict) = match (status, cases) {
        (None, _) => (class_of(Status::Skipped), "Nothing ran".to_owned()),
        (Some(status), [only]) => (class_of(status), single_verdict(only)),
        (Some(status), _) => (class_of(status), totals(cases)),
    };
    let facts = match cases {
        [only] => single_facts(only),
        _ => several_facts(runs),
    };
    format!(
        "<header class=\"masthead {class}\">\n<p class=\"brand\">retap report</p>\n<h1>{}</h1>\n\
         <p class=\"verdict\">{verdict}</p>\n<dl class=\"facts\">\n{facts}</dl>\n{}</header>\n",
        escape(title),
        tools.render()
    )
}

fn single_verdict(case: &Case<'_>) -> String {
    let status = case.status();
    let why = match status {
        Status::Passed => String::new(),
        Status::Flaky => format!("passed on attempt {}", case.last.header.attempt),
        Status::Failed
        | Status::DeviceError
        | Status::NotJudged
        | Status::Skipped
        | Status::Interrupted
        | Status::Broken => first_line(case.last.reason()).to_owned(),
    };
    format!(
        "<strong>{}</strong> {}",
        capitalised(status.as_str()),
        escape_with_code(&why)
    )
}

fn totals(cases: &[Case<'_>]) -> String {
    let parts = run::totals(cases.iter().map(Case::status), |number, status| {
        let (class, word) = (class_of(status), status.as_str());
        format!("<strong class=\"{class}\">{number} {word}</strong>")
    });
    parts.join(" ")
}

fn single_facts(case: &Case<'_>) -> String {
    let run = case.last;
    let header = &run.header;
    // What a scenario replays is part of the step that replays it.
    let steps = match header.is_scenario {
        true => run.outer_places().count(),
        false => run.steps.len(),
    };
    let steps = steps as u64 + run.left_out().steps;
    let device = format!("{} ({})", header.device_name, header.device);
    [
        fact("Device", &device),
        fact("Mode", header.mode.as_str()),
        fact("Duration", &seconds(run.took_ms())),
        fact("Steps", &steps.to_string()),
        run_facts(run),
    ]
    .concat()
}

fn several_facts(runs: &Runs) -> String {
    let all = runs.all();
    let took: u64 = all.iter().map(|run| run.took_ms()).sum();
    let mut devices: Vec<&str> = all.iter().map(|run| run.header.device.as_str()).collect();
    devices.sort_unstable();
    devices.dedup();
    let started = all.iter().map(|run| run.header.started_at.as_str()).min();
    let shown = match devices.len() {
        0..=3 => devices.join(", "),
        more => count(more as u64, "device"),
    };
    [
        fact("Devices", &shown),
        fact("Time on devices", &seconds(took)),
        fact("Started", &moment(started.unwrap_or(""))),
    ]
    .concat()
}

/// Returns the top of a page that holds some of the runs, with the way back to the list of all.
pub(super) fn part_masthead(title: &str, index: &str) -> String {
    format!(
        "<header class=\"masthead\">\n<p class=\"brand\"><a href=\"{index}\">← all runs</a></p>\n\
         <h1>{}</h1>\n{}</header>\n",
        escape(title),
        Tools::WithSteps.render()
    )
}

/// The buttons at the top of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tools {
    /// Those of a page that shows steps.
    WithSteps,
    /// Those of a page that only lists runs: nothing on it opens.
    OfList,
}

impl Tools {
    fn render(self) -> String {
        let open = match self {
            Self::WithSteps => {
                "<button data-do=\"open\">Open all</button><button data-do=\"close\">Close all</button>"
            }
            Self::OfList => "",
        };
        format!(
            "<p class=\"tools\"><button data-do=\"filter\" aria-pressed=\"false\">Only what did not pass\
             </button>{open}</p>\n"
        )
    }
}

/// Returns links to all pages of the runs, as attempts before the last have no row.
pub(super) fn page_links(pages: impl Iterator<Item = PageLink>) -> String {
    let mut links = String::from("<nav class=\"quiet\">Runs");
    for PageLink {
        address,
        first,
        last,
    } in pages
    {
        links += &format!(" <a href=\"{address}\">{first}–{last}</a>");
    }
    links + "</nav>\n"
}

/// A page, and which runs are on it, from 1.
pub(super) struct PageLink {
    pub(super) address: String,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// More rows than this make a list nobody reads; those that passed are then only counted.
const MOST_ROWS: usize = 5_000;

/// Writes the table of all cases, each with a link to its last attempt.
pub(super) fn write_overview(
    cases: &[Case<'_>],
    link: &dyn Fn(usize) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_scenario = |case: &Case<'_>| case.last.header.is_scenario;
    let what = match (cases.iter().any(is_scenario), cases.iter().all(is_scenario)) {
        (_, true) => "Scenario",
        (true, false) => "Skill or scenario",
        (false, false) => "Skill",
    };
    write!(
        out,
        "<section class=\"overview\">\n<table>\n<thead><tr><th></th><th>{what}</th><th>Device</th>\
         <th>Mode</th><th>Steps</th><th class=\"number\">Time</th></tr></thead>\n<tbody>\n"
    )?;
    let is_listed = |case: &&Case<'_>| cases.len() <= MOST_ROWS || !case.status().is_good();
    let listed = cases.iter().filter(is_listed).take(MOST_ROWS);
    for case in listed.clone() {
        let link = link(case.last.place);
        out.write_all(row(case, &link).as_bytes())?;
    }
    out.write_all(b"</tbody>\n</table>\n")?;
    let left = cases.len() - listed.count();
    if left > 0 {
        let more = count(left as u64, "run");
        writeln!(out, "<p class=\"quiet\">{more} more, on the pages</p>")?;
    }
    out.write_all(b"</section>\n")
}

fn row(case: &Case<'_>, link: &str) -> String {
    let (run, status) = (case.last, case.status());
    let header = &run.header;
    let (class, sign) = (class_of(status), mark(status));
    let (skill, device) = (escape(&header.skill), escape(&header.device));
    let (mode, took) = (header.mode.as_str(), seconds(run.took_ms()));
    format!(
        "<tr class=\"{class}\"><td>{sign}</td><td><a href=\"{link}\">{skill}</a>{}</td>\
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
        Status::Passed if case.last.tally().interruptions > 0 => {
            "passed after something else came up"
        }
        Status::Passed => return String::new(),
        Status::Flaky => "passed after a failed attempt",
        Status::Failed
        | Status::DeviceError
        | Status::NotJudged
        | Status::Skipped
        | Status::Interrupted
        | Status::Broken => first_line(case.last.reason()),
    };
    format!("<span class=\"note\">{}</span>", escape_with_code(note))
}

fn strip(run: &RunSummary) -> String {
    let mut strip = String::from("<span class=\"strip\" aria-hidden=\"true\">");
    for status in run.first_statuses() {
        strip += &format!("<i class=\"{}\"></i>", class_of(status));
    }
    strip + "</span>"
}
