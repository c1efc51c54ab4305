//! The rules that refuse a winner.

use crate::program::Matching;
use crate::screen::Role;

use super::danger::new_danger;
use super::evidence::{Evidence, Neighbours, id_holder};
use super::label::{Label, MatchQuality, Part};
use super::query::Query;
use super::rule::{SAME_NEIGHBOURS, UNIQUE_ID};
use super::search::{Candidate, Missing, Search, SignKind};

/// Refuses what has the label among other words while something covered has it for its whole name.
pub(super) fn is_named_under_cover(query: &Query<'_>, best: &Candidate) -> Option<Search> {
    let is_whole = |candidate: &Candidate| {
        let matched = candidate.matched;
        matched.is_some_and(|matched| matched.part == Part::Whole)
    };
    let is_part = best.matched?.part == Part::Words;
    let is_refused = is_part && query.under_cover().first().is_some_and(is_whole);
    is_refused.then(|| Search::Missing(query.covered()))
}

/// Refuses a renamed winner while its recorded name stands somewhere else.
pub(super) fn is_elsewhere(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let evidence = renamed(query, winner)?;
    let name = Label::new(evidence.label(), Matching::Usual);
    let is_namesake = |found: &super::LabelMatch| found.part == Part::Whole;
    let namesakes = query
        .screen
        .visible()
        .filter(|(index, _)| *index != winner.index)
        .filter(|(index, element)| {
            name.names(element, *index)
                .is_some_and(|it| is_namesake(&it))
        })
        .map(|(index, _)| Candidate::new(index, None));
    let all: Vec<Candidate> = std::iter::once(winner.clone()).chain(namesakes).collect();
    (all.len() > 1).then(|| query.ambiguous(all))
}

/// Refuses a renamed winner if nothing around it is as it was. Ids such as that of a dialog's first button
/// say little by themselves.
pub(super) fn is_in_other_surroundings(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let evidence = renamed(query, winner)?;
    let agrees = |kind: SignKind| {
        let points = winner.points(kind);
        points.is_some_and(|points| points >= SAME_NEIGHBOURS / 2)
    };
    // A file of another writer says nothing of what is around; then an id of the app's own decides,
    // as that format has it. Ids of the platform's dialogs say nothing, and nor do those of rows: the
    // last one that is left of a list has the id of the one that is gone.
    let knows_context = evidence.row.is_some() || evidence.neighbours != Neighbours::default();
    let is_decided_by_id =
        !knows_context && has_own_id(query, winner) && !is_in_a_row(query, winner);
    let is_known = agrees(SignKind::Neighbours) || agrees(SignKind::Row) || is_decided_by_id;
    let text = query.caption(winner).to_owned();
    (!is_known).then_some(Search::Missing(Missing::AnotherOne { text }))
}

/// Refuses a winner that promises to destroy, pay or send where that was neither recorded nor written. A label
/// that is the whole name may say so; one that is a part of it must not become dangerous by the rest, as in
/// `Archive` and `Archive All`.
pub(super) fn is_dangerous(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let is_part = winner
        .matched
        .is_some_and(|it| it.strategy == MatchQuality::Substring);
    let expected = match &query.recorded {
        Some(recorded) => recorded.evidence.label(),
        None if is_part => query.label.text(),
        None => return None,
    };
    let now = query.caption(winner);
    let word = new_danger(expected, now)?;
    Some(Search::Missing(Missing::Dangerous {
        now: now.to_owned(),
        word,
    }))
}

/// Returns what was recorded of a winner that no longer has the name it was recorded with, or, where a file
/// knows nothing but an id, not the name its author gives it.
fn renamed<'a>(query: &Query<'a>, winner: &Candidate) -> Option<&'a Evidence> {
    let evidence = query.recorded.as_ref()?.evidence;
    let names = [SignKind::Text, SignKind::Description];
    let is_unnamed = evidence.role == Role::Unknown && winner.has_lost(SignKind::Label);
    let has_lost = names.iter().any(|kind| winner.has_lost(*kind));
    let has_kept = names.iter().any(|kind| winner.has_kept(*kind));
    (is_unnamed || has_lost && !has_kept).then_some(evidence)
}

/// Returns whether the winner has the recorded id, alone, and the app gave it.
fn has_own_id(query: &Query<'_>, winner: &Candidate) -> bool {
    let holder = id_holder(query.screen, winner.index);
    let is_own = |holder: usize| !query.screen.elements[holder].has_platform_id;
    winner.points(SignKind::Id) == Some(UNIQUE_ID) && holder.is_some_and(is_own)
}

fn is_in_a_row(query: &Query<'_>, winner: &Candidate) -> bool {
    let mut holders = query.screen.lineage(winner.index);
    holders.any(|holder| query.screen.elements[holder].role == Role::Row)
}
