//! Runs scripts.

use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::super::command::{self, Call};
use super::super::files::{FileError, full_path};
use super::super::phone::AdbPhone;
use super::super::pipe::{FileEnd, Gathered, Sink, Source};
use super::parse::parse;
use super::tree::{Command, CommandKind, Redirect, RedirectMode, Script, Step, When, Word};

/// The name a shell gives itself in errors.
const NAME: &str = "/system/bin/sh";
/// How many scripts can run in each other.
const DEEPEST: usize = 24;
/// How many bytes all variables may have, and all words of one command.
const MOST_TEXT: usize = 8 * 1024 * 1024;
/// How long a loop rests after each round.
const ROUND: Duration = Duration::from_millis(1);
/// The status of what is not there.
const NOT_FOUND: i32 = 127;

/// The variables every shell starts with.
const VARIABLES: [(&str, &str); 6] = [
    ("PATH", "/product/bin:/system/bin:/system/xbin:/vendor/bin"),
    ("HOME", "/"),
    ("USER", "shell"),
    ("SHELL", "/bin/sh"),
    ("TMPDIR", "/data/local/tmp"),
    ("EXTERNAL_STORAGE", "/sdcard"),
];

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
    pub(in super::super) phone: Arc<AdbPhone>,
    pub(in super::super) folder: String,
    variables: BTreeMap<String, String>,
    /// The values of `$1` and so on.
    pub(in super::super) parameters: Vec<String>,
    /// The status of the last command.
    pub(in super::super) status: i32,
    depth: usize,
    /// Whether nobody waits for the script any more.
    pub(in super::super) is_over: Rc<dyn Fn() -> bool>,
}

