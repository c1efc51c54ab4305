//! The always-on memory of what a client did on a device, from which a skill can be kept.

use std::collections::VecDeque;
use std::sync::Arc;

use retap_learn::compile::Observation;
use retap_model::program::StepKind;
use retap_model::screen::Screen;

/// How many acts are remembered.
const MOST_ACTS: usize = 400;

/// One act with its screens.
#[derive(Debug, Clone)]
pub(crate) struct HistoryEntry {
    /// Its number on this device.
    pub(crate) number: u64,
    pub(crate) kind: StepKind,
    /// Whether it had its effect.
    pub(crate) is_passed: bool,
    /// The observation of it, where it passed.
    pub(crate) observation: Option<Observation>,
    pub(crate) before: Option<Arc<Screen>>,
    pub(crate) after: Option<Arc<Screen>>,
}

/// Something done or proven that no skill can say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unkept {
    /// The number of the act on this device.
    pub(crate) number: u64,
    pub(crate) title: String,
}

/// What a client did on a device.
#[derive(Debug, Default)]
pub(crate) struct ActHistory {
    pub(crate) acts: Recent<HistoryEntry>,
    /// Acts that have no words: they can be done, and not kept.
    pub(crate) unnamed: Recent<Unkept>,
    /// What was proven, and a skill has no words for.
    pub(crate) unwritable: Recent<Unkept>,
    /// The number of the act that last opened a page with `fresh`.
    pub(crate) fresh_page: Option<u64>,
}

/// The latest of many, oldest first.
#[derive(Debug)]
pub(crate) struct Recent<T>(VecDeque<T>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Recent<T> {
    /// Remembers one more.
    pub(crate) fn add(&mut self, one: T) {
        self.0.push_back(one);
        if self.0.len() > MOST_ACTS {
            self.0.pop_front();
        }
    }

    /// Returns what is remembered.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter()
    }
}
