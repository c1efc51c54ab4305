//! The elements really touched: the witness that tests ask whether a tap went wrong.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use retap_model::geometry::Point;
use retap_model::screen::Role;

use crate::latest::push_latest;
use crate::lock;

/// One input and what it did. Text that went into a password field is masked.
#[derive(Debug, Clone, PartialEq)]
pub struct Touched {
    /// The input in words, such as `tap at (205, 166)`.
    pub action: String,
    /// Where the finger went down, for touches.
    pub point: Option<Point>,
    /// The element that took the input, when something did.
    pub element: Option<TouchedElement>,
    /// The effect it had, when anything did.
    pub effect: Option<String>,
}

/// The element that took an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedElement {
    /// The app in front; empty on the home screen.
    pub app: String,
    /// The app's screen; empty on the home screen.
    pub screen: String,
    /// The element's identifier.
    pub id: String,
    /// Its name for people; a row is called by its text.
    pub label: String,
    /// Its kind.
    pub role: Role,
}

/// The latest inputs of one device in order; clones share them.
#[derive(Debug, Clone, Default)]
pub struct TouchLog {
    entries: Arc<Mutex<VecDeque<Touched>>>,
}

impl TouchLog {
    /// Returns the inputs so far; of very many the latest 10,000.
    pub fn entries(&self) -> Vec<Touched> {
        lock(&self.entries).iter().cloned().collect()
    }

    /// Forgets all inputs so far.
    pub fn clear(&self) {
        lock(&self.entries).clear();
    }

    pub(crate) fn push(&self, touched: Touched) {
        push_latest(&mut lock(&self.entries), touched);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latest::MOST_ENTRIES;

    #[test]
    fn of_very_many_inputs_the_latest_are_remembered() {
        let log = TouchLog::default();
        for number in 0..MOST_ENTRIES + 5 {
            log.push(Touched {
                action: number.to_string(),
                point: None,
                element: None,
                effect: None,
            });
        }
        let entries = log.entries();
        assert_eq!((entries.len(), &*entries[0].action), (MOST_ENTRIES, "5"));
    }
}
