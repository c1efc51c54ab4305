//! The one search every act goes through: candidates, then rules, then a winner by a margin.

use std::cmp::Reverse;

use crate::event::ExclusionLine;
use crate::program::Target;
use crate::screen::{Role, Screen};

use super::evidence::{Evidence, effective_id, row_key};
use super::identity::{identify, is_as_recorded};
use super::label::{LabelMatch, MatchQuality};
use super::points::compare_neighbours;
use super::query::Query;
use super::rule::{FOUND, MARGIN, MOST_CONTENDERS, RULES, Rule, RuleEffect};
use super::search::{By, Candidate, Found, Missing, Search, Sign, SignKind};
use super::touch::touch_point;
use super::words::position;

/// Finds the element the target means, by evidence where there is some, else by words.
///
/// An author who wrote "the second one" means the second one of today, so a target with an
/// index goes by its words whatever was recorded; that it is another one than recorded is drift.
pub fn locate(screen: &Screen, target: &Target, evidence: Option<&Evidence>) -> Search {
    match (evidence, target.index) {
        (Some(evidence), None) => Query::by_evidence(screen, target, evidence).search(),
        (None, _) => Query::by_words(screen, target).search(),
        (Some(evidence), Some(_)) => match Query::by_words(screen, target).search() {
            Search::Found(found) => Search::Found(with_drift(screen, found, evidence)),
            search => search,
        },
    }
}

/// Returns what was recorded for a wait and goes by another name now. A button or a title under another name is still that; a
/// text that says something else is news.
pub fn locate_renamed(screen: &Screen, target: &Target, evidence: &Evidence) -> Option<Found> {
    match locate(screen, target, Some(evidence)) {
        Search::Found(found) => {
            let reacts = screen.touched_for(found.index).is_some();
            let is_title = screen.elements[found.index].role == Role::Heading;
            Some(found).filter(|found| (reacts || is_title) && !found.drift.is_empty())
        }
        Search::Ambiguous(_) | Search::Missing(_) => None,
    }
}

/// The candidates after the rules have spoken.
#[derive(Default)]
pub(super) struct Ranking {
    /// Those that are left, best first.
    pub(super) candidates: Vec<Candidate>,
    exclusions: Vec<ExclusionLine>,
    /// The reason of the first veto.
    veto: Option<Missing>,
}

impl Query<'_> {
    fn search(&self) -> Search {
        let ranking = self.rank();
        let place = self
            .recorded
            .as_ref()
            .and_then(|it| it.evidence.place.as_ref());
        let is_as_recorded = ranking.is_as_recorded(self);
        let search = self.take_best(ranking);
        let is_clear = is_as_recorded && !matches!(search, Search::Ambiguous(_));
        match place {
            Some(place) if !is_clear => identify(self, place, search),
            Some(_) | None => search,
        }
    }

    fn take_best(&self, ranking: Ranking) -> Search {
        let best = ranking.candidates.first();
        if best.is_none_or(|best| best.score < FOUND) {
            return Search::Missing(self.why_missing(ranking.veto));
        }
        self.choose(ranking.candidates, ranking.exclusions)
    }

    /// Returns an element as found that the rest of the screen proves to be what was recorded, unless a rule objects.
    pub(super) fn accept_proven(&self, index: usize) -> Search {
        let recorded = self.recorded.as_ref();
        let element = &self.screen.elements[index];
        let matched = recorded.and_then(|it| it.names(element, index));
        let mut candidate = Candidate::new(index, matched);
        candidate.is_proven = true;
        for rule in self.rules() {
            if let RuleEffect::Points(points, compare)
            | RuleEffect::ContenderPoints(points, compare) = rule.effect
            {
                candidate.add(rule.name, compare(self, &candidate, points));
            }
        }
        self.accept(candidate, Vec::new())
    }

    /// Returns the rules that speak in this search.
    pub(super) fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().filter(|rule| rule.applies_to(self))
    }

    /// Lets every rule speak, in the order of the table, and orders the candidates that are left.
    pub(super) fn rank(&self) -> Ranking {
        let mut ranking = Ranking {
            candidates: self.candidates(),
            ..Ranking::default()
        };
        for rule in self.rules() {
            ranking.apply(rule, self);
        }
        ranking.sort_by_score();
        // Words count equal elements in reading order.
        if self.recorded.is_none() {
            let candidates = &mut ranking.candidates;
            candidates.sort_by_key(|candidate| place_in_text(self.screen, candidate.index));
        }
        ranking
    }

    /// Takes the one that is meant: the one of the author's number, or the best by a margin.
    fn choose(&self, mut candidates: Vec<Candidate>, exclusions: Vec<ExclusionLine>) -> Search {
        let (best, there) = (&candidates[0], candidates.len());
        if let Some(refusal) = self.refusal_of(best) {
            return refusal;
        }
        let least = best.score - MARGIN;
        let winner = match self.target.index {
            Some(number) => candidates.into_iter().nth(position(number)),
            None => {
                candidates.retain(|candidate| candidate.score > least);
                if candidates.len() > 1 {
                    return self.ambiguous(candidates);
                }
                candidates.pop()
            }
        };
        match winner {
            Some(winner) => self.accept(winner, exclusions),
            None => Search::Missing(Missing::TooFew { there }),
        }
    }

    fn refusal_of(&self, best: &Candidate) -> Option<Search> {
        self.rules().find_map(|rule| {
            let RuleEffect::Refusal(refuse) = rule.effect else {
                return None;
            };
            refuse(self, best)
        })
    }

    /// Returns that any of these could be meant.
    pub(super) fn ambiguous(&self, mut candidates: Vec<Candidate>) -> Search {
        for candidate in &mut candidates {
            candidate.title = title(self.screen, candidate.index);
        }
        Search::Ambiguous(candidates)
    }

    /// Returns the winner as found, unless a rule objects to it or a touch does not reach it.
    fn accept(&self, winner: Candidate, exclusions: Vec<ExclusionLine>) -> Search {
        let objection = self.rules().find_map(|rule| {
            let RuleEffect::Objection(object) = rule.effect else {
                return None;
            };
            object(self, &winner)
        });
        if let Some(objection) = objection {
            return objection;
        }
        let element = &self.screen.elements[winner.index];
        let point = match touch_point(self.screen, winner.index) {
            Ok(point) => point,
            Err(by) => return Search::Missing(Missing::Covered { by: Some(by) }),
        };
        let by = match &self.recorded {
            None => By::Words,
            Some(_) if winner.has_kept(SignKind::Place) => By::PinnedPlace,
            Some(_) => By::Evidence,
        };
        let strategy = winner.matched.map(|found: LabelMatch| found.strategy);
        Search::Found(Found {
            index: winner.index,
            point,
            bounds: element.bounds,
            by,
            strategy: strategy.unwrap_or(MatchQuality::Exact),
            drift: drift(&winner.signs),
            signs: winner.signs,
            exclusions,
            title: title(self.screen, winner.index),
            text: element.caption().to_owned(),
            id: effective_id(self.screen, winner.index).to_owned(),
        })
    }
}

