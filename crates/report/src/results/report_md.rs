//! `report.md`: one run of a scenario for people.

use crate::run::{RunSummary, Status, StepRun, totals_in_words};
use crate::text::{capitalised, count, first_line, seconds};

use super::markdown::{head, link, plain, row, with_code};
use super::result_json::{EvidencePart, reason_of};

/// Returns `report.md` of one run of a scenario; evidence is linked as lying beside it.
pub fn report_md(run: &RunSummary) -> String {
    let parts = [
        format!("# {}\n", plain(&run.header.skill)),
        outcome(run),
        facts(run),
        listed("Warnings", &warnings(run)),
        listed("What failed", &failures(run)),
        sections(run),
        listed("What nobody judged", &unjudged(run)),
        listed("Judged by fingerprint", &fingerprints(run)),
        sent(run),
    ];
    let there: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    there.join("\n")
}

fn outcome(run: &RunSummary) -> String {
    let word = run.status().as_str();
    format!("**{}**: {}\n", capitalised(word), with_code(run.reason()))
}

fn facts(run: &RunSummary) -> String {
    let header = &run.header;
    let mode = match &header.compiled_from {
        Some(file) => format!("{}, from {}", header.mode.as_str(), plain(file)),
        None => header.mode.as_str().to_owned(),
    };
    let [width, height] = header.size;
    let device = format!(
        "{} ({}), {width} x {height}",
        plain(&header.device_name),
        plain(&header.device)
    );
    let attempt = match header.attempt {
        1 => String::new(),
        attempt => format!(", attempt {attempt}"),
    };
    format!(
        "- Source: {}\n- Device: {device}\n- Mode: {mode}\n- Started: {}{attempt}\n- Took: {}\n- Steps: {}\n",
        plain(&header.file),
        plain(&header.started_at),
        seconds(run.took_ms()),
        step_totals(run),
    )
}

/// Returns `4 (2 passed, 1 failed, 1 skipped)`; replayed steps are part of their replay.
pub fn step_totals(run: &RunSummary) -> String {
    let steps = || run.outer_places().map(|place| run.steps[place].status());
    match totals_in_words(steps()).as_str() {
        "" => "no step was tried".to_owned(),
        words => format!("{} ({words})", steps().count()),
    }
}

fn listed(title: &str, entries: &[String]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let lines: String = entries.iter().map(|entry| format!("- {entry}\n")).collect();
    format!("## {title}\n\n{lines}")
}

fn warnings(run: &RunSummary) -> Vec<String> {
    run.all_warnings()
        .iter()
        .map(|line| with_code(line))
        .collect()
}

fn failures(run: &RunSummary) -> Vec<String> {
    run.broken_steps()
        .map(|step| {
            let mut entry = format!("{}: {}", named(step), with_code(reason_of(step)));
            for check in step.broken_checks() {
                entry += &format!(
                    "\n  - expected: {}\n  - seen: {}",
                    with_code(check.expected),
                    with_code(check.seen)
                );
            }
            for signal in step.signals() {
                entry += &format!("\n  - meanwhile: {}", with_code(signal));
            }
            match links(step).as_str() {
                "" => entry,
                links => format!("{entry}\n  - evidence: {links}"),
            }
        })
        .collect()
}

/// Returns a table for each section, in the order they ran.
fn sections(run: &RunSummary) -> String {
    let mut text = String::new();
    let mut current = None;
    for (place, step) in run.steps.iter().enumerate() {
        let section = run.outermost(place).section().unwrap_or("Steps");
        if current != Some(section) {
            let gap = if current.is_some() { "\n" } else { "" };
            text += &format!("{gap}## {}\n\n", plain(section));
            text += &head(&["#:", "", "Sentence", "Status", "Time:", "Evidence"]);
            current = Some(section);
        }
        text += &step_row(step);
    }
    text
}

fn step_row(step: &StepRun) -> String {
    let sentence = step.started.sentence.as_ref();
    let kind = sentence.map_or("", |sentence| &sentence.kind);
    let title = match (step.started.depth, step.section()) {
        (0, _) | (_, None) => plain(&step.title()),
        (_, Some(section)) => format!("{}: {}", plain(section), plain(&step.title())),
    };
    row(&[
        step.label(),
        plain(kind),
        title,
        status(step),
        seconds(step.took_ms),
        links(step),
    ])
}

fn status(step: &StepRun) -> String {
    let sign = match step.status() {
        Status::Passed | Status::Flaky => "✓",
        Status::Failed | Status::DeviceError | Status::Interrupted | Status::Broken => "✕",
        Status::NotJudged => "?",
        Status::Skipped => "–",
    };
    let word = step.status().as_str();
    let by = if step.is_fingerprint() {
        " (fingerprint)"
    } else {
        ""
    };
    let why = match step.status() {
        Status::NotJudged if step.is_evidence_only() => ": evidence only".to_owned(),
        Status::Failed
        | Status::DeviceError
        | Status::Interrupted
        | Status::Broken
        | Status::NotJudged => {
            format!(": {}", with_code(first_line(reason_of(step))))
        }
        Status::Passed | Status::Flaky | Status::Skipped => String::new(),
    };
    format!("{sign} {word}{by}{why}")
}

fn links(step: &StepRun) -> String {
    let kept = EvidencePart::from(step);
    let files = [
        ("before", kept.screenshot_before),
        ("tree", kept.uitree),
        ("after", kept.screenshot_after),
    ];
    let there = files.into_iter();
    let links: Vec<String> = there
        .filter_map(|(word, file)| Some(link(word, file?)))
        .chain(kept.downloads.iter().map(|file| link("download", file)))
        .collect();
    links.join(" ")
}

fn unjudged(run: &RunSummary) -> Vec<String> {
    let open = run
        .steps
        .iter()
        .filter(|step| step.status() == Status::NotJudged);
    open.map(|step| {
        let allowed = match (step.is_evidence_only(), run.status()) {
            (true, _) => " Its author asked for evidence only, so the run may pass.",
            (false, Status::Passed | Status::Flaky) => " The run was allowed to pass without it.",
            (false, _) => "",
        };
        format!("{}: {}.{allowed}", named(step), with_code(step.reason()))
    })
    .collect()
}

fn fingerprints(run: &RunSummary) -> Vec<String> {
    let judged = run.steps.iter().filter(|step| {
        step.is_fingerprint() && matches!(step.status(), Status::Passed | Status::Failed)
    });
    judged
        .map(|step| {
            format!(
                "{}: compared with what the learning run saw, not with the words of the sentence.",
                named(step)
            )
        })
        .collect()
}

fn sent(run: &RunSummary) -> String {
    let rows: String = run
        .all_sent()
        .map(|(step, sent)| {
            row(&[
                step.map_or(String::new(), StepRun::label),
                plain(&sent.provider),
                plain(&sent.model),
                plain(&sent.host),
                count(sent.bytes, "byte"),
                if sent.had_picture { "yes" } else { "no" }.to_owned(),
                plain(&sent.question),
            ])
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let columns = [
        "Step", "Provider", "Model", "Host", "Size:", "Picture", "Question",
    ];
    format!("## Sent to an AI\n\n{}{rows}", head(&columns))
}

/// Returns `**Step 3**, the page looks tidy`.
fn named(step: &StepRun) -> String {
    format!("**Step {}**, {}", step.label(), plain(&step.title()))
}
