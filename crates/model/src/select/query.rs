//! One question to a screen: which elements could be the target at all.

use std::collections::BTreeSet;

use crate::program::{Matching, Target, WantedRole};
use crate::screen::{Element, Role, Screen};

use super::beside::control_beside;
use super::evidence::{Evidence, effective_id, is_id_unique};
use super::identity::is_counted;
use super::label::{Label, LabelMatch, MatchQuality, Part};
use super::row::{InRow, in_row};
use super::search::Candidate;
use super::words::position;

/// A target that is looked for on a screen, by its words or by what was recorded of it.
pub(super) struct Query<'a> {
    pub(super) screen: &'a Screen,
    pub(super) target: &'a Target,
    pub(super) label: Label,
    pub(super) recorded: Option<Recorded<'a>>,
    purpose: Purpose,
}

/// Why a target is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To act on it: any of its names will do.
    Act,
    /// To prove that it shows: only what shows counts.
    Look,
}

/// The recorded marks of a target, prepared for comparing.
pub(super) struct Recorded<'a> {
    pub(super) evidence: &'a Evidence,
    pub(super) text: Label,
    /// Whether the id was that of one element then and is now.
    pub(super) has_unique_id: bool,
    /// Whether it is one of several that count, then or now.
    pub(super) is_id_counted: bool,
}

impl<'a> Query<'a> {
    /// Returns the search for what the author's words name.
    pub(super) fn by_words(screen: &'a Screen, target: &'a Target) -> Self {
        Self {
            screen,
            target,
            label: Label::new(&target.label.reveal(), target.matching),
            recorded: None,
            purpose: Purpose::Act,
        }
    }

    /// Returns the search for what shows the author's words.
    pub(super) fn by_sight(screen: &'a Screen, target: &'a Target) -> Self {
        Self {
            purpose: Purpose::Look,
            ..Self::by_words(screen, target)
        }
    }

    /// Returns the search for what was recorded.
    pub(super) fn by_evidence(
        screen: &'a Screen,
        target: &'a Target,
        evidence: &'a Evidence,
    ) -> Self {
        let recorded = Recorded {
            evidence,
            text: Label::new(&evidence.text, Matching::Usual),
            has_unique_id: evidence.is_id_unique && is_id_unique(screen, &evidence.id),
            is_id_counted: evidence.is_id_counted || is_counted(screen, &evidence.id),
        };
        Self {
            recorded: Some(recorded),
            ..Self::by_words(screen, target)
        }
    }

    /// Returns the elements that could be meant, in the order of the tree: where evidence was recorded, those
    /// that still have something of it that identifies; else those the words name.
    pub(super) fn candidates(&self) -> Vec<Candidate> {
        let Some(recorded) = &self.recorded else {
            let candidate = |found: LabelMatch| Candidate::new(found.index, Some(found));
            return self.named().into_iter().map(candidate).collect();
        };
        let found = self.screen.visible().filter_map(|(index, element)| {
            let matched = recorded.names(element, index);
            let is_candidate = (matched.is_some() || self.is_recorded(index, recorded))
                && self.fits_constraints(index);
            is_candidate.then(|| Candidate::new(index, matched))
        });
        self.in_the_row(found.collect(), |candidate| candidate.index)
    }

    fn is_recorded(&self, index: usize, recorded: &Recorded<'_>) -> bool {
        let evidence = recorded.evidence;
        let [_, description] = self.screen.elements[index].names();
        (!evidence.id.is_empty() && effective_id(self.screen, index) == evidence.id)
            || (!evidence.description.is_empty() && description == evidence.description)
            || (!recorded.has_name() && !self.target.label.is_empty() && self.is_named(index))
    }

    /// Returns the elements the words name, on the best rung that names any.
    pub(super) fn named(&self) -> Vec<LabelMatch> {
        let mut found = self.in_the_row(self.named_in_any_row(), |found| found.index);
        let best = found.iter().map(|found| (found.strategy, found.part)).min();
        found.retain(|found| Some((found.strategy, found.part)) == best);
        // A field and the label beside it go by one name, and both lead to the field.
        let mut known = BTreeSet::new();
        found.retain(|found| known.insert(found.index));
        found
    }

