//! `replay`: which actions are done again before those of a section.
//!
//! A pure function of the scenario. Only `do` actions are replayed, with their waits, from the
//! first section to the last and with the replays of those sections before their own actions.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::document::{Action, ActionKind, Replay, Scenario, Section};
use super::rule::Rule;
use crate::source::fault::{Fault, Span};

/// How many names a finding lists.
pub(super) const NAMES_LISTED: usize = 20;

/// How deep replays of replays may go. People stop at 2.
const DEEPEST: usize = 16;

/// How many sections and actions all replays of a scenario may come to; each level can double it.
const MOST_REPLAYED: usize = 100_000;

/// A section with everything that runs in it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpandedSection<'a> {
    /// The section; its own actions run last.
    pub section: &'a Section,
    /// The steps repeated first, in order.
    pub replayed: Vec<Replayed<'a>>,
}

/// A `do` that is done again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Replayed<'a> {
    /// The section it was written in.
    pub section: &'a Section,
    /// The action, with its wait.
    pub action: &'a Action,
}

/// Returns every section with what is replayed before its own actions; a replay that cannot be followed,
/// which the reader refuses, is left out.
pub fn expand(scenario: &Scenario) -> Vec<ExpandedSection<'_>> {
    Expander::new(scenario).expand_all()
}

/// Returns everything that is wrong with the replays of a scenario.
pub(super) fn replay_faults(scenario: &Scenario) -> impl Iterator<Item = Fault> {
    let mut expander = Expander::new(scenario);
    expander.expand_all();
    expander.faults.into_values()
}

struct Expander<'a> {
    sections: &'a [Section],
    /// The sections each section replays, as far as that can be followed.
    ranges: Vec<Option<RangeInclusive<usize>>>,
    /// How much may still be replayed.
    left: usize,
    /// The first fault of each section, by its number.
    faults: BTreeMap<usize, Fault>,
}

impl<'a> Expander<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        let mut expander = Self {
            sections: &scenario.sections,
            ranges: Vec::new(),
            left: MOST_REPLAYED,
            faults: BTreeMap::new(),
        };
        for (number, section) in scenario.sections.iter().enumerate() {
            let range = section.replay.as_ref().map(|replay| expander.range(replay));
            let range = range.transpose().unwrap_or_else(|fault| {
                expander.faults.insert(number, fault);
                None
            });
            expander.ranges.push(range);
        }
        expander
    }

    fn range(&self, replay: &Replay) -> Result<RangeInclusive<usize>, Fault> {
        let Replay { from, to, ends, .. } = replay;
        let find = |id: &str| self.sections.iter().position(|section| section.id == id);
        let missing = |rule: Rule, key: &str, id: &str, span: Span| {
            let ids: Vec<&str> = self.sections.iter().map(|it| it.id.as_str()).collect();
            let ids = &ids[..ids.len().min(NAMES_LISTED)];
            let message = format!("`replay.{key}` names no section: `{id}`");
            let fault = Fault::breaks(rule, span, message).accepted(ids.join(", "));
            fault.suggest(id, ids)
        };
        let first = find(from).ok_or_else(|| missing(Rule::ReplayFrom, "from", from, ends[0]))?;
        let last = find(to).ok_or_else(|| missing(Rule::ReplayTo, "to", to, ends[1]))?;
        if last < first {
            let message = format!("`replay` runs backwards: `{to}` stands before `{from}`");
            let fault = Fault::breaks(Rule::ReplayBackwards, ends[1], message);
            return Err(fault.hint(format!("write `from: {to}` and `to: {from}`")));
        }
        Ok(first..=last)
    }

    fn expand_all(&mut self) -> Vec<ExpandedSection<'a>> {
        let mut expanded = Vec::new();
        for (index, section) in self.sections.iter().enumerate() {
            let mut replayed = Vec::new();
            self.follow(&mut vec![index], &mut replayed);
            expanded.push(ExpandedSection { section, replayed });
        }
        expanded
    }

    /// Adds what the last section of `path` replays; `path` leads there from the section asked for.
    fn follow(&mut self, path: &mut Vec<usize>, replayed: &mut Vec<Replayed<'a>>) {
        let range = path
            .last()
            .and_then(|section| self.ranges[*section].clone());
        for index in range.into_iter().flatten() {
            if path.contains(&index) {
                // A cycle further down is reported where it starts.
                if index == path[0] {
                    self.fail_cycle(path);
                }
                continue;
            }
            let section = &self.sections[index];
            let cost = 1 + section.actions.len();
            if path.len() > DEEPEST || self.left < cost {
                let message = format!(
                    "replays nest deeper than {DEEPEST} levels or come to more than {MOST_REPLAYED} actions"
                );
                self.fail(path[0], Rule::ReplayTooLong, message);
                return;
            }
            self.left -= cost;
            path.push(index);
            self.follow(path, replayed);
            path.pop();
            let actions = section.actions_of(ActionKind::Do);
            replayed.extend(actions.map(|action| Replayed { section, action }));
        }
    }

    fn fail_cycle(&mut self, path: &[usize]) {
        let ids = path.iter().chain(&path[..1]);
        let ids: Vec<String> = ids
            .map(|index| format!("`{}`", self.sections[*index].id))
            .collect();
        let message = format!("`replay` leads back to itself: {}", ids.join(" > "));
        self.fail(path[0], Rule::ReplayCycle, message);
    }

    /// Keeps the first fault of each section.
    fn fail(&mut self, section: usize, rule: Rule, message: String) {
        let Some(replay) = &self.sections[section].replay else {
            return;
        };
        let fault = Fault::breaks(rule, Span::at(replay.place, "replay".len()), message)
            .accepted("sections above this one that do not replay it");
        self.faults.entry(section).or_insert(fault);
    }
}
