//! How long texts may become by filling in values. A source names a value as often as it likes, and each time costs all of it.

use std::collections::BTreeSet;

/// The longest that the values in one text may be together, in bytes.
pub const LONGEST_FILLED: usize = 1 << 20;

/// The longest that the values in all texts of one file may be together, in bytes.
pub const MOST_FILLED: usize = 8 << 20;

/// The filling in of values, into one text after the other.
#[derive(Debug)]
pub struct Filling {
    /// How much is left for all texts.
    room: usize,
    /// The names of variables without a value.
    pub unset: BTreeSet<String>,
    /// The names of variables whose values no text has room for any more; they stay as they are written.
    pub too_long: BTreeSet<String>,
}

impl Default for Filling {
    fn default() -> Self {
        Self {
            room: MOST_FILLED,
            unset: BTreeSet::new(),
            too_long: BTreeSet::new(),
        }
    }
}

impl Filling {
    /// Takes the room for a value in a text that has this much in it already; returns whether there is any.
    pub(super) fn take(&mut self, filled: &mut usize, value: &str) -> bool {
        let length = filled.saturating_add(value.len());
        if length > LONGEST_FILLED || value.len() > self.room {
            return false;
        }
        self.room -= value.len();
        *filled = length;
        true
    }
}

/// Why what was remembered cannot be filled in; each has its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRecalled {
    /// Nothing was remembered under this name.
    Unknown(String),
    /// The text would become longer than [`LONGEST_FILLED`].
    TooLong(String),
}
