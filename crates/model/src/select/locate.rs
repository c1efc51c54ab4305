//! The one search every act goes through.

use crate::geometry::{Point, Rect};
use crate::program::Target;
use crate::screen::{Element, Screen};

use super::caution::new_danger;
use super::evidence::{
    Evidence, ancestry, effective_id, is_id_unique, neighbours, row_key, text_agreement,
};
use super::matcher::{LabelMatch, Strategy};
use super::score;
use super::words::{actionable_matches, matches};

/// What a target was found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The author's words.
    Words,
    /// Recorded evidence.
    Evidence,
    /// Recorded evidence, exactly where it was recorded.
    PinnedPlace,
}

impl By {
    /// Returns the words people read.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Evidence => "evidence",
            Self::PinnedPlace => "pinned place",
        }
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
/// index goes by its words whatever was recorded.
pub fn locate(screen: &Screen, target: &Target, evidence: Option<&Evidence>) -> Search {
    match evidence.filter(|_| target.index.is_none()) {
        Some(evidence) => by_evidence(screen, target, evidence),
        None => by_words(screen, target),
    }
}

fn by_words(screen: &Screen, target: &Target) -> Search {
    let found = actionable_matches(screen, target);
    let chosen = match (target.index, found.as_slice()) {
        (_, []) => return Search::Missing(why_missing(screen, target)),
        (Some(index), _) => found.get((index as usize).saturating_sub(1)),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    match (chosen, target.index) {
        (Some(chosen), _) => match loose_danger(screen, target, *chosen) {
            Some(missing) => Search::Missing(missing),
            None => Search::Found(found_by_words(screen, target, *chosen)),
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

/// A label that is only part of what an element says may mean it, but not when the rest of it
/// makes it dangerous, as in `Archive` and `Archive All`.
fn loose_danger(screen: &Screen, target: &Target, chosen: LabelMatch) -> Option<Missing> {
    let now = screen.elements[chosen.index].label();
    (chosen.strategy == Strategy::Substring).then_some(())?;
    let word = new_danger(&target.label.reveal(), now)?;
    Some(Missing::Dangerous {
        now: now.to_owned(),
        word,
    })
}

fn found_by_words(screen: &Screen, target: &Target, chosen: LabelMatch) -> Found {
    let element = &screen.elements[chosen.index];
    let sign = Sign {
        kind: "label",
        wanted: target.label.to_string(),
        seen: element.label().to_owned(),
        points: score::SAME_TEXT,
    };
    Found {
        index: chosen.index,
        point: touch_point(screen, element),
        bounds: element.bounds,
        by: By::Words,
        strategy: chosen.strategy,
        signs: vec![sign],
        drift: Vec::new(),
        title: title(screen, chosen.index),
    }
}

fn why_missing(screen: &Screen, target: &Target) -> Missing {
    if let Some(other) = matches(screen, target).first() {
        let text = screen.elements[other.index].label().to_owned();
        return if other.is_fit_to_act() {
            Missing::AnotherOne { text }
        } else {
            Missing::OnlyLetters { text }
        };
    }
    let mut uncovered = screen.clone();
    uncovered
        .elements
        .iter_mut()
        .for_each(|element| element.is_covered = false);
    if actionable_matches(&uncovered, target).is_empty() {
        return Missing::Absent;
    }
    Missing::Covered {
        by: screen.dialog().map(|dialog| dialog.label().to_owned()),
    }
}

fn by_evidence(screen: &Screen, target: &Target, evidence: &Evidence) -> Search {
    let mut candidates: Vec<Candidate> = gather(screen, target, evidence)
        .map(|index| weigh(screen, index, evidence))
        .collect();
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    let is_other_row = |candidate: &Candidate| row_differs(screen, candidate.index, evidence);
    let had_other_rows = candidates.iter().any(is_other_row);
    candidates.retain(|candidate| !is_other_row(candidate) && candidate.score >= score::FOUND);
    match candidates.as_slice() {
        [] => Search::Missing(match &evidence.row {
            Some(row) if had_other_rows => Missing::OtherRow {
                wanted: row.clone(),
            },
            Some(_) | None => why_missing(screen, target),
        }),
        [best, rest @ ..]
            if rest
                .iter()
                .all(|next| best.score - next.score >= score::MARGIN) =>
        {
            accept(screen, best, evidence)
        }
        [best, ..] => {
            let close = |next: &&Candidate| best.score - next.score < score::MARGIN;
            Search::Ambiguous(candidates.iter().filter(close).cloned().collect())
        }
    }
}

/// Returns the elements for which at least one strong sign speaks; of an element and its holder
/// with the same strong sign, the inner one.
fn gather(screen: &Screen, target: &Target, evidence: &Evidence) -> impl Iterator<Item = usize> {
    let row = target.row.as_ref().map(|row| row.reveal());
    let found: Vec<usize> = screen
        .visible()
        .map(|(index, _)| index)
        .filter(|index| has_strong_sign(screen, *index, evidence))
        .filter(|index| {
            row.as_ref()
                .is_none_or(|row| row_key(screen, *index).as_ref() == Some(row))
        })
        .collect();
    let holders: Vec<usize> = found
        .iter()
        .flat_map(|index| screen.ancestors(*index))
        .filter(|holder| screen.elements[*holder].role != evidence.role)
        .collect();
    found
        .into_iter()
        .filter(move |index| !holders.contains(index))
}

fn has_strong_sign(screen: &Screen, index: usize, evidence: &Evidence) -> bool {
    let element = &screen.elements[index];
    (!evidence.id.is_empty() && effective_id(screen, index) == evidence.id)
        || text_agreement(&evidence.text, screen, index).is_some()
        || (!evidence.description.is_empty() && element.description.trim() == evidence.description)
}

fn weigh(screen: &Screen, index: usize, evidence: &Evidence) -> Candidate {
    let element = &screen.elements[index];
    let signs: Vec<Sign> = [
        id_sign(screen, index, evidence),
        text_sign(screen, index, evidence),
        description_sign(element, evidence),
        plain_sign(
            "role",
            evidence.role.as_str(),
            element.role.as_str(),
            score::SAME_ROLE,
        ),
        ancestry_sign(screen, index, evidence),
        row_sign(screen, index, evidence),
        neighbours_sign(screen, index, evidence),
        place_sign(element, evidence),
    ]
    .into_iter()
    .flatten()
    .collect();
    let score = signs.iter().map(|sign| sign.points).sum();
    Candidate {
        index,
        score,
        signs,
        title: title(screen, index),
    }
}

fn plain_sign(kind: &'static str, wanted: &str, seen: &str, points: i32) -> Option<Sign> {
    if wanted.is_empty() {
        return None;
    }
    let points = if wanted == seen { points } else { 0 };
    Some(Sign {
        kind,
        wanted: wanted.to_owned(),
        seen: seen.to_owned(),
        points,
    })
}

fn id_sign(screen: &Screen, index: usize, evidence: &Evidence) -> Option<Sign> {
    let is_unique = evidence.is_id_unique && is_id_unique(screen, &evidence.id);
    let points = if is_unique {
        score::UNIQUE_ID
    } else {
        score::SHARED_ID
    };
    plain_sign("id", &evidence.id, effective_id(screen, index), points)
}

fn text_sign(screen: &Screen, index: usize, evidence: &Evidence) -> Option<Sign> {
    let agreement = text_agreement(&evidence.text, screen, index);
    let points = match agreement {
        Some(Strategy::Exact) => score::SAME_TEXT,
        Some(Strategy::CaseInsensitive | Strategy::DiacriticInsensitive) => score::SIMILAR_TEXT,
        Some(Strategy::Substring) | None => 0,
    };
    let seen = screen.elements[index].label().to_owned();
    (!evidence.text.is_empty()).then(|| Sign {
        kind: "text",
        wanted: evidence.text.clone(),
        seen,
        points,
    })
}

fn description_sign(element: &Element, evidence: &Evidence) -> Option<Sign> {
    plain_sign(
        "description",
        &evidence.description,
        element.description.trim(),
        score::SAME_DESCRIPTION,
    )
}

fn ancestry_sign(screen: &Screen, index: usize, evidence: &Evidence) -> Option<Sign> {
    let seen = ancestry(screen, index).join(" < ");
    plain_sign(
        "ancestry",
        &evidence.ancestry.join(" < "),
        &seen,
        score::SAME_ANCESTRY,
    )
}

fn row_sign(screen: &Screen, index: usize, evidence: &Evidence) -> Option<Sign> {
    let wanted = evidence.row.as_deref()?;
    plain_sign(
        "row",
        wanted,
        &row_key(screen, index).unwrap_or_default(),
        score::SAME_ROW,
    )
}

fn neighbours_sign(screen: &Screen, index: usize, evidence: &Evidence) -> Option<Sign> {
    let now = neighbours(screen, index);
    let pairs: Vec<_> = evidence
        .neighbours
        .named()
        .into_iter()
        .zip(now.named())
        .filter_map(|((side, wanted), (_, seen))| wanted.map(|wanted| (side, wanted, seen)))
        .collect();
    if pairs.is_empty() {
        return None;
    }
    let same = pairs
        .iter()
        .filter(|(_, wanted, seen)| *seen == Some(*wanted))
        .count();
    let list = |texts: Vec<String>| texts.join(", ");
    Some(Sign {
        kind: "neighbours",
        wanted: list(
            pairs
                .iter()
                .map(|(side, wanted, _)| format!("{side} `{wanted}`"))
                .collect(),
        ),
        seen: list(
            pairs
                .iter()
                .map(|(side, _, seen)| format!("{side} `{}`", seen.unwrap_or("")))
                .collect(),
        ),
        points: score::SAME_NEIGHBOURS * same as i32 / pairs.len() as i32,
    })
}

fn place_sign(element: &Element, evidence: &Evidence) -> Option<Sign> {
    let (then, now) = (evidence.bounds.center(), element.bounds.center());
    let points = if is_same_place(then, now) {
        score::SAME_PLACE
    } else {
        0
    };
    let place = |point: Point| format!("({:.0}, {:.0})", point.x, point.y);
    Some(Sign {
        kind: "place",
        wanted: place(then),
        seen: place(now),
        points,
    })
}

fn is_same_place(then: Point, now: Point) -> bool {
    (then.x - now.x).abs() <= score::PLACE_TOLERANCE
        && (then.y - now.y).abs() <= score::PLACE_TOLERANCE
}

/// The same button in another row does the same thing to something else, so this is a veto.
fn row_differs(screen: &Screen, index: usize, evidence: &Evidence) -> bool {
    evidence
        .row
        .as_ref()
        .is_some_and(|wanted| row_key(screen, index).as_ref() != Some(wanted))
}

fn accept(screen: &Screen, best: &Candidate, evidence: &Evidence) -> Search {
    let element = &screen.elements[best.index];
    let name = element.label();
    if let Some(word) = new_danger(evidence.label(), name) {
        return Search::Missing(Missing::Dangerous {
            now: name.to_owned(),
            word,
        });
    }
    let is_in_place = is_same_place(evidence.bounds.center(), element.bounds.center());
    Search::Found(Found {
        index: best.index,
        point: touch_point(screen, element),
        bounds: element.bounds,
        by: if is_in_place {
            By::PinnedPlace
        } else {
            By::Evidence
        },
        strategy: text_agreement(&evidence.text, screen, best.index).unwrap_or(Strategy::Exact),
        signs: best.signs.clone(),
        drift: drift(&best.signs),
        title: best.title.clone(),
    })
}

/// Returns the signs that no longer hold, in words. Neighbours and place alone are no drift:
/// lists grow and shrink.
fn drift(signs: &[Sign]) -> Vec<String> {
    signs
        .iter()
        .filter(|sign| sign.points == 0 && !matches!(sign.kind, "neighbours" | "place"))
        .map(|sign| match sign.kind {
            "text" => format!("renamed from `{}` to `{}`", sign.wanted, sign.seen),
            "id" => format!("id changed from `{}` to `{}`", sign.wanted, sign.seen),
            kind => format!("{kind} changed from `{}` to `{}`", sign.wanted, sign.seen),
        })
        .collect()
}

fn touch_point(screen: &Screen, element: &Element) -> Point {
    screen
        .visible_bounds(element)
        .unwrap_or(element.bounds)
        .center()
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
fn title(screen: &Screen, index: usize) -> String {
    let element = &screen.elements[index];
    let center = element.bounds.center();
    let row = row_key(screen, index)
        .map(|row| format!(" in the row `{row}`"))
        .unwrap_or_default();
    format!(
        "{} `{}`{row} at ({:.0}, {:.0})",
        element.role.as_str(),
        element.label(),
        center.x,
        center.y
    )
}
