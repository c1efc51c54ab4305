//! The rules that leave a candidate out whatever speaks for it.

use crate::program::Matching;
use crate::screen::ScreenSource;

use super::danger::negates;
use super::figures::is_with_figures;
use super::label::Part;
use super::query::Query;
use super::search::{Candidate, Missing, SignKind};

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

/// An author who asks for a part of a text has said that the rest of it does not matter.
pub(super) fn is_opposite(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let text = query.caption(candidate);
    let is_opposite = query.is_among_words(candidate) && negates(text, query.label.text());
    is_opposite.then(|| Missing::AnotherOne {
        text: text.to_owned(),
    })
}

/// The same button in another row does the same thing to something else. An author who names the row has
/// said which row counts.
pub(super) fn is_in_another_row(query: &Query<'_>, candidate: &Candidate) -> Option<Missing> {
    let wanted = query.recorded.as_ref()?.evidence.row.clone()?;
    let is_another = query.target.row.is_none() && candidate.has_lost(SignKind::Row);
    is_another.then_some(Missing::OtherRow { wanted })
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
