//! The log that `logcat` shows: the last lines the system and the apps logged.

use std::collections::VecDeque;

use retap_model::time::Timestamp;

/// More lines than this are forgotten, oldest first.
const MOST_LINES: usize = 10_000;

/// The letters that `logcat` has for priorities, the least first.
const LETTERS: &str = "VDIWEF";

/// How bad a line is: the place of its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Priority(usize);

impl Priority {
    pub(super) const VERBOSE: Self = Self(0);
    pub(super) const DEBUG: Self = Self(1);
    pub(super) const INFO: Self = Self(2);
    pub(super) const WARN: Self = Self(3);

    /// Returns the priority whose letter a word such as `w` or `Warn` starts with.
    pub(super) fn of(word: &str) -> Option<Self> {
        let letter = word.chars().next()?.to_ascii_uppercase();
        LETTERS.find(letter).map(Self)
    }

    /// Returns the letter `logcat` has for it.
    pub(super) fn letter(self) -> &'static str {
        LETTERS.get(self.0..=self.0).unwrap_or_default()
    }
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LogLine {
    pub(super) at: Timestamp,
    pub(super) pid: u32,
    pub(super) priority: Priority,
    pub(super) tag: String,
    pub(super) text: String,
}

/// The last lines, oldest first.
#[derive(Debug, Default)]
pub(super) struct LogBuffer {
    lines: VecDeque<LogLine>,
    next: u64,
    /// The time new lines get.
    pub(super) now: Timestamp,
}

/// The process of the system.
pub(super) const SYSTEM_PID: u32 = 1327;

impl LogBuffer {
    /// Adds what the system says.
    pub(super) fn info(&mut self, tag: &str, text: &str) {
        self.push(SYSTEM_PID, Priority::INFO, tag, text);
    }

    /// Adds what the system warns of.
    pub(super) fn warn(&mut self, tag: &str, text: &str) {
        self.push(SYSTEM_PID, Priority::WARN, tag, text);
    }

    /// Adds a line.
    pub(super) fn push(&mut self, pid: u32, priority: Priority, tag: &str, text: &str) {
        for text in text.lines() {
            self.lines.push_back(LogLine {
                at: self.now,
                pid,
                priority,
                tag: tag.to_owned(),
                text: text.to_owned(),
            });
            self.next += 1;
        }
        while self.lines.len() > MOST_LINES {
            self.lines.pop_front();
        }
    }

    /// Forgets all lines.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Returns the lines from the one with this number on; they are numbered since the phone was switched on.
    pub(super) fn since(&self, number: u64) -> Vec<LogLine> {
        let first = self.next - self.lines.len() as u64;
        let known = usize::try_from(number.saturating_sub(first)).unwrap_or(usize::MAX);
        self.lines.iter().skip(known).cloned().collect()
    }

    /// Returns the number the next line will have.
    pub(super) const fn next(&self) -> u64 {
        self.next
    }
}
