//! The data of an app (until its data is cleared), where it is (until it is stopped), and the values its templates find.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::Moment;

use crate::app::{App, Condition, Lookup, Values};

use super::Radios;

/// One entry of a list, with a number that stays with it wherever it moves.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) values: Values,
}

/// The data an app keeps even when it is stopped.
#[derive(Debug, Clone, Default)]
pub(crate) struct AppData {
    pub(crate) values: BTreeMap<String, String>,
    pub(crate) lists: BTreeMap<String, Vec<Entry>>,
    /// Popups that came up by themselves and will not again.
    pub(crate) fired: BTreeSet<String>,
    /// The lists as they were before the last change of any.
    pub(crate) undo: Option<BTreeMap<String, Vec<Entry>>>,
    /// What is left to look at for this reading.
    pub(crate) lookups: Lookups,
    next_number: u64,
}

impl AppData {
    /// Returns the data of a newly installed app.
    pub(crate) fn new(app: &App) -> Self {
        let mut data = Self {
            values: app.state.clone(),
            ..Self::default()
        };
        for (name, entries) in &app.lists {
            let entries = entries.iter().map(|values| Entry {
                number: data.fresh_number(),
                values: values.clone(),
            });
            let entries = entries.collect();
            data.lists.insert(name.clone(), entries);
        }
        data
    }

    /// Returns a number no entry has.
    pub(crate) fn fresh_number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }

    /// Returns the entry with this number, in whatever list it is.
    pub(crate) fn entry(&self, number: u64) -> Option<&Entry> {
        self.lists
            .values()
            .flatten()
            .find(|entry| entry.number == number)
    }

    /// Returns the entry with this number to change it.
    pub(crate) fn entry_mut(&mut self, number: u64) -> Option<&mut Entry> {
        self.lists
            .values_mut()
            .flatten()
            .find(|entry| entry.number == number)
    }

    /// Takes the entry with this number out of its list.
    pub(crate) fn take(&mut self, number: u64) -> Option<Entry> {
        for entries in self.lists.values_mut() {
            if let Some(index) = entries.iter().position(|entry| entry.number == number) {
                return Some(entries.remove(index));
            }
        }
        None
    }
}

/// Where a running app is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Session {
    /// The screens that lead here; the last is the one to see. Never empty.
    pub(crate) stack: Vec<Frame>,
    /// Open popups; the last is in front.
    pub(crate) popups: Vec<OpenPopup>,
    /// Popups that will come up.
    pub(crate) due: Vec<(Moment, OpenPopup)>,
    pub(crate) toasts: Vec<Toast>,
    /// The field that has the focus, by the name of its value.
    pub(crate) focus: Option<String>,
    /// The values of fields, by the names of their values.
    pub(crate) fields: BTreeMap<String, String>,
    /// The faults of fields, by the names of their values.
    pub(crate) errors: BTreeMap<String, String>,
    pub(crate) taps: u32,
}

impl Session {
    /// Returns a session that starts on `frame`.
    pub(crate) fn new(frame: Frame) -> Self {
        Self {
            stack: vec![frame],
            ..Self::default()
        }
    }

    /// Returns the screen to see.
    pub(crate) fn top(&self) -> &Frame {
        self.stack.last().expect("a session's stack is never empty")
    }

    /// Returns the screen to see, to change it.
    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        self.stack
            .last_mut()
            .expect("a session's stack is never empty")
    }

    /// Returns the moments after `now` at which something will look different by itself.
    pub(crate) fn changes_after(&self, now: Moment) -> impl Iterator<Item = Moment> {
        let loads = [self.top().ready_at].into_iter();
        let toasts = self.toasts.iter().map(|toast| toast.gone_at);
        let popups = self.due.iter().map(|(moment, _)| *moment);
        loads
            .chain(toasts)
            .chain(popups)
            .filter(move |moment| *moment > now)
    }
}

/// One visit to a screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Frame {
    pub(crate) scene: String,
    /// The entry the screen is about.
    pub(crate) entry: Option<u64>,
    /// When it has loaded.
    pub(crate) ready_at: Moment,
    /// How far it is scrolled, in points.
    pub(crate) scroll: f64,
}

/// A popup in front of a screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpenPopup {
    pub(crate) id: String,
    /// The entry it asks about.
    pub(crate) entry: Option<u64>,
}

/// A message that goes away by itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Toast {
    pub(crate) text: String,
    pub(crate) gone_at: Moment,
}

/// How many values and entries are looked at for one reading of a screen. Conditions count entries for which others hold that
/// count entries, so that a few lines could keep a phone busy for days; from then on there are none.
const MOST_LOOKUPS: usize = 1_000_000;

/// How many bytes of a value count as one more.
const LOOKUP_BYTES: usize = 1_024;

/// What is left to look at.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lookups(Cell<usize>);

impl Default for Lookups {
    fn default() -> Self {
        Self(Cell::new(MOST_LOOKUPS))
    }
}

impl Lookups {
    /// Begins anew, as for another reading.
    pub(crate) fn begin(&self) {
        self.0.set(MOST_LOOKUPS);
    }

    /// Takes so many, and returns whether there were as many.
    fn take(&self, number: usize) -> bool {
        let left = self.0.get().checked_sub(number);
        self.0.set(left.unwrap_or_default());
        left.is_some()
    }
}

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
        if !self.data.lookups.take(1) {
            return String::new();
        }
        let of_entry = self.entry.and_then(|entry| entry.values.get(name));
        let known = of_entry.or_else(|| self.fields.get(name)).cloned();
        let value = known
            .or_else(|| self.radios.value(name).map(str::to_owned))
            .or_else(|| self.data.values.get(name).cloned())
            .unwrap_or_default();
        self.data.lookups.take(value.len() / LOOKUP_BYTES);
        value
    }

    fn count(&self, list: &str, only: Option<&Condition>) -> usize {
        let entries = self.data.lists.get(list).into_iter().flatten();
        entries
            .take_while(|_| self.data.lookups.take(1))
            .filter(|entry| only.is_none_or(|only| only.holds(&self.inside(entry))))
            .count()
    }

    fn sum(&self, list: &str, value: &str) -> f64 {
        let entries = self.data.lists.get(list).into_iter().flatten();
        entries
            .take_while(|_| self.data.lookups.take(1))
            .filter_map(|entry| entry.values.get(value))
            .filter_map(|text| text.parse::<f64>().ok())
            .sum()
    }
}
