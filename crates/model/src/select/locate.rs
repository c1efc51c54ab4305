//! The one search every act goes through.

use crate::geometry::{Point, Rect};
use crate::program::Target;
use crate::screen::{Element, Screen};

use super::by_evidence::{by_evidence, with_drift};
use super::caution::new_danger;
use super::evidence::{Evidence, effective_id, row_key};
use super::matcher::{LabelMatch, Part, Strategy};
use super::row::is_named_somewhere;
use super::score;
use super::words::{actionable_matches, is_other_value, is_prose, matches, unclear_rows};

crate::words! {
    /// What a target was found by.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum By {
        /// The author's words.
        Words = "words",
        /// Recorded evidence.
        Evidence = "evidence",
        /// Recorded evidence, exactly where it was recorded.
        PinnedPlace = "pinned place",
    }
}

/// One thing that spoke for a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    /// Which kind, such as `id`.
    pub kind: &'static str,
    /// What was recorded.
    pub wanted: String,
    /// What the candidate has.
    pub seen: String,
    /// What it counted for.
    pub points: i32,
}

/// An element that may be the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its number.
    pub index: usize,
    /// What it reached.
    pub score: i32,
    /// What spoke for it.
    pub signs: Vec<Sign>,
    /// The candidate in words.
    pub title: String,
}

/// The target, found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The number of the element.
    pub index: usize,
    /// Where to touch it: the middle of what can be seen of it.
    pub point: Point,
    /// Its bounds.
    pub bounds: Rect,
    /// By what.
    pub by: By,
    /// How the words matched.
    pub strategy: Strategy,
    /// What spoke for it.
    pub signs: Vec<Sign>,
    /// How it differs from the recording, in words; empty without drift.
    pub drift: Vec<String>,
    /// The element in words.
    pub title: String,
    /// The text that names it.
    pub text: String,
    /// The platform's identifier that stands for it; empty when none.
    pub id: String,
}

/// Why a target is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// Nothing on the screen is it.
    Absent,
    /// It is there, but something lies over it.
    Covered {
        /// The title of what lies over it, if it has one.
        by: Option<String>,
    },
    /// Only letters inside other words match.
    OnlyLetters {
        /// The text they are in.
        text: String,
    },
    /// Only a text that has it among other words, and where nothing reacts to touches.
    OnlySpokenOf {
        /// The text.
        text: String,
    },
    /// Only something that has the given value and more words for its name.
    OtherValue {
        /// What it says.
        text: String,
    },
    /// Something of that name is there, but it is not what was recorded.
    AnotherOne {
        /// What it says.
        text: String,
    },
    /// The element is there but now says something it would be dangerous to touch unasked.
    Dangerous {
        /// What it says now.
        now: String,
        /// The word that is dangerous.
        word: &'static str,
    },
    /// Fewer equal elements are there than the number asked for.
    TooFew {
        /// How many there are.
        there: usize,
    },
    /// The label is there, but in no row of the name the author gives.
    NoSuchRow {
        /// What the rows it is in are called.
        rows: Vec<String>,
    },
    /// The row the author names is there, but nothing of that label is in it.
    NotInRow,
    /// It is in rows that have the name the author gives among other words, or in several that have it.
    UnclearRow {
        /// The texts of these rows.
        rows: Vec<String>,
    },
    /// The label is there, but in another row than recorded.
    OtherRow {
        /// The recorded row.
        wanted: String,
    },
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Search {
    /// Exactly one element is it.
    Found(Found),
    /// Several could be; retap does not guess.
    Ambiguous(Vec<Candidate>),
    /// None is.
    Missing(Missing),
}

/// Finds the element the target means, by evidence where there is some, else by words.
///
/// An author who wrote "the second one" means the second one of today, so a target with an
/// index goes by its words whatever was recorded; that it is another one than recorded is drift.
pub fn locate(screen: &Screen, target: &Target, evidence: Option<&Evidence>) -> Search {
    match (evidence, target.index) {
        (Some(evidence), None) => by_evidence(screen, target, evidence),
        (Some(evidence), Some(_)) => with_drift(screen, by_words(screen, target), evidence),
        (None, _) => by_words(screen, target),
    }
}

