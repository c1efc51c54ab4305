//! How the entries of a list differ in a later version of an app.

use std::collections::BTreeMap;

use super::Values;

/// One change to the entries an app starts with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EntryDrift {
    pub(crate) list: String,
    pub(crate) change: EntryChange,
}

/// The effect on the entries of a list. Entries are named by values they have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EntryChange {
    /// They come the other way round.
    Reverse,
    /// A new one comes first.
    Insert(Values),
    /// Those with these values are gone.
    Remove(Values),
    /// Those with these values have other ones.
    Rename { entry: Values, to: Values },
}

impl EntryDrift {
    /// Makes the change.
    pub(super) fn apply(&self, lists: &mut BTreeMap<String, Vec<Values>>) {
        let Some(entries) = lists.get_mut(&self.list) else {
            return;
        };
        match &self.change {
            EntryChange::Reverse => entries.reverse(),
            EntryChange::Insert(values) => entries.insert(0, values.clone()),
            EntryChange::Remove(gone) => entries.retain(|entry| !has_values(entry, gone)),
            EntryChange::Rename { entry, to } => {
                for found in entries.iter_mut().filter(|found| has_values(found, entry)) {
                    found.extend(to.clone());
                }
            }
        }
    }
}

/// Returns whether an entry has all of these values.
pub(super) fn has_values(entry: &Values, values: &Values) -> bool {
    values
        .iter()
        .all(|(name, value)| entry.get(name) == Some(value))
}