impl Ranking {
    /// Returns whether the best has all that identifies it.
    fn is_as_recorded(&self, query: &Query<'_>) -> bool {
        let named = |it: &&Candidate| it.matched.is_some() || it.has_kept(SignKind::Description);
        let namesakes = self.candidates.iter().filter(named).count();
        let best = self.candidates.first();
        best.is_some_and(|best| is_as_recorded(query, best, namesakes))
    }

    fn apply(&mut self, rule: &Rule, query: &Query<'_>) {
        let before = self.candidates.len();
        match rule.effect {
            RuleEffect::Points(points, compare) => {
                for candidate in &mut self.candidates {
                    candidate.add(rule.name, compare(query, candidate, points));
                }
            }
            RuleEffect::ContenderPoints(points, compare) => {
                self.sort_by_score();
                let best = self.candidates.first().map_or(0, |best| best.score);
                let contenders = self.candidates.iter_mut().take(MOST_CONTENDERS);
                for candidate in contenders.filter(|it| best - it.score <= MARGIN + points) {
                    candidate.add(rule.name, compare(query, candidate, points));
                }
            }
            RuleEffect::Veto(veto) => self.candidates.retain(|candidate| {
                let missing = veto(query, candidate);
                let is_kept = missing.is_none();
                self.veto = self.veto.take().or(missing);
                is_kept
            }),
            RuleEffect::Preference(prefer) => {
                let preferred = prefer(query, &self.candidates);
                if preferred.contains(&true) {
                    let mut preferred = preferred.into_iter();
                    self.candidates.retain(|_| preferred.next() == Some(true));
                }
            }
            RuleEffect::Refusal(_) | RuleEffect::Objection(_) => {}
        }
        let count = before - self.candidates.len();
        if count > 0 {
            self.exclusions.push(ExclusionLine {
                rule: rule.name.to_owned(),
                reason: rule.reason.to_owned(),
                count,
            });
        }
    }

    fn sort_by_score(&mut self) {
        self.candidates
            .sort_by_key(|candidate| Reverse(candidate.score));
    }
}

/// Adds to what words found how it differs from what was recorded.
fn with_drift(screen: &Screen, mut found: Found, evidence: &Evidence) -> Found {
    let row = row_key(screen, found.index);
    if row != evidence.row {
        let name = |row: &Option<String>| row.clone().unwrap_or_else(|| "none".to_owned());
        let (then, now) = (name(&evidence.row), name(&row));
        found
            .drift
            .push(format!("row changed from `{then}` to `{now}`"));
    } else if let Some(near) = compare_neighbours(screen, found.index, evidence)
        && near.same == 0
    {
        let (then, now) = (near.wanted, near.seen);
        found
            .drift
            .push(format!("neighbours changed from {then} to {now}"));
    }
    found
}

/// Returns the signs that no longer hold, in words. Neighbours and place alone are no drift:
/// lists grow and shrink.
fn drift(signs: &[Sign]) -> Vec<String> {
    let words = |sign: &Sign| {
        let what = match sign.kind {
            SignKind::Neighbours | SignKind::Place | SignKind::Details => return None,
            SignKind::Text => "renamed".to_owned(),
            SignKind::Id
            | SignKind::Label
            | SignKind::Description
            | SignKind::Role
            | SignKind::Ancestry
            | SignKind::Row => format!("{} changed", sign.kind.as_str()),
        };
        Some(format!("{what} from `{}` to `{}`", sign.wanted, sign.seen))
    };
    let lost = signs.iter().filter(|sign| sign.points == 0);
    lost.filter_map(words).collect()
}

/// Returns an element in words: kind, name, row and place.
pub(super) fn title(screen: &Screen, index: usize) -> String {
    let element = &screen.elements[index];
    let center = element.bounds.center();
    let row = row_key(screen, index)
        .map(|row| format!(" in the row `{row}`"))
        .unwrap_or_default();
    let role = element.role.as_str();
    format!("{role} `{}`{row} at {center}", element.caption())
}

/// Returns where the element stands when the screen is read like a page. Elements less than half a
/// line apart stand in one line.
pub(super) fn place_in_text(screen: &Screen, index: usize) -> (i64, i64) {
    const LINE: f64 = 16.0;
    let center = screen.elements[index].bounds.center();
    ((center.y / LINE).round() as i64, center.x as i64)
}
