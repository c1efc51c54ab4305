//! What `retap test` says besides its runs: the result as JSON, which `docs/formats/result.md` describes, and with
//! `--dry-run` what would run.

use std::path::Path;

use retap_report::{RunSummary, StepRun};
use serde_json::{Value, json};

use super::selected::{Selected, Skipped};
use super::step_lines::{Wording, step_lines};
use super::test::Results;
use crate::error::AppError;
use crate::skill::Skill;
use crate::suite::{Ending, Job};
use crate::terminal::count;

/// The version of the result this code writes.
const FORMAT: u32 = 1;

/// Returns the result as JSON.
pub(super) fn result(results: &Results) -> Value {
    let tested = results.tested.iter();
    let tested = tested.map(|(job, ending)| skill(&job.skill, ending, results));
    let skipped = results.left.skipped.iter().map(skipped);
    json!({
        "format": FORMAT,
        "exit_code": results.exit.code(),
        "skills": tested.chain(skipped).collect::<Vec<_>>(),
        "errors": errors(results.errors()),
    })
}

/// Returns a scenario that was not run because nobody was there to be asked.
fn skipped(skipped: &Skipped) -> Value {
    json!({
        "skill": skipped.skill.draft.header.name,
        "file": skipped.skill.path.display().to_string(),
        "status": "skipped",
        "reason": skipped.reason.to_string(),
    })
}

fn errors<'a>(errors: impl Iterator<Item = (Option<&'a Path>, &'a AppError)>) -> Value {
    let one = |(file, error): (Option<&Path>, &AppError)| {
        json!({
            "file": file.map(|file| file.display().to_string()),
            "kind": error.exit.as_str(),
            "message": error.to_string(),
            "hints": error.hints,
        })
    };
    errors.map(one).collect()
}

fn skill(skill: &Skill, ending: &Ending, results: &Results) -> Value {
    let mut value = json!({
        "skill": skill.draft.header.name,
        "file": skill.path.display().to_string(),
        "status": "not run",
    });
    let Ending::Ran { runs, .. } = ending else {
        return value;
    };
    let known = &results.collector.runs;
    if let Some(run) = runs.last().and_then(|run| known.find(run)) {
        let cases = known.cases();
        let case = cases.iter().find(|case| case.last.id == run.id);
        let status = case.map_or(run.status(), |case| case.status());
        let folder = results.folders.folder_of(&run.id);
        value["status"] = json!(status.as_str());
        value["reason"] = json!(run.reason());
        value["mode"] = json!(run.header.mode.as_str());
        value["device"] = json!(run.header.device);
        value["attempts"] = json!(runs.len());
        value["took_ms"] = json!(run.took_ms());
        value["tally"] = json!(run.tally());
        value["warnings"] = json!(run.warnings);
        value["run"] = json!(folder.map(|folder| folder.display().to_string()));
        value["steps"] = steps(run);
    }
    value
}

fn steps(run: &RunSummary) -> Value {
    let step = |step: &StepRun| {
        json!({
            "number": step.number(),
            "line": step.started.line,
            "verb": step.started.verb,
            "title": step.title(),
            "status": step.status().as_str(),
            "reason": step.reason(),
            "took_ms": step.took_ms,
            "reads": step.reads(),
            "drift": step.drift().collect::<Vec<_>>(),
        })
    };
    run.steps.iter().map(step).collect()
}

/// Returns what would run, for people.
pub(super) fn dry_run_text(jobs: &[Job]) -> String {
    let mut text = String::new();
    for Job { skill, plan } in jobs {
        let (name, steps) = (&skill.draft.header.name, skill.draft.flat().len());
        let (mode, path) = (plan.mode().as_str(), skill.path.display());
        let steps = count(steps, "step");
        text.push_str(&format!("{name} ({steps}, {mode}) from {path}\n"));
        for warning in &plan.warnings {
            text.push_str(&format!("  warning: {warning}\n"));
        }
        text.push_str(&step_lines(
            skill,
            plan.compiled.as_deref(),
            Wording::Values,
        ));
    }
    text
}

/// Returns what would run, for programs.
pub(super) fn dry_run_json(jobs: &[Job], left: &Selected) -> Value {
    let job = |Job { skill, plan }: &Job| {
        let steps = skill.draft.flat();
        json!({
            "skill": skill.draft.header.name,
            "file": skill.path.display().to_string(),
            "mode": plan.mode().as_str(),
            "warnings": plan.warnings,
            "steps": steps.iter().map(|(_, step)| step.title()).collect::<Vec<_>>(),
        })
    };
    json!({
        "format": 1,
        "dry_run": true,
        "skills": jobs.iter().map(job).collect::<Vec<_>>(),
        "skipped": left.skipped.iter().map(skipped).collect::<Vec<_>>(),
        "errors": errors(left.errors()),
    })
}
