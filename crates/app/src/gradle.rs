//! Building an Android project with its own Gradle, to its end, its deadline or a request to stop.

use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use retap_drivers::SystemClock;
use retap_model::device::{Clock as _, Deadline};
use retap_replay::StopSignal;
use rustix::process::{Pid, Signal, kill_process_group};

use crate::environment::Environment;
use crate::error::AppError;

/// How often a build under way is looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// How long a build that ended is listened to.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How many lines of what Gradle said are told.
const TOLD_LINES: usize = 20;

/// How deep in a project its packages are looked for.
const DEEPEST: usize = 10;

/// Folders without packages of the project.
const SKIPPED: [&str; 4] = [".git", ".gradle", "node_modules", "intermediates"];

/// A project to be built.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Project<'a> {
    /// Its folder.
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
    let mut command = command(project, environment)?;
    let program = command.get_program().to_string_lossy().into_owned();
    let cannot_run = |error| AppError::input(format!("cannot run `{program}`")).because(error);
    let mut child = command.spawn().map_err(cannot_run)?;
    let said = listen(&mut child);
    let status = attend(&mut child, project.patience, stop).inspect_err(|_| end(&mut child))?;
    // What Gradle leaves running for the next build may keep its streams open.
    let said: Vec<String> = std::iter::from_fn(|| said.recv_timeout(LAST_WORDS).ok()).collect();
    if !status.success() {
        let last = said.len().saturating_sub(TOLD_LINES);
        let words = said[last..].join("\n");
        return Err(AppError::input(format!(
            "the build of `{}` failed: {}",
            project.folder.display(),
            if words.is_empty() {
                status.to_string()
            } else {
                words
            }
        )));
    }
    newest_package(project.folder, 0)
        .map(|(_, path)| path)
        .ok_or_else(|| {
            let folder = project.folder.display();
            AppError::input(format!("the build of `{folder}` left no .apk behind"))
        })
}

/// Returns the project's own Gradle, else the one on the path, and what it is asked for.
fn command(project: Project<'_>, environment: &Environment) -> Result<Command, AppError> {
    let own = project.folder.join("gradlew");
    let mut command = match fs::metadata(&own) {
        Ok(file) if file.permissions().mode() & 0o111 != 0 => Command::new(&own),
        // Projects that were copied have often lost the bit.
        Ok(_) => {
            let mut shell = Command::new("sh");
            shell.arg(&own);
            shell
        }
        Err(_) => Command::new(environment.program("gradle").ok_or_else(|| {
            let folder = project.folder.display();
            AppError::input(format!(
                "`{folder}` has no `gradlew`, and there is no `gradle` on the path"
            ))
        })?),
    };
    let variant = project.variant.unwrap_or("debug");
    if variant.is_empty() || !variant.chars().all(char::is_alphanumeric) {
        return Err(AppError::input(format!("`{variant}` is no build variant")));
    }
    let (first, rest) = variant.split_at(variant.chars().next().map_or(0, char::len_utf8));
    command
        .arg(format!("assemble{}{rest}", first.to_uppercase()))
        .current_dir(project.folder)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Ok(command)
}

/// Returns the lines a program says, on either stream, as they come.
fn listen(child: &mut Child) -> Receiver<String> {
    let (tell, said) = channel();
    let streams: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|it| Box::new(it) as _),
        child.stderr.take().map(|it| Box::new(it) as _),
    ];
    for stream in streams.into_iter().flatten() {
        let tell = tell.clone();
        std::thread::spawn(move || {
            let lines = BufReader::new(stream).split(b'\n').map_while(Result::ok);
            for line in lines {
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                if !line.is_empty() && tell.send(line).is_err() {
                    return;
                }
            }
        });
    }
    said
}

fn attend(
    child: &mut Child,
    patience: Duration,
    stop: &StopSignal,
) -> Result<ExitStatus, AppError> {
    let clock = SystemClock::new();
    let deadline = Deadline::after(clock.now(), patience);
    loop {
        let status = child
            .try_wait()
            .map_err(|error| AppError::device("cannot watch the build").because(error))?;
        if let Some(status) = status {
            return Ok(status);
        }
        if stop.is_stopped() {
            return Err(AppError::input("the build was stopped"));
        }
        if deadline.has_passed(clock.now()) {
            let seconds = patience.as_secs();
            return Err(AppError::device(format!(
                "the build was still running after {seconds} s and was ended"
            )));
        }
        clock.sleep(LOOK_AGAIN);
    }
}

/// Ends a build with all it started.
fn end(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended by itself in the meantime, which is just as good.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
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
