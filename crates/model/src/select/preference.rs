//! The rules by which some candidates are meant before others.

use std::collections::BTreeSet;

use crate::program::WantedRole;

use super::query::Query;
use super::search::{Candidate, SignKind};

/// Of an element and its holder with the same sign, the inner one is meant; where evidence was recorded, not
/// if the holder is of the recorded kind.
pub(super) fn innermost(query: &Query<'_>, all: &[Candidate]) -> Vec<bool> {
    let role_of = |index: usize| query.screen.elements[index].role;
    let recorded = query.recorded.as_ref().map(|it| it.evidence.role);
    let holders: BTreeSet<usize> = all
        .iter()
        .flat_map(|candidate| query.screen.ancestors(candidate.index))
        .filter(|holder| recorded != Some(role_of(*holder)))
        .collect();
    let is_inner = |candidate: &Candidate| !holders.contains(&candidate.index);
    all.iter().map(is_inner).collect()
}

/// When some react to touches and others do not, an act means one of the former.
pub(super) fn react_to_touches(query: &Query<'_>, all: &[Candidate]) -> Vec<bool> {
    let reacts = |candidate: &Candidate| query.screen.touched_for(candidate.index).is_some();
    all.iter().map(reacts).collect()
}

/// A field and the button beside it often go by one name; text goes into the field.
pub(super) fn are_fields(query: &Query<'_>, all: &[Candidate]) -> Vec<bool> {
    let is_field = |candidate: &Candidate| query.screen.elements[candidate.index].is_editable;
    let is_wanted = query.target.role == WantedRole::FieldFirst;
    let is_fit = |candidate| is_wanted && is_field(candidate);
    all.iter().map(is_fit).collect()
}

/// What has both the recorded id and the recorded name is meant, and not what only has the name: the
/// title of a page may be that of one of its rows.
pub(super) fn have_id_and_name(_: &Query<'_>, all: &[Candidate]) -> Vec<bool> {
    let has_both = |candidate: &Candidate| {
        let has_name = candidate.has_kept(SignKind::Text) || candidate.has_kept(SignKind::Label);
        candidate.has_kept(SignKind::Id) && has_name
    };
    all.iter().map(has_both).collect()
}
