//! The recorded screen matched to today's, entry to entry and one to one: each pair is the best for both by a margin.

use std::collections::BTreeSet;

use crate::screen::Role;

use super::id_worth::{counting_stem, spells};
use super::more_words::{has_hint, in_both_numbers, says_thing};
use super::new_name::{Meaning, Relation, bare, relation_of, words_of};
use super::sketch::{ControlClass, Drawn, SketchEntry};

/// The least points of a pair.
const LEAST: i32 = 35;
/// By how much a pair must be better than any other of either.
const MARGIN: i32 = 20;
/// How often what was found out helps to find out more.
const ROUNDS: usize = 4;

const SAME_NAME: i32 = 50;
const LIKE_NAME: i32 = 30;
const BOTH_NAMELESS: i32 = 10;
/// Titles get new names, and there are few.
const RENAMED_HEADING: i32 = 20;
const TELLING_ID: i32 = 50;
const SAME_ID: i32 = 30;
const OTHER_ID: i32 = -15;
const SAME_ROW: i32 = 20;
const NO_ROW: i32 = -5;
const SAME_ROLE: i32 = 5;
/// For the entry before, and again for the one behind, that are matched to those of the other.
const SAME_NEIGHBOUR: i32 = 10;

/// One side of the comparison, prepared.
struct Side {
    class: ControlClass,
    bare: String,
    meaning: Meaning,
    /// The id with its numbers left out, if it has any.
    stem: Option<String>,
}

impl Side {
    fn of(entry: &SketchEntry) -> Self {
        Self {
            class: entry.class(),
            bare: bare(&entry.name),
            meaning: Meaning::of(&entry.name),
            stem: counting_stem(&entry.id),
        }
    }
}

/// What is known of one entry of then besides the sketch.
pub(super) struct Known {
    /// Its number.
    pub(super) at: usize,
    /// The points of each entry of today for the details of its row.
    pub(super) points: Vec<i32>,
}

/// Two screens, and which entry of the one is which of the other.
pub(super) struct Matching<'a> {
    then: &'a [SketchEntry],
    now: &'a [Drawn],
    old: Vec<Side>,
    new: Vec<Side>,
    /// The partner of each entry of then, and of now.
    partner: Vec<Option<usize>>,
    origin: Vec<Option<usize>>,
    /// The nearest entries before and behind each entry of then that have a partner, and the same of now.
    beside: [Vec<[Option<usize>; 2]>; 2],
    /// Whether the id of each entry of then proves anything.
    worth: Vec<bool>,
    /// The ids with numbers that count.
    counted: BTreeSet<String>,
    known: Known,
    /// Words that headings and rows have.
    pub(super) context: BTreeSet<String>,
    /// Words that headings had and have.
    subject: BTreeSet<String>,
}

impl<'a> Matching<'a> {
    /// Matches the screens.
    pub(super) fn of(then: &'a [SketchEntry], now: &'a [Drawn], known: Known) -> Self {
        let mut matching = Self {
            then,
            now,
            old: then.iter().map(Side::of).collect(),
            new: now.iter().map(|it| Side::of(&it.entry)).collect(),
            partner: vec![None; then.len()],
            origin: vec![None; now.len()],
            beside: [vec![[None; 2]; then.len()], vec![[None; 2]; now.len()]],
            worth: Vec::new(),
            counted: BTreeSet::new(),
            context: context(then, now),
            subject: &heading_words(then, &[]) & &heading_words(&[], now),
            known,
        };
        matching.counted = matching.counted_stems();
        let are_kept = matching.are_ids_kept();
        let worth = |at| are_kept && matching.is_worth(at);
        matching.worth = (0..then.len()).map(worth).collect();
        for _ in 0..ROUNDS {
            if !matching.add_pairs() {
                break;
            }
        }
        matching
    }

    /// Returns the entry of today that the entry of then is.
    pub(super) fn partner(&self, then: usize) -> Option<usize> {
        self.partner[then]
    }

    /// Returns the entry of then that an entry of today is.
    pub(super) fn origin(&self, now: usize) -> Option<usize> {
        self.origin[now]
    }

    /// Returns how many of the named entries of then but this one are on the screen, and how many there were.
    pub(super) fn found_beside(&self, then: usize) -> (usize, usize) {
        let named = |at: &usize| *at != then && !self.then[*at].name.is_empty();
        let all: Vec<usize> = (0..self.then.len()).filter(named).collect();
        let found = all.iter().filter(|at| self.partner[**at].is_some()).count();
        (found, all.len())
    }

