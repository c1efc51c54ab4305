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

/// An act that has no words: it can be done, and not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnnamedAct {
    /// Its number on this device.
    pub(crate) number: u64,
    pub(crate) title: String,
}

/// The memory.
#[derive(Debug, Default)]
pub(crate) struct ActHistory {
    entries: VecDeque<HistoryEntry>,
    unnamed: VecDeque<UnnamedAct>,
    unwritable: VecDeque<UnnamedAct>,
}

impl ActHistory {
    /// Remembers an act.
    pub(crate) fn add(&mut self, entry: HistoryEntry) {
        remember(&mut self.entries, entry);
    }

    /// Remembers an act that has no words.
    pub(crate) fn add_unnamed(&mut self, number: u64, title: String) {
        remember(&mut self.unnamed, UnnamedAct { number, title });
    }

    /// Remembers something that was proven and that a skill has no words for.
    pub(crate) fn add_unwritable(&mut self, number: u64, title: String) {
        remember(&mut self.unwritable, UnnamedAct { number, title });
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
        self.unnamed.iter().find(|act| act.number >= number)
    }
}

fn remember<T>(all: &mut VecDeque<T>, one: T) {
    all.push_back(one);
    if all.len() > MOST_ACTS {
        all.pop_front();
    }
}
