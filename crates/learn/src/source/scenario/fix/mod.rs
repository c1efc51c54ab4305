//! Mends what a machine can mend in a scenario, by the smallest edits of its text.
//!
//! Comments, order, quotes, blanks and line ends stay as they are. An edit that would change
//! anything but what it mends is not made.
//!
//! Not here: finding out what is wrong; the rules do that while reading.

mod edit;
mod remedies;
mod split;

use retap_model::program::Place;

use super::document::{Scenario, Section};
use super::read::{Found, walk_to_mend};
use super::rule::Rule;
use crate::source::fault::Span;
use crate::source::text::MAX_BYTES;
use crate::source::yaml;
use edit::{Edit, Lines};

pub use edit::Mended;

pub(super) use remedies::Remedy;

/// How often the text is read again; one round leaves only what overlapped in the round before.
const MOST_ROUNDS: usize = 64;

/// How many edits of a round are tried one by one when they cannot be made together.
const MOST_SINGLE: usize = 64;

/// A scenario's bytes after mending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The bytes; the same as before when nothing was mended.
    pub bytes: Vec<u8>,
    /// The corrections, in the order they were made.
    pub applied: Vec<Mended>,
}

/// Mends what can be mended; bytes that are not YAML come back as they are.
pub fn fix(bytes: &[u8]) -> Fixed {
    let mut applied = Vec::new();
    let text = std::str::from_utf8(bytes).ok();
    let Some(text) = text.filter(|text| text.len() <= MAX_BYTES) else {
        let bytes = bytes.to_vec();
        return Fixed { bytes, applied };
    };
    let mut text = text.to_owned();
    for _ in 0..MOST_ROUNDS {
        let Some((mended, done)) = round(&text) else {
            break;
        };
        text = mended;
        applied.extend(done);
    }
    Fixed {
        bytes: text.into_bytes(),
        applied,
    }
}

/// Mends once all over the text; `None` when there is nothing left to mend.
fn round(text: &str) -> Option<(String, Vec<Mended>)> {
    let lines = Lines::new(text);
    let clean = lines.clean();
    let document = yaml::parse_repeated(&clean).ok()?;
    let walked = walk_to_mend(&document.root, &clean);
    let edits: Vec<Edit> = walked
        .found
        .iter()
        .filter_map(|found| remedies::edit(&lines, found))
        .collect();
    let before = State::new(walked.scenario, &walked.found);
    let together = edit::disjoint(&edits);
    if together.is_empty() {
        return None;
    }
    if let Some(mended) = attempt(&lines, &together, &before) {
        return Some((mended, done(&together)));
    }
    let mut single = together.into_iter().take(MOST_SINGLE);
    single.find_map(|edit| {
        let mended = attempt(&lines, &[edit], &before)?;
        Some((mended, done(&[edit])))
    })
}

fn done(edits: &[&Edit]) -> Vec<Mended> {
    edits.iter().map(|edit| edit.mended.clone()).collect()
}

/// Returns the text with the edits made, if they mend what they should and nothing else changes.
fn attempt(lines: &Lines<'_>, edits: &[&Edit], before: &State) -> Option<String> {
    let mended = lines.apply(edits);
    if mended.len() > MAX_BYTES {
        return None;
    }
    let clean = Lines::new(&mended).clean();
    let document = yaml::parse_repeated(&clean).ok()?;
    let walked = walk_to_mend(&document.root, &clean);
    let after = State::new(walked.scenario, &walked.found);
    after.is_mended_from(before, edits).then_some(mended)
}

/// The meaning of a text and the rules it breaks, without any places.
struct State {
    scenario: Scenario,
    broken: Vec<Rule>,
}

impl State {
    fn new(mut scenario: Scenario, found: &[Found<'_>]) -> Self {
        let nowhere = Place { line: 0, column: 0 };
        for variable in &mut scenario.variables {
            variable.place = nowhere;
        }
        for section in &mut scenario.sections {
            forget_places(section, nowhere);
        }
        let broken = found.iter().filter_map(|found| found.fault.rule).collect();
        Self { scenario, broken }
    }

    fn is_mended_from(&self, before: &Self, edits: &[&Edit]) -> bool {
        let count = |rules: &[Rule], rule| rules.iter().filter(|other| **other == rule).count();
        let is_kept = |rule: Rule| {
            let mended = |rule| edits.iter().filter(|edit| edit.mended.rule == rule).count();
            // A `strict` of the wrong type stands in both items after a split.
            let copied = if rule == Rule::StrictType {
                mended(Rule::DoAndThen)
            } else {
                0
            };
            let expected = count(&before.broken, rule).saturating_sub(mended(rule)) + copied;
            count(&self.broken, rule) <= expected
        };
        self.scenario == before.scenario && Rule::all().all(is_kept)
    }
}

fn forget_places(section: &mut Section, nowhere: Place) {
    section.place = nowhere;
    if let Some(replay) = &mut section.replay {
        replay.place = nowhere;
        replay.ends = [Span::at(nowhere, 1); 2];
    }
    for action in &mut section.actions {
        action.place = nowhere;
    }
}