    /// Returns whether most of the named entries but this one have other names now, as on a page in another language.
    pub(super) fn is_renamed_beside(&self, then: usize) -> bool {
        let (mut renamed, mut kept) = (0, 0);
        for at in (0..self.then.len()).filter(|at| *at != then) {
            let Some(now) = self.partner[at].filter(|_| !self.old[at].bare.is_empty()) else {
                continue;
            };
            match self.old[at].bare == self.new[now].bare {
                true => kept += 1,
                false => renamed += 1,
            }
        }
        renamed > kept
    }

    /// Returns how the names of two entries are related.
    pub(super) fn relation(&self, then: usize, now: usize) -> Relation {
        let (old, new) = (&self.old[then], &self.new[now]);
        if old.bare.is_empty() || new.bare.is_empty() {
            return Relation::Other;
        }
        if old.bare == new.bare {
            return Relation::Same;
        }
        let names = [&self.then[then].name, &self.now[now].entry.name];
        let names = names.map(String::as_str);
        match self.is_only_longer(then, now) {
            true => Relation::Compatible,
            false => relation_of(names, [&old.meaning, &new.meaning], &self.context),
        }
    }

    /// Returns whether one is called as the other and by words that change nothing of what it is: a hint behind the label of a field,
    /// what a button does it to.
    pub(super) fn is_only_longer(&self, then: usize, now: usize) -> bool {
        let (old, new) = (&self.old[then], &self.new[now]);
        let are_fields = [old, new].iter().all(|it| it.class == ControlClass::Field);
        are_fields && has_hint(&self.then[then].name, &self.now[now].entry.name)
            || self.says_thing_of_page(then, now)
    }

    /// Returns whether an entry of today begins with the name of an entry of then.
    pub(super) fn begins_with_name(&self, then: usize, now: usize) -> bool {
        self.new[now].bare.starts_with(&self.old[then].bare)
    }

    /// Returns whether a button is called as before and by what the page is about, as it was and is: `Lend book` for `Lend` under
    /// `Books`. What is in a row may be called by a name of somebody's own.
    fn says_thing_of_page(&self, then: usize, now: usize) -> bool {
        let (old, new) = (&self.then[then], &self.now[now].entry);
        let are_buttons = [old, new]
            .iter()
            .all(|it| it.role == Role::Button && it.row.is_none());
        are_buttons
            && self.begins_with_name(then, now)
            && says_thing(&old.name, &new.name, &self.subject)
    }

    /// Returns whether both have the same id, and it is one that says which element it is.
    pub(super) fn has_same_id(&self, then: usize, now: usize) -> bool {
        let id = &self.then[then].id;
        !id.is_empty() && *id == self.now[now].entry.id && self.worth[then]
    }

    /// Returns whether both have ids that ought to be the same and are not.
    pub(super) fn has_other_id(&self, then: usize, now: usize) -> bool {
        let (old, new) = (&self.then[then].id, &self.now[now].entry.id);
        let is_counted = self.is_counted(&self.new[now]);
        !old.is_empty() && !new.is_empty() && old != new && self.worth[then] && !is_counted
    }

    /// Returns how many of the entries next to both are matched to each other: the one before, and the one behind.
    pub(super) fn neighbours(&self, then: usize, now: usize) -> i32 {
        let [old, new] = [self.beside[0][then], self.beside[1][now]];
        let is_pair = |(old, new): (Option<usize>, Option<usize>)| {
            old.is_some_and(|old| new.is_some() && self.partner[old] == new)
        };
        let pairs = old.into_iter().zip(new).filter(|it| is_pair(*it));
        pairs.count() as i32
    }

    /// Returns whether all that stood next to an entry then stands next to the other one now, and there was something.
    pub(super) fn is_between_same(&self, then: usize, now: usize) -> bool {
        let all = self.beside[0][then].iter().flatten().count();
        all > 0 && self.neighbours(then, now) as usize == all
    }

