//! Why a target is not there, in the words of the first rule that speaks against what comes nearest.

use crate::phrase::Phrase;
use crate::program::{Matching, Target, WantedRole};
use crate::screen::Screen;

use super::beside::other_name_beside;
use super::evidence::row_key;
use super::query::Query;
use super::row::is_named_somewhere;
use super::rule::RuleEffect;
use super::search::{Candidate, Missing};
use super::words::{is_shown, unclear_rows};

impl Query<'_> {
    /// Returns why nothing is the target: what a veto said of recorded candidates, else what stands in the way
    /// of the author's words.
    pub(super) fn why_missing(&self, veto: Option<Missing>) -> Missing {
        if self.recorded.is_some() {
            let explain = || Query::by_words(self.screen, self.target).why_not_named();
            return veto.unwrap_or_else(explain);
        }
        self.why_not_named()
    }

    fn why_not_named(&self) -> Missing {
        if let Some(first) = self.candidates().first() {
            match self.veto_of(first) {
                Some(Missing::OnlySpokenOf { .. }) if self.is_named_under_cover() => {}
                Some(missing) => return missing,
                None => {
                    let text = self.caption(first).to_owned();
                    return Missing::AnotherOne { text };
                }
            }
        }
        if self.is_named_under_cover() {
            return self.covered();
        }
        why_not_in_row(self.screen, self.target)
    }

    /// Returns what the first veto of the table says of a candidate.
    fn veto_of(&self, candidate: &Candidate) -> Option<Missing> {
        self.rules().find_map(|rule| {
            let RuleEffect::Veto(veto) = rule.effect else {
                return None;
            };
            veto(self, candidate)
        })
    }

    fn is_named_under_cover(&self) -> bool {
        !self.under_cover().is_empty()
    }

    /// Returns what could be meant if nothing lay over anything; nothing where that is so.
    pub(super) fn under_cover(&self) -> Vec<Candidate> {
        if !self.screen.elements.iter().any(|it| it.is_covered) {
            return Vec::new();
        }
        let mut uncovered = self.screen.clone();
        for element in &mut uncovered.elements {
            element.is_covered = false;
        }
        Query::by_words(&uncovered, self.target).rank().candidates
    }

    /// Returns that something lies over the target.
    pub(super) fn covered(&self) -> Missing {
        let dialog = self.screen.dialog();
        Missing::Covered {
            by: dialog.map(|dialog| dialog.caption().to_owned()),
        }
    }
}

/// Returns the row or screen of a target that is not there itself: that the target is not in it proves nothing.
pub fn missing_place(screen: &Screen, target: &Target) -> Option<String> {
    let is_there = |row: &Phrase| is_named_somewhere(screen, &row.reveal());
    let row = target.row.as_ref().filter(|row| !is_there(row));
    let area = target.area.as_ref().filter(|area| {
        let named = Target::matching((*area).clone(), Matching::Described);
        !Query::by_words(screen, &named).is_in_front()
    });
    row.or(area).map(ToString::to_string)
}

/// Returns which part of a target is missing: its row, or what is wanted in it.
pub fn why_not_in_row(screen: &Screen, target: &Target) -> Missing {
    let Some(row) = &target.row else {
        return of_other_kind(screen, target).unwrap_or(Missing::Absent);
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
    let found = Query::by_words(screen, &anywhere).rank().candidates;
    let names = found.iter().filter_map(|it| row_key(screen, it.index));
    let mut rows: Vec<String> = names.collect();
    rows.dedup();
    match found.is_empty() {
        true => Missing::Absent,
        false => Missing::NoSuchRow { rows },
    }
}

/// Returns that something has the name and is not of the kind the author gives, if there is such a thing.
fn of_other_kind(screen: &Screen, target: &Target) -> Option<Missing> {
    let wanted = target.role.only()?;
    let any = Target {
        role: WantedRole::Any,
        ..target.clone()
    };
    let found = is_shown(screen, &any)?;
    Some(Missing::OtherKind {
        wanted,
        seen: screen.elements[found.index].role,
        beside: other_name_beside(screen, found.index, wanted),
    })
}
