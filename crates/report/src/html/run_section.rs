//! One run: its facts, its warnings and its steps along a common time line.

use retap_model::event::Sent;

use crate::run::{RunSummary, StepRun};
use crate::text::{count, readings, seconds};

use super::picture::Pictures;
use super::{class_of, escape, escape_with_code, fact, mark, step};

/// Returns the section of one run, under its heading.
pub(super) fn run_section(
    run: &RunSummary,
    index: usize,
    heading: &str,
    pictures: &mut Pictures<'_>,
) -> String {
    let class = class_of(run.status());
    format!(
        "<section class=\"run {class}\" id=\"run-{index}\">\n{heading}{}{}<div class=\"steps\">\n{}\
         </div>\n{}</section>\n",
        warnings(run.warnings.iter().map(String::as_str)),
        axis(run),
        rows(run, index, pictures),
        sent(run, index),
    )
}

/// Returns the rows of all steps; those of a scenario under the headings of their sections.
fn rows(run: &RunSummary, index: usize, pictures: &mut Pictures<'_>) -> String {
    let mut html = String::new();
    let mut current = None;
    for place in 0..run.steps.len() {
        let section = run.outermost(place).section();
        if section != current {
            html += if current.is_some() { "</div>\n" } else { "" };
            let opened =
                section.map(|name| format!("<div class=\"section\">\n<h3>{}</h3>\n", escape(name)));
            html += &opened.unwrap_or_default();
            current = section;
        }
        html += &left_out(&run.steps[place]);
        html += &step::step_row(run, index, place, pictures);
    }
    html += if current.is_some() { "</div>\n" } else { "" };
    html
}

/// Returns what is said in the place of steps that are not shown.
fn left_out(next: &StepRun) -> String {
    let words = next.left_out_before.in_words();
    words.map_or(String::new(), |words| {
        format!("<p class=\"left-out\">{words}</p>\n")
    })
}

/// Returns the heading that tells a run from the others on its page.
pub(super) fn heading(run: &RunSummary) -> String {
    let header = &run.header;
    let attempt = match header.attempt {
        1 => String::new(),
        attempt => format!(", attempt {attempt}"),
    };
    let facts = [
        fact("Device", &header.device_name),
        fact("Duration", &seconds(run.took_ms())),
        run_facts(run),
    ]
    .concat();
    let reason = match run.status().is_good() {
        true => String::new(),
        false => format!("<p class=\"reason\">{}</p>\n", reason_lines(run.reason())),
    };
    format!(
        "<h2>{} {} <small>{} on {}{attempt}</small></h2>\n{reason}<dl class=\"facts\">\n{facts}</dl>\n",
        mark(run.status()),
        escape(&header.skill),
        header.mode.as_str(),
        escape(&header.device),
    )
}

/// Returns the facts that the top of a page and the heading of a run both have.
pub(super) fn run_facts(run: &RunSummary) -> String {
    let header = &run.header;
    let compiled = header.compiled_from.as_deref().unwrap_or("");
    [
        fact("Readings", &readings([run.tally()].into_iter())),
        fact("Started", &moment(&header.started_at)),
        fact("Source", &header.file),
        fact("Compiled file", compiled),
    ]
    .concat()
}

/// Returns warnings, a paragraph each.
pub(super) fn warnings<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines
        .map(|line| format!("<p class=\"warning\">{}</p>\n", escape_with_code(line)))
        .collect()
}

fn axis(run: &RunSummary) -> String {
    if run.steps.is_empty() {
        return "<p class=\"quiet\">No step was tried.</p>\n".to_owned();
    }
    let total = run.took_ms();
    format!(
        "<p class=\"axis\" aria-hidden=\"true\"><span>0 s</span><span>{}</span><span>{}</span></p>\n",
        seconds(total / 2),
        seconds(total)
    )
}

/// Returns the lines of a reason.
pub(super) fn reason_lines(reason: &str) -> String {
    let lines = reason.lines();
    lines
        .map(|line| format!("<span>{}</span>", escape_with_code(line)))
        .collect()
}

/// Returns `2026-02-19 14:30:00 UTC` for the moment a log gives.
pub(super) fn moment(started_at: &str) -> String {
    match started_at.strip_suffix('Z') {
        Some(moment) => format!("{} UTC", moment.replace('T', " ")),
        None => started_at.to_owned(),
    }
}

/// Returns the table of the questions sent to a model, in full: nobody should have to guess what left the machine.
fn sent(run: &RunSummary, run_index: usize) -> String {
    let rows: String = run
        .all_sent()
        .map(|(step, sent)| sent_row(run, run_index, step, sent))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<div class=\"sent\">\n<h3>Sent to a model</h3>\n<table>\n<thead><tr><th>Step</th><th>Question</th>\
         <th>Model</th><th>Host</th><th>With</th><th class=\"number\">Size</th><th>When</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

fn sent_row(run: &RunSummary, run_index: usize, step: Option<&StepRun>, sent: &Sent) -> String {
    let place = step.and_then(|step| {
        let mut steps = run.steps.iter();
        steps.position(|each| std::ptr::eq(each, step))
    });
    let link = match (step, place) {
        (Some(step), Some(place)) => {
            let label = step.label();
            format!("<a href=\"#run-{run_index}-step-{place}\">{label}</a>")
        }
        (_, _) => String::new(),
    };
    let with = if sent.had_picture {
        "a picture"
    } else {
        "text only"
    };
    let model = [sent.provider.as_str(), sent.model.as_str()].join(" ");
    format!(
        "<tr><td>{link}</td><td>{}</td><td>{}</td><td>{}</td><td>{with}</td><td class=\"number\">{}</td>\
         <td class=\"quiet\">{}</td></tr>\n",
        escape(&sent.question),
        escape(model.trim()),
        escape(&sent.host),
        count(sent.bytes, "byte"),
        escape(&moment(&sent.at)),
    )
}
