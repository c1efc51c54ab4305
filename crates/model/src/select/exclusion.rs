//! The rules that leave candidates out, by a veto or because others are preferred, and those that refuse a winner.

use std::collections::BTreeSet;

use crate::program::{Matching, WantedRole};
use crate::screen::{Role, ScreenSource};

use super::denial::negates;
use super::evidence::{Evidence, Neighbours, effective_id, id_holder};
use super::identity::{
    Contradiction, ControlClass, contradiction, goes_on, is_in_other_details, is_in_other_section,
    is_like, is_same_name, shares_word, spells,
};
use super::label::{Label, LabelMatch, MatchQuality, Part};
use super::query::Query;
use super::row::is_with_figures;
use super::rule::{SAME_NEIGHBOURS, UNIQUE_ID};
use super::said::new_danger;
use super::search::{Against, Candidate, Missing, Search, SignKind};

/// Returns what only letters match; a reader of pixels may have missed the rest of a text.
pub(super) fn is_mere_letters(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let part = candidate.matched?.part;
    let is_mere = match query.screen.source {
        ScreenSource::Tree => matches!(part, Part::Letters | Part::Reverse),
        ScreenSource::Pixels => part == Part::Letters,
    };
    is_mere.then(|| Missing::OnlyLetters {
        text: query.caption(candidate).to_owned(),
    })
}

/// A name with a given value in it and more words is that of something else: where milk is sold out, milk tea is
/// not what was asked for. Figures around it make no other name.
pub(super) fn is_other_value(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let text = query.caption(candidate);
    let is_other = query.screen.source == ScreenSource::Tree
        && query.is_among_words(candidate)
        && !query.target.label.is_fixed()
        && !is_with_figures(text, query.label.text());
    is_other.then(|| Missing::OtherValue {
        text: text.to_owned(),
    })
}

/// A text that has the label in it among other words, and where nothing reacts to touches, speaks of the
/// target, as an instruction does, and is not it.
pub(super) fn is_prose(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let (screen, index) = (query.screen, candidate.index);
    let reacts = |index: usize| screen.touched_for(index).is_some();
    let is_prose = screen.source == ScreenSource::Tree
        && query.is_among_words(candidate)
        && !reacts(index)
        && !screen.inside(index).any(reacts);
    is_prose.then(|| Missing::OnlySpokenOf {
        text: query.caption(candidate).to_owned(),
    })
}

/// What has the label in its name only to deny it is not what is asked for. An author who asks for a part of a text has
/// said that the rest of it does not matter.
pub(super) fn is_opposite(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    if !query.is_among_words(candidate) {
        return None;
    }
    let label = query.label.text();
    let names = query.screen.elements[candidate.index].names().into_iter();
    let mut naming = names.filter(|it| query.label.is_said_by(it).is_some());
    let first = naming.next()?;
    let is_opposite = negates(first, label) && naming.all(|it| negates(it, label));
    is_opposite.then(|| Missing::AnotherOne {
        text: first.to_owned(),
    })
}

/// The same button in another row does the same thing to something else. An author who names the row has
/// said which row counts.
pub(super) fn is_in_another_row(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let wanted = query.recorded.as_ref()?.evidence.row.clone()?;
    let is_another = query.target.row.is_none() && candidate.has_lost(SignKind::Row);
    is_another.then_some(Missing::OtherRow { wanted })
}

/// What takes text, what switches and what slides is never something else. A heading may be a control elsewhere.
pub(super) fn is_of_another_kind(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let recorded = query.recorded.as_ref()?.evidence;
    let element = &query.screen.elements[candidate.index];
    let is_free = |class: ControlClass| {
        matches!(
            class,
            ControlClass::Heading | ControlClass::Press | ControlClass::Choice
        )
    };
    let (then, now) = (
        ControlClass::of(recorded.role),
        ControlClass::of(element.role),
    );
    let is_same =
        then == now || is_free(then) && is_free(now) || query.screen.source == ScreenSource::Pixels;
    let is_known = recorded.role != Role::Unknown && element.role != Role::Unknown;
    let against = Against::OtherKind;
    let text = query.caption(candidate).to_owned();
    (is_known && !is_same).then_some(Missing::NotTheSame { text, against })
}

