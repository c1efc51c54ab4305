//! One step as a row: verdict, title, its bar on the time line, its time; details when opened.

use crate::run::{RunSummary, Status, StepRun};
use crate::text::seconds;

use super::escape::escape;
use super::picture::Pictures;
use super::step_body::step_body;
use super::{class_of, mark, percent};

/// Returns the row of the step at a place of a run; what did not pass is open.
pub(super) fn step_row(
    run: &RunSummary,
    run_index: usize,
    place: usize,
    pictures: &mut Pictures<'_>,
) -> String {
    let step = &run.steps[place];
    let status = step.status();
    let is_open = match status {
        Status::Passed | Status::Flaky | Status::Skipped => "",
        Status::Failed | Status::DeviceError | Status::NotJudged | Status::Interrupted => " open",
    };
    let depth = match step.started.depth {
        0 => String::new(),
        depth => format!(" style=\"--depth:{depth}\""),
    };
    format!(
        "<details class=\"step {}\" id=\"run-{run_index}-step-{place}\"{is_open}{depth}>\n\
         <summary>{}<span class=\"place\">{}</span><span class=\"title\">{}{}{}</span>{}\
         <span class=\"took\">{}</span></summary>\n{}</details>\n",
        class_of(status),
        mark(status),
        step.label(),
        kind(step),
        escape(&step.title()),
        tags(step),
        bar(run, step),
        seconds(step.took_ms),
        step_body(run, step, pictures),
    )
}

/// Returns whether a sentence says what to do or what must be so, and where a replayed one is from.
fn kind(step: &StepRun) -> String {
    let Some(sentence) = &step.started.sentence else {
        return String::new();
    };
    let kind = escape(&sentence.kind);
    let from = match (step.started.depth, step.section()) {
        (0, _) | (_, None) => String::new(),
        (_, Some(section)) => format!("<span class=\"quiet\">{} / </span>", escape(section)),
    };
    format!("<span class=\"kind\">{kind}</span> {from}")
}

fn tags(step: &StepRun) -> String {
    let mut tags = String::new();
    if step.is_fingerprint() {
        tags += " <em class=\"tag plain\">fingerprint</em>";
    }
    if step.is_evidence_only() {
        tags += " <em class=\"tag plain\">evidence only</em>";
    }
    if step.sent().next().is_some() {
        tags += " <em class=\"tag plain\">sent to a model</em>";
    }
    if step.drift().next().is_some() {
        tags += " <em class=\"tag\">drift</em>";
    }
    if step.warnings().next().is_some() {
        tags += " <em class=\"tag\">warning</em>";
    }
    tags
}

fn bar(run: &RunSummary, step: &StepRun) -> String {
    let total = run.took_ms() as f64;
    let (left, width) = (
        percent(step.at_ms as f64, total),
        percent(step.took_ms as f64, total),
    );
    format!("<span class=\"track\"><i style=\"left:{left};width:{width}\"></i></span>")
}
