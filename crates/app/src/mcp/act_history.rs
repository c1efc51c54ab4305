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
    /// What was done.
    pub(crate) kind: StepKind,
    /// Whether it had its effect.
    pub(crate) is_passed: bool,
    /// What was seen of it, where it passed.
    pub(crate) observation: Option<Observation>,
    /// The screen before.
    pub(crate) before: Option<Arc<Screen>>,
    /// The screen after.
    pub(crate) after: Option<Arc<Screen>>,
}

/// An act that has no words: it can be done, and not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnnamedAct {
    /// Its number on this device.
    pub(crate) number: u64,
    /// What was done, in words.
    pub(crate) title: String,
}

/// The memory.
#[derive(Debug, Default)]
pub(crate) struct ActHistory {
    entries: VecDeque<HistoryEntry>,
    nameless: Vec<UnnamedAct>,
    unwritable: Vec<UnnamedAct>,
}

impl ActHistory {
    /// Remembers an act.
    pub(crate) fn add(&mut self, entry: HistoryEntry) {
        self.entries.push_back(entry);
        if self.entries.len() > MOST_ACTS {
            self.entries.pop_front();
        }
    }

    /// Remembers an act that has no words.
    pub(crate) fn add_unnamed(&mut self, number: u64, title: String) {
        self.nameless.push(UnnamedAct { number, title });
        if self.nameless.len() > MOST_ACTS {
            self.nameless.remove(0);
        }
    }

    /// Remembers something that was proven and that a skill has no words for.
    pub(crate) fn add_unwritable(&mut self, number: u64, title: String) {
        self.unwritable.push(UnnamedAct { number, title });
        if self.unwritable.len() > MOST_ACTS {
            self.unwritable.remove(0);
        }
    }

    /// Returns what was proven from this act on and no skill can say.
    pub(crate) fn unwritable_since(&self, number: u64) -> impl Iterator<Item = &str> {
        let since = self.unwritable.iter().filter(move |it| it.number >= number);
        since.map(|it| it.title.as_str())
    }

    /// Returns what is remembered, oldest first.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = &HistoryEntry> {
        self.entries.iter()
    }

    /// Returns the first act from this number on that has no words.
    pub(crate) fn unnamed_since(&self, number: u64) -> Option<&UnnamedAct> {
        self.nameless.iter().find(|act| act.number >= number)
    }
}
