//! Runs a program to its end or to a deadline, with everything it started.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::channel::LARGEST_ANSWER;
use super::config::CommandLine;

/// How much of the end of the standard error is kept; less than a message quotes.
const COMPLAINTS: usize = 280;

/// How long a pipe may stay open after everything that is ours has ended.
const PIPE_GRACE: Duration = Duration::from_secs(1);

/// What a program that ended has left.
pub(super) struct Finished {
    pub(super) status: ExitStatus,
    /// The standard output; one byte more than [`LARGEST_ANSWER`] at the most.
    pub(super) output: Vec<u8>,
    /// The end of the standard error.
    pub(super) complaints: Vec<u8>,
}

/// Why a program did not come to its end.
pub(super) enum RunError {
    /// It could not be started or watched.
    Io(io::Error),
    /// It was still running when the time was up, and was killed.
    TimedOut {
        /// The end of its standard error.
        complaints: Vec<u8>,
    },
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Runs the program with `input` on its standard input. When it ends, or the time is up, whatever
/// it started and left running is killed too.
pub(super) fn run(
    line: &CommandLine,
    input: &[u8],
    within: Duration,
) -> Result<Finished, RunError> {
    let mut child = Command::new(&line.program)
        .args(&line.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A group of its own, so that a program behind a script is reached as well.
        .process_group(0)
        .spawn()?;
    // Three pipes in three threads: a program that waits for one must not hold up the others.
    if let Some(mut pipe) = child.stdin.take() {
        let input = input.to_vec();
        // A program that stops listening says why on its standard error.
        thread::spawn(move || pipe.write_all(&input).is_ok());
    }
    let output = child.stdout.take().map(|pipe| in_thread(|| head_of(pipe)));
    let complaints = child.stderr.take().map(|pipe| in_thread(|| tail_of(pipe)));
    let ended = wait_for_end(&child, within);
    // The child is not reaped yet, so its number is still its own.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    let status = child.wait()?;
    let complaints = collected(complaints);
    if !ended {
        return Err(RunError::TimedOut { complaints });
    }
    Ok(Finished {
        status,
        output: collected(output),
        complaints,
    })
}

/// Returns whether the child ended in time; it is left unreaped.
fn wait_for_end(child: &Child, within: Duration) -> bool {
    let pid = Pid::from_child(child);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    let end = in_thread(move || {
        // Interrupted by a signal, it waits on; any other error shows when the child is reaped.
        while matches!(waitid(WaitId::Pid(pid), options), Err(Errno::INTR)) {}
    });
    end.recv_timeout(within).is_ok()
}

/// Does something that may never end in a thread of its own.
fn in_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // Nobody listens any more once the time is up.
        let _ = sender.send(work());
    });
    receiver
}

fn collected(pipe: Option<Receiver<Vec<u8>>>) -> Vec<u8> {
    pipe.and_then(|pipe| pipe.recv_timeout(PIPE_GRACE).ok())
        .unwrap_or_default()
}

fn head_of(pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Half an answer cannot be read as a whole one, so an error needs no word of its own.
    let _ = pipe.take(LARGEST_ANSWER + 1).read_to_end(&mut bytes);
    bytes
}

fn tail_of(mut pipe: impl Read) -> Vec<u8> {
    let mut tail = Vec::new();
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = pipe.read(&mut chunk) {
        tail.extend_from_slice(&chunk[..count]);
        let extra = tail.len().saturating_sub(COMPLAINTS);
        tail.drain(..extra);
    }
    tail
}
