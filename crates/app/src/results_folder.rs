//! `.retap/results/<time>`: what a run of scenarios leaves for people and other programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use retap_report::{
    RunFiles as _, RunSummary, Runs, SummaryRow, junit, report_md, result_json, step_totals,
    summary_md,
};

use crate::environment::Environment;
use crate::error::{AppError, cannot_make, cannot_write};
use crate::files::{link_or_copy, write_file, write_with};
use crate::html_files::write_html;
use crate::kept_runs::KeptRuns;
use crate::run_folder::{RunFolders, create_numbered, safe_name};
use crate::written_files::list_files;

/// The files of a folder of results, and those of each scenario in it.
pub(crate) const SUMMARY: &str = "summary.md";
const JUNIT: &str = "junit.xml";
const PAGE: &str = "report.html";
const RESULT: &str = "result.json";
const REPORT: &str = "report.md";

/// A scenario that was run or skipped, and the run that counts.
pub(crate) struct Finished {
    /// The name of the scenario's file without its extension.
    pub(crate) stem: String,
    pub(crate) run: String,
}

/// Writes the results of scenarios and returns their folder; nothing without scenarios, or when nothing
/// is kept.
pub(crate) fn write_results(
    environment: &Environment,
    folders: &RunFolders,
    runs: &Runs,
    finished: &[Finished],
) -> Result<Option<PathBuf>, AppError> {
    if finished.is_empty() || folders.root.is_none() {
        return Ok(None);
    }
    let root = environment.project.join(".retap").join("results");
    let folder = create_numbered(&environment.shown(&root), &folders.stamp)?.1;
    let cases = runs.cases();
    let files = KeptRuns::of_command(folders);
    let mut names = BTreeSet::new();
    let mut rows = Vec::new();
    for one in finished {
        let Some(case) = cases.iter().find(|case| case.last.id == one.run) else {
            continue;
        };
        let name = free_name(&one.stem, &mut names);
        let run = files.whole(case.last);
        write_run(&folder.join(&name), folders, &run)?;
        rows.push(SummaryRow {
            case: case.clone(),
            steps: step_totals(&run),
            folder: name,
        });
    }
    write_file(&folder.join(SUMMARY), summary_md(&rows).as_bytes())?;
    write_junit(&folder.join(JUNIT), runs, &files)?;
    write_html(&folder.join(PAGE), runs, &files)?;
    list_files(&folder)?;
    Ok(Some(folder))
}

/// Writes JUnit XML of all runs.
pub(crate) fn write_junit(path: &Path, runs: &Runs, files: &KeptRuns<'_>) -> Result<(), AppError> {
    write_with(path, |out| junit(runs, "retap", files, out))
        .map_err(|error| cannot_write(path, error))
}

fn write_run(folder: &Path, folders: &RunFolders, run: &RunSummary) -> Result<(), AppError> {
    fs::create_dir_all(folder).map_err(|error| cannot_make("make the folder", folder, error))?;
    for file in evidence_of(run) {
        let (from, to) = (folders.path_of(&run.id, file), folder.join(file));
        share(&from, &to)?;
    }
    write_file(&folder.join(RESULT), result_json(run).as_bytes())?;
    write_file(&folder.join(REPORT), report_md(run).as_bytes())
}

fn evidence_of(run: &RunSummary) -> Vec<&str> {
    let steps = run.steps.iter();
    let files = steps.flat_map(|step| {
        let pictures = step.pictures().map(|picture| picture.file.as_str());
        let trees = step.trees();
        pictures.chain(trees).chain(step.downloaded_files())
    });
    files.collect()
}

/// Makes a file of the run's folder appear here too, without a second copy where the disk can do that.
fn share(from: &Path, to: &Path) -> Result<(), AppError> {
    let folder = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| link_or_copy(from, to))
        .map_err(|error| cannot_write(to, error))
}

fn free_name(stem: &str, taken: &mut BTreeSet<String>) -> String {
    let name = safe_name(stem);
    let others = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(others);
    names
        .find(|name| taken.insert(name.clone()))
        .unwrap_or(name)
}
