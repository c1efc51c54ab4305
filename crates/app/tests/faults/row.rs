//! One row of the table, and how a single run ended.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;

use crate::seeded_random::SeededRandom;

/// After this long a run hangs. The longest that a run waits by itself is a fraction of it.
const PATIENCE: Duration = Duration::from_secs(90);

/// How long the last words of a run that ended are waited for.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// How many bad runs of a row are shown.
const SHOWN: usize = 3;

/// The skill that may pass, and the one that must not; they take turns.
pub(crate) const SKILLS: [&str; 2] = ["right.yaml", "wrong.yaml"];

/// A kind of fault, and what came of it.
pub(crate) struct Row {
    fault: String,
    expected: &'static str,
    runs: usize,
    seen: BTreeMap<String, usize>,
    /// What must not be, in words.
    pub(crate) bad: Vec<String>,
}

impl Row {
    pub(crate) fn new(fault: impl Into<String>, expected: &'static str) -> Self {
        Self {
            fault: fault.into(),
            expected,
            runs: 0,
            seen: BTreeMap::new(),
            bad: Vec::new(),
        }
    }

    /// Returns the row of something that cannot be tried here.
    pub(crate) fn not_tried(fault: &str, why: &str) -> Self {
        let mut row = Self::new(fault, "");
        row.seen.insert(format!("not tried: {why}"), 0);
        row
    }

    pub(crate) fn head() -> String {
        format!(
            "{:<34} {:>5}  {:<44} {}",
            "fault", "runs", "expected", "seen"
        )
    }

    /// Takes down how a run ended; a panic or a run that hangs is always bad.
    pub(crate) fn add(&mut self, end: &End) {
        self.runs += 1;
        *self.seen.entry(end.word().to_owned()).or_default() += 1;
        if matches!(end.outcome, Outcome::Panicked | Outcome::Hung) {
            self.bad.push(format!("{}: {}", end.word(), end.text));
        }
    }

    /// Takes down a run that must have passed: what follows would else prove nothing.
    pub(crate) fn add_passed(&mut self, end: &End) {
        self.add(end);
        if end.outcome != Outcome::Code(0) {
            self.bad
                .push(format!("did not pass without any trouble: {}", end.text));
        }
    }

    /// Takes down a run that must not have passed.
    pub(crate) fn add_not_passed(&mut self, end: &End) {
        self.add(end);
        if end.outcome == Outcome::Code(0) {
            self.bad
                .push(format!("passed although it must not: {}", end.text));
        }
    }

    /// Takes down a run of one of the [`SKILLS`].
    pub(crate) fn add_skill(&mut self, skill: &str, end: &End) {
        match skill == SKILLS[0] {
            true => self.add(end),
            false => self.add_not_passed(end),
        }
    }

    /// Notes what must not be.
    pub(crate) fn check(&mut self, problems: Vec<String>) {
        self.bad.extend(problems);
    }
}

impl fmt::Display for Row {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen: Vec<String> = self
            .seen
            .iter()
            .map(|(word, count)| format!("{word} {count}"))
            .collect();
        let (fault, runs, expected) = (&self.fault, self.runs, self.expected);
        write!(
            out,
            "{fault:<34} {runs:>5}  {expected:<44} {}",
            seen.join(", ")
        )?;
        for bad in self.bad.iter().take(SHOWN) {
            write!(out, "\n  BAD {bad}")?;
        }
        match self.bad.len() {
            0..=SHOWN => Ok(()),
            more => write!(out, "\n  … and {} more", more - SHOWN),
        }
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Code(i32),
    /// By a signal.
    Killed,
    Panicked,
    Hung,
}

/// The end of a run, with what it said.
pub(crate) struct End {
    pub(crate) outcome: Outcome,
    pub(crate) text: String,
}

impl End {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Self {
        Self::of_child(start(command))
    }

    /// Waits for a process to end, and ends it when it hangs.
    pub(crate) fn of_child(mut child: Child) -> Self {
        let number = child.id();
        let said = [read(child.stdout.take()), read(child.stderr.take())];
        let ended = in_background(move || child.wait());
        let status = ended.recv_timeout(PATIENCE).ok().map(Result::unwrap);
        if status.is_none() {
            signal("KILL", &BTreeSet::from([number]));
        }
        // A program that outlives its parent holds the pipes, and is not waited for.
        let said = said.map(|pipe| pipe.recv_timeout(LAST_WORDS).unwrap_or_default());
        let text = String::from_utf8_lossy(&said.concat()).into_owned();
        let signs = ["panicked at", "overflowed its stack", "retap itself broke"];
        let is_panic = signs.iter().any(|sign| text.contains(sign));
        let outcome = match status.map(|status| status.code()) {
            None => Outcome::Hung,
            Some(_) if is_panic => Outcome::Panicked,
            Some(Some(101 | 134)) => Outcome::Panicked,
            Some(Some(code)) => Outcome::Code(code),
            Some(None) => Outcome::Killed,
        };
        Self { outcome, text }
    }

    fn word(&self) -> &'static str {
        match self.outcome {
            Outcome::Code(0) => "passed",
            Outcome::Code(1) => "failed",
            Outcome::Code(2) => "input error",
            Outcome::Code(3) => "device error",
            Outcome::Code(4) => "not judged",
            Outcome::Code(_) => "another exit",
            Outcome::Killed => "killed",
            Outcome::Panicked => "PANICKED",
            Outcome::Hung => "HUNG",
        }
    }
}

/// Starts a command whose words are kept.
pub(crate) fn start(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::null());
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Reads a pipe to its end.
fn read(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    in_background(move || {
        let mut bytes = Vec::new();
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    })
}

fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (told, done) = channel();
    thread::spawn(move || told.send(work()));
    done
}

/// Sends a signal to processes.
pub(crate) fn signal(name: &str, processes: &BTreeSet<u32>) {
    let numbers = processes.iter().map(u32::to_string);
    // Some of them may have ended meanwhile.
    let _ = Command::new("kill")
        .arg(format!("-{name}"))
        .args(numbers)
        .output();
}

/// Lets time pass. Not a wait for something: that the moment is any, or that something is late, is the fault itself.
pub(crate) fn let_pass(time: Duration) {
    SystemClock::new().sleep(time);
}

/// Lets a random part of a time pass.
pub(crate) fn let_part_pass(time: Duration, random: &mut SeededRandom) {
    let_pass(time.mul_f64(random.below(1000) as f64 / 1000.0));
}
