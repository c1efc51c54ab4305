//! A program that says when it is ready, and is ended with the test.

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// A program that runs until this is dropped.
pub(crate) struct Served {
    pub(crate) child: Child,
    /// The line that says that it is ready.
    pub(crate) line: String,
}

impl Served {
    /// Starts a program and waits for its first line on standard output.
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::try_start(command).unwrap()
    }

    /// The same, where the program may not be installed.
    pub(crate) fn try_start(command: &mut Command) -> Option<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn().ok()?;
        let line = wait_for_line(child.stdout.take()?, "");
        Some(Self { child, line })
    }

    /// Starts a program and waits until it has said these words on standard error.
    pub(crate) fn start_talking(command: &mut Command, words: &str) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let line = wait_for_line(child.stderr.take().unwrap(), words);
        Self { child, line }
    }

    /// Returns whether it has not ended by itself.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

/// Returns the first line with these words. What comes after it is read too, or the program would wait for
/// somebody to do so.
fn wait_for_line(stream: impl Read + Send + 'static, words: &str) -> String {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains(words)).unwrap_or_default();
    std::thread::spawn(move || lines.count());
    line
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
