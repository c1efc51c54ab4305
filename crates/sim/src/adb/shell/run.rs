//! Runs scripts.

use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::super::command::{self, Call};
use super::super::phone::AdbPhone;
use super::super::pipe::{Gathered, Sink, Source};
use super::parse::parse;
use super::tree::{Chain, Command, CommandKind, Ending, Link, Pipeline, Script};
use super::variables;

/// The name a shell gives itself in errors.
pub(super) const NAME: &str = "/system/bin/sh";
/// How many scripts can run in each other.
const DEEPEST: usize = 24;
/// How long a loop rests after each round.
const ROUND: Duration = Duration::from_millis(1);
/// The status of what is not there.
const NOT_FOUND: i32 = 127;

/// Input and outputs of a command.
#[derive(Clone)]
pub(in super::super) struct Io {
    pub(in super::super) stdin: Source,
    pub(in super::super) out: Sink,
    pub(in super::super) err: Sink,
}

/// Why a script does not go on.
#[derive(Debug)]
pub(in super::super) enum Leave {
    /// `exit`.
    Exit(i32),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// Nobody is there any more.
    Gone,
}

impl From<io::Error> for Leave {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

/// A shell and what it remembers.
pub(in super::super) struct Shell {
    pub(super) phone: Arc<AdbPhone>,
    pub(super) folder: String,
    pub(super) variables: BTreeMap<String, String>,
    /// What `$1` and so on stand for.
    pub(super) parameters: Vec<String>,
    pub(super) status: i32,
    depth: usize,
    is_over: Rc<dyn Fn() -> bool>,
}

impl Shell {
    /// Returns a new shell of `phone`; it stops once `is_over`.
    pub(in super::super) fn new(phone: &Arc<AdbPhone>, is_over: Rc<dyn Fn() -> bool>) -> Self {
        Self {
            phone: Arc::clone(phone),
            folder: "/".to_owned(),
            variables: variables::at_start(),
            parameters: Vec::new(),
            status: 0,
            depth: 0,
            is_over,
        }
    }

    /// Runs a script as a whole; returns its status, or `None` when nobody is there any more.
    pub(in super::super) fn run(&mut self, script: &str, io: &Io) -> Option<i32> {
        match self.run_text(script, io) {
            Ok(status) | Err(Leave::Exit(status)) => Some(status),
            Err(Leave::Break | Leave::Continue) => Some(self.status),
            Err(Leave::Gone) => None,
        }
    }

    /// Runs a script; its `exit` is the caller's to deal with.
    pub(in super::super) fn run_text(&mut self, text: &str, io: &Io) -> Result<i32, Leave> {
        match parse(text) {
            Ok(script) => self.run_script(&script, io),
            Err(error) => {
                self.print_error(&error.to_string(), io)?;
                self.status = 1;
                Ok(1)
            }
        }
    }

    /// Runs a command whose arguments are known.
    pub(super) fn run_arguments(&mut self, words: &[String], io: &Io) -> Result<i32, Leave> {
        let Some((name, args)) = words.split_first() else {
            return Ok(0);
        };
        if let Some(done) = self.run_builtin(name, args, io) {
            return done;
        }
        let Some(run) = command::find(name) else {
            self.print_error(&format!("{name}: inaccessible or not found"), io)?;
            return Ok(NOT_FOUND);
        };
        let is_over = Rc::clone(&self.is_over);
        let mut call = Call {
            name,
            args,
            io: io.clone(),
            phone: &self.phone,
            folder: &self.folder,
            is_over: &*is_over,
        };
        Ok(run(&mut call)?)
    }

    /// Returns what a script prints.
    pub(super) fn output_of(&mut self, script: &Script, io: &Io) -> Result<Vec<u8>, Leave> {
        let gathered = Gathered::default();
        let io = Io {
            out: gathered.sink(),
            ..io.clone()
        };
        self.apart(script, &io)?;
        Ok(gathered.take())
    }

    /// Says what is wrong, as the shell.
    pub(super) fn print_error(&self, what: &str, io: &Io) -> io::Result<()> {
        io.err.write(format!("{NAME}: {what}\n").as_bytes())
    }

    fn run_script(&mut self, script: &Script, io: &Io) -> Result<i32, Leave> {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.depth -= 1;
            self.print_error("too many levels", io)?;
            return Ok(1);
        }
        let mut ran = Ok(0);
        for chain in &script.0 {
            ran = self.run_chain(chain, io);
            if ran.is_err() {
                break;
            }
        }
        self.depth -= 1;
        ran
    }

