//! A browser as a process of ours: started, listened to, ended with all it started; and its own folder, which is removed
//! with it, and if nobody was left to do that, by the next one.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Clock, Deadline};
use rustix::fs::OFlags;

use crate::plain_file;
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

/// Opens a folder and nothing else, not even what a link leads to.
const FOLDER_ITSELF: i32 = OFlags::DIRECTORY
    .union(OFlags::NOFOLLOW)
    .bits()
    .cast_signed();

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

/// The start of such folders' names; the number of the process and a random one follow.
const NAME: &str = "retap-browser-";

/// How many names are tried before it is not for the name that none can be made.
const TRIES: u32 = 100;

/// A browser's own folder, which its maker keeps locked. The system unlocks it however the maker ends, so a lock
/// that can be had says that nobody is left. Numbers of processes say less: they are given again, and mean
/// something else in every container that shares the folder.
#[derive(Debug)]
pub(super) struct ProfileFolder {
    path: PathBuf,
    /// The folder itself, kept open and so locked.
    _lock: Option<File>,
}

impl ProfileFolder {
    /// Makes a new folder in `scratch` that nobody else can read, and removes those whose maker has gone.
    pub(super) fn make(scratch: &Path) -> io::Result<Self> {
        fs::create_dir_all(scratch)?;
        remove_left_profiles(scratch);
        for _ in 0..TRIES {
            let number = RandomState::new().hash_one(0) as u32;
            let path = scratch.join(format!("{NAME}{}-{number:08x}", std::process::id()));
            // Whatever is there already is somebody else's, whatever its name says.
            match DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            match claim(&path) {
                // Another run took it for one that was left, and removes it.
                Ok(None) => {}
                Ok(lock) => return Ok(Self { path, _lock: lock }),
                // Where nothing can be locked, nobody removes it but us.
                Err(_) => return Ok(Self { path, _lock: None }),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ProfileFolder {
    fn drop(&mut self) {
        // What cannot be removed now will be by the next browser.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the folders of profiles in `scratch` whose maker has gone.
pub fn remove_left_profiles(scratch: &Path) {
    for entry in fs::read_dir(scratch).into_iter().flatten().flatten() {
        let is_named = is_name(&entry.file_name().to_string_lossy());
        let path = entry.path();
        if let Some(_lock) = is_named.then(|| claim(&path).ok().flatten()).flatten() {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Locks a folder of this user that nobody else holds; `None` for everything else of that name. Nothing is
/// followed or waited for: in a folder that all may write to, links, pipes and folders of others are there to
/// mislead.
fn claim(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    let Ok(folder) = options.read(true).custom_flags(FOLDER_ITSELF).open(path) else {
        return Ok(None);
    };
    let held = folder.metadata()?;
    if held.uid() != rustix::process::geteuid().as_raw() {
        return Ok(None);
    }
    match folder.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    if is_held_by_file(path) {
        return Ok(None);
    }
    // Whoever held it may have removed it, and somebody else made one of the same name.
    let named = fs::symlink_metadata(path);
    let is_it = named.is_ok_and(|named| (named.dev(), named.ino()) == (held.dev(), held.ino()));
    Ok(is_it.then_some(folder))
}

/// Returns whether somebody holds the lock that earlier versions have in a file of the folder. They may run beside this one.
fn is_held_by_file(folder: &Path) -> bool {
    let file = plain_file::open_itself(&folder.join("retap.lock"));
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Returns whether a folder of this name is made here. People give their folders names as well.
fn is_name(name: &str) -> bool {
    let numbers = name.strip_prefix(NAME).and_then(|it| it.split_once('-'));
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_hexdigit());
    numbers.is_some_and(|(process, own)| is_number(process) && is_number(own))
}
