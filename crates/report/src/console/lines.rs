//! The lines that one event adds under the header of its run.

use retap_model::event::{ClosedInterruption, Downloaded, Event, Pictured, Tally};
use retap_model::reason::{Reason, Visible};

use crate::run::{RunSummary, Status, StepRun};
use crate::text::{clean, count, pad, seconds};

use super::Style;
use super::style::Tone;

/// Where the verdicts line up, unless a title is longer.
const VERDICT_COLUMN: usize = 48;
const DETAIL_INDENT: &str = "        ";

/// Writes the lines of one run.
pub(super) struct Lines<'a> {
    pub(super) style: Style,
    pub(super) evidence_path: &'a dyn Fn(&str, &str) -> String,
}

impl Lines<'_> {
    /// Returns the lines an event adds, and the place of the step under whose section they are.
    pub(super) fn of(&self, run: &RunSummary, event: &Event) -> (Option<usize>, Vec<String>) {
        let lines = match event {
            Event::StepStarted(_) => {
                let place = run.steps.len().checked_sub(1);
                return (place, self.announce_parent(run));
            }
            Event::StepFinished(finished) => {
                let place = run.last_finished(finished.step);
                let lines = place.map(|place| self.step(run, place));
                return (place, lines.unwrap_or_default());
            }
            Event::Warned { message } => vec![self.warning(message)],
            Event::InterruptionClosed(closed) => vec![self.interruption(closed)],
            Event::Pictured(picture) => self.late_picture(run, picture),
            Event::RunFinished(_) => self.run_end(run),
            Event::Downloaded(download) => self.download(run, download),
            Event::RunStarted(_)
            | Event::Located(_)
            | Event::Acted { .. }
            | Event::Checked { .. }
            | Event::TreeKept(_)
            | Event::Sent(_)
            | Event::Captured { .. }
            | Event::Signalled { .. }
            | Event::Measured { .. } => Vec::new(),
        };
        (None, lines)
    }

    /// Returns the line that names a run.
    pub(super) fn header(&self, run: &RunSummary) -> String {
        let header = &run.header;
        let name = self.style.paint(Tone::Title, &clean(&header.skill));
        let steps = count(run.step_count() as u64, "step");
        let mut line = format!(
            "{name} ({steps}, {}) on {}",
            header.mode.as_str(),
            clean(&header.device)
        );
        if header.attempt > 1 {
            line.push_str(&format!(", attempt {}", header.attempt));
        }
        line
    }

    /// Returns the line above the steps of a section.
    pub(super) fn section(&self, name: &str) -> String {
        format!("  {}", self.style.paint(Tone::Quiet, &clean(name)))
    }

    /// Returns the line that ends a run whose events stopped.
    pub(super) fn interrupted(&self, run: &RunSummary) -> String {
        let word = self.style.status(Status::Interrupted);
        let after = seconds(run.took_ms());
        match run.current_step() {
            Some(step) => format!("  {word} after {after} in step {}", self.place(run, step)),
            None => format!("  {word} after {after}"),
        }
    }

    fn warning(&self, message: &str) -> String {
        let word = self.style.paint(Tone::Doubtful, "warning:");
        format!("  {word} {}", clean(message))
    }

    fn interruption(&self, closed: &ClosedInterruption) -> String {
        let word = self.style.paint(Tone::Doubtful, "interruption:");
        format!("  {word} {}", clean(&closed.render()))
    }

    /// Returns the line that names a file somebody may want, whatever became of its step.
    fn download(&self, run: &RunSummary, download: &Downloaded) -> Vec<String> {
        let Some(file) = &download.file else {
            // The step that failed by it says so.
            return Vec::new();
        };
        let word = self.style.paint(Tone::Quiet, "downloaded:");
        let path = (self.evidence_path)(&run.id, file);
        // Where nothing is kept of a run, there is no path to show.
        let shown = if path == *file { &download.name } else { &path };
        vec![format!("  {word} {}", clean(shown))]
    }

    /// A loop or condition ends after the steps in it, so its title goes above the first one.
    fn announce_parent(&self, run: &RunSummary) -> Vec<String> {
        let [.., before, step] = run.steps.as_slice() else {
            return Vec::new();
        };
        if !self.style.verbose || before.started.depth + 1 != step.started.depth {
            return Vec::new();
        }
        vec![format!("  {}{}", indent(before), self.place(run, before))]
    }

    fn step(&self, run: &RunSummary, place: usize) -> Vec<String> {
        let step = &run.steps[place];
        let status = step.status();
        let must_be_seen = run.is_broken(place) || status == Status::NotJudged;
        if !must_be_seen && !self.style.verbose {
            return Vec::new();
        }
        let title = format!("  {}{}", indent(step), self.place(run, step));
        let word = self.style.status(status);
        let took = seconds(step.took_ms);
        let mut lines = vec![format!("{}  {word} {took}", pad(&title, VERDICT_COLUMN))];
        if must_be_seen || status == Status::Skipped {
            lines.extend(reason_lines(step.reason()));
        }
        lines.extend(self.details(run, step));
        lines
    }

    fn details(&self, run: &RunSummary, step: &StepRun) -> Vec<String> {
        let mut details = Vec::new();
        // The reason says already what is visible.
        let shown = step.why().and_then(Reason::visible).map(Visible::to_string);
        for check in step.broken_checks() {
            details.push(format!("expected: {}", clean(check.expected)));
            if shown.as_deref() != Some(check.seen) {
                details.push(format!("seen:     {}", clean(check.seen)));
            }
        }
        let drift = step.drift().map(|note| format!("drift: {}", clean(note)));
        details.extend(drift);
        if step.is_fingerprint() {
            details.push("judged by a fingerprint of the learning run".to_owned());
        }
        for (name, text) in step.captures() {
            details.push(format!("captured {}: {}", clean(name), clean(text)));
        }
        for (name, took_ms) in step.measures() {
            details.push(format!("measured {}: {}", clean(name), seconds(took_ms)));
        }
        let signals = step.signals();
        details.extend(signals.map(|signal| format!("meanwhile: {}", clean(signal))));
        if !step.status().is_good() {
            let pictures = step.pictures();
            details.extend(pictures.map(|picture| self.evidence(run, picture)));
        }
        let indented = details.into_iter();
        indented
            .map(|line| format!("{DETAIL_INDENT}{line}"))
            .collect()
    }

    fn evidence(&self, run: &RunSummary, picture: &Pictured) -> String {
        let path = (self.evidence_path)(&run.id, &picture.file);
        format!("evidence: {}", clean(&path))
    }

    /// A picture that follows the end of its step missed the lines of that step.
    fn late_picture(&self, run: &RunSummary, picture: &Pictured) -> Vec<String> {
        let is_late = run.current_step().is_none()
            && run
                .steps
                .last()
                .is_some_and(|step| !step.status().is_good());
        if !is_late {
            return Vec::new();
        }
        vec![format!("{DETAIL_INDENT}{}", self.evidence(run, picture))]
    }

    fn run_end(&self, run: &RunSummary) -> Vec<String> {
        let status = run.status();
        let word = self.style.status(status);
        let took = seconds(run.took_ms());
        let mut lines = vec![format!("  {word} in {took}: {}", step_totals(run.tally()))];
        let has_step_to_blame = run.broken_steps().next().is_some() || run.tally().not_judged > 0;
        let is_said_by_run = matches!(status, Status::DeviceError | Status::Broken);
        if !status.is_good() && (is_said_by_run || !has_step_to_blame) {
            lines.extend(reason_lines(run.reason()));
        }
        lines
    }

    /// Returns `3/9 tap "General"`, or `3.1 tap "General"` in a scenario, whose places nest.
    fn place(&self, run: &RunSummary, step: &StepRun) -> String {
        format!("{} {}", progress(run, step), clean(&step.title()))
    }
}

/// Returns `3/9`, or of a scenario's step its place alone: how many there are on its level is not known.
pub(super) fn progress(run: &RunSummary, step: &StepRun) -> String {
    match step.started.sentence {
        Some(_) => step.label(),
        None => format!("{}/{}", step.number(), run.step_count()),
    }
}

fn reason_lines(reason: &str) -> impl Iterator<Item = String> {
    let lines = reason.lines();
    lines.map(|line| format!("{DETAIL_INDENT}{}", clean(line.trim())))
}

fn indent(step: &StepRun) -> String {
    let under_section = usize::from(step.section().is_some());
    "  ".repeat(step.started.depth + under_section)
}

/// Returns `2 passed, 1 failed`, leaving out what there is none of.
fn step_totals(tally: Tally) -> String {
    let counts = [
        (tally.passed, "passed"),
        (tally.failed, "failed"),
        (tally.not_judged, "not judged"),
        (tally.skipped, "skipped"),
    ];
    let some = counts.iter().filter(|(number, _)| *number > 0);
    let words: Vec<String> = some
        .map(|(number, word)| format!("{number} {word}"))
        .collect();
    if words.is_empty() {
        return "no step was tried".to_owned();
    }
    words.join(", ")
}
