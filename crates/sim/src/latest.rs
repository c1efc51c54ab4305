//! Lists of what happened last: a phone that is used for long takes little memory.

use std::collections::VecDeque;

/// How many entries such a list has.
pub(crate) const MOST_ENTRIES: usize = 10_000;

/// Adds an entry; where there are very many the oldest goes.
pub(crate) fn push_latest<T>(entries: &mut VecDeque<T>, entry: T) {
    if entries.len() >= MOST_ENTRIES {
        entries.pop_front();
    }
    entries.push_back(entry);
}
