//! The result of `retap test --json`; `docs/formats/result.md` describes it.

use std::path::PathBuf;

use retap_report::{RunSummary, StepRun};
use serde_json::{Value, json};

use super::Selected;
use super::evidence::Collector;
use super::selected::Skipped;
use super::test::Tested;
use crate::error::{AppError, Exit};
use crate::run_folder::RunFolders;
use crate::suite::Ending;

/// The version of the result this code writes.
const FORMAT: u32 = 1;

/// Returns the result as JSON.
pub(super) fn result(
    tested: &[Tested],
    left: &Selected,
    exit: Exit,
    collector: &Collector,
    folders: &RunFolders,
) -> Value {
    let tested = tested.iter().map(|one| skill(one, collector, folders));
    let skills: Vec<Value> = tested.chain(left.skipped.iter().map(skipped)).collect();
    json!({
        "format": FORMAT,
        "exit_code": exit.code(),
        "skills": skills,
        "errors": errors(&left.errors),
    })
}

/// Returns a scenario that was not run because nobody was there to be asked.
pub(super) fn skipped(skipped: &Skipped) -> Value {
    json!({
        "skill": skipped.skill.draft.header.name,
        "file": skipped.skill.path.display().to_string(),
        "status": "skipped",
        "reason": skipped.reason,
    })
}

/// Returns errors as JSON.
pub(super) fn errors(errors: &[(Option<PathBuf>, AppError)]) -> Value {
    let one = |(file, error): &(Option<PathBuf>, AppError)| {
        json!({
            "file": file.as_ref().map(|file| file.display().to_string()),
            "kind": error.kind().as_str(),
            "message": error.to_string(),
            "hints": error.hints(),
        })
    };
    errors.iter().map(one).collect()
}

fn skill(tested: &Tested, collector: &Collector, folders: &RunFolders) -> Value {
    let mut value = json!({
        "skill": tested.job.skill.draft.header.name,
        "file": tested.job.skill.path.display().to_string(),
        "status": "not run",
    });
    let Ending::Ran { runs, .. } = &tested.ending else {
        return value;
    };
    let last = runs.last().and_then(|run| collector.runs.find(run));
    if let (Some(run), Some(fields)) = (last, value.as_object_mut()) {
        let cases = collector.runs.cases();
        let case = cases.iter().find(|case| case.last.id == run.id);
        let status = case.map_or(run.status(), |case| case.status());
        fields.insert("status".to_owned(), json!(status.as_str()));
        fields.insert("reason".to_owned(), json!(run.reason()));
        fields.insert("mode".to_owned(), json!(run.header.mode.as_str()));
        fields.insert("device".to_owned(), json!(run.header.device));
        fields.insert("attempts".to_owned(), json!(runs.len()));
        fields.insert("took_ms".to_owned(), json!(run.took_ms()));
        fields.insert("tally".to_owned(), json!(run.tally()));
        fields.insert("warnings".to_owned(), json!(run.warnings));
        fields.insert(
            "run".to_owned(),
            json!(
                folders
                    .folder_of(&run.id)
                    .map(|folder| folder.display().to_string())
            ),
        );
        fields.insert("steps".to_owned(), steps(run));
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
