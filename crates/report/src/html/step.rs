//! One step as a row: verdict, title, its bar on the time line, its time; details when opened.

use retap_model::event::{EvidenceLine, ExclusionLine, Located};

use crate::run::{Check, RunSummary, StepRun};
use crate::text::{count, seconds};

use super::picture::Pictures;
use super::run_section::{reason_lines, warnings};
use super::{class_of, escape, escape_with_code, mark, percent};

/// Returns the row of the step at a place of a run; what did not pass is open.
pub(super) fn step_row(
    run: &RunSummary,
    run_index: usize,
    place: usize,
    pictures: &mut Pictures<'_>,
) -> String {
    let step = &run.steps[place];
    let status = step.status();
    let is_open = if status.is_good() { "" } else { " open" };
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
    if step.interruptions().next().is_some() {
        tags += " <em class=\"tag\">interruption</em>";
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

/// Returns everything a step's row hides: why, expected and seen, evidence, acts, pictures.
fn step_body(run: &RunSummary, step: &StepRun, pictures: &mut Pictures<'_>) -> String {
    let words = [
        reason(run, step),
        sentence(step),
        warnings(step.warnings()),
        interruptions(step),
        checks(&step.last_checks()),
        step.located().map(located).collect(),
        values(step),
        acts(step),
        origin(run, step),
    ]
    .concat();
    let gallery = pictures.gallery(run, step);
    format!("<div class=\"body\">\n<div class=\"words\">\n{words}</div>\n{gallery}</div>\n")
}

fn reason(run: &RunSummary, step: &StepRun) -> String {
    match run.reason_of(step) {
        "" => String::new(),
        reason => format!("<p class=\"reason\">{}</p>\n", reason_lines(reason)),
    }
}

/// Returns how a sentence of a scenario was carried out, and whose word a check goes by.
fn sentence(step: &StepRun) -> String {
    let Some(sentence) = &step.started.sentence else {
        return String::new();
    };
    let strict = if sentence.strict { ", strictly" } else { "" };
    let mut html = format!(
        "<p>By the strategy <code>{}</code>{strict}</p>\n",
        escape(&sentence.strategy)
    );
    if sentence.original != step.started.title {
        html += &format!(
            "<p class=\"quiet\">Written as: {}</p>\n",
            escape(&sentence.original)
        );
    }
    if sentence.is_fingerprint {
        html += "<p class=\"fingerprint\">A fingerprint: compared with what the learning run saw, not with \
                 the words of the sentence.</p>\n";
    }
    html
}

/// Returns what came up uninvited, a paragraph each.
fn interruptions(step: &StepRun) -> String {
    let closed = step.interruptions().map(|closed| {
        let words = escape_with_code(&closed.render());
        format!("<p class=\"drift\">Interruption: {words}</p>\n")
    });
    closed.collect()
}

fn checks(checks: &[Check<'_>]) -> String {
    if checks.is_empty() {
        return String::new();
    }
    let rows: String = checks.iter().map(check_row).collect();
    format!(
        "<table class=\"checks\">\n<thead><tr><th></th><th>Expected</th><th>Seen</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n"
    )
}

fn check_row(check: &Check<'_>) -> String {
    let (class, sign) = match check.held {
        true => ("held", "✓"),
        false => ("broken", "✕"),
    };
    format!(
        "<tr class=\"{class}\"><td>{sign}</td><td>{}</td><td>{}</td></tr>\n",
        escape_with_code(check.expected),
        escape_with_code(check.seen)
    )
}

fn located(located: &Located) -> String {
    let drift: String = located
        .drift
        .iter()
        .map(|note| format!("<p class=\"drift\">{}</p>\n", escape_with_code(note)))
        .collect();
    format!(
        "<h4>Target</h4>\n<p><code>{}</code> found as <code>{}</code> by {}, {}</p>\n{drift}{}{}",
        escape(&located.target),
        escape(&located.found),
        escape(&located.by),
        escape(&located.strategy),
        evidence(&located.evidence),
        located.exclusions.iter().map(exclusion).collect::<String>(),
    )
}

fn evidence(lines: &[EvidenceLine]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let rows: String = lines.iter().map(evidence_row).collect();
    let sum: i64 = lines.iter().map(|line| i64::from(line.points)).sum();
    format!(
        "<table class=\"evidence\">\n<thead><tr><th>Evidence</th><th>Wanted</th><th>Seen</th>\
         <th>Rule</th><th class=\"number\">Points</th></tr></thead>\n<tbody>\n{rows}</tbody>\n\
         <tfoot><tr><td colspan=\"4\"></td><td class=\"number\">{sum}</td></tr></tfoot>\n</table>\n"
    )
}

fn evidence_row(line: &EvidenceLine) -> String {
    let class = match line.points {
        ..0 => "against",
        0 => "silent",
        1.. => "for",
    };
    format!(
        "<tr class=\"{class}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{:+}</td></tr>\n",
        escape(&line.kind),
        escape(&line.wanted),
        escape(&line.seen),
        escape(&line.rule),
        line.points
    )
}

fn exclusion(line: &ExclusionLine) -> String {
    let plural = if line.count == 1 { "" } else { "s" };
    format!(
        "<p class=\"exclusion\">{} other candidate{plural} left out by <em>{}</em>: {}</p>\n",
        line.count,
        escape(&line.rule),
        escape(&line.reason)
    )
}

fn values(step: &StepRun) -> String {
    let captured = step.captures().map(|(name, text)| {
        let (name, text) = (escape(name), escape(text));
        format!("<p>Captured <code>{name}</code>: <q>{text}</q></p>\n")
    });
    let measured = step.measures().map(|(name, took_ms)| {
        let (name, took) = (escape(name), seconds(took_ms));
        format!("<p>Measured <code>{name}</code>: {took}</p>\n")
    });
    let signals = step
        .signals()
        .map(|signal| format!("<p>Meanwhile: <code>{}</code></p>\n", escape(signal)));
    let downloads = step.downloads().map(|download| {
        let name = escape(&download.name);
        match (&download.file, &download.failure) {
            (Some(file), _) => {
                let file = escape(file);
                format!("<p>Downloaded <code>{name}</code>: <code>{file}</code></p>\n")
            }
            (None, failure) => {
                let why = escape(failure.as_deref().unwrap_or("unknown"));
                format!("<p>Not downloaded: <code>{name}</code>: {why}</p>\n")
            }
        }
    });
    let values = captured.chain(measured);
    values.chain(downloads).chain(signals).collect()
}

fn acts(step: &StepRun) -> String {
    let rows: String = step
        .acts()
        .map(|act| {
            let (at, action) = (seconds(act.at_ms), escape_with_code(act.action));
            format!("<li><span class=\"quiet\">{at}</span> {action}</li>\n")
        })
        .collect();
    if rows.is_empty() {
        return rows;
    }
    format!("<h4>Sent to the device</h4>\n<ol class=\"acts\">\n{rows}</ol>\n")
}

fn origin(run: &RunSummary, step: &StepRun) -> String {
    format!(
        "<p class=\"origin\">{} · began at {} · took {} · {}</p>\n",
        escape(&step.origin(&run.header.file)),
        seconds(step.at_ms),
        seconds(step.took_ms),
        count(step.reads(), "screen read"),
    )
}
