//! A browser as a process of ours: started, listened to, ended with all it started; and its own folder, which is removed
//! with it, and if nobody was left to do that, by the next one.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Clock, Deadline};

use crate::process::{Collected, KEPT_STDERR, Keep, kill_group};

use super::super::cdp::{Wire, pipe};

/// How many lines of what the browser says are kept for an error message.
const KEPT_LINES: usize = 8;

/// How long a browser may take to end by itself.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How often it is asked whether it has ended.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// The debugging pipe is file 3 and 4 of the browser. Files other than the first three can be
/// given to a child only by `unsafe` code or a crate that has it; the shell does it as well, and
/// `exec` makes the browser the process we started.
const HAND_OVER: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

/// A browser we started, and its own folder.
pub(super) struct Process {
    child: Child,
    /// Removed once the browser has ended: fields go after what [`Drop`] does.
    _profile: ProfileFolder,
    output: Option<Collected>,
    clock: Arc<dyn Clock>,
}

impl Process {
    /// Starts `program` on the debugging pipe, with a new profile in `profile`.
    pub(super) fn start(
        program: &Path,
        arguments: &[OsString],
        profile: ProfileFolder,
        clock: Arc<dyn Clock>,
    ) -> io::Result<(Self, Wire)> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", HAND_OVER]).arg(program).args(arguments);
        // A group of its own: it can be ended with all it started, and an interrupt typed at the
        // terminal is ours to handle.
        command.process_group(0);
        let (ours, theirs) = UnixStream::pair()?;
        let also_theirs = theirs.try_clone()?;
        command
            .stdin(OwnedFd::from(theirs))
            .stdout(OwnedFd::from(also_theirs))
            .stderr(Stdio::piped());
        let wire = pipe(ours)?;
        let mut child = command.spawn()?;
        let stderr = child.stderr.take();
        let process = Self {
            child,
            _profile: profile,
            output: stderr.map(|pipe| Collected::of(pipe, Keep::End(KEPT_STDERR))),
            clock,
        };
        Ok((process, wire))
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the last lines the browser wrote to its error output. Those of one that has just ended are waited for.
    pub(super) fn last_output(&self) -> String {
        let said = self.output.as_ref().map(Collected::take);
        let said = String::from_utf8_lossy(&said.unwrap_or_default()).into_owned();
        let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        lines[lines.len().saturating_sub(KEPT_LINES)..].join("; ")
    }
}

impl Drop for Process {
    /// Waits for the browser to end by itself, and ends it if it does not; then its folder goes.
    fn drop(&mut self) {
        let patience = Deadline::after(self.clock.now(), LAST_WORDS);
        while matches!(self.child.try_wait(), Ok(None)) && !patience.has_passed(self.clock.now()) {
            self.clock.sleep(LOOK_AGAIN);
        }
        // Renderers may outlive the browser for a moment and write into its folder.
        kill_group(&self.child);
        let _ = self.child.wait();
    }
}

/// The start of such folders' names; the number of the process and one of its own follow.
const NAME: &str = "retap-browser";

/// A file in the folder that its maker keeps locked. The system unlocks it however the maker ends, so
/// a lock that can be had says that nobody is left. Numbers of processes say less: they are given
/// again, and mean something else in every container that shares the folder.
const LOCK: &str = "retap.lock";

/// How many names are tried before it is not for the name that none can be made.
const TRIES: u32 = 10_000;

#[derive(Debug)]
pub(super) struct ProfileFolder {
    path: PathBuf,
    /// Kept open, and so locked.
    _lock: File,
}

impl ProfileFolder {
    /// Makes a new folder in `scratch` that nobody else can read, and removes those of browsers whose
    /// maker has gone.
    pub(super) fn make(scratch: &Path) -> io::Result<Self> {
        fs::create_dir_all(scratch)?;
        remove_orphans(scratch);
        let path = new_folder(scratch)?;
        let lock = lock(&path)?;
        Ok(Self { path, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ProfileFolder {
    fn drop(&mut self) {
        // What cannot be removed now will be by the next browser.
        let _ = remove(&self.path);
    }
}

fn new_folder(scratch: &Path) -> io::Result<PathBuf> {
    let process = std::process::id();
    for number in 0..TRIES {
        let path = scratch.join(format!("{NAME}-{process}-{number}"));
        // A folder that is there already is somebody else's, whatever its name says.
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Locks a folder. The file gets its name once it is locked, so that nobody finds it unlocked.
fn lock(folder: &Path) -> io::Result<File> {
    let unnamed = folder.join("retap.new");
    let file = File::create(&unnamed)?;
    file.lock()?;
    fs::rename(unnamed, folder.join(LOCK))?;
    Ok(file)
}

fn remove_orphans(scratch: &Path) {
    for entry in fs::read_dir(scratch).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(NAME);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_ours || !is_folder {
            continue;
        }
        let lock = File::open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = remove(&entry.path());
        }
    }
}

/// Removes a folder, its lock last: while anything is left it can be found again.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_name() != LOCK {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(folder.join(LOCK))?;
    fs::remove_dir(folder)
}
