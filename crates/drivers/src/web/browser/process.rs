//! A browser as a process of ours: started, listened to, ended with all it started.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use retap_model::device::{Clock, Deadline};

use crate::process::kill_group;

use super::super::cdp::{Wire, pipe};
use super::BrowserError;
use super::profile::ProfileFolder;

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
    /// Removed once the browser has ended.
    profile: Option<ProfileFolder>,
    output: Arc<Mutex<Vec<String>>>,
    clock: Arc<dyn Clock>,
}

impl Process {
    /// Starts `program` on the debugging pipe, with a new profile in `profile`.
    pub(super) fn start(
        program: &Path,
        arguments: &[OsString],
        profile: ProfileFolder,
        clock: Arc<dyn Clock>,
    ) -> Result<(Self, Wire), BrowserError> {
        let failed = |source: io::Error| BrowserError::Start {
            program: program.to_owned(),
            source,
        };
        let mut command = Command::new("/bin/sh");
        command.args(["-c", HAND_OVER]).arg(program).args(arguments);
        // A group of its own: it can be ended with all it started, and an interrupt typed at the
        // terminal is ours to handle.
        command.process_group(0);
        let (ours, theirs) = UnixStream::pair().map_err(failed)?;
        let also_theirs = theirs.try_clone().map_err(failed)?;
        command
            .stdin(OwnedFd::from(theirs))
            .stdout(OwnedFd::from(also_theirs))
            .stderr(Stdio::piped());
        let wire = pipe(ours).map_err(failed)?;
        let mut child = command.spawn().map_err(failed)?;
        let output = child.stderr.take().map(listen).unwrap_or_default();
        let process = Self {
            child,
            profile: Some(profile),
            output,
            clock,
        };
        Ok((process, wire))
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the last lines the browser wrote to its error output. Those of one that has just ended are waited for.
    pub(super) fn last_output(&self) -> String {
        let patience = Deadline::after(self.clock.now(), LAST_WORDS);
        // The listener has its part of the list until there is nothing more to hear.
        while Arc::strong_count(&self.output) > 1 && !patience.has_passed(self.clock.now()) {
            self.clock.sleep(LOOK_AGAIN);
        }
        let output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.join("; ")
    }
}

impl Drop for Process {
    /// Waits for the browser to end by itself, ends it if it does not, and removes its folder.
    fn drop(&mut self) {
        let patience = Deadline::after(self.clock.now(), LAST_WORDS);
        while matches!(self.child.try_wait(), Ok(None)) && !patience.has_passed(self.clock.now()) {
            self.clock.sleep(LOOK_AGAIN);
        }
        // Renderers may outlive the browser for a moment and write into its folder.
        kill_group(&self.child);
        let _ = self.child.wait();
        self.profile = None;
    }
}

/// Keeps the last lines of what the browser says.
fn listen(pipe: ChildStderr) -> Arc<Mutex<Vec<String>>> {
    let output = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&output);
    thread::spawn(move || {
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if !line.is_empty() {
                kept.push(line);
            }
            let surplus = kept.len().saturating_sub(KEPT_LINES);
            kept.drain(..surplus);
        }
    });
    output
}
