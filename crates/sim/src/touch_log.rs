//! The elements really touched: the witness that tests ask whether a tap went wrong.

use std::sync::{Arc, Mutex};

use retap_model::geometry::Point;
use retap_model::screen::Role;

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

/// The inputs of one device in order; clones share them.
#[derive(Debug, Clone, Default)]
pub struct TouchLog {
    entries: Arc<Mutex<Vec<Touched>>>,
}

impl TouchLog {
    /// Returns all inputs so far.
    pub fn entries(&self) -> Vec<Touched> {
        lock(&self.entries).clone()
    }

    /// Forgets all inputs so far.
    pub fn clear(&self) {
        lock(&self.entries).clear();
    }

    pub(crate) fn push(&self, touched: Touched) {
        lock(&self.entries).push(touched);
    }
}
