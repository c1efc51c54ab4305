//! The rules that compare a candidate with what was recorded or written, and count points.

use crate::screen::{Role, Screen};

use super::evidence::{self, Evidence, SIDES, effective_id, row_key};
use super::identity::compare_details;
use super::label::MatchQuality;
use super::query::{Query, Recorded};
use super::search::{Candidate, Sign, SignKind};

/// How far an element may have moved and still be in the same place.
const PLACE_TOLERANCE: f64 = 8.0;

/// Compares the id where it identifies one element. One that counts says where something stood, so that it only counts
/// where there is no name.
pub(super) fn unique_id(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let is_worth = |it: &&Recorded<'_>| it.has_unique_id && (!it.is_id_counted || !it.has_name());
    let recorded = query.recorded.as_ref().filter(is_worth)?;
    let seen = effective_id(query.screen, of.index);
    compare(points, SignKind::Id, &recorded.evidence.id, seen)
}

/// Compares the id where several elements have it.
pub(super) fn shared_id(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let is_shared = |it: &&Recorded<'_>| !it.has_unique_id && !it.is_id_counted;
    let recorded = query.recorded.as_ref().filter(is_shared)?;
    let seen = effective_id(query.screen, of.index);
    compare(points, SignKind::Id, &recorded.evidence.id, seen)
}

/// Counts a text that is the same, letter for letter.
pub(super) fn same_text(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let is_same = of.matched?.strategy == MatchQuality::Exact;
    is_same.then(|| text_sign(query, of, points))?
}

/// Counts a text that is the same but for case and accents, and tells one that is not. What a control holds is no name
/// of it, so that another value does not make it another.
pub(super) fn similar_text(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    match of.matched.map(|matched| matched.strategy) {
        Some(MatchQuality::Exact) => None,
        Some(MatchQuality::CaseInsensitive | MatchQuality::DiacriticInsensitive) => {
            text_sign(query, of, points)
        }
        Some(MatchQuality::Substring) | None => {
            let is_named = !query.screen.elements[of.index].holds_its_text();
            is_named.then(|| text_sign(query, of, 0))?
        }
    }
}

fn text_sign(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let wanted = &query.recorded.as_ref()?.evidence.text;
    let sign = || Sign::new(SignKind::Text, wanted, query.caption(of), points);
    (!wanted.is_empty()).then(sign)
}

/// Compares the author's words, where nothing that names the element was recorded.
pub(super) fn label(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let points = match &query.recorded {
        None => points,
        Some(recorded) if recorded.has_name() || query.target.label.is_empty() => return None,
        Some(_) if query.is_named(of.index) => points,
        Some(_) => 0,
    };
    let wanted = query.target.label.to_string();
    Some(Sign::new(
        SignKind::Label,
        &wanted,
        query.caption(of),
        points,
    ))
}

/// Compares the description.
pub(super) fn description(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let [_, seen] = query.screen.elements[of.index].names();
    let wanted = &query.recorded.as_ref()?.evidence.description;
    compare(points, SignKind::Description, wanted, seen)
}

/// Compares the kind of element; a reader of pixels cannot tell it.
pub(super) fn role(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let wanted = query.recorded.as_ref()?.evidence.role;
    let seen = query.screen.elements[of.index].role;
    let is_known = wanted != Role::Unknown;
    is_known.then(|| compare(points, SignKind::Role, wanted.as_str(), seen.as_str()))?
}

/// Compares what holds the element.
pub(super) fn ancestry(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let wanted = query.recorded.as_ref()?.evidence.ancestry.join(" < ");
    let seen = evidence::ancestry(query.screen, of.index).join(" < ");
    compare(points, SignKind::Ancestry, &wanted, &seen)
}

/// Compares the name of the row.
pub(super) fn row(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let wanted = query.recorded.as_ref()?.evidence.row.as_deref()?;
    let seen = row_key(query.screen, of.index).unwrap_or_default();
    compare(points, SignKind::Row, wanted, &seen)
}

/// Compares the place.
pub(super) fn place(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let then = query.recorded.as_ref()?.evidence.bounds.center();
    let now = query.screen.elements[of.index].bounds.center();
    let is_same =
        (then.x - now.x).abs() <= PLACE_TOLERANCE && (then.y - now.y).abs() <= PLACE_TOLERANCE;
    let points = if is_same { points } else { 0 };
    Some(Sign::new(
        SignKind::Place,
        &then.to_string(),
        &now.to_string(),
        points,
    ))
}

/// Compares the texts next to the element.
pub(super) fn neighbours(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let evidence = query.recorded.as_ref()?.evidence;
    let near = compare_neighbours(query.screen, of.index, evidence)?;
    let points = points * near.same / near.all;
    Some(Sign::new(
        SignKind::Neighbours,
        &near.wanted,
        &near.seen,
        points,
    ))
}

/// Compares what tells the row from others.
pub(super) fn details(query: &Query<'_>, of: &Candidate, points: i32) -> Option<Sign> {
    let evidence = query.recorded.as_ref()?.evidence;
    let compared = compare_details(query.screen, of.index, evidence)?;
    let all = evidence.details.len() as i32;
    let points = points * compared.kept as i32 / all;
    let (wanted, seen) = (evidence.details.join(", "), compared.now.join(", "));
    Some(Sign::new(SignKind::Details, &wanted, &seen, points))
}

/// The recorded neighbours of an element beside those it has now.
pub(super) struct ComparedNeighbours {
    pub(super) wanted: String,
    pub(super) seen: String,
    /// How many are the same.
    pub(super) same: i32,
    /// How many were recorded.
    pub(super) all: i32,
}

/// Returns how the neighbours compare; `None` where none were recorded.
pub(super) fn compare_neighbours(
    screen: &Screen,
    index: usize,
    evidence: &Evidence,
) -> Option<ComparedNeighbours> {
    let now = evidence::neighbours(screen, index);
    let pairs = SIDES.iter().zip(&evidence.neighbours).zip(&now);
    let mut compared = ComparedNeighbours {
        wanted: String::new(),
        seen: String::new(),
        same: 0,
        all: 0,
    };
    for ((side, wanted), seen) in pairs {
        let Some(wanted) = wanted else { continue };
        let gap = if compared.all > 0 { ", " } else { "" };
        let said = seen.as_deref().unwrap_or_default();
        compared.wanted.push_str(&format!("{gap}{side} `{wanted}`"));
        compared.seen.push_str(&format!("{gap}{side} `{said}`"));
        compared.same += i32::from(seen.as_ref() == Some(wanted));
        compared.all += 1;
    }
    (compared.all > 0).then_some(compared)
}

/// Returns the sign of two texts that count if they are equal; `None` where nothing was recorded.
fn compare(points: i32, kind: SignKind, wanted: &str, seen: &str) -> Option<Sign> {
    let points = if wanted == seen { points } else { 0 };
    (!wanted.is_empty()).then(|| Sign::new(kind, wanted, seen, points))
}