fn by_words(screen: &Screen, target: &Target) -> Search {
    let found = actionable_matches(screen, target);
    if is_outdone_by_covered(screen, target, &found) {
        return Search::Missing(covered(screen));
    }
    let chosen = match (target.index, found.as_slice()) {
        (_, []) => return Search::Missing(why_missing(screen, target)),
        (Some(index), _) => found.get((index as usize).saturating_sub(1)),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    match (chosen, target.index) {
        (Some(chosen), _) => match loose_danger(screen, target, *chosen) {
            Some(missing) => Search::Missing(missing),
            None => found_by_words(screen, target, *chosen),
        },
        (None, Some(_)) => Search::Missing(Missing::TooFew { there: found.len() }),
        (None, None) => Search::Ambiguous(
            found
                .iter()
                .map(|found| bare_candidate(screen, found.index))
                .collect(),
        ),
    }
}

/// Returns whether something that lies under something else has the label for its whole name, where what
/// can be seen only has it among other words.
fn is_outdone_by_covered(screen: &Screen, target: &Target, found: &[LabelMatch]) -> bool {
    let is_part = found.first().is_some_and(|found| found.part == Part::Words);
    let is_whole = |found: &LabelMatch| found.part == Part::Whole;
    is_part
        && actionable_matches(&uncovered(screen), target)
            .first()
            .is_some_and(is_whole)
}

/// A label that is only part of what an element says may mean it, but not when the rest of it
/// makes it dangerous, as in `Archive` and `Archive All`.
fn loose_danger(screen: &Screen, target: &Target, chosen: LabelMatch) -> Option<Missing> {
    let now = screen.elements[chosen.index].caption();
    (chosen.strategy == Strategy::Substring).then_some(())?;
    let word = new_danger(&target.label.reveal(), now)?;
    Some(Missing::Dangerous {
        now: now.to_owned(),
        word,
    })
}

fn found_by_words(screen: &Screen, target: &Target, chosen: LabelMatch) -> Search {
    let element = &screen.elements[chosen.index];
    let sign = Sign {
        kind: "label",
        wanted: target.label.to_string(),
        seen: element.caption().to_owned(),
        points: score::SAME_TEXT,
    };
    let point = match touch_point(screen, chosen.index) {
        Ok(point) => point,
        Err(by) => return Search::Missing(Missing::Covered { by: Some(by) }),
    };
    Search::Found(Found {
        index: chosen.index,
        point,
        bounds: element.bounds,
        by: By::Words,
        strategy: chosen.strategy,
        signs: vec![sign],
        drift: Vec::new(),
        title: title(screen, chosen.index),
        text: element.caption().to_owned(),
        id: effective_id(screen, chosen.index).to_owned(),
    })
}

/// Returns why nothing that could be touched is the target.
pub(super) fn why_missing(screen: &Screen, target: &Target) -> Missing {
    if let Some(other) = matches(screen, target).first() {
        let text = screen.elements[other.index].caption().to_owned();
        if !other.is_fit_to_act() {
            return Missing::OnlyLetters { text };
        }
        if is_other_value(screen, *other, target) {
            return Missing::OtherValue { text };
        }
        if !is_prose(screen, *other, target) {
            return Missing::AnotherOne { text };
        }
        if actionable_matches(&uncovered(screen), target).is_empty() {
            return Missing::OnlySpokenOf { text };
        }
    }
    if actionable_matches(&uncovered(screen), target).is_empty() {
        return why_not_in_row(screen, target);
    }
    covered(screen)
}

/// Returns which part of a target is missing: its row, or what is wanted in it.
pub fn why_not_in_row(screen: &Screen, target: &Target) -> Missing {
    let Some(row) = &target.row else {
        return Missing::Absent;
    };
    let rows = unclear_rows(screen, target);
    if !rows.is_empty() {
        return Missing::UnclearRow { rows };
    }
    if is_named_somewhere(screen, &row.reveal()) {
        return Missing::NotInRow;
    }
    let anywhere = Target {
        row: None,
        ..target.clone()
    };
    let found = actionable_matches(screen, &anywhere);
    let mut rows: Vec<String> = found
        .iter()
        .filter_map(|found| row_key(screen, found.index))
        .collect();
    rows.dedup();
    match found.is_empty() {
        true => Missing::Absent,
        false => Missing::NoSuchRow { rows },
    }
}

/// Returns the screen with nothing lying over anything.
fn uncovered(screen: &Screen) -> Screen {
    let mut uncovered = screen.clone();
    uncovered
        .elements
        .iter_mut()
        .for_each(|element| element.is_covered = false);
    uncovered
}

fn covered(screen: &Screen) -> Missing {
    Missing::Covered {
        by: screen.dialog().map(|dialog| dialog.caption().to_owned()),
    }
}

/// Returns where a touch reaches the element and nothing else: the middle of what can be seen of
/// it, or another place if something lies over the middle; else what lies over it.
pub(super) fn touch_point(screen: &Screen, index: usize) -> Result<Point, String> {
    let element = &screen.elements[index];
    let seen = screen.visible_bounds(element).unwrap_or(element.bounds);
    let at = |x: f64, y: f64| Point::new(seen.x + seen.width * x, seen.y + seen.height * y);
    let middle = at(0.5, 0.5);
    let places = [
        middle,
        at(0.15, 0.5),
        at(0.85, 0.5),
        at(0.5, 0.15),
        at(0.5, 0.85),
    ];
    if let Some(place) = places
        .into_iter()
        .find(|place| is_reached(screen, index, *place))
    {
        return Ok(place);
    }
    match front_at(screen, middle) {
        Some(front) if stands_for(screen, front, index) => Ok(middle),
        Some(front) => Err(screen.elements[front].caption().to_owned()),
        None => Ok(middle),
    }
}

/// Returns whether touching `front` is touching the element: it is the only control inside it and
/// has no other name, or it is a nameless layer over the whole of it, as cards have.
fn stands_for(screen: &Screen, front: usize, index: usize) -> bool {
    let (layer, element) = (&screen.elements[front], &screen.elements[index]);
    let reacts = |element: &Element| element.is_clickable || element.is_editable;
    let has_no_other_name = layer.caption().is_empty() || layer.caption() == element.caption();
    if screen.ancestors(front).any(|ancestor| ancestor == index) {
        let controls = screen
            .inside(index)
            .filter(|inner| reacts(&screen.elements[*inner]))
            .count();
        return controls == 1 && has_no_other_name;
    }
    let covers = element.bounds.intersection(layer.bounds) == Some(element.bounds);
    let is_sibling = screen
        .ancestors(index)
        .any(|ancestor| layer.parent == Some(ancestor))
        || layer.parent == element.parent;
    layer.caption().is_empty() && covers && is_sibling && !reacts(element)
}

fn is_reached(screen: &Screen, index: usize, place: Point) -> bool {
    front_at(screen, place).is_none_or(|front| {
        front == index || screen.ancestors(index).any(|ancestor| ancestor == front)
    })
}

/// Returns the front-most element at this place that reacts to touches.
fn front_at(screen: &Screen, place: Point) -> Option<usize> {
    let reacts = |element: &Element| element.is_clickable || element.is_editable;
    let here = |(_, element): &(usize, &Element)| reacts(element) && element.bounds.contains(place);
    screen.visible().filter(here).map(|(index, _)| index).last()
}

fn bare_candidate(screen: &Screen, index: usize) -> Candidate {
    Candidate {
        index,
        score: score::SAME_TEXT,
        signs: Vec::new(),
        title: title(screen, index),
    }
}

/// Returns an element in words: kind, name, row and place.
pub(super) fn title(screen: &Screen, index: usize) -> String {
    let element = &screen.elements[index];
    let center = element.bounds.center();
    let row = row_key(screen, index)
        .map(|row| format!(" in the row `{row}`"))
        .unwrap_or_default();
    format!(
        "{} `{}`{row} at ({:.0}, {:.0})",
        element.role.as_str(),
        element.caption(),
        center.x,
        center.y
    )
}
