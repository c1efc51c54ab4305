//! `replay`: which actions are done again before those of a section.
//!
//! A pure function of the scenario. Only `do` actions are replayed, with their waits, from the
//! first section to the last and with the replays of those sections before their own actions.

use std::fmt;
use std::ops::RangeInclusive;

use retap_model::program::Place;

use super::document::{Action, ActionKind, Scenario, Section};
use super::rule::Rule;

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

/// Why a `replay` cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the section, from 0.
    pub section: usize,
    /// Where its `replay` stands.
    pub place: Place,
    /// The fault.
    pub problem: ReplayProblem,
}

/// A fault in a `replay`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayProblem {
    /// No section has the first id.
    MissingFrom {
        /// The id.
        id: String,
    },
    /// No section has the last id.
    MissingTo {
        /// The id.
        id: String,
    },
    /// The last section stands before the first.
    Backwards {
        /// The first id.
        from: String,
        /// The last id.
        to: String,
    },
    /// The section would replay itself.
    Cycle {
        /// The ids on the way, the section itself first and last.
        path: Vec<String>,
    },
    /// Replays of replays grow too deep or too long.
    TooLong,
}

impl ReplayProblem {
    /// Returns the rule it breaks.
    pub const fn rule(&self) -> Rule {
        match self {
            Self::MissingFrom { .. } => Rule::ReplayFrom,
            Self::MissingTo { .. } => Rule::ReplayTo,
            Self::Backwards { .. } => Rule::ReplayBackwards,
            Self::Cycle { .. } => Rule::ReplayCycle,
            Self::TooLong => Rule::ReplayTooLong,
        }
    }
}

impl fmt::Display for ReplayProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingFrom { id } => write!(f, "`replay.from` names no section: `{id}`"),
            Self::MissingTo { id } => write!(f, "`replay.to` names no section: `{id}`"),
            Self::Backwards { from, to } => {
                write!(f, "`replay` runs backwards: `{to}` stands before `{from}`")
            }
            Self::Cycle { path } => {
                let path: Vec<String> = path.iter().map(|id| format!("`{id}`")).collect();
                write!(f, "`replay` leads back to itself: {}", path.join(" > "))
            }
            Self::TooLong => write!(
                f,
                "replays nest deeper than {DEEPEST} levels or come to more than {MOST_REPLAYED} actions"
            ),
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.problem.rule(), self.problem)
    }
}

impl std::error::Error for ReplayError {}

/// Returns every section with what is replayed before its own actions.
///
/// A scenario that was read never fails here: the reader has called it.
pub fn expand(scenario: &Scenario) -> Result<Vec<ExpandedSection<'_>>, ReplayError> {
    let mut expander = Expander::new(scenario);
    let expanded = expander.expand_all();
    match expander.errors.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(expanded),
    }
}

/// Returns everything that is wrong with the replays of a scenario.
pub(super) fn replay_errors(scenario: &Scenario) -> Vec<ReplayError> {
    let mut expander = Expander::new(scenario);
    expander.expand_all();
    expander.errors
}

struct Expander<'a> {
    sections: &'a [Section],
    /// What each section replays, as far as it can be followed.
    ranges: Vec<Option<RangeInclusive<usize>>>,
    /// How much may still be replayed.
    left: usize,
    errors: Vec<ReplayError>,
}

impl<'a> Expander<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        let mut expander = Self {
            sections: &scenario.sections,
            ranges: Vec::new(),
            left: MOST_REPLAYED,
            errors: Vec::new(),
        };
        for section in 0..scenario.sections.len() {
            let range = match expander.range(section) {
                Ok(range) => range,
                Err(problem) => {
                    expander.fail(section, problem);
                    None
                }
            };
            expander.ranges.push(range);
        }
        expander
    }

    fn range(&self, section: usize) -> Result<Option<RangeInclusive<usize>>, ReplayProblem> {
        let Some(replay) = &self.sections[section].replay else {
            return Ok(None);
        };
        let (from, to) = (replay.from.clone(), replay.to.clone());
        let find = |id: &str| self.sections.iter().position(|section| section.id == id);
        let Some(first) = find(&from) else {
            return Err(ReplayProblem::MissingFrom { id: from });
        };
        let Some(last) = find(&to) else {
            return Err(ReplayProblem::MissingTo { id: to });
        };
        if last < first {
            return Err(ReplayProblem::Backwards { from, to });
        }
        Ok(Some(first..=last))
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
                self.fail(path[0], ReplayProblem::TooLong);
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
        let path_ids = ids.map(|index| self.sections[*index].id.clone()).collect();
        self.fail(path[0], ReplayProblem::Cycle { path: path_ids });
    }

    /// Keeps the first problem of each section.
    fn fail(&mut self, section: usize, problem: ReplayProblem) {
        if self.errors.iter().any(|error| error.section == section) {
            return;
        }
        if let Some(replay) = &self.sections[section].replay {
            let place = replay.place;
            self.errors.push(ReplayError {
                section,
                place,
                problem,
            });
        }
    }
}
