//! Where the templates of an app find their values while it runs.

use std::collections::BTreeMap;

use crate::app::{Condition, Lookup};

use super::{AppData, Entry, Radios};

/// The values in reach at one place of a screen, nearest first.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) entry: Option<&'a Entry>,
    pub(crate) fields: &'a BTreeMap<String, String>,
    pub(crate) radios: &'a Radios,
    pub(crate) data: &'a AppData,
}

impl<'a> Scope<'a> {
    /// Returns the scope inside a row made from `entry`.
    pub(crate) fn inside(self, entry: &'a Entry) -> Self {
        let entry = Some(entry);
        Self { entry, ..self }
    }
}

impl Lookup for Scope<'_> {
    fn value(&self, name: &str) -> String {
        let of_entry = self.entry.and_then(|entry| entry.values.get(name));
        let known = of_entry.or_else(|| self.fields.get(name)).cloned();
        known
            .or_else(|| self.radios.value(name).map(str::to_owned))
            .or_else(|| self.data.values.get(name).cloned())
            .unwrap_or_default()
    }

    fn count(&self, list: &str, only: Option<&Condition>) -> usize {
        let entries = self.data.lists.get(list).into_iter().flatten();
        entries
            .filter(|entry| only.is_none_or(|only| only.holds(&self.inside(entry))))
            .count()
    }

    fn sum(&self, list: &str, value: &str) -> f64 {
        let entries = self.data.lists.get(list).into_iter().flatten();
        entries
            .filter_map(|entry| entry.values.get(value))
            .filter_map(|text| text.parse::<f64>().ok())
            .sum()
    }
}
