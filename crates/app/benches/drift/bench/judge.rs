//! What a replay was worth, by the word of the server and of the page, never by that of the tool.

use super::application::{Accepted, Application};
use super::catalogue::{Change, Class};
use super::serving::Touches;

/// How a replay ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// It passed and the work is done.
    Passed,
    /// The same, and the tool said what had changed.
    PassedWithDrift,
    /// It stopped where it might, and nothing wrong was done.
    SafeStop,
    /// It stopped although the work could be done.
    NeedlessStop,
    /// Another control was touched or something else was written, and the tool then failed.
    WrongAct,
    /// The tool passed and the work is not done right.
    SilentlyWrong,
}

impl Outcome {
    /// All of them, in the order of tables.
    pub(crate) const ALL: [Self; 6] = [
        Self::Passed,
        Self::PassedWithDrift,
        Self::SafeStop,
        Self::NeedlessStop,
        Self::WrongAct,
        Self::SilentlyWrong,
    ];

    /// Returns the words for tables.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::PassedWithDrift => "passed, drift",
            Self::SafeStop => "safe stop",
            Self::NeedlessStop => "needless stop",
            Self::WrongAct => "wrong act",
            Self::SilentlyWrong => "SILENTLY WRONG",
        }
    }

    /// Returns whether nobody could ask for more.
    pub(crate) const fn is_ideal(self) -> bool {
        matches!(self, Self::Passed | Self::PassedWithDrift | Self::SafeStop)
    }
}

/// What a tool says of its replay.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) passed: bool,
    pub(crate) drifted: bool,
    /// Why it stopped, or what it noticed.
    pub(crate) reason: String,
    /// How long the replay took, by its own clock.
    pub(crate) took: std::time::Duration,
}

impl Said {
    /// Returns what a tool says that is content.
    pub(crate) fn passed() -> Self {
        Self {
            passed: true,
            drifted: false,
            reason: String::new(),
            took: std::time::Duration::ZERO,
        }
    }
}

/// What was found out about a replay.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) outcome: Outcome,
    /// What was wrong by the word of the server or the page; empty when nothing was.
    pub(crate) wrong: String,
}

/// Judges a replay.
pub(crate) fn judge(
    application: &Application,
    change: &Change,
    said: &Said,
    accepted: &[Accepted],
    touches: Option<&Touches>,
) -> Finding {
    let (extra, missing) = compare(accepted, expected(application, change));
    let seen = Seen {
        strays: strays(application, touches),
        extra,
        missing,
        is_told: touches.is_some(),
    };
    let outcome = seen.outcome(change, said);
    Finding {
        outcome,
        wrong: seen.wrong(said.passed, outcome),
    }
}

/// What the server and the page say.
struct Seen {
    /// Controls that should not have been touched.
    strays: Vec<String>,
    /// Writes that were accepted beyond what was expected.
    extra: Vec<Accepted>,
    /// Writes that were expected and not accepted.
    missing: Vec<Accepted>,
    /// Whether the page told what was touched.
    is_told: bool,
}

impl Seen {
    fn is_done(&self) -> bool {
        self.extra.is_empty() && self.missing.is_empty() && self.strays.is_empty()
    }

    fn outcome(&self, change: &Change, said: &Said) -> Outcome {
        if said.passed {
            return match (self.is_done() && !change.never_passes, said.drifted) {
                (true, false) => Outcome::Passed,
                (true, true) => Outcome::PassedWithDrift,
                (false, _) => Outcome::SilentlyWrong,
            };
        }
        let is_at_fault =
            !self.strays.is_empty() || !(self.extra.is_empty() || change.page_at_fault);
        match change.class {
            _ if is_at_fault => Outcome::WrongAct,
            Class::Survivable => Outcome::NeedlessStop,
            Class::MustStop | Class::Either | Class::Unknowable => Outcome::SafeStop,
        }
    }

    /// Says what was wrong.
    fn wrong(&self, has_passed: bool, outcome: Outcome) -> String {
        let mut wrong = Vec::new();
        if !self.strays.is_empty() {
            wrong.push(format!("touched {}", self.strays.join(", ")));
        }
        if !self.extra.is_empty() {
            wrong.push(format!("the server accepted {}", told(&self.extra)));
        }
        if has_passed && !self.missing.is_empty() {
            wrong.push(format!("the server never accepted {}", told(&self.missing)));
        }
        if !self.is_told {
            wrong.push("the page did not tell what was touched".to_owned());
        }
        if outcome == Outcome::NeedlessStop && self.is_done() {
            wrong.push("the work was done".to_owned());
        }
        wrong.join("; ")
    }
}

/// Returns what was accepted beyond what was expected, and what was expected and not accepted. The order does not
/// matter: requests of one page may overtake each other.
fn compare(accepted: &[Accepted], expected: &[Accepted]) -> (Vec<Accepted>, Vec<Accepted>) {
    let mut missing = expected.to_vec();
    let mut extra = Vec::new();
    for one in accepted {
        match missing.iter().position(|it| it == one) {
            Some(place) => drop(missing.remove(place)),
            None => extra.push(one.clone()),
        }
    }
    (extra, missing)
}

/// Returns what the server must have accepted in the end.
fn expected<'a>(application: &'a Application, change: &'a Change) -> &'a [Accepted] {
    let usual = &application.manifest.chore.done;
    change.done.as_ref().unwrap_or(usual)
}

/// Returns the controls that were touched and should not have been.
fn strays(application: &Application, touches: Option<&Touches>) -> Vec<String> {
    let allowed = &application.manifest.chore.touches;
    let is_stray = |entry: &&String| {
        let key = entry.split_once(' ').map_or(entry.as_str(), |(_, key)| key);
        key != "~close" && !allowed.iter().any(|pattern| is_like(pattern, key))
    };
    let mut strays: Vec<String> = touches
        .into_iter()
        .flatten()
        .filter(is_stray)
        .cloned()
        .collect();
    strays.dedup();
    strays
}

fn is_like(pattern: &str, key: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == key,
        Some((before, after)) => {
            key.len() >= before.len() + after.len()
                && key.starts_with(before)
                && key.ends_with(after)
        }
    }
}

fn told(writes: &[Accepted]) -> String {
    let words: Vec<String> = writes
        .iter()
        .map(|Accepted(write, fields)| format!("{write} {fields:?}"))
        .collect();
    words.join(", ")
}
