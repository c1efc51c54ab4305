//! A program of this machine, and the seam behind which it is run.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A program to be run to its end; no shell reads its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalProgram {
    /// Its name or path.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables of its environment besides ours.
    pub variables: Vec<(String, String)>,
    /// The folder it runs in; ours without one.
    pub folder: Option<PathBuf>,
    /// The bytes for its standard input.
    pub input: Vec<u8>,
    /// How long it may take.
    pub within: Duration,
    /// How much of its standard output is read; the rest is refused.
    pub largest_output: usize,
    /// Whether its two outputs are one text.
    pub outputs: Outputs,
    /// Whether what it started goes on when it has ended.
    pub leftovers: Leftovers,
}

/// How the standard output and the standard error of a program are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outputs {
    /// Each for itself.
    Apart,
    /// Both in the standard output, in the order they came.
    Together,
}

/// The fate of the programs that a program leaves running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leftovers {
    /// They are killed when it ends.
    Killed,
    /// They go on, unless it did not come to its end.
    Kept,
}

impl ExternalProgram {
    /// Returns a program that gets no input and leaves nothing running.
    pub fn new(program: impl Into<OsString>, arguments: Vec<String>, within: Duration) -> Self {
        Self {
            program: program.into(),
            arguments,
            variables: Vec::new(),
            folder: None,
            input: Vec::new(),
            within,
            largest_output: usize::MAX,
            outputs: Outputs::Apart,
            leftovers: Leftovers::Killed,
        }
    }
}

/// The result of a program that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramEnd {
    /// Whether it says that it succeeded.
    pub is_success: bool,
    /// How it ended, in words such as `exit status: 1`.
    pub status: String,
    /// Its standard output; longer than [`ExternalProgram::largest_output`] if it was refused.
    pub stdout: Vec<u8>,
    /// The end of its standard error.
    pub stderr: Vec<u8>,
}

/// Why a program did not come to its end.
#[derive(Debug)]
pub enum ProgramError {
    /// It could not be started or watched.
    CannotRun(io::Error),
    /// It was still running when its time was up, and was killed.
    TimedOut {
        /// The end of its standard error.
        stderr: Vec<u8>,
    },
    /// It was killed because it was no longer wanted.
    Stopped,
}

impl From<io::Error> for ProgramError {
    fn from(error: io::Error) -> Self {
        Self::CannotRun(error)
    }
}

/// Runs programs of this machine.
pub trait RunProgram: Send + Sync {
    /// Runs a program to its end or until its time is up; then it is killed with all it started.
    fn run(&self, program: &ExternalProgram) -> Result<ProgramEnd, ProgramError>;
}
