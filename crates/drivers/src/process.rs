//! Runs a program to its end, until its time is up or until it is no longer wanted, with everything it started.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use retap_model::device::{
    Clock, Deadline, ExternalProgram, Leftovers, Outputs, ProgramEnd, ProgramError, RunProgram,
};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::SystemClock;

/// How much of the end of the standard error is kept.
pub(crate) const KEPT_STDERR: usize = 64 * 1024;

/// How long a pipe may stay open after the program has ended.
const PIPE_GRACE: Duration = Duration::from_secs(1);

/// How often it is asked whether a program is still wanted.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// The programs of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemPrograms;

impl RunProgram for SystemPrograms {
    fn run(&self, program: &ExternalProgram) -> Result<ProgramEnd, ProgramError> {
        self.run_until(program, &|| false)
    }
}

impl SystemPrograms {
    /// Runs a program as [`RunProgram::run`] does, and kills it as soon as `is_stopped` says so.
    pub fn run_until(
        &self,
        program: &ExternalProgram,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<ProgramEnd, ProgramError> {
        let (mut child, stdout) = start(program)?;
        // Three pipes in three threads: a program that waits for one must not hold up the others.
        if let Some(mut pipe) = child.stdin.take() {
            let input = program.input.clone();
            // A program that stops listening says why on its standard error.
            thread::spawn(move || pipe.write_all(&input).is_ok());
        }
        let stdout = Collected::of(stdout, Keep::Start(program.largest_output));
        let stderr = child.stderr.take();
        let stderr = stderr.map(|pipe| Collected::of(pipe, Keep::End(KEPT_STDERR)));
        let end = wait_for_end(&child, program.within, is_stopped);
        if end != Waited::Ended || program.leftovers == Leftovers::Killed {
            kill_group(&child);
        }
        let status = child.wait()?;
        let stderr = stderr.as_ref().map(Collected::take);
        let stderr = stderr.unwrap_or_default();
        match end {
            Waited::Ended => Ok(ProgramEnd {
                is_success: status.success(),
                status: status.to_string(),
                stdout: stdout.take(),
                stderr,
            }),
            Waited::TimedOut => Err(ProgramError::TimedOut { stderr }),
            Waited::Stopped => Err(ProgramError::Stopped),
        }
    }
}

/// Starts a program in a group of its own, so that one behind a script is reached as well.
fn start(program: &ExternalProgram) -> io::Result<(Child, Box<dyn Read + Send>)> {
    let mut command = Command::new(&program.program);
    command
        .args(&program.arguments)
        .envs(program.variables.iter().cloned())
        .stdin(Stdio::piped())
        .process_group(0);
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    match program.outputs {
        Outputs::Apart => {
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn()?;
            let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
            Ok((child, Box::new(stdout)))
        }
        Outputs::Together => {
            let (reader, writer) = io::pipe()?;
            let child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
            Ok((child, Box::new(reader)))
        }
    }
}

/// Kills a program that has not been waited for, with all it started.
pub(crate) fn kill_group(child: &Child) {
    // It may have ended by itself in the meantime, which is just as good.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Waited {
    Ended,
    TimedOut,
    Stopped,
}

/// Waits for the end of a program. It is left unreaped, so that its number is still its own.
fn wait_for_end(child: &Child, within: Duration, is_stopped: &dyn Fn() -> bool) -> Waited {
    let pid = Pid::from_child(child);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    let (sender, end) = mpsc::channel();
    thread::spawn(move || {
        // Interrupted by a signal, it waits on; any other error shows when the child is reaped.
        while matches!(waitid(WaitId::Pid(pid), options), Err(Errno::INTR)) {}
        // Nobody listens any more once the time is up.
        let _ = sender.send(());
    });
    let clock = SystemClock::new();
    let deadline = Deadline::after(clock.now(), within);
    loop {
        let left = deadline.left(clock.now());
        if end.recv_timeout(left.min(LOOK_AGAIN)).is_ok() {
            return Waited::Ended;
        }
        if is_stopped() {
            return Waited::Stopped;
        }
        if left <= LOOK_AGAIN {
            return Waited::TimedOut;
        }
    }
}

/// Which part of a long text is kept.
#[derive(Clone, Copy)]
pub(crate) enum Keep {
    /// The first bytes; the pipe is closed on more.
    Start(usize),
    /// The last bytes.
    End(usize),
}

/// The bytes a pipe has given so far: a program that is left running may keep it open.
pub(crate) struct Collected {
    bytes: Arc<Mutex<Vec<u8>>>,
    end: Receiver<()>,
}

impl Collected {
    /// Reads a pipe in a thread of its own.
    pub(crate) fn of(mut pipe: impl Read + Send + 'static, keep: Keep) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let collected = Arc::clone(&bytes);
        let (sender, end) = mpsc::channel();
        thread::spawn(move || {
            let mut chunk = [0; 8192];
            while let Ok(count @ 1..) = pipe.read(&mut chunk) {
                let mut bytes = collected.lock().unwrap_or_else(PoisonError::into_inner);
                bytes.extend_from_slice(&chunk[..count]);
                match keep {
                    Keep::Start(most) if bytes.len() > most => break,
                    Keep::Start(_) => {}
                    Keep::End(most) => {
                        let surplus = bytes.len().saturating_sub(most);
                        bytes.drain(..surplus);
                    }
                }
            }
            let _ = sender.send(());
        });
        Self { bytes, end }
    }

    /// Returns what was read; of a program that has ended, the rest is waited for.
    pub(crate) fn take(&self) -> Vec<u8> {
        let _ = self.end.recv_timeout(PIPE_GRACE);
        std::mem::take(&mut self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, within: Duration) -> ExternalProgram {
        ExternalProgram::new("sh", vec!["-c".to_owned(), script.to_owned()], within)
    }

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(20);

    fn assert_timed_out(script: &str) {
        let result = SystemPrograms.run(&shell(script, SHORT));
        let is_late = matches!(result, Err(ProgramError::TimedOut { .. }));
        assert!(is_late, "{result:?}");
    }

    #[test]
    fn input_goes_in_and_both_outputs_come_out() {
        let mut program = shell("cat; echo trouble >&2; exit 3", LONG);
        program.input = vec![b'x'; 1_000_000];
        let end = SystemPrograms.run(&program).unwrap();
        assert_eq!(end.stdout, program.input);
        assert_eq!(end.stderr, b"trouble\n");
        assert_eq!(end.status, "exit status: 3");
    }

    #[test]
    fn a_program_that_takes_too_long_is_killed() {
        assert_timed_out("echo slow >&2; exec sleep 600");
    }

    #[test]
    fn a_program_that_is_no_longer_wanted_is_killed() {
        let result = SystemPrograms.run_until(&shell("exec sleep 600", LONG), &|| true);
        assert!(matches!(result, Err(ProgramError::Stopped)), "{result:?}");
    }

    #[test]
    fn a_child_that_outlives_the_program_does_not_hold_up_the_caller() {
        assert_timed_out("sleep 2 & wait");
        let mut program = shell("echo done; echo said >&2; sleep 600 & exit 0", LONG);
        program.outputs = Outputs::Together;
        let end = SystemPrograms.run(&program).unwrap();
        assert_eq!(end.stdout, b"done\nsaid\n");
    }

    #[test]
    fn a_program_that_does_not_listen_is_no_error() {
        let mut program = shell("echo done", LONG);
        program.input = vec![0; 1_000_000];
        assert_eq!(SystemPrograms.run(&program).unwrap().stdout, b"done\n");
    }
}