/// The same name in a row of which nothing else is as recorded is that of something else.
pub(super) fn has_other_details(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let evidence = query.recorded.as_ref()?.evidence;
    let is_asked = !evidence.details.is_empty();
    // An id that spells the name of a row belongs to the row, whatever it says today.
    let id = effective_id(query.screen, candidate.index);
    let key = evidence.row.as_deref().unwrap_or_else(|| evidence.name());
    let is_bound = candidate.has_kept(SignKind::Id) && spells(id, key);
    let is_other = is_asked
        && !is_bound
        && is_in_other_details(query.screen, candidate.index, evidence, query.target);
    is_other.then(|| Missing::OtherDetails {
        text: query.caption(candidate).to_owned(),
        details: evidence.details.clone(),
    })
}

/// The same row under the heading of another recorded section is another one.
pub(super) fn is_under_other_heading(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let evidence = query.recorded.as_ref()?.evidence;
    let is_other = is_in_other_section(query.screen, candidate.index, evidence);
    is_other.then(|| Missing::NotTheSame {
        text: query.caption(candidate).to_owned(),
        against: Against::OtherSection,
    })
}

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

/// A field and the button beside it often go by one name, as do a list to choose from and a link, and a box and its text: what
/// the step can act on is meant.
pub(super) fn can_be_acted_on(query: &Query<'_>, all: &[Candidate]) -> Vec<bool> {
    // Who counts them counts all of a name.
    let is_counted = query.target.index.is_some();
    let is_fit = |candidate: &Candidate| {
        let element = &query.screen.elements[candidate.index];
        let is_list = || !element.is_editable && element.holds_its_text();
        let class = ControlClass::of(element.role);
        match query.target.role {
            WantedRole::FieldFirst => element.is_editable,
            WantedRole::ListFirst => !is_counted && is_list(),
            WantedRole::ToggleFirst => {
                !is_counted && matches!(class, ControlClass::Toggle | ControlClass::Choice)
            }
            WantedRole::Any | WantedRole::Only(_) => false,
        }
    };
    all.iter().map(is_fit).collect()
}

/// What is of the kind that the author says is meant before what only stands in something of that kind.
pub(super) fn are_of_said_kind(query: &Query<'_>, all: &[Candidate]) -> Vec<bool> {
    let is_of = |index: usize, role: Role| query.screen.elements[index].role == role;
    let is_fit = |candidate: &Candidate| {
        let touched = query.screen.touched_for(candidate.index);
        let said = query.target.role.only();
        said.filter(|_| query.target.index.is_none())
            .is_some_and(|role| {
                is_of(candidate.index, role) || touched.is_some_and(|it| is_of(it, role))
            })
    };
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
    let is_namesake = |found: LabelMatch| found.part == Part::Whole;
    let namesakes = query
        .screen
        .visible()
        .filter(|(index, _)| *index != winner.index)
        .filter(|(index, element)| name.names(element, *index).is_some_and(is_namesake))
        .filter(|(index, _)| query.target.row.is_none() || query.allows(*index))
        .map(|(index, _)| Candidate::new(index, None));
    let all: Vec<Candidate> = std::iter::once(winner.clone()).chain(namesakes).collect();
    (all.len() > 1).then(|| query.ambiguous(all))
}

/// Refuses a winner that the author's words do not name while they name something else: what was recorded is not
/// what the author wrote, whoever wrote the file.
pub(super) fn is_named_elsewhere(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let is_by_words = query.target.id.is_none() && !query.label.text().is_empty();
    let names = query.screen.elements[winner.index].names();
    // In the row that the author names, what goes on where the words end or says the same is named by them.
    let is_same = |name: &&str| {
        let words = query.label.text();
        let is_in_row = query.target.row.is_some();
        is_same_name(words, name) || is_in_row && (goes_on(words, name) || is_like(words, name))
    };
    if !is_by_words || query.is_named(winner.index) || names.iter().any(is_same) {
        return None;
    }
    let named = query.named_in_any_row().into_iter();
    let named: BTreeSet<usize> = named
        .filter(|found| found.part == Part::Whole)
        .map(|found| found.index)
        .collect();
    let is_part = |index: &usize| {
        query.screen.lineage(*index).any(|it| it == winner.index)
            || query.screen.lineage(winner.index).any(|it| it == *index)
    };
    if named.is_empty() || named.iter().any(is_part) {
        return None;
    }
    let others = named.into_iter().map(|index| Candidate::new(index, None));
    Some(query.ambiguous(std::iter::once(winner.clone()).chain(others).collect()))
}

