//! Which parts of a screen change by themselves: what changes while nothing was done proves no act.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::device::Moment;
use crate::screen::{PartChange, PartChangeKind, PartKey, Screen, changed_parts};

/// So many changes without an act between them are no answer to the act before: it goes on.
const GOES_ON: u32 = 4;

/// So many are enough where they came after several acts.
const RECURS: u32 = 3;

/// The least time a part must rest before its last change may be an answer.
const LEAST_REST: Duration = Duration::from_secs(1);

/// The longest rest that is asked for.
const LONGEST_REST: Duration = Duration::from_secs(4);

/// What is known of the changes of one part that no act was sent before.
#[derive(Debug, Clone, Copy)]
struct History {
    /// How many there were.
    count: u32,
    /// How many since the last act.
    in_a_row: u32,
    /// How many times nothing was done while it changed.
    phases: u32,
    /// The number of acts when it changed last.
    phase: u64,
    last: Moment,
    /// The longest time between two of them.
    gap: Duration,
}

/// The changes of a screen while nothing was done.
#[derive(Debug, Clone, Default)]
pub struct SelfChanges {
    parts: BTreeMap<PartKey, History>,
    document: Option<u64>,
    /// How many acts were sent.
    acts: u64,
}

impl SelfChanges {
    /// Notes that something was done, so that what comes next may be an answer to it.
    pub fn note_act(&mut self) {
        self.acts += 1;
    }

    /// Notes how two readings differ between which nothing was done.
    pub fn note(&mut self, before: &Screen, now: &Screen, at: Moment) {
        if self.document != now.document {
            (self.parts, self.document) = (BTreeMap::new(), now.document);
        }
        if before.document != now.document || before.name != now.name || before.app != now.app {
            return;
        }
        let mut changed: Vec<PartKey> = changed_parts(before, now)
            .iter()
            .map(|it| it.part)
            .collect();
        changed.sort_unstable();
        changed.dedup();
        for part in changed {
            let phase = self.acts;
            let known = self.parts.entry(part).or_insert(History {
                count: 0,
                in_a_row: 0,
                phases: 0,
                phase: u64::MAX,
                last: at,
                gap: Duration::ZERO,
            });
            if known.phase != phase {
                (known.phase, known.in_a_row) = (phase, 0);
                known.phases += 1;
            } else {
                known.gap = known.gap.max(at.since(known.last));
            }
            known.count += 1;
            known.in_a_row += 1;
            known.last = at;
        }
    }

    /// Returns whether a part changes by itself again and again.
    pub fn is_restless(&self, part: PartKey) -> bool {
        self.parts.get(&part).is_some_and(History::is_restless)
    }

    /// Returns whether any part does.
    pub fn has_restless(&self) -> bool {
        self.parts.values().any(History::is_restless)
    }

    /// Returns when a part will have rested for so long, since it last changed by itself, that this was no habit of
    /// it; `None` where it never did.
    pub fn rests_at(&self, part: PartKey) -> Option<Moment> {
        self.parts.get(&part).map(History::rests_at)
    }

    /// Returns the parts that change by themselves again and again, and those that may: they did more than once, and had
    /// not rested by then.
    pub fn unsettled_parts(&self, now: Moment) -> BTreeSet<PartKey> {
        let may_go_on = |known: &History| known.count >= RECURS - 1 && known.rests_at() > now;
        let parts = self.parts.iter();
        let unsettled = parts.filter(|(_, known)| known.is_restless() || may_go_on(known));
        unsettled.map(|(part, _)| *part).collect()
    }

    /// Returns when a part last changed that has come to rest since.
    pub fn last_settled(&self, now: Moment) -> Option<Moment> {
        let unsettled = self.unsettled_parts(now);
        let settled = self.parts.iter().filter(|(it, _)| !unsettled.contains(it));
        settled.map(|(_, known)| known.last).max()
    }

    /// Returns the changes that are not of parts that change by themselves. What only moved beside such a part has
    /// made room for it.
    pub fn without_restless(&self, mut changes: Vec<PartChange>) -> Vec<PartChange> {
        let before = changes.len();
        changes.retain(|change| !self.is_restless(change.part));
        if changes.len() < before {
            changes.retain(|change| change.kind != PartChangeKind::Moved);
        }
        changes
    }
}

impl History {
    fn rests_at(&self) -> Moment {
        let rest = (self.gap * 2).clamp(LEAST_REST, LONGEST_REST);
        Moment(self.last.0 + rest)
    }

    fn is_restless(&self) -> bool {
        self.in_a_row >= GOES_ON || self.count >= RECURS && self.phases > 1
    }
}

/// Returns the least rest of a part that was never seen to change by itself.
pub const fn least_rest() -> Duration {
    LEAST_REST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::part_keys;
    use crate::screen::sample::screen_of;

    fn noted(texts: &[&str], every: u64) -> SelfChanges {
        let mut changes = SelfChanges::default();
        for (number, pair) in texts.windows(2).enumerate() {
            let [before, now] = [pair[0], pair[1]].map(|text| screen_of(&["Shop", text]));
            let at = Moment(Duration::from_millis(every * number as u64));
            changes.note(&before, &now, at);
        }
        changes
    }

    fn second() -> PartKey {
        part_keys(&screen_of(&["Shop", "News"]))[1]
    }

    #[test]
    fn what_goes_on_changing_is_restless_and_what_ends_is_not() {
        assert!(noted(&["a", "b", "c", "d", "e"], 50).is_restless(second()));
        assert!(!noted(&["-", "Saving", "Saved", "All saved"], 50).has_restless());
    }

    #[test]
    fn what_changes_after_several_acts_is_restless_sooner() {
        let mut changes = noted(&["a", "b", "c"], 50);
        assert!(!changes.has_restless());
        changes.note_act();
        let [before, now] = ["c", "d"].map(|text| screen_of(&["Shop", text]));
        changes.note(&before, &now, Moment(Duration::from_secs(1)));
        assert!(changes.is_restless(second()));
    }

    #[test]
    fn what_changed_twice_is_unsettled_until_it_rested() {
        let changes = noted(&["a", "b", "c"], 400);
        let is_unsettled = |at: u64| {
            let now = Moment(Duration::from_millis(at));
            changes.unsettled_parts(now).contains(&second())
        };
        assert_eq!([500, 1399, 1400].map(is_unsettled), [true, true, false]);
        let once = noted(&["a", "b"], 400);
        assert!(once.unsettled_parts(Moment(Duration::ZERO)).is_empty());
    }

    #[test]
    fn a_part_must_rest_twice_as_long_as_it_ever_did() {
        let rests_at = |every| noted(&["a", "b", "c"], every).rests_at(second());
        let after = |last: u64, rest: u64| Some(Moment(Duration::from_millis(last + rest)));
        assert_eq!(rests_at(100), after(100, 1000));
        assert_eq!(rests_at(700), after(700, 1400));
        assert_eq!(SelfChanges::default().rests_at(second()), None);
    }
}