    fn run_chain(&mut self, chain: &Chain, io: &Io) -> Result<i32, Leave> {
        self.run_pipeline(&chain.first, io)?;
        for (link, pipeline) in &chain.rest {
            let runs = match link {
                Link::And => self.status == 0,
                Link::Or => self.status != 0,
            };
            if runs {
                self.run_pipeline(pipeline, io)?;
            }
        }
        Ok(self.status)
    }

    fn run_pipeline(&mut self, pipeline: &Pipeline, io: &Io) -> Result<(), Leave> {
        let mut stdin = io.stdin.clone();
        let last = pipeline.commands.len().saturating_sub(1);
        for (number, command) in pipeline.commands.iter().enumerate() {
            let gathered = Gathered::default();
            let is_last = number == last;
            let out = if is_last {
                io.out.clone()
            } else {
                gathered.sink()
            };
            let io = Io {
                stdin,
                out,
                err: io.err.clone(),
            };
            self.status = self.run_command(command, &io)?;
            stdin = Source::of(gathered.take());
        }
        if pipeline.is_inverted {
            self.status = i32::from(self.status == 0);
        }
        Ok(())
    }

    fn run_command(&mut self, command: &Command, io: &Io) -> Result<i32, Leave> {
        if (self.is_over)() {
            return Err(Leave::Gone);
        }
        let Ok(io) = &self.redirected(&command.redirects, io)? else {
            return Ok(1);
        };
        match &command.kind {
            CommandKind::Simple { assignments, words } => {
                let before = self.status;
                let words = self.arguments(words, io)?;
                for (name, word) in assignments {
                    let value = self.text(word, io)?;
                    self.set_variable(name, value);
                }
                if words.is_empty() {
                    // `x=$(false)` has the status of `false`.
                    return Ok(if self.status == before {
                        0
                    } else {
                        self.status
                    });
                }
                self.run_arguments(&words, io)
            }
            CommandKind::Group(script) => self.run_script(script, io),
            CommandKind::Subshell(script) => self.apart(script, io),
            CommandKind::If { arms, otherwise } => self.run_if(arms, otherwise, io),
            CommandKind::Loop {
                ends_on,
                condition,
                body,
            } => self.run_loop(*ends_on, condition, body, io),
            CommandKind::For { name, words, body } => {
                let mut status = 0;
                for word in self.arguments(words, io)? {
                    self.set_variable(name, word);
                    match self.run_script(body, io) {
                        Ok(ended) => status = ended,
                        Err(Leave::Break) => break,
                        Err(Leave::Continue) => {}
                        Err(leave) => return Err(leave),
                    }
                }
                Ok(status)
            }
        }
    }

    /// Runs a script whose changes to the shell are forgotten.
    fn apart(&mut self, script: &Script, io: &Io) -> Result<i32, Leave> {
        let kept = (self.folder.clone(), self.variables.clone());
        let ran = self.run_script(script, io);
        (self.folder, self.variables) = kept;
        match ran {
            Ok(status) | Err(Leave::Exit(status)) => {
                self.status = status;
                Ok(status)
            }
            Err(Leave::Break | Leave::Continue) => Ok(self.status),
            Err(Leave::Gone) => Err(Leave::Gone),
        }
    }

    fn run_if(
        &mut self,
        arms: &[(Script, Script)],
        otherwise: &Script,
        io: &Io,
    ) -> Result<i32, Leave> {
        for (condition, body) in arms {
            if self.run_script(condition, io)? == 0 {
                return self.run_script(body, io);
            }
        }
        self.run_script(otherwise, io)
    }

    fn run_loop(
        &mut self,
        ends_on: Ending,
        condition: &Script,
        body: &Script,
        io: &Io,
    ) -> Result<i32, Leave> {
        let mut status = 0;
        loop {
            let is_met = self.run_script(condition, io)? == 0;
            if is_met == (ends_on == Ending::Success) {
                return Ok(status);
            }
            match self.run_script(body, io) {
                Ok(ended) => status = ended,
                Err(Leave::Break) => return Ok(status),
                Err(Leave::Continue) => {}
                Err(leave) => return Err(leave),
            }
            // A loop that does nothing must not take a whole core.
            if !self.phone.wait_for_more(ROUND, &*self.is_over) {
                return Err(Leave::Gone);
            }
        }
    }
}
