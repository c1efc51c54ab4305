//! Weighing recorded evidence: which element is the one that was recorded, if any is for certain.

use crate::geometry::Point;
use crate::program::Target;
use crate::screen::{Element, Role, Screen};

use super::caution::new_danger;
use super::evidence::{
    Evidence, Neighbours, ancestry, effective_id, is_id_unique, neighbours, row_key, text_agreement,
};
use super::locate::{By, Candidate, Found, Missing, Search, Sign, title, touch_point, why_missing};
use super::matcher::Strategy;
use super::row::{InRow, in_row};
use super::score;
use super::words::{fits_constraints, is_named_by};

/// Finds the recorded element. One of these holds, and no other: exactly one candidate has enough
/// speaking for it and nothing against it; or the search says what stands in the way.
pub(super) fn by_evidence(screen: &Screen, target: &Target, evidence: &Evidence) -> Search {
    let mut candidates = weigh_all(screen, target, evidence);
    // An author who names the row has said which row counts.
    let is_other_row = |candidate: &Candidate| {
        target.row.is_none() && row_differs(screen, candidate.index, evidence)
    };
    let had_other_rows = candidates.iter().any(is_other_row);
    candidates.retain(|candidate| !is_other_row(candidate));
    prefer_named_with_id(&mut candidates);
    let Some(best) = candidates.first().filter(|best| best.score >= score::FOUND) else {
        return Search::Missing(match &evidence.row {
            Some(row) if had_other_rows => Missing::OtherRow {
                wanted: row.clone(),
            },
            Some(_) | None => why_missing(screen, target),
        });
    };
    let is_close = |next: &&Candidate| best.score - next.score < score::MARGIN;
    if candidates.iter().filter(is_close).count() > 1 {
        return Search::Ambiguous(candidates.iter().filter(is_close).cloned().collect());
    }
    if is_renamed(best, evidence)
        && let Some(against) = objection(screen, best, evidence)
    {
        return against;
    }
    accept(screen, best, evidence)
}

/// What has both the recorded id and the recorded name is meant, and not what only has the name: the
/// title of a page may be that of one of its rows.
fn prefer_named_with_id(candidates: &mut Vec<Candidate>) {
    let has = |candidate: &Candidate, kind: &str| candidate.points(kind).is_some_and(|it| it > 0);
    let is_both = |candidate: &Candidate| {
        has(candidate, "id") && (has(candidate, "text") || has(candidate, "label"))
    };
    if candidates.iter().any(is_both) {
        candidates.retain(is_both);
    }
}

/// Adds to what words found how it differs from what was recorded.
pub(super) fn with_drift(screen: &Screen, search: Search, evidence: &Evidence) -> Search {
    let Search::Found(mut found) = search else {
        return search;
    };
    let row = row_key(screen, found.index);
    if row != evidence.row {
        let name = |row: &Option<String>| row.clone().unwrap_or_else(|| "none".to_owned());
        found.drift.push(format!(
            "row changed from `{}` to `{}`",
            name(&evidence.row),
            name(&row)
        ));
    } else if let Some(sign) =
        neighbours_sign(screen, found.index, evidence).filter(|sign| sign.points == 0)
    {
        found.drift.push(format!(
            "neighbours changed from {} to {}",
            sign.wanted, sign.seen
        ));
    }
    Search::Found(found)
}