    /// Returns whether an id may prove anything: it does not count, is that of one entry, and is not that of another
    /// recorded name now. One that spells its own name is given up only where the names stand as they did: else whether names
    /// or ids changed places cannot be told.
    fn is_worth(&self, then: usize) -> bool {
        let is_counted = self.is_counted(&self.old[then]);
        let SketchEntry { id, name, .. } = &self.then[then];
        let is_own = |at: &usize| self.now[*at].entry.id == *id;
        let mut holders = (0..self.now.len()).filter(is_own);
        let holder = holders.next();
        let is_shared =
            holders.next().is_some() || self.then.iter().filter(|it| it.id == *id).count() > 1;
        let has_moved = holder.is_some_and(|holder| self.has_name_of_another(then, holder));
        let is_told = !has_moved
            || spells(id, name) && !holder.is_some_and(|it| self.are_names_in_order(then, it));
        !id.is_empty() && !is_counted && !is_shared && is_told
    }

    /// Returns whether the name of an entry and that of the one that has its id now stand in the order in which they did.
    fn are_names_in_order(&self, then: usize, holder: usize) -> bool {
        let name = &self.new[holder].bare;
        let other = self.old.iter().position(|it| it.bare == *name);
        let own = self.only_namesake(then);
        own.zip(other)
            .is_some_and(|(own, other)| (then < other) == (own < holder))
    }

    /// Returns whether an entry of today has the name of another entry of then.
    fn has_name_of_another(&self, then: usize, now: usize) -> bool {
        let name = &self.new[now].bare;
        let is_other = |(at, it): (usize, &Side)| at != then && it.bare == *name;
        !name.is_empty()
            && *name != self.old[then].bare
            && self.old.iter().enumerate().any(is_other)
    }

    fn is_counted(&self, side: &Side) -> bool {
        side.stem
            .as_ref()
            .is_some_and(|it| self.counted.contains(it))
    }

    /// Returns whether an entry of today stands under a heading that was not there.
    pub(super) fn is_under_new_heading(&self, now: usize) -> bool {
        let is_heading = |it: &Side| it.class == ControlClass::Heading;
        let heading = self.new[..now].iter().rposition(is_heading);
        heading.is_some_and(|heading| self.origin[heading].is_none())
    }

    /// Returns whether an entry of today stands under a heading that is one more than there were.
    pub(super) fn is_under_added_heading(&self, now: usize) -> bool {
        let count = |sides: &[Side]| {
            let headings = sides.iter().filter(|it| it.class == ControlClass::Heading);
            headings.count()
        };
        self.is_under_new_heading(now) && count(&self.new) > count(&self.old)
    }

    /// Returns the stems that several ids of one of the screens have.
    fn counted_stems(&self) -> BTreeSet<String> {
        let mut counted = BTreeSet::new();
        let ids = |entries: &mut dyn Iterator<Item = (&SketchEntry, &Side)>| {
            let all =
                entries.filter_map(|(entry, side)| Some((side.stem.clone()?, entry.id.clone())));
            all.collect::<BTreeSet<(String, String)>>()
        };
        let old = ids(&mut self.then.iter().zip(&self.old));
        let new = ids(&mut self.now.iter().map(|it| &it.entry).zip(&self.new));
        for all in [old, new] {
            let all: Vec<(String, String)> = all.into_iter().collect();
            let twice = all.windows(2).filter(|pair| pair[0].0 == pair[1].0);
            counted.extend(twice.map(|pair| pair[0].0.clone()));
        }
        counted
    }

    /// Returns whether more ids stayed with the names that they had than moved or changed.
    fn are_ids_kept(&self) -> bool {
        let (mut kept, mut changed) = (0, 0);
        for then in 0..self.then.len() {
            let Some(now) = self.only_namesake(then) else {
                continue;
            };
            let (old, new) = (&self.then[then].id, &self.now[now].entry.id);
            let is_counted = self.is_counted(&self.old[then]);
            if old.is_empty() || is_counted {
                continue;
            }
            match old == new {
                true => kept += 1,
                false => changed += 1,
            }
        }
        kept >= changed
    }

    /// Returns the entry of today that alone has the name of one that alone had it.
    fn only_namesake(&self, then: usize) -> Option<usize> {
        let own = &self.old[then];
        let is_like = |it: &Side| it.class == own.class && it.bare == own.bare;
        let is_only = !own.bare.is_empty() && self.old.iter().filter(|it| is_like(it)).count() == 1;
        let mut namesakes = (0..self.new.len()).filter(|at| is_like(&self.new[*at]));
        let first = namesakes.next().filter(|_| is_only)?;
        namesakes.next().is_none().then_some(first)
    }