impl Shell {
    /// Returns a shell that gives up once `is_over`.
    pub(in super::super) fn new(phone: &Arc<AdbPhone>, is_over: Rc<dyn Fn() -> bool>) -> Self {
        let variables = VARIABLES.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            phone: Arc::clone(phone),
            folder: "/".to_owned(),
            variables: variables.into(),
            parameters: Vec::new(),
            status: 0,
            depth: 0,
            is_over,
        }
    }

    /// Runs a script as a whole; returns its status, or `None` when nobody is there any more.
    pub(in super::super) fn run(&mut self, script: &str, io: &Io) -> Option<i32> {
        let ran = self.run_text(script, io);
        self.settled(ran).ok()
    }

    /// Runs a script; its `exit` is the caller's to deal with.
    pub(in super::super) fn run_text(&mut self, text: &str, io: &Io) -> Result<i32, Leave> {
        match parse(text) {
            Ok(script) => self.run_script(&script, io),
            Err(error) => {
                self.status = self.complain(1, &error.to_string(), io)?;
                Ok(1)
            }
        }
    }

    /// Runs a command whose arguments are known.
    pub(in super::super) fn run_arguments(
        &mut self,
        words: &[String],
        io: &Io,
    ) -> Result<i32, Leave> {
        let Some((name, args)) = words.split_first() else {
            return Ok(0);
        };
        let Some(run) = command::find(name) else {
            let text = format!("{name}: inaccessible or not found");
            return self.complain(NOT_FOUND, &text, io);
        };
        run(&mut Call {
            name,
            args,
            io,
            shell: self,
        })
    }

    /// Prints what is wrong, as the shell, and returns the status that follows from it.
    pub(in super::super) fn complain(
        &self,
        status: i32,
        what: &str,
        io: &Io,
    ) -> Result<i32, Leave> {
        io.err.write(format!("{NAME}: {what}\n").as_bytes())?;
        Ok(status)
    }

    /// Returns the value of a variable, or of `?`, `#` and the like.
    pub(super) fn variable(&self, name: &str) -> String {
        match name {
            "?" => self.status.to_string(),
            "$" => "5150".to_owned(),
            "#" => self.parameters.len().to_string(),
            "@" | "*" => self.parameters.join(" "),
            "0" => NAME.to_owned(),
            "PWD" => self.folder.clone(),
            other => match other.parse::<usize>() {
                Ok(number) => self.parameters.get(number.saturating_sub(1)).cloned(),
                Err(_) => self.variables.get(other).cloned(),
            }
            .unwrap_or_default(),
        }
    }

    /// Sets a variable.
    pub(in super::super) fn set_variable(
        &mut self,
        name: &str,
        value: String,
        io: &Io,
    ) -> Result<(), Leave> {
        self.variables.insert(name.to_owned(), value);
        let lengths = self
            .variables
            .iter()
            .map(|(name, value)| name.len() + value.len());
        self.check_room(lengths.sum(), io)
    }

    /// Ends the script where its variables, or the words of a command, would need too much memory.
    pub(super) fn check_room(&self, length: usize, io: &Io) -> Result<(), Leave> {
        if length <= MOST_TEXT {
            return Ok(());
        }
        Err(Leave::Exit(self.complain(1, "out of memory", io)?))
    }

    /// Returns what a script prints.
    pub(super) fn output_of(&mut self, script: &Script, io: &Io) -> Result<Vec<u8>, Leave> {
        let gathered = Gathered::default();
        let io = Io {
            out: gathered.sink(),
            ..io.clone()
        };
        self.run_apart(script, &io)?;
        Ok(gathered.take())
    }

    fn run_script(&mut self, script: &Script, io: &Io) -> Result<i32, Leave> {
        if self.depth >= DEEPEST {
            return self.complain(1, "too many levels", io);
        }
        self.depth += 1;
        let mut steps = script.iter();
        let ran = steps.try_for_each(|step| self.run_step(step, io));
        self.depth -= 1;
        // A script of nothing succeeds.
        ran.map(|()| if script.is_empty() { 0 } else { self.status })
    }

    fn run_step(&mut self, step: &Step, io: &Io) -> Result<(), Leave> {
        let runs = match step.when {
            When::Always => true,
            When::AfterSuccess => self.status == 0,
            When::AfterFailure => self.status != 0,
        };
        let Some((last, first)) = step.pipeline.split_last().filter(|_| runs) else {
            return Ok(());
        };
        let mut stdin = io.stdin.clone();
        for command in first {
            let gathered = Gathered::default();
            let io = Io {
                stdin,
                out: gathered.sink(),
                err: io.err.clone(),
            };
            self.run_command(command, &io)?;
            stdin = Source::of(gathered.take());
        }
        let io = Io {
            stdin,
            ..io.clone()
        };
        let status = self.run_command(last, &io)?;
        self.status = match step.is_inverted {
            true => i32::from(status == 0),
            false => status,
        };
        Ok(())
    }

    fn run_command(&mut self, command: &Command, io: &Io) -> Result<i32, Leave> {
        let ran = self.run_redirected(command, io);
        // Whoever has gone may have sent all that a command reads before, so it is asked only now.
        if (self.is_over)() {
            return Err(Leave::Gone);
        }
        ran
    }

    fn run_redirected(&mut self, command: &Command, io: &Io) -> Result<i32, Leave> {
        let Some(io) = &self.redirected(&command.redirects, io)? else {
            return Ok(1);
        };
        match &command.kind {
            CommandKind::Simple { assignments, words } => self.run_simple(assignments, words, io),
            CommandKind::Group(script) => self.run_script(script, io),
            CommandKind::Subshell(script) => self.run_apart(script, io),
            CommandKind::If {
                condition,
                body,
                otherwise,
            } => match self.run_script(condition, io)? {
                0 => self.run_script(body, io),
                _ => self.run_script(otherwise, io),
            },
            CommandKind::While { condition, body } => self.run_loop(io, |shell| {
                let is_met = shell.run_script(condition, io)? == 0;
                // A loop that does nothing must not take a whole core.
                if is_met && !shell.phone.wait_for_more(ROUND, &*shell.is_over) {
                    return Err(Leave::Gone);
                }
                Ok(is_met.then_some(body))
            }),
            CommandKind::For { name, words, body } => {
                let mut words = self.arguments(words, io)?.into_iter();
                self.run_loop(io, |shell| {
                    let word = words.next();
                    let set = word.map(|word| shell.set_variable(name, word, io));
                    set.transpose().map(|set| set.map(|()| body))
                })
            }
        }
    }

    fn run_simple(
        &mut self,
        assignments: &[(String, Word)],
        words: &[Word],
        io: &Io,
    ) -> Result<i32, Leave> {
        let before = self.status;
        let words = self.arguments(words, io)?;
        for (name, word) in assignments {
            let value = self.text(word, io)?;
            self.set_variable(name, value, io)?;
        }
        if words.is_empty() {
            // `x=$(false)` has the status of `false`.
            let is_same = self.status == before;
            return Ok(if is_same { 0 } else { self.status });
        }
        self.run_arguments(&words, io)
    }

    /// Runs the script that `next` returns until it returns none.
    fn run_loop<'a>(
        &mut self,
        io: &Io,
        mut next: impl FnMut(&mut Self) -> Result<Option<&'a Script>, Leave>,
    ) -> Result<i32, Leave> {
        let mut status = 0;
        while let Some(body) = next(self)? {
            match self.run_script(body, io) {
                Ok(ended) => status = ended,
                Err(Leave::Break) => break,
                Err(Leave::Continue) => {}
                Err(leave) => return Err(leave),
            }
        }
        Ok(status)
    }

    /// Runs a script whose changes to the shell are forgotten.
    fn run_apart(&mut self, script: &Script, io: &Io) -> Result<i32, Leave> {
        let kept = (self.folder.clone(), self.variables.clone());
        let ran = self.run_script(script, io);
        (self.folder, self.variables) = kept;
        self.status = self.settled(ran)?;
        Ok(self.status)
    }

    /// Returns the status of a script that is a whole: its `exit` ends only itself.
    fn settled(&self, ran: Result<i32, Leave>) -> Result<i32, Leave> {
        match ran {
            Ok(status) | Err(Leave::Exit(status)) => Ok(status),
            Err(Leave::Break | Leave::Continue) => Ok(self.status),
            Err(Leave::Gone) => Err(Leave::Gone),
        }
    }

    /// Returns `io` with redirections made, in order; `None` if a file could not be opened, which is printed.
    fn redirected(&mut self, redirects: &[Redirect], io: &Io) -> Result<Option<Io>, Leave> {
        let mut changed = io.clone();
        for Redirect { from, mode, to } in redirects {
            let name = self.text(to, io)?;
            let path = full_path(&self.folder, &name);
            let opened = match mode {
                RedirectMode::Read => self.open_to_read(&path).map(|source| {
                    changed.stdin = source;
                }),
                RedirectMode::Write | RedirectMode::Append => {
                    let sink = self.open_to_write(&path, *mode, io);
                    sink.map(|sink| changed.set(*from, sink))
                }
                RedirectMode::Same => {
                    let sink = match name.as_str() {
                        "1" => Some(changed.out.clone()),
                        "2" => Some(changed.err.clone()),
                        "-" => Some(Sink::null()),
                        _ => None,
                    };
                    sink.into_iter().for_each(|sink| changed.set(*from, sink));
                    Ok(())
                }
            };
            if let Err(error) = opened {
                let verb = if *mode == RedirectMode::Read {
                    "open"
                } else {
                    "create"
                };
                self.complain(1, &format!("can't {verb} {name}: {error}"), io)?;
                return Ok(None);
            }
        }
        Ok(Some(changed))
    }

    fn open_to_read(&self, path: &str) -> Result<Source, FileError> {
        if path == "/dev/null" {
            return Ok(Source::of(Vec::new()));
        }
        let state = self.phone.state();
        state
            .files
            .read(path)
            .map(|bytes| Source::of(bytes.to_vec()))
    }

    fn open_to_write(&self, path: &str, mode: RedirectMode, io: &Io) -> Result<Sink, FileError> {
        match path {
            "/dev/null" => return Ok(Sink::null()),
            "/dev/tty" | "/dev/stdout" | "/proc/self/fd/1" => return Ok(io.out.clone()),
            "/dev/stderr" => return Ok(io.err.clone()),
            _ => {}
        }
        let files = &mut self.phone.state().files;
        match mode == RedirectMode::Append {
            true => files.append(path, &[])?,
            false => files.write(path, Vec::new())?,
        }
        Ok(Sink::new(FileEnd {
            phone: Arc::clone(&self.phone),
            path: path.to_owned(),
        }))
    }
}

impl Io {
    fn set(&mut self, number: u8, sink: Sink) {
        match number {
            1 => self.out = sink,
            2 => self.err = sink,
            _ => {}
        }
    }
}
