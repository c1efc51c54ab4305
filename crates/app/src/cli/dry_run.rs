//! `retap test --dry-run`: what would run, without opening, sending or writing anything.

use retap_model::program::outline;
use serde_json::json;

use super::sentences::{Wording, sentences};
use super::{Selected, test_json};
use crate::plural::count;
use crate::suite::Job;
use crate::terminal::{out, outln};

/// Prints what would run, for people.
pub(super) fn print_text(jobs: &[Job]) {
    for job in jobs {
        out!("{}", as_text(job));
    }
}

/// Prints what would run, for programs.
pub(super) fn print_json(jobs: &[Job], left: &Selected) {
    outln!("{}", as_json(jobs, left));
}

fn as_text(job: &Job) -> String {
    let draft = &job.skill.draft;
    let steps = count(draft.flat().len(), "step");
    let mut text = format!(
        "{} ({steps}, {}) from {}\n",
        draft.header.name,
        job.plan.mode().as_str(),
        job.skill.path.display()
    );
    for warning in &job.plan.warnings {
        text.push_str(&format!("  warning: {warning}\n"));
    }
    text.push_str(&lines_of(job));
    text
}

fn lines_of(job: &Job) -> String {
    if job.skill.is_scenario() {
        return sentences(&job.skill, job.plan.compiled.as_deref(), Wording::Values);
    }
    let lines = outline(&job.skill.draft.steps);
    lines.lines().map(|line| format!("  {line}\n")).collect()
}

fn as_json(jobs: &[Job], left: &Selected) -> serde_json::Value {
    let skills: Vec<_> = jobs
        .iter()
        .map(|job| {
            let steps: Vec<String> = job
                .skill
                .draft
                .flat()
                .iter()
                .map(|(_, step)| step.title())
                .collect();
            json!({
                "skill": job.skill.draft.header.name,
                "file": job.skill.path.display().to_string(),
                "mode": job.plan.mode().as_str(),
                "warnings": job.plan.warnings,
                "steps": steps,
            })
        })
        .collect();
    let skipped: Vec<_> = left.skipped.iter().map(test_json::skipped).collect();
    json!({
        "format": 1,
        "dry_run": true,
        "skills": skills,
        "skipped": skipped,
        "errors": test_json::errors(left.errors()),
    })
}
