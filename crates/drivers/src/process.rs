//! Runs a program to its end or to a deadline, whichever comes first.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use retap_model::device::{Clock, Deadline};

/// What a program that ended has left.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) status: ExitStatus,
    pub(crate) output: Vec<u8>,
    pub(crate) complaints: Vec<u8>,
}

/// Why a program did not come to its end.
#[derive(Debug)]
pub(crate) enum RunError {
    /// It could not be started or watched.
    Io(io::Error),
    /// It was still running at the deadline, and was killed.
    DeadlinePassed,
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Runs `command` with `input` on its standard input, and kills it when the deadline passes.
pub(crate) fn run(
    command: &mut Command,
    input: Vec<u8>,
    clock: &dyn Clock,
    deadline: Deadline,
) -> Result<Finished, RunError> {
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn()?;
    let result = attend(&mut child, input, clock, deadline);
    if result.is_err() {
        // It may have ended by itself in the meantime, which is just as good.
        let _ = child.kill();
        let _ = child.wait();
    }
    result
}

fn attend(
    child: &mut Child,
    input: Vec<u8>,
    clock: &dyn Clock,
    deadline: Deadline,
) -> Result<Finished, RunError> {
    // Three pipes in three threads: a program that waits for one of them must not hold up the others.
    if let Some(mut pipe) = child.stdin.take() {
        // A program that stops listening says why on its standard error.
        thread::spawn(move || pipe.write_all(&input).is_ok());
    }
    let output = child.stdout.take().map(collect);
    let complaints = child.stderr.take().map(collect);
    let wait_for = |pipe: Option<Receiver<io::Result<Vec<u8>>>>| match pipe {
        Some(pipe) => pipe
            .recv_timeout(deadline.left(clock.now()))
            .map_err(|_| RunError::DeadlinePassed)?
            .map_err(RunError::Io),
        None => Ok(Vec::new()),
    };
    let output = wait_for(output)?;
    let complaints = wait_for(complaints)?;
    // Both pipes are closed, so the program is at its end.
    Ok(Finished {
        status: child.wait()?,
        output,
        complaints,
    })
}

/// Reads a pipe to its end in a thread of its own.
fn collect(mut pipe: impl Read + Send + 'static) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let result = pipe.read_to_end(&mut bytes).map(|_| bytes);
        // Nobody listens any more once the deadline has passed.
        let _ = sender.send(result);
    });
    receiver
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use retap_model::device::Moment;
    use retap_model::time::Timestamp;

    use super::*;

    /// A clock on which no time goes by, so that a deadline leaves all of its time.
    pub(crate) struct StillClock;

    impl Clock for StillClock {
        fn now(&self) -> Moment {
            Moment::default()
        }

        fn sleep(&self, _time: Duration) {}

        fn timestamp(&self) -> Timestamp {
            Timestamp::default()
        }
    }

    fn run_shell(script: &str, input: &[u8], patience: Duration) -> Result<Finished, RunError> {
        let deadline = Deadline::after(StillClock.now(), patience);
        run(
            Command::new("sh").args(["-c", script]),
            input.to_vec(),
            &StillClock,
            deadline,
        )
    }

    #[test]
    fn input_goes_in_and_both_outputs_come_out() {
        let script = "cat; echo trouble >&2; exit 3";
        let input = vec![b'x'; 1_000_000];
        let finished = run_shell(script, &input, Duration::from_secs(20)).unwrap();
        assert_eq!(finished.output, input);
        assert_eq!(finished.complaints, b"trouble\n");
        assert_eq!(finished.status.code(), Some(3));
    }

    #[test]
    fn a_program_that_takes_too_long_is_killed() {
        let result = run_shell("exec sleep 600", b"", Duration::from_millis(20));
        assert!(
            matches!(result, Err(RunError::DeadlinePassed)),
            "{result:?}"
        );
    }

    #[test]
    fn a_child_that_outlives_the_program_does_not_hold_up_the_caller() {
        let result = run_shell("sleep 2 & wait", b"", Duration::from_millis(20));
        assert!(
            matches!(result, Err(RunError::DeadlinePassed)),
            "{result:?}"
        );
    }

    #[test]
    fn a_program_that_does_not_listen_is_no_error() {
        let finished = run_shell("echo done", &[0; 1_000_000], Duration::from_secs(20)).unwrap();
        assert_eq!(finished.output, b"done\n");
    }
}
