//! The summary when every run is over: totals, and what deserves a second look.

use crate::run::{self, Case, RunSummary, Runs, Status, StepRun};
use crate::text::{clean, count, first_line, readings, seconds};

use super::Style;
use super::style::{Tone, tone_of};

/// Returns the lines of the summary; the failed steps come last, where the eye is.
pub(super) fn summary(runs: &Runs, style: Style) -> Vec<String> {
    let cases = runs.cases();
    if cases.is_empty() {
        return vec!["no runs".to_owned()];
    }
    let tallies = runs.all().iter().map(RunSummary::tally);
    let mut lines = vec![String::new(), totals(&cases, style), readings(tallies)];
    lines.extend(sent(runs));
    let lists = [
        ("Flaky", Status::Flaky, flaky(&cases)),
        ("Drift", Status::Flaky, drift(&cases)),
        ("Interruptions", Status::Flaky, interruptions(&cases)),
        ("Not judged", Status::NotJudged, not_judged(&cases)),
        ("Failed", Status::Failed, failed(&cases)),
    ];
    for (title, status, entries) in lists {
        if entries.is_empty() {
            continue;
        }
        lines.push(String::new());
        lines.push(style.paint(tone_of(status), &format!("{title}:")));
        lines.extend(entries.into_iter().map(|entry| format!("  {entry}")));
    }
    lines
}

/// Returns `2 questions sent to a model at localhost:11434, 96426 bytes`; nothing without any.
fn sent(runs: &Runs) -> Option<String> {
    let all: Vec<_> = runs.all().iter().flat_map(RunSummary::all_sent).collect();
    let mut hosts: Vec<String> = all.iter().map(|(_, sent)| clean(&sent.host)).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let bytes: u64 = all.iter().map(|(_, sent)| sent.bytes).sum();
    let line = format!(
        "{} sent to a model at {}, {}",
        count(all.len() as u64, "question"),
        hosts.join(", "),
        count(bytes, "byte"),
    );
    (!all.is_empty()).then_some(line)
}

/// Returns `3 runs: 2 passed, 1 failed; 4.20 s on the devices`.
fn totals(cases: &[Case<'_>], style: Style) -> String {
    let words = run::totals(cases.iter().map(Case::status), |number, status| {
        style.paint(tone_of(status), &format!("{number} {}", status.as_str()))
    });
    let runs = cases.iter().flat_map(Case::attempts);
    let took: u64 = runs.map(RunSummary::took_ms).sum();
    let name = style.paint(Tone::Title, &count(cases.len() as u64, "run"));
    format!(
        "{name}: {}; {} on the device",
        words.join(", "),
        seconds(took)
    )
}

fn flaky(cases: &[Case<'_>]) -> Vec<String> {
    let flaky = cases.iter().filter(|case| case.status() == Status::Flaky);
    flaky.flat_map(attempts).collect()
}

/// Returns one line for the attempt that passed and one for each thing wrong before.
fn attempts(case: &Case<'_>) -> Vec<String> {
    let header = &case.last.header;
    let (name, device) = (clean(&header.skill), clean(&header.device));
    let mut lines = vec![format!(
        "{name} on {device} passed on attempt {}",
        header.attempt
    )];
    for run in &case.earlier {
        let attempt = run.header.attempt;
        let blames = blame(run).into_iter();
        lines.extend(blames.map(|entry| format!("  attempt {attempt}: {entry}")));
    }
    lines
}

fn drift(cases: &[Case<'_>]) -> Vec<String> {
    let entries =
        steps(cases).flat_map(|(run, step)| step.drift().map(move |note| entry(run, step, note)));
    entries.collect()
}

fn interruptions(cases: &[Case<'_>]) -> Vec<String> {
    let entries = steps(cases).flat_map(|(run, step)| {
        let closed = step.interruptions();
        closed.map(move |closed| entry(run, step, &closed.render()))
    });
    entries.collect()
}

fn not_judged(cases: &[Case<'_>]) -> Vec<String> {
    steps(cases)
        .filter(|(_, step)| step.status() == Status::NotJudged)
        .map(|(run, step)| entry(run, step, step.reason()))
        .collect()
}

fn failed(cases: &[Case<'_>]) -> Vec<String> {
    let bad = cases.iter().filter(|case| {
        let status = case.status();
        !status.is_good() && status != Status::NotJudged
    });
    bad.flat_map(|case| blame(case.last)).collect()
}

/// Returns what went wrong in a run: each step that failed, or the reason of the whole.
fn blame(run: &RunSummary) -> Vec<String> {
    let steps: Vec<String> = run
        .broken_steps()
        .map(|step| entry(run, step, run.reason_of(step)))
        .collect();
    if !steps.is_empty() && run.status() != Status::Broken {
        return steps;
    }
    let device = clean(&run.header.device);
    let reason = clean(first_line(run.reason()));
    vec![format!(
        "{}: {reason} (on {device})",
        clean(&run.header.file)
    )]
}

/// Returns `skills/check.yaml:7: tap "General": why (on sim:settings)`, which editors jump to.
fn entry(run: &RunSummary, step: &StepRun, why: &str) -> String {
    format!(
        "{}: {}: {} (on {})",
        clean(&step.origin(&run.header.file)),
        clean(&step.title()),
        clean(first_line(why)),
        clean(&run.header.device),
    )
}

fn steps<'a>(cases: &'a [Case<'a>]) -> impl Iterator<Item = (&'a RunSummary, &'a StepRun)> {
    cases
        .iter()
        .flat_map(|case| case.last.steps.iter().map(move |step| (case.last, step)))
}
