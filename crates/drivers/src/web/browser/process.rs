//! A browser as a process of ours: started, listened to, ended with all it started.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Clock, Deadline};

use crate::process::{Collected, KEPT_STDERR, Keep, kill_group};

use super::super::cdp::{Wire, pipe};
use super::super::private_folder::PrivateFolder;

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
    _profile: PrivateFolder,
    output: Option<Collected>,
    clock: Arc<dyn Clock>,
}

impl Process {
    /// Starts `program` on the debugging pipe, with a new profile in `profile`.
    pub(super) fn start(
        program: &Path,
        arguments: &[OsString],
        profile: PrivateFolder,
        clock: Arc<dyn Clock>,
    ) -> io::Result<(Self, Wire)> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", HAND_OVER]).arg(program).args(arguments);
        // Without it, as in many containers, a download with a letter in its name that is not of ASCII has no name.
        command.env("LC_CTYPE", "C.UTF-8");
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
