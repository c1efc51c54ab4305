//! `retap test --dry-run`: what would run, without opening, sending or writing anything.

use std::path::PathBuf;

use serde_json::json;

use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::plural::count;
use crate::session::Plan;
use crate::suite::Job;
use crate::terminal::{out, outln, talk};
use retap_model::program::outline;

/// Says what would run and returns how the command ends.
pub(super) fn report(
    jobs: &[Job],
    errors: &[(Option<PathBuf>, AppError)],
    json: bool,
    environment: &Environment,
) -> Exit {
    if json {
        outln!("{}", as_json(jobs, errors));
    } else {
        for job in jobs {
            out!("{}", as_text(job));
        }
    }
    for (_, error) in errors {
        talk!("{}", error.render(environment.err_tone()));
    }
    let exits = errors.iter().map(|(_, error)| error.kind().exit());
    exits.fold(Exit::Passed, Exit::worse)
}

fn as_text(job: &Job) -> String {
    let draft = &job.skill.draft;
    let steps = count(draft.flat().len(), "step");
    let mut text = format!(
        "{} ({steps}, {}) from {}\n",
        draft.header.name,
        mode(&job.plan),
        job.skill.path.display()
    );
    for warning in warnings(&job.plan) {
        text.push_str(&format!("  warning: {warning}\n"));
    }
    for line in outline(&draft.steps).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn as_json(jobs: &[Job], errors: &[(Option<PathBuf>, AppError)]) -> serde_json::Value {
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
                "mode": mode(&job.plan),
                "warnings": warnings(&job.plan),
                "steps": steps,
            })
        })
        .collect();
    json!({ "format": 1, "dry_run": true, "skills": skills, "errors": super::test_json::errors(errors) })
}

fn mode(plan: &Plan) -> &'static str {
    match plan {
        Plan::Live { .. } => "live",
        Plan::Compiled(_) | Plan::Scenario { .. } => "compiled",
    }
}

fn warnings(plan: &Plan) -> &[String] {
    match plan {
        Plan::Live { warnings } | Plan::Scenario { warnings, .. } => warnings,
        Plan::Compiled(_) => &[],
    }
}
