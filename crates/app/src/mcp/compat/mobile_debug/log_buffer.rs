//! The lines of a device's log that one client has read, and which of them each of its streams is about.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use retap_drivers::android::LogLevel;

/// How many lines are remembered.
const MOST_LINES: usize = 5_000;

/// The lines that were read, and the streams over them.
#[derive(Debug, Default)]
pub(crate) struct LogBuffer {
    lines: VecDeque<String>,
    /// How many older lines were dropped.
    dropped: u64,
    /// The streams by their names.
    pub(crate) streams: BTreeMap<String, LogStream>,
}

/// What one stream is about.
#[derive(Debug, Clone)]
pub(crate) struct LogStream {
    /// The app.
    pub(crate) app: String,
    /// The processes it was seen to run in; none where the device has no processes.
    pub(crate) processes: BTreeSet<u32>,
    /// How bad a line must be.
    pub(crate) level: LogLevel,
    /// The number of the first line it is about.
    pub(crate) from: u64,
}

impl LogBuffer {
    /// Adds lines that were just read.
    pub(crate) fn add(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
        while self.lines.len() > MOST_LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
    }

    /// Returns the number the next line will have.
    pub(crate) fn end(&self) -> u64 {
        self.dropped + self.lines.len() as u64
    }

    /// Returns the lines from this number on that are still remembered.
    pub(crate) fn since(&self, number: u64) -> Vec<&str> {
        let skipped = usize::try_from(number.saturating_sub(self.dropped)).unwrap_or(usize::MAX);
        self.lines
            .iter()
            .skip(skipped)
            .map(String::as_str)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_dropped_still_counts_for_the_numbers_of_later_lines() {
        let mut book = LogBuffer::default();
        book.add((0..MOST_LINES + 2).map(|n| n.to_string()).collect());
        let end = book.end();
        assert_eq!(end, MOST_LINES as u64 + 2);
        assert_eq!(book.since(0).first(), Some(&"2"));
        book.add(vec!["new".to_owned()]);
        assert_eq!(book.since(end), ["new"]);
    }
}