/// Refuses a renamed winner whose name says the opposite of the recorded one, or that it has been done.
pub(super) fn is_undone(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let evidence = renamed(query, winner)?;
    let text = query.screen.elements[winner.index].listed_as().to_owned();
    let against = match contradiction(evidence.name(), &text)? {
        Contradiction::Opposite => Against::Opposite,
        Contradiction::Done => Against::Done,
        Contradiction::Unit => Against::OtherName,
        Contradiction::Danger => return None,
    };
    Some(Search::Missing(Missing::NotTheSame { text, against }))
}

/// Refuses a renamed winner that does what cannot be taken back.
pub(super) fn is_renamed_for_good(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let evidence = renamed(query, winner)?;
    let against = Against::Irreversible;
    let text = query.caption(winner).to_owned();
    let is_refused = evidence.is_irreversible() && !evidence.name().is_empty();
    is_refused.then_some(Search::Missing(Missing::NotTheSame { text, against }))
}

/// Refuses a renamed winner whose new name and whose id have nothing to do with the recorded name: ids such as `primary`
/// stay with a place. Files of other writers that know nothing but an id are taken at their word.
pub(super) fn is_unrelated(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let evidence = renamed(query, winner)?;
    let knows_context = evidence.row.is_some() || evidence.neighbours != Neighbours::default();
    if winner.is_proven || !knows_context || evidence.name().is_empty() {
        return None;
    }
    let text = query.caption(winner).to_owned();
    let has_id = winner.points(SignKind::Id) == Some(UNIQUE_ID);
    let is_field = query.screen.elements[winner.index].is_editable;
    let is_related = is_like(evidence.name(), &text)
        || is_field && shares_word(evidence.name(), &text)
        || spells(&evidence.id, evidence.name());
    let against = Against::OtherName;
    (!(has_id && is_related)).then_some(Search::Missing(Missing::NotTheSame { text, against }))
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
    let is_known = winner.is_proven
        || agrees(SignKind::Neighbours)
        || agrees(SignKind::Row)
        || is_decided_by_id;
    let text = query.caption(winner).to_owned();
    (!is_known).then_some(Search::Missing(Missing::AnotherOne { text }))
}

/// Refuses a winner that promises to destroy, pay or send where that was neither recorded nor written. A label
/// that is the whole name may say so; one that is a part of it must not become dangerous by the rest, as in
/// `Archive` and `Archive All`, unless the author gives the id too.
pub(super) fn is_dangerous(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let is_part = winner
        .matched
        .is_some_and(|it| it.strategy == MatchQuality::Substring);
    let now = query.screen.elements[winner.index].listed_as();
    let expected = match &query.recorded {
        Some(recorded) if recorded.evidence.description == now => return None,
        Some(recorded) => recorded.evidence.label(),
        None if is_part && query.target.id.is_none() => query.label.text(),
        None => return None,
    };
    let word = new_danger(expected, now)?;
    Some(Search::Missing(Missing::Dangerous {
        now: now.to_owned(),
        word,
    }))
}

/// Returns what was recorded of a winner that no longer has the name it was recorded with, signs around it aside, or, where a file
/// knows nothing but an id, not the name its author gives it.
fn renamed<'a>(query: &Query<'a>, winner: &Candidate) -> Option<&'a Evidence> {
    let evidence = query.recorded.as_ref()?.evidence;
    let names = [SignKind::Text, SignKind::Description];
    let is_unnamed = evidence.role == Role::Unknown && winner.has_lost(SignKind::Label);
    let has_lost = names.iter().any(|kind| winner.has_lost(*kind));
    let has_kept = names.iter().any(|kind| winner.has_kept(*kind));
    let is_same = |name: &&str| !name.is_empty() && is_same_name(evidence.name(), name);
    let is_renamed = || {
        let names = query.screen.elements[winner.index].names();
        !names.iter().any(is_same)
    };
    (is_unnamed || has_lost && !has_kept && is_renamed()).then_some(evidence)
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

impl Query<'_> {
    /// Returns the text that names a candidate.
    pub(super) fn caption(&self, candidate: &Candidate) -> &str {
        self.screen.elements[candidate.index].caption()
    }

    /// Returns whether the label stands among other words of the candidate, and the author does not ask for that.
    fn is_among_words(&self, candidate: &Candidate) -> bool {
        self.target.matching == Matching::Usual
            && candidate.matched.is_some_and(|it| it.part == Part::Words)
    }
}