/// Returns every candidate, best first.
fn weigh_all(screen: &Screen, target: &Target, evidence: &Evidence) -> Vec<Candidate> {
    let is_unique = evidence.is_id_unique && is_id_unique(screen, &evidence.id);
    let id_points = if is_unique {
        score::UNIQUE_ID
    } else {
        score::SHARED_ID
    };
    let mut candidates: Vec<Candidate> = gather(screen, target, evidence)
        .map(|index| weigh(screen, index, (target, evidence), id_points))
        .collect();
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    // Neighbours cost a look at the whole screen, so only those whom they could help are asked.
    let best = candidates.first().map_or(0, |best| best.score);
    let reach = score::MARGIN + score::SAME_NEIGHBOURS;
    for candidate in candidates.iter_mut().take(MOST_CONTENDERS) {
        if best - candidate.score <= reach {
            candidate.add(neighbours_sign(screen, candidate.index, evidence));
        }
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    candidates
}

/// More equals than this are ambiguous whatever their neighbours say.
const MOST_CONTENDERS: usize = 16;

/// Returns the elements for which at least one strong sign speaks and that are where and what the
/// author says; of an element and its holder with the same strong sign, the inner one.
fn gather(screen: &Screen, target: &Target, evidence: &Evidence) -> impl Iterator<Item = usize> {
    let found: Vec<usize> = screen
        .visible()
        .map(|(index, _)| index)
        .filter(|index| has_strong_sign(screen, *index, target, evidence))
        .filter(|index| fits_constraints(screen, *index, target))
        .collect();
    let found = match &target.row {
        None => found,
        Some(row) => match in_row(screen, &row.reveal(), &found, |index| *index) {
            InRow::Sure(found) => found,
            InRow::Unclear(..) | InRow::NotInIt | InRow::NoRow => Vec::new(),
        },
    };
    let holders: Vec<usize> = found
        .iter()
        .flat_map(|index| screen.ancestors(*index))
        .filter(|holder| screen.elements[*holder].role != evidence.role)
        .collect();
    found
        .into_iter()
        .filter(move |index| !holders.contains(index))
}

fn has_strong_sign(screen: &Screen, index: usize, target: &Target, evidence: &Evidence) -> bool {
    let [_, description] = screen.elements[index].names();
    (!evidence.id.is_empty() && effective_id(screen, index) == evidence.id)
        || text_agreement(&evidence.text, screen, index).is_some()
        || (!evidence.description.is_empty() && description == evidence.description)
        || label_sign(screen, index, target, evidence).is_some_and(|sign| sign.points > 0)
}

fn weigh(
    screen: &Screen,
    index: usize,
    (target, evidence): (&Target, &Evidence),
    id_points: i32,
) -> Candidate {
    let element = &screen.elements[index];
    let [_, description] = element.names();
    let mut candidate = Candidate {
        index,
        score: 0,
        signs: Vec::new(),
        title: title(screen, index),
    };
    candidate.add(plain_sign(
        "id",
        &evidence.id,
        effective_id(screen, index),
        id_points,
    ));
    candidate.add(text_sign(screen, index, evidence));
    candidate.add(label_sign(screen, index, target, evidence));
    candidate.add(plain_sign(
        "description",
        &evidence.description,
        description,
        score::SAME_DESCRIPTION,
    ));
    // A reader of pixels cannot tell roles, so there is nothing to compare.
    let role = if evidence.role == Role::Unknown {
        ""
    } else {
        evidence.role.as_str()
    };
    candidate.add(plain_sign(
        "role",
        role,
        element.role.as_str(),
        score::SAME_ROLE,
    ));
    let chain = ancestry(screen, index).join(" < ");
    candidate.add(plain_sign(
        "ancestry",
        &evidence.ancestry.join(" < "),
        &chain,
        score::SAME_ANCESTRY,
    ));
    let row = row_key(screen, index).unwrap_or_default();
    candidate.add(plain_sign(
        "row",
        evidence.row.as_deref().unwrap_or_default(),
        &row,
        score::SAME_ROW,
    ));
    candidate.add(place_sign(element, evidence));
    candidate
}

impl Candidate {
    fn add(&mut self, sign: Option<Sign>) {
        self.score += sign.as_ref().map_or(0, |sign| sign.points);
        self.signs.extend(sign);
    }

    fn points(&self, kind: &str) -> Option<i32> {
        self.signs
            .iter()
            .find(|sign| sign.kind == kind)
            .map(|sign| sign.points)
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

fn text_sign(screen: &Screen, index: usize, evidence: &Evidence) -> Option<Sign> {
    let points = match text_agreement(&evidence.text, screen, index) {
        Some(Strategy::Exact) => score::SAME_TEXT,
        Some(Strategy::CaseInsensitive | Strategy::DiacriticInsensitive) => score::SIMILAR_TEXT,
        Some(Strategy::Substring) | None => 0,
    };
    let seen = screen.elements[index].caption().to_owned();
    (!evidence.text.is_empty()).then(|| Sign {
        kind: "text",
        wanted: evidence.text.clone(),
        seen,
        points,
    })
}

/// Where nothing that names the element was recorded, the author's words take that place.
fn label_sign(screen: &Screen, index: usize, target: &Target, evidence: &Evidence) -> Option<Sign> {
    let is_named = !evidence.text.is_empty() || !evidence.description.is_empty();
    if is_named || target.label.is_empty() {
        return None;
    }
    let points = if is_named_by(screen, index, target) {
        score::SAME_TEXT
    } else {
        0
    };
    Some(Sign {
        kind: "label",
        wanted: target.label.to_string(),
        seen: screen.elements[index].caption().to_owned(),
        points,
    })
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
    let wanted = pairs
        .iter()
        .map(|(side, wanted, _)| format!("{side} `{wanted}`"))
        .collect();
    let seen = pairs
        .iter()
        .map(|(side, _, seen)| format!("{side} `{}`", seen.unwrap_or("")))
        .collect();
    let points = score::SAME_NEIGHBOURS * same as i32 / pairs.len() as i32;
    Some(Sign {
        kind: "neighbours",
        wanted: list(wanted),
        seen: list(seen),
        points,
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

/// Returns whether the candidate no longer has the name it was recorded with, or, where a file knows
/// nothing but an id, not the name its author gives it.
fn is_renamed(candidate: &Candidate, evidence: &Evidence) -> bool {
    let has_lost = |kind: &str| candidate.points(kind) == Some(0);
    let has_kept = |kind: &str| candidate.points(kind).is_some_and(|points| points > 0);
    if evidence.role == Role::Unknown && has_lost("label") {
        return true;
    }
    (has_lost("text") || has_lost("description")) && !has_kept("text") && !has_kept("description")
}

/// Returns what speaks against taking a renamed candidate for the recorded element: the recorded
/// name stands somewhere else, or nothing around the candidate is as it was. Ids such as that of a
/// dialog's first button say little by themselves.
fn objection(screen: &Screen, best: &Candidate, evidence: &Evidence) -> Option<Search> {
    let namesakes: Vec<Candidate> = screen
        .visible()
        .filter(|(index, _)| *index != best.index)
        .filter(|(index, _)| text_agreement(evidence.label(), screen, *index).is_some())
        .map(|(index, _)| Candidate {
            index,
            score: 0,
            signs: Vec::new(),
            title: title(screen, index),
        })
        .collect();
    if !namesakes.is_empty() {
        return Some(Search::Ambiguous(
            std::iter::once(best.clone()).chain(namesakes).collect(),
        ));
    }
    let has_context = ["neighbours", "row"].into_iter().any(|kind| {
        best.points(kind)
            .is_some_and(|points| points >= score::SAME_NEIGHBOURS / 2)
    });
    // A file of another writer says nothing of what is around; then an id of the app's own decides,
    // as that format has it. Ids of the system's dialogs say nothing, and nor do those of rows: the
    // last one that is left of a list has the id of the one that is gone.
    let knows_context = evidence.row.is_some() || evidence.neighbours != Neighbours::default();
    let has_own_id =
        best.points("id") == Some(score::UNIQUE_ID) && !evidence.id.starts_with("android:");
    if !knows_context && has_own_id && !is_in_a_row(screen, best.index) {
        return None;
    }
    let text = screen.elements[best.index].caption().to_owned();
    (!has_context).then_some(Search::Missing(Missing::AnotherOne { text }))
}

fn is_in_a_row(screen: &Screen, index: usize) -> bool {
    let mut holders = std::iter::once(index).chain(screen.ancestors(index));
    holders.any(|holder| screen.elements[holder].role == Role::Row)
}

fn accept(screen: &Screen, best: &Candidate, evidence: &Evidence) -> Search {
    let element = &screen.elements[best.index];
    let name = element.caption();
    if let Some(word) = new_danger(evidence.label(), name) {
        return Search::Missing(Missing::Dangerous {
            now: name.to_owned(),
            word,
        });
    }
    let point = match touch_point(screen, best.index) {
        Ok(point) => point,
        Err(by) => return Search::Missing(Missing::Covered { by: Some(by) }),
    };
    let is_in_place = is_same_place(evidence.bounds.center(), element.bounds.center());
    Search::Found(Found {
        index: best.index,
        point,
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
        text: name.to_owned(),
        id: effective_id(screen, best.index).to_owned(),
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