    /// Matches all that are now best for each other by a margin; returns whether there were any.
    fn add_pairs(&mut self) -> bool {
        let scores = self.scores();
        let old: Vec<Option<(usize, i32)>> = scores
            .iter()
            .map(|row| best_of(row.iter().copied()))
            .collect();
        let column = |now: usize| best_of(scores.iter().map(|row| row[now]));
        let mut pairs = Vec::new();
        for (then, best) in old.iter().enumerate() {
            if let Some((now, _)) = best
                && column(*now).is_some_and(|(it, _)| it == then)
            {
                pairs.push((then, *now));
            }
        }
        for (then, now) in &pairs {
            self.partner[*then] = Some(*now);
            self.origin[*now] = Some(*then);
        }
        self.beside = [beside(&self.partner), beside(&self.origin)];
        !pairs.is_empty()
    }

    /// Returns the points of all pairs of those without a partner.
    fn scores(&self) -> Vec<Vec<i32>> {
        let row = |then: usize| {
            let all = (0..self.now.len()).map(|now| match (self.partner[then], self.origin[now]) {
                (None, None) => self.score(then, now),
                (Some(_), _) | (_, Some(_)) => 0,
            });
            all.collect()
        };
        (0..self.then.len()).map(row).collect()
    }

    fn score(&self, then: usize, now: usize) -> i32 {
        let (old, new) = (&self.then[then], &self.now[now].entry);
        if self.old[then].class != self.new[now].class {
            return 0;
        }
        let are_nameless = old.name.is_empty() && new.name.is_empty();
        let name = match self.relation(then, now) {
            Relation::Same => SAME_NAME,
            Relation::Compatible => LIKE_NAME,
            Relation::Other if are_nameless => BOTH_NAMELESS,
            Relation::Other if self.old[then].class == ControlClass::Heading => RENAMED_HEADING,
            Relation::Other => 0,
        };
        let id = match self.has_same_id(then, now) {
            true if spells(&old.id, &old.name) => TELLING_ID,
            true => SAME_ID,
            false if self.has_other_id(then, now) => OTHER_ID,
            false => 0,
        };
        let row = match (&old.row, &new.row) {
            (Some(old), Some(new)) if old == new => SAME_ROW,
            (Some(_), Some(_)) => -SAME_ROW,
            (None, None) => 0,
            (Some(_), None) | (None, Some(_)) => NO_ROW,
        };
        let role = if old.role == new.role { SAME_ROLE } else { 0 };
        let known = match then == self.known.at {
            true => self.known.points[now],
            false => 0,
        };
        name + id + row + role + known + SAME_NEIGHBOUR * self.neighbours(then, now)
    }
}

/// Returns the nearest entries before and behind each that have a partner.
fn beside(partners: &[Option<usize>]) -> Vec<[Option<usize>; 2]> {
    let mut all = vec![[None; 2]; partners.len()];
    let mut last = None;
    for (at, partner) in partners.iter().enumerate() {
        all[at][0] = last;
        last = partner.map(|_| at).or(last);
    }
    last = None;
    for (at, partner) in partners.iter().enumerate().rev() {
        all[at][1] = last;
        last = partner.map(|_| at).or(last);
    }
    all
}

/// Returns the best by a margin, with its points.
fn best_of(points: impl Iterator<Item = i32>) -> Option<(usize, i32)> {
    let (mut best, mut next) = ((0, i32::MIN), i32::MIN);
    for (at, points) in points.enumerate() {
        if points > best.1 {
            next = best.1;
            best = (at, points);
        } else {
            next = next.max(points);
        }
    }
    let is_clear = best.1 >= LEAST && next.saturating_add(MARGIN) <= best.1;
    is_clear.then_some(best)
}

/// Returns the words of headings of both screens, each for one and for several.
fn context(then: &[SketchEntry], now: &[Drawn]) -> BTreeSet<String> {
    let words = heading_words(then, now);
    let words = words.iter().flat_map(|word| in_both_numbers(word));
    words.collect()
}

/// Returns the words of headings of both screens.
fn heading_words(then: &[SketchEntry], now: &[Drawn]) -> BTreeSet<String> {
    let entries = then.iter().chain(now.iter().map(|it| &it.entry));
    let headings = entries.filter(|it| it.class() == ControlClass::Heading);
    headings.flat_map(|it| words_of(&it.name)).collect()
}
