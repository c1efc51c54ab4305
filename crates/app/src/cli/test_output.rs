//! What `retap test` says besides its runs: the result as JSON, which `docs/formats/result.md` describes, and with
//! `--dry-run` what would run.

use std::collections::BTreeMap;
use std::path::Path;

use retap_report::{Case, RunFiles as _, RunSummary, StepRun};
use serde_json::{Value, json};

use super::selected::{Selected, Skipped};
use super::step_lines::{Wording, step_lines};
use super::test::Results;
use crate::error::AppError;
use crate::kept_runs::KeptRuns;
use crate::run_folder::RunFolders;
use crate::skill::Skill;
use crate::suite::{Ending, Job};
use crate::terminal::{count, out, outln};

/// The version of the result this code writes.
const FORMAT: u32 = 1;

/// Prints the result as JSON, a skill at a time: all of a large suite at once would take much memory.
pub(super) fn print_result(results: &Results) {
    let (errors, exit_code) = (errors(results.errors()), results.exit.code());
    out!("{{\"errors\":{errors},\"exit_code\":{exit_code},\"format\":{FORMAT},\"skills\":[");
    let files = KeptRuns::of_command(&results.folders);
    let cases = results.runs.cases();
    let cases: BTreeMap<&str, &Case<'_>> = cases
        .iter()
        .map(|case| (case.last.id.as_str(), case))
        .collect();
    let tested = results.tested.iter();
    let tested = tested.map(|(job, ending)| match counted(ending, &cases) {
        Some(counted) => skill(&job.skill, &counted, &results.folders, &files),
        None => unrun(&job.skill, ending),
    });
    let skipped = results.left.skipped.iter().map(skipped);
    for (place, skill) in tested.chain(skipped).enumerate() {
        let comma = if place == 0 { "" } else { "," };
        out!("{comma}{skill}");
    }
    outln!("]}}");
}

/// The attempts at a skill, and how many there were.
struct Counted<'a> {
    case: &'a Case<'a>,
    attempts: usize,
}

fn counted<'a>(ending: &Ending, cases: &BTreeMap<&str, &'a Case<'a>>) -> Option<Counted<'a>> {
    let Ending::Ran { runs, .. } = ending else {
        return None;
    };
    let case = cases.get(runs.last()?.as_str())?;
    let attempts = runs.len();
    Some(Counted { case, attempts })
}

/// Returns a skill that has no run.
fn unrun(skill: &Skill, ending: &Ending) -> Value {
    let mut value = json!({
        "skill": skill.draft.header.name,
        "file": skill.path.display().to_string(),
        "status": "not run",
    });
    if let Ending::NotRun(why) = ending {
        value["reason"] = json!(why);
    }
    value
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

/// Returns a skill with the run that counts.
fn skill(
    skill: &Skill,
    counted: &Counted<'_>,
    folders: &RunFolders,
    files: &KeptRuns<'_>,
) -> Value {
    let run = files.whole(counted.case.last);
    let folder = folders.folder_of(&run.id);
    let mut value = json!({
        "skill": skill.draft.header.name,
        "file": skill.path.display().to_string(),
        "status": counted.case.status().as_str(),
        "reason": run.reason(),
        "mode": run.header.mode.as_str(),
        "device": run.header.device,
        "attempts": counted.attempts,
        "took_ms": run.took_ms(),
        "tally": run.tally(),
        "warnings": run.all_warnings(),
        "run": folder.map(|folder| folder.display().to_string()),
        "steps": steps(&run),
    });
    if let Some(words) = run.left_out().in_words() {
        value["left_out"] = json!(words);
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
