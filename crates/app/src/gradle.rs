//! Building an Android project with its own Gradle, to its end, its deadline or a request to stop.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use retap_drivers::SystemPrograms;
use retap_model::device::{ExternalProgram, Leftovers, Outputs, ProgramError};
use retap_replay::StopSignal;

use crate::environment::Environment;
use crate::error::AppError;

/// How many lines of what Gradle said are told.
const TOLD_LINES: usize = 20;

/// How deep in a project its packages are looked for.
const DEEPEST: usize = 10;

/// Folders without packages of the project.
const SKIPPED: [&str; 4] = [".git", ".gradle", "node_modules", "intermediates"];

/// A project to be built.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Project<'a> {
    pub(crate) folder: &'a Path,
    /// Which of its variants; `debug` when not said.
    pub(crate) variant: Option<&'a str>,
    /// How long the build may take.
    pub(crate) patience: Duration,
}

/// Builds a project and returns its newest package.
pub(crate) fn build(
    project: Project<'_>,
    environment: &Environment,
    stop: &StopSignal,
) -> Result<PathBuf, AppError> {
    let program = program(project, environment)?;
    let end = SystemPrograms
        .run_until(&program, &|| stop.is_stopped())
        .map_err(|error| unfinished(error, &program))?;
    if !end.is_success {
        let said = String::from_utf8_lossy(&end.stdout);
        let said: Vec<&str> = said.lines().map(str::trim_end).collect();
        let said: Vec<&str> = said.into_iter().filter(|line| !line.is_empty()).collect();
        let words = said[said.len().saturating_sub(TOLD_LINES)..].join("\n");
        return Err(AppError::input(format!(
            "the build of `{}` failed: {}",
            project.folder.display(),
            if words.is_empty() { end.status } else { words }
        )));
    }
    newest_package(project.folder, 0)
        .map(|(_, path)| path)
        .ok_or_else(|| {
            let folder = project.folder.display();
            AppError::input(format!("the build of `{folder}` left no .apk behind"))
        })
}

fn unfinished(error: ProgramError, build: &ExternalProgram) -> AppError {
    match error {
        ProgramError::CannotRun(error) => {
            let program = build.program.display();
            AppError::input(format!("cannot run `{program}`")).because(error)
        }
        ProgramError::Stopped => AppError::input("the build was stopped"),
        ProgramError::TimedOut { .. } => AppError::device(format!(
            "the build was still running after {} s and was ended",
            build.within.as_secs()
        )),
    }
}

/// Returns the project's own Gradle, else the one on the path, and what it is asked for.
fn program(project: Project<'_>, environment: &Environment) -> Result<ExternalProgram, AppError> {
    let own = project.folder.join("gradlew");
    let (program, mut arguments) = match fs::metadata(&own) {
        Ok(file) if file.permissions().mode() & 0o111 != 0 => (own, Vec::new()),
        // Projects that were copied have often lost the bit.
        Ok(_) => (PathBuf::from("/bin/sh"), vec![own.display().to_string()]),
        Err(_) => {
            let gradle = environment.program("gradle").ok_or_else(|| {
                let folder = project.folder.display();
                AppError::input(format!(
                    "`{folder}` has no `gradlew`, and there is no `gradle` on the path"
                ))
            })?;
            (gradle, Vec::new())
        }
    };
    let variant = project.variant.unwrap_or("debug");
    if variant.is_empty() || !variant.chars().all(char::is_alphanumeric) {
        return Err(AppError::input(format!("`{variant}` is no build variant")));
    }
    let (first, rest) = variant.split_at(variant.chars().next().map_or(0, char::len_utf8));
    arguments.push(format!("assemble{}{rest}", first.to_uppercase()));
    Ok(ExternalProgram {
        folder: Some(project.folder.to_owned()),
        outputs: Outputs::Together,
        // Gradle leaves a process running that makes the next build faster.
        leftovers: Leftovers::Kept,
        ..ExternalProgram::new(program, arguments, project.patience)
    })
}

/// Returns the newest package of a project: one that need not be built again is older than the build.
fn newest_package(folder: &Path, depth: usize) -> Option<(SystemTime, PathBuf)> {
    let mut newest: Option<(SystemTime, PathBuf)> = None;
    for entry in fs::read_dir(folder).ok()?.map_while(Result::ok) {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        let name = entry.file_name();
        let is_skipped = SKIPPED.iter().any(|it| name == *it);
        let found = if kind.is_dir() && depth < DEEPEST && !is_skipped {
            newest_package(&path, depth + 1)
        } else if kind.is_file() && path.extension().is_some_and(|it| it == "apk") {
            let changed = entry.metadata().and_then(|it| it.modified());
            changed.ok().map(|changed| (changed, path))
        } else {
            None
        };
        if found.as_ref().map(|(time, _)| *time) > newest.as_ref().map(|(time, _)| *time) {
            newest = found;
        }
    }
    newest
}
