//! Entries of an app's lists.

use std::collections::BTreeMap;

/// Named values of one entry.
pub(crate) type Values = BTreeMap<String, String>;

/// One entry of a list, with a number that stays with it wherever it moves.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) values: Values,
}
