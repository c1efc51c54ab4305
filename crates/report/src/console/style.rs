//! How the console may write.

use crate::run::Status;
use crate::visible::control;

/// How the console may write; the app finds out, the console obeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether words are coloured.
    pub paint: Paint,
    /// Whether lines can be rewritten in place.
    pub terminal: bool,
    /// How many columns a line has.
    pub width: usize,
    /// Whether steps that passed are shown too.
    pub verbose: bool,
}

/// The meaning of a word, for those who see colours; the words say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something is well.
    Good,
    /// Something is wrong.
    Bad,
    /// Something deserves a look.
    Doubtful,
    /// Something can be passed over.
    Quiet,
    /// Something is a heading.
    Title,
}

/// Whether words are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Words have the colour of their tone.
    Coloured,
    /// Words are left as they are.
    Plain,
}

impl Paint {
    /// Returns the text in the colour of its tone, for what passes [`crate::for_terminal`].
    pub fn word(self, tone: Tone, text: &str) -> String {
        if self == Self::Plain {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Good => "32",
            Tone::Bad => "1;31",
            Tone::Doubtful => "33",
            Tone::Quiet => "2",
            Tone::Title => "1",
        };
        let (begin, end) = (control(&format!("[{code}m")), control("[0m"));
        format!("{begin}{text}{end}")
    }
}

impl Style {
    /// Returns the text in the colour of its tone.
    pub(super) fn paint(self, tone: Tone, text: &str) -> String {
        self.paint.word(tone, text)
    }

    /// Returns the word for a status, in its colour.
    pub(super) fn status(self, status: Status) -> String {
        self.paint(tone_of(status), status.as_str())
    }
}

/// Returns the tone in which a status is written.
pub(super) fn tone_of(status: Status) -> Tone {
    match status {
        Status::Passed => Tone::Good,
        Status::Failed | Status::DeviceError | Status::Broken => Tone::Bad,
        Status::Flaky | Status::NotJudged | Status::Interrupted => Tone::Doubtful,
        Status::Skipped => Tone::Quiet,
    }
}
