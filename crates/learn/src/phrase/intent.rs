//! The intent of a sentence: a verb of the tables, and what its slots took from the sentence.
//!
//! Nothing here knows which step does it; `step.rs` does.

use std::time::Duration;

use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{Matching, PressKey, Target};
use retap_model::screen::Role;
use retap_model::seen;

use super::Clause;
use super::matcher::Filled;
use super::slot::Slot;
use super::step::{Part, Verb};
use crate::source::{Unit, parse_duration};

/// The intent of one sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Intent {
    pub(super) verb: &'static Verb,
    /// Where the sentence stands.
    pub(super) clause: Clause,
    pub(super) sentence: String,
    /// The texts of the slots, in the order of the sentence.
    pub(super) filled: Vec<Filled>,
}

/// Slots that a sentence may fill more than once.
const LISTS: [Slot; 2] = [Slot::Text, Slot::Absent];

/// Slots whose text must say something.
const NAMES: [Slot; 8] = [
    Slot::Text,
    Slot::Absent,
    Slot::What,
    Slot::Field,
    Slot::Name,
    Slot::Within,
    Slot::Area,
    Slot::Id,
];

impl Intent {
    /// Returns the name the tables use for what is asked for: `tap`.
    pub fn verb(&self) -> &'static str {
        self.verb.name
    }

    /// Returns what the slots took, in the order of the sentence.
    pub fn filled(&self) -> &[Filled] {
        &self.filled
    }

    /// Returns what a slot took first.
    pub fn text(&self, slot: Slot) -> Option<&str> {
        self.first(slot).map(|filled| filled.text.as_str())
    }

    /// Returns whether it opens a loop.
    pub fn opens_loop(&self) -> bool {
        self.verb.part == Part::Block && self.verb.name.starts_with("repeat")
    }

    /// Returns whether what was taken makes sense: an empty text is on no screen, and what is said twice
    /// is not understood.
    pub(super) fn makes_sense(&self) -> bool {
        let is_blank = |it: &Filled| NAMES.contains(&it.slot) && seen::is_blank(&it.text);
        let is_twice = |group: &[Filled]| {
            let single = group.iter().filter(|it| !LISTS.contains(&it.slot));
            let slots: Vec<Slot> = single.map(|it| it.slot).collect();
            (1..slots.len()).any(|at| slots[..at].contains(&slots[at]))
        };
        let counts = [Slot::Count, Slot::Max, Slot::Ordinal];
        let is_count = |it: &Filled| whole(&it.text).is_some_and(|count| count > 0);
        !self.filled.iter().any(is_blank)
            && !self.groups().any(is_twice)
            && self
                .filled
                .iter()
                .all(|it| !counts.contains(&it.slot) || is_count(it))
            && self
                .text(Slot::Combination)
                .is_none_or(|keys| PressKey::parse(keys).is_some())
    }

    /// Returns whether the words are what the screen shows, and not a description of it; so are those
    /// for what it belongs to.
    pub(super) fn is_literal(&self) -> bool {
        let names = [
            Slot::What,
            Slot::Field,
            Slot::Name,
            Slot::Within,
            Slot::Area,
        ];
        let is_description = |it: &Filled| names.contains(&it.slot) && !it.is_quoted;
        // Not every device tells what a heading is.
        let is_known = self.text(Slot::Subject) != Some(Role::Heading.as_str());
        is_known && !self.filled.iter().any(is_description)
    }

    /// Returns a phrase as the kind of file writes it: `${NAME}` in a skill, `(name)` in a scenario.
    pub(super) fn phrase(&self, text: &str) -> Phrase {
        match self.clause {
            Clause::Step => Phrase::parse(text),
            Clause::Do | Clause::Then => Phrase::of_sentence(text),
        }
    }

    /// Returns the first element the sentence names.
    pub(super) fn target(&self) -> Option<Target> {
        self.targets().into_iter().next()
    }

    /// Returns the element named after `{next}`.
    pub(super) fn second_target(&self) -> Option<Target> {
        let group = self.groups().nth(1)?;
        self.named(group, Slot::Text).into_iter().next()
    }

    /// Returns everything the sentence is about: what it quotes, or else what it describes.
    pub(super) fn targets(&self) -> Vec<Target> {
        self.groups()
            .next()
            .map(|group| self.named(group, Slot::Text))
            .unwrap_or_default()
    }

    /// Returns everything the sentence expects to be gone.
    pub(super) fn absent_targets(&self) -> Vec<Target> {
        self.named(&self.filled, Slot::Absent)
    }

    /// Returns the screen the sentence names.
    pub(super) fn screen(&self) -> Option<Target> {
        self.named(&self.filled, Slot::Name).into_iter().next()
    }

    /// Returns the field the sentence names by its own words for it.
    pub(super) fn field(&self) -> Option<Target> {
        let name = self.phrase(self.text(Slot::Field)?);
        Some(Target::labelled(name))
    }

    fn named(&self, group: &[Filled], slot: Slot) -> Vec<Target> {
        let of = |slot: Slot| group.iter().filter(move |it| it.slot == slot);
        let names = || of(slot).chain(of(Slot::What));
        let has_quoted = names().any(|it| it.is_quoted);
        let one = |slot: Slot| of(slot).next().map(|it| self.phrase(&it.text));
        let target = |label: Phrase, matching: Matching| Target {
            label,
            row: one(Slot::Within),
            index: of(Slot::Ordinal).next().and_then(|it| whole(&it.text)),
            area: one(Slot::Area),
            id: one(Slot::Id),
            role: self.role(group).into(),
            matching,
        };
        if names().next().is_none() && of(Slot::Id).next().is_some() {
            return vec![target(Phrase::default(), Matching::Usual)];
        }
        let names = names().filter(|it| it.is_quoted == has_quoted);
        names
            .map(|it| target(self.phrase(&it.text), self.matching(it)))
            .collect()
    }

    fn matching(&self, name: &Filled) -> Matching {
        match (name.is_quoted, self.clause) {
            (false, _) => Matching::Described,
            (true, Clause::Step) => Matching::Usual,
            (true, Clause::Do | Clause::Then) => Matching::Exact,
        }
    }

    fn role(&self, group: &[Filled]) -> Option<Role> {
        let is_role = |it: &&Filled| matches!(it.slot, Slot::Role | Slot::Subject);
        let role = group.iter().find(is_role)?;
        Role::from_word(&role.text)
    }

    /// Returns what was taken, parted where `{next}` stands.
    fn groups(&self) -> impl Iterator<Item = &[Filled]> {
        self.filled.split(|it| it.slot == Slot::Next)
    }

    fn first(&self, slot: Slot) -> Option<&Filled> {
        self.filled.iter().find(|it| it.slot == slot)
    }

    /// Returns what a slot took as a phrase.
    pub(super) fn phrase_of(&self, slot: Slot) -> Option<Phrase> {
        self.text(slot).map(|text| self.phrase(text))
    }

    /// Returns the number that a slot took.
    pub(super) fn count(&self, slot: Slot) -> Option<u32> {
        self.text(slot).and_then(whole)
    }

    pub(super) fn direction(&self) -> Option<Direction> {
        self.text(Slot::Direction).and_then(Direction::from_word)
    }

    /// Returns `{time}`, or `{n}` counted in `unit`.
    pub(super) fn duration(&self, unit: Unit) -> Option<Duration> {
        match self.text(Slot::Time) {
            Some(time) => parse_duration(time, unit),
            None => parse_duration(self.text(Slot::Number)?, unit),
        }
    }
}

/// Returns a number as a count, if it is one.
fn whole(number: &str) -> Option<u32> {
    number.parse().ok().filter(|count| *count <= 1_000_000)
}