    /// Returns what the words name, on every rung and in every row.
    pub(super) fn named_in_any_row(&self) -> Vec<LabelMatch> {
        // An author who gives only an id means exactly what has it.
        let is_by_id = self.label.text().is_empty() && self.target.id.is_some();
        let whole = |index: usize| LabelMatch {
            strategy: MatchQuality::Exact,
            part: Part::Whole,
            index,
        };
        let visible = self.screen.visible();
        visible
            .filter_map(|(index, element)| {
                let named = match self.purpose {
                    Purpose::Act => self.label.names(element, index),
                    Purpose::Look => self.label.is_shown_by(element, index),
                };
                named.or_else(|| is_by_id.then(|| whole(index)))
            })
            .map(|found| LabelMatch {
                index: self.control_of(found),
                ..found
            })
            .filter(|found| self.fits_constraints(found.index))
            .collect()
    }

    /// Returns those of `all` that are in the row the author names; all where none is named.
    fn in_the_row<T>(&self, mut all: Vec<T>, index: impl Fn(&T) -> usize) -> Vec<T> {
        let Some(row) = &self.target.row else {
            return all;
        };
        let found = match in_row(self.screen, &row.reveal(), all.iter().map(&index)) {
            InRow::Sure(found) => found,
            InRow::Unclear(_) | InRow::Nothing => Vec::new(),
        };
        all.retain(|one| found.contains(&index(one)));
        all
    }

    /// Returns whether the author's words name this one element, the whole of it unless they ask for a part.
    pub(super) fn is_named(&self, index: usize) -> bool {
        let named = |index: usize| {
            let found = self.label.names(&self.screen.elements[index], index);
            found.filter(|found| {
                found.part == Part::Whole || self.target.matching == Matching::Contains
            })
        };
        let leads_here = |found: LabelMatch| self.control_of(found) == index;
        let mut visible = self.screen.visible();
        named(index).is_some()
            || (self.target.role == WantedRole::Only(Role::TextField)
                && visible.any(|(other, _)| named(other).is_some_and(leads_here)))
    }

    /// Returns whether the element is what the author says it is, and where.
    pub(super) fn allows(&self, index: usize) -> bool {
        self.fits_constraints(index) && !self.in_the_row(vec![index], |it| *it).is_empty()
    }

    /// Returns whether the element is what the author says it is, and on the screen they say; its row aside.
    fn fits_constraints(&self, index: usize) -> bool {
        let Target { id, role, area, .. } = self.target;
        let has_id = |id: &crate::phrase::Phrase| id.reveal() == effective_id(self.screen, index);
        id.as_ref().is_none_or(has_id)
            && role
                .only()
                .is_none_or(|role| has_role(self.screen, index, role))
            && area.as_ref().is_none_or(|area| {
                let named = Target::matching(area.clone(), Matching::Described);
                Query::by_words(self.screen, &named).is_in_front()
            })
    }

    /// Returns what the author means by a label and a role: in a row named `Wi-Fi`, `Wi-Fi` as a switch
    /// is the switch of that row.
    fn control_of(&self, found: LabelMatch) -> usize {
        let is_other = |role: &Role| !has_role(self.screen, found.index, *role);
        let role = self.target.role.only().filter(is_other);
        let control = role.and_then(|role| control_beside(self.screen, &self.label, found, role));
        control.unwrap_or(found.index)
    }

    /// Returns whether the screen the target names is in front: something says so that is not merely a way
    /// to get there. The tab of another screen is one, and so is a button where the screen has a title.
    pub(super) fn is_in_front(&self) -> bool {
        let mut visible = self.screen.visible();
        let has_title = visible.any(|(_, element)| element.role == Role::Heading);
        let certain = self.named().into_iter().filter(|it| it.is_fit_to_act());
        let says_so = |found: &LabelMatch| {
            let mut near = self.screen.lineage(found.index).take(3);
            let control = near.find_map(|index| {
                let element = &self.screen.elements[index];
                (element.role == Role::Tab || element.is_clickable).then_some(element)
            });
            match control {
                Some(tab) if tab.role == Role::Tab => tab.state.selected == Some(true),
                Some(_) => !has_title,
                None => true,
            }
        };
        let wanted = self.target.index.map_or(0, position);
        certain.filter(says_so).nth(wanted).is_some()
    }
}

impl Recorded<'_> {
    /// Returns whether a text or a description was recorded.
    pub(super) const fn has_name(&self) -> bool {
        !self.evidence.text.is_empty() || !self.evidence.description.is_empty()
    }

    /// Returns how the recorded text names the element, if the whole of it does.
    pub(super) fn names(&self, element: &Element, index: usize) -> Option<LabelMatch> {
        let found = self.text.names(element, index);
        found.filter(|found| found.part == Part::Whole)
    }
}

/// A text inside a button is that button for an author, so the nearest ancestors count.
fn has_role(screen: &Screen, index: usize, role: Role) -> bool {
    let mut near = screen.lineage(index).take(3);
    near.any(|holder| screen.elements[holder].role == role)
}
