//! The interface of every provider: a way to put a prompt into bytes, and to exchange those for text.

use std::time::Duration;

use super::prompt::Prompt;

/// One provider. It translates and never decides: no retry, no budget, no judging of the text.
pub(super) trait Channel: Send {
    /// Returns the provider's word in reports.
    fn provider(&self) -> &'static str;

    /// Returns the host or program the bytes go to.
    fn host(&self) -> &str;

    /// Returns exactly what would be sent.
    fn encode(&self, prompt: &Prompt) -> Vec<u8>;

    /// Sends what [`Channel::encode`] returned and returns the model's text, within this time on
    /// the machine's clock.
    fn exchange(&self, body: &[u8], within: Duration) -> Result<String, Failure>;
}

/// Why no text came. Reasons may quote the other side, cut but not yet masked.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It may work later.
    Passing {
        /// The event.
        reason: String,
        /// How long the other side asks to be left alone.
        wait: Option<Duration>,
    },
    /// The time was up.
    TimedOut {
        /// The other side's message until then; may be empty.
        message: String,
    },
    /// It would fail again.
    Final {
        /// The event.
        reason: String,
    },
}

impl Failure {
    pub(super) fn lasting(reason: impl Into<String>) -> Self {
        Self::Final {
            reason: reason.into(),
        }
    }
}

/// How much of an answer is read; a verdict has a hundred bytes.
pub(super) const LARGEST_ANSWER: u64 = 1 << 20;

/// How many characters of foreign text a message shows.
pub(super) const LONGEST_QUOTE: usize = 300;

/// Returns foreign text fit for one line of a message: no control characters, cut.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_becomes_one_short_line() {
        assert_eq!(one_line(" a\r\n\u{1b}[31mb\0 "), "a [31mb");
        assert_eq!(one_line(&"é".repeat(400)).chars().count(), 301);
    }
}
