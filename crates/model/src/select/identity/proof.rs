//! Whether what was found is proven to be what was recorded, and what is where nothing was found.

use crate::program::Target;
use crate::screen::{Role, Screen};
use crate::select::evidence::{Evidence, switched_state};
use crate::select::locate::locate;
use crate::select::points::compare_neighbours;
use crate::select::query::Query;
use crate::select::row::is_with_figures;
use crate::select::search::{Against, Candidate, Found, Missing, Search, Sign, SignKind};

use super::details::{compare_details, is_in_other_details};
use super::id_worth::{says_place, spells};
use super::matching::{Known, Matching};
use super::more_words::{goes_on, is_filled_in, turns_round};
use super::new_name::{
    Contradiction, Relation, bare, contradiction, is_qualified_otherwise, names_other_thing,
    relation, says_other_thing, shares_word, without_row,
};
use super::section::is_in_other_section;
use super::sketch::{ControlClass, Drawn, SketchEntry, SketchPlace, sketch_today};

/// The share of the recorded entries, as one of so many, that must be there for a name alone to identify something whose
/// surroundings are all others.
const LEAST_SHARE: usize = 3;

/// The points for all details of a row, and against a row that has none of them.
const SAME_DETAILS: i32 = 25;

/// Returns whether the best candidate has all that identifies it, so that nothing need be asked of the rest of the screen.
/// `namesakes` is how many have the recorded name.
pub(in crate::select) fn is_as_recorded(
    query: &Query<'_>,
    best: &Candidate,
    namesakes: usize,
) -> bool {
    let Some(recorded) = &query.recorded else {
        return true;
    };
    let evidence = recorded.evidence;
    let has_lost = [
        SignKind::Id,
        SignKind::Role,
        SignKind::Row,
        SignKind::Text,
        SignKind::Description,
    ]
    .iter()
    .any(|kind| best.has_lost(*kind));
    // What has no ids above it looks the same everywhere.
    let is_held = best.has_kept(SignKind::Ancestry)
        && evidence.ancestry.iter().any(|holder| holder.contains('#'));
    let around = [SignKind::Place, SignKind::Neighbours];
    let knows_around = is_held || around.iter().any(|kind| best.has_kept(*kind));
    let has_id = best.has_kept(SignKind::Id) && recorded.has_unique_id && !recorded.is_id_counted;
    let is_only = namesakes < 2 && !evidence.is_repeated();
    let is_row_named = query.target.row.is_some() || best.has_kept(SignKind::Row);
    let is_in_row = is_row_named && !evidence.is_row_shared && namesakes < 2;
    !has_lost && knows_around && (has_id || recorded.has_name() && (is_only || is_in_row))
}

/// Decides by the whole screen: what was found must be the partner of what was recorded, and where nothing was found, the
/// partner is, if it is proven.
pub(in crate::select) fn identify(query: &Query<'_>, place: &SketchPlace, first: Search) -> Search {
    match &first {
        Search::Missing(
            Missing::Covered { .. }
            | Missing::Dangerous { .. }
            | Missing::Contradicting { .. }
            | Missing::TooFew { .. }
            | Missing::NoSuchRow { .. }
            | Missing::UnclearRow { .. }
            | Missing::OtherDetails { .. },
        ) => return first,
        Search::Found(_) | Search::Ambiguous(_) | Search::Missing(_) => {}
    }
    Identity::of(query, place).map_or(first.clone(), |identity| identity.decide(first))
}

/// Returns whether an element is found on the screen on which it was recorded: enough of what was around it is there, by name
/// or by id.
pub fn is_on_recorded_screen(screen: &Screen, target: &Target, evidence: &Evidence) -> bool {
    let query = Query::by_evidence(screen, target, evidence);
    let place = evidence.place.as_ref();
    let Some(identity) = place.and_then(|place| Identity::of(&query, place)) else {
        return false;
    };
    let matching = Matching::of(&identity.then, &identity.now, identity.known());
    let (found, all) = matching.found_beside(identity.at);
    let Search::Found(it) = locate(screen, target, Some(evidence)) else {
        return false;
    };
    let is_sure = |sign: &Sign| {
        let identifies = matches!(sign.kind, SignKind::Id | SignKind::Row | SignKind::Details);
        identifies && sign.points > 0
    };
    // What has nothing that identifies it alone needs more of the screen.
    let share = match it.signs.iter().any(is_sure) {
        true => LEAST_SHARE,
        false => 2,
    };
    found > 0 && found * share >= all
}

/// The recorded screen matched to today's, for one element.
struct Identity<'a, 'q> {
    query: &'a Query<'q>,
    evidence: &'a Evidence,
    at: usize,
    then: Vec<SketchEntry>,
    now: Vec<Drawn>,
}

impl<'a, 'q> Identity<'a, 'q> {
    fn of(query: &'a Query<'q>, place: &'a SketchPlace) -> Option<Self> {
        let evidence = query.recorded.as_ref()?.evidence;
        let mut then = place.sketch.entries.clone();
        let own = then.get_mut(place.at)?;
        // What names the element is kept beside the sketch, also where it is of the day.
        if own.name.is_empty() {
            own.name = evidence.name().to_owned();
        }
        Some(Self {
            query,
            evidence,
            at: place.at,
            then,
            now: sketch_today(query.screen, evidence),
        })
    }

    fn decide(&self, first: Search) -> Search {
        if self.is_unchanged() {
            return match first {
                Search::Found(found) if self.is_at(&found, self.at) => Search::Found(found),
                Search::Found(_) | Search::Ambiguous(_) | Search::Missing(_) => self.found(self.at),
            };
        }
        if let Some(named) = self.named_by_id() {
            return self.found(named);
        }
        let matching = Matching::of(&self.then, &self.now, self.known());
        let partner = matching.partner(self.at);
        let proof = partner.map(|it| self.is_proven(&matching, it));
        match (first, partner, proof) {
            (Search::Found(found), Some(partner), Some(Ok(()))) if self.is_at(&found, partner) => {
                Search::Found(found)
            }
            (_, Some(partner), Some(Ok(()))) => self.found(partner),
            (first, Some(partner), Some(Err(against))) => {
                self.refused(first, Some(partner), against)
            }
            (first, _, _) => {
                let nearest = self.nearest(&matching);
                let is_taken = nearest.is_some_and(|it| matching.origin(it).is_some());
                let against = match is_taken {
                    true => Against::OtherControl,
                    false => Against::NotTold,
                };
                self.refused(first, nearest, against)
            }
        }
    }

    /// Returns whether the screen is as recorded, entry for entry, and so is what is next to the element. Then each has its
    /// place, whatever they are called.
    fn is_unchanged(&self) -> bool {
        let is_same = |(then, now): (&SketchEntry, &Drawn)| {
            let now = &now.entry;
            then.name == now.name
                && then.role == now.role
                && then.id == now.id
                && then.row == now.row
        };
        let mut pairs = self.then.iter().zip(&self.now);
        if self.then.len() != self.now.len() || !pairs.all(is_same) {
            return false;
        }
        let (screen, index) = (self.query.screen, self.now[self.at].index);
        let beside = compare_neighbours(screen, self.element_of(index), self.evidence);
        beside.is_none_or(|it| it.same == it.all)
            && !is_in_other_details(screen, index, self.evidence, self.query.target)
    }

    /// Returns the entry of the id that the author gave, unless it has another name than the recorded one, figures aside:
    /// `Section #9` is what was `Section #36`.
    fn named_by_id(&self) -> Option<usize> {
        let id = self.query.target.id.as_ref()?.to_string();
        let mut with_id = (0..self.now.len()).filter(|at| self.now[*at].entry.id == id);
        let (only, None) = (with_id.next()?, with_id.next()) else {
            return None;
        };
        let without_figures = |name: &str| bare(name).replace(char::is_numeric, "");
        let (then, now) = (&self.then[self.at], &self.now[only].entry);
        let names = [then, now].map(|it| without_figures(&it.name));
        let has_other_name = names[0] != names[1] && names.iter().all(|name| !name.is_empty());
        let has_it = ["", &id].contains(&&*self.evidence.id);
        let is_it = has_it && then.role == now.role && !has_other_name;
        is_it.then_some(only)
    }

    /// Returns what the details of rows say for and against each entry of today.
    fn known(&self) -> Known {
        let all = self.evidence.details.len() as i32;
        let points = |it: &Drawn| {
            let compared = compare_details(self.query.screen, it.index, self.evidence);
            compared.map_or(0, |it| match it.kept as i32 {
                0 => -SAME_DETAILS,
                kept => SAME_DETAILS * kept / all,
            })
        };
        Known {
            at: self.at,
            points: self.now.iter().map(points).collect(),
        }
    }

    /// Returns whether what was found is this entry, or a part of it.
    fn is_at(&self, found: &Found, entry: usize) -> bool {
        let index = self.now[entry].index;
        let mut lineage = self.query.screen.lineage(found.index);
        lineage.any(|it| it == index)
    }

    /// Returns the partner as found, unless a rule objects to it.
    fn found(&self, partner: usize) -> Search {
        let index = self.element_of(self.now[partner].index);
        match self.query.allows(index) {
            true => self.query.accept_proven(index),
            false => Search::Missing(Missing::Absent),
        }
    }

    /// Returns the element that was meant: the control, or the text on it where that was recorded.
    fn element_of(&self, control: usize) -> usize {
        let screen = self.query.screen;
        let element = &screen.elements[control];
        if element.role == self.evidence.role || !element.caption().is_empty() {
            return control;
        }
        let is_it = |index: &usize| {
            let inner = &screen.elements[*index];
            inner.role == self.evidence.role
                && !inner.caption().is_empty()
                && screen.touched_for(*index) == Some(control)
        };
        screen.inside(control).find(is_it).unwrap_or(control)
    }

    /// Returns why the partner is not proven to be what was recorded, if it is not.
    fn is_proven(&self, matching: &Matching<'_>, partner: usize) -> Result<(), Against> {
        let (then, now) = (&self.then[self.at], &self.now[partner]);
        match contradiction(&then.name, &now.entry.name) {
            Some(Contradiction::Opposite) => return Err(Against::Opposite),
            Some(Contradiction::Done) => return Err(Against::Done),
            Some(Contradiction::Danger | Contradiction::Unit) => return Err(Against::OtherName),
            None => {}
        }
        let related = self.relation_to(matching, partner);
        let is_strict = self.evidence.is_irreversible();
        // A button may be drawn as a link.
        let is_bound = then.role == now.entry.role
            || matching.neighbours(self.at, partner) > 0
            || matching.has_same_id(self.at, partner);
        let is_very = related == Relation::Same && is_bound;
        if is_strict && !is_very && !then.name.is_empty() {
            return Err(Against::Irreversible);
        }
        if related != Relation::Same && self.is_name_of_another(&now.entry.name) {
            return Err(Against::OtherControl);
        }
        self.check_row(matching, partner, is_strict)?;
        match related {
            Relation::Same => self.check_screen(matching, partner),
            Relation::Compatible => self.check_like(matching, partner),
            Relation::Other => self.check_unnamed(matching, partner),
        }
    }

    /// Returns how the names are related; that its row names it, too, is no other name.
    fn relation_to(&self, matching: &Matching<'_>, partner: usize) -> Relation {
        let related = matching.relation(self.at, partner);
        let (then, now) = (&self.then[self.at], &self.now[partner].entry);
        let row = now.row.as_deref().filter(|_| related == Relation::Other);
        let is_own = row.is_some_and(|row| bare(&without_row(&now.name, row)) == bare(&then.name));
        match is_own {
            true => Relation::Compatible,
            false => related,
        }
    }

    /// The row must be the recorded one: by its name, or by most of its details. A control that had and has its name alone
    /// may have left its row.
    fn check_row(
        &self,
        matching: &Matching<'_>,
        partner: usize,
        is_strict: bool,
    ) -> Result<(), Against> {
        let (screen, now) = (self.query.screen, &self.now[partner]);
        if is_in_other_details(screen, now.index, self.evidence, self.query.target) {
            return Err(Against::OtherDetails);
        }
        if is_in_other_section(screen, now.index, self.evidence) {
            return Err(Against::OtherSection);
        }
        if self.query.target.row.is_some() {
            return Ok(());
        }
        let Some(row) = &self.evidence.row else {
            // What was in no row and is in one now may be there once for each row.
            let is_bound = matching.has_same_id(self.at, partner)
                || matching.neighbours(self.at, partner) == 2;
            let is_free = now.entry.row.is_none() || is_bound;
            return is_free.then_some(()).ok_or(Against::OtherRow);
        };
        let has_details =
            compare_details(screen, now.index, self.evidence).is_some_and(|it| it.kept > 1);
        let is_same = match &now.entry.row {
            Some(seen) if bare(seen) == bare(row) || has_details => true,
            Some(seen) if !is_strict => {
                let is_like = relation(row, seen, &matching.context) == Relation::Compatible;
                is_like || is_with_figures(seen, row) || is_with_figures(row, seen)
            }
            Some(_) => false,
            None => !is_strict && self.is_alone(),
        };
        is_same.then_some(()).ok_or(Against::OtherRow)
    }

    /// Returns whether another control of the recorded screen had this name.
    fn is_name_of_another(&self, name: &str) -> bool {
        let name = bare(name);
        let others = self.then.iter().enumerate();
        let mut others = others.filter(|(at, _)| *at != self.at);
        !name.is_empty() && others.any(|(_, it)| bare(&it.name) == name)
    }

    /// Returns whether the recorded name was, and is, that of one control.
    fn is_alone(&self) -> bool {
        let own = &self.then[self.at];
        let (name, class) = (bare(&own.name), own.class());
        let is_like = |it: &SketchEntry| it.class() == class && bare(&it.name) == name;
        let then = self.then.iter().filter(|it| is_like(it)).count();
        let now = self.now.iter().filter(|it| is_like(&it.entry)).count();
        then == 1 && now == 1 && !name.is_empty()
    }

    /// A name is that of the recorded control if something of the recorded screen is still there. Away from all that was
    /// next to it, it must be of the same kind, and not under a heading of its own.
    fn check_screen(&self, matching: &Matching<'_>, partner: usize) -> Result<(), Against> {
        let neighbours = match matching.is_under_added_heading(partner) {
            true => matching.neighbours(self.at, partner) / 2,
            false => matching.neighbours(self.at, partner),
        };
        let is_bound =
            neighbours > 0 || matching.has_same_id(self.at, partner) || self.evidence.row.is_some();
        if is_bound {
            return Ok(());
        }
        let (found, all) = matching.found_beside(self.at);
        let is_same_kind = self.then[self.at].role == self.now[partner].entry.role;
        let is_known = (all < LEAST_SHARE || found * LEAST_SHARE >= all)
            && (is_same_kind || all == 0)
            && !matching.is_under_new_heading(partner);
        is_known.then_some(()).ok_or(Against::OtherScreen)
    }

    /// Another name of the same meaning is that of the recorded control where its id or its place among the others says so,
    /// and nothing else could be meant.
    fn check_like(&self, matching: &Matching<'_>, partner: usize) -> Result<(), Against> {
        if matching.has_other_id(self.at, partner) {
            return Err(Against::OtherId);
        }
        let is_placed = matching.neighbours(self.at, partner) > 0;
        if !is_placed && !matching.has_same_id(self.at, partner) {
            return Err(Against::OtherScreen);
        }
        let then = &self.then[self.at];
        let is_longer = matching.is_only_longer(self.at, partner);
        let is_like = |now: &usize| {
            let entry = &self.now[*now].entry;
            let is_related = matching.relation(self.at, *now) != Relation::Other
                || is_longer && matching.begins_with_name(self.at, *now);
            *now != partner
                && entry.class() == then.class()
                && matching.origin(*now).is_none()
                && is_related
        };
        match (0..self.now.len()).any(|now| is_like(&now)) {
            true => Err(Against::Several),
            false => Ok(()),
        }
    }

    /// A control with quite another name is the recorded one only by its id, and where more says so. One that never had a name
    /// needs its id, or to be the only one of its kind in its row.
    fn check_unnamed(&self, matching: &Matching<'_>, partner: usize) -> Result<(), Against> {
        let then = &self.then[self.at];
        if then.class() == ControlClass::Heading {
            return self.check_heading(matching, partner);
        }
        let has_id = matching.has_same_id(self.at, partner);
        let is_it = match then.name.is_empty() {
            true => {
                let has_any_id = !then.id.is_empty() && then.id == self.now[partner].entry.id;
                let is_between = matching.neighbours(self.at, partner) == 2;
                has_id || has_any_id && is_between || self.is_only_in_row(partner)
            }
            false => {
                let is_renamed = self.is_renamed(matching, partner);
                let is_telling = has_id && !says_place(&then.id);
                is_telling && (is_renamed || self.is_relabelled(matching, partner))
                    || self.is_said_more(matching, partner)
            }
        };
        is_it.then_some(()).ok_or(Against::OtherName)
    }

    /// Returns whether what has the recorded id has a new name, as its id spells the recorded one: if most names of the page are
    /// as before, a button of another name is used for something else; what only leads somewhere is renamed.
    fn is_renamed(&self, matching: &Matching<'_>, partner: usize) -> bool {
        let then = &self.then[self.at];
        let is_way = matches!(then.role, Role::Row | Role::Link | Role::Tab | Role::Text);
        let is_translated = matching.is_renamed_beside(self.at);
        let is_choice = matches!(then.role, Role::Checkbox | Role::Switch | Role::Radio);
        let names_other = says_other_thing(&then.name, &self.now[partner].entry.name);
        spells(&then.id, &then.name) && (is_way || is_translated)
            || (self.is_field(partner) || is_choice)
                && is_translated
                && matching.is_between_same(self.at, partner)
                && !names_other
    }

    /// Returns whether a field of any kind that has the recorded id has another label: one with a word in common, or any if it
    /// stands where it did and that names nothing else that is known. A switch must be as it was, too, and not be turned round.
    fn is_relabelled(&self, matching: &Matching<'_>, partner: usize) -> bool {
        let then = &self.then[self.at];
        let name = &self.now[partner].entry.name;
        // An author who gives the id has said which field it is; its name may be made of what is around it.
        let is_qualified =
            self.query.target.id.is_none() && is_qualified_otherwise(&then.name, name);
        let is_in_place =
            matching.is_between_same(self.at, partner) && !names_other_thing(&then.name, name);
        let element = &self.query.screen.elements[self.now[partner].index];
        let is_kept = match then.class() {
            ControlClass::Toggle => {
                let state = switched_state(element);
                let is_as_it_was = state.is_some() && state == self.evidence.checked;
                is_as_it_was && is_in_place && !turns_round(&then.name, name)
            }
            _ => self.is_field(partner) && (is_in_place || shares_word(&then.name, name)),
        };
        is_kept && !is_qualified
    }

    /// Returns whether both take a text or one of several values: a field, a slider, a list to choose from.
    fn is_field(&self, partner: usize) -> bool {
        let element = &self.query.screen.elements[self.now[partner].index];
        match self.then[self.at].class() {
            ControlClass::Field | ControlClass::Password | ControlClass::Slider => true,
            ControlClass::Press => {
                element.holds_its_text() && !self.evidence.description.is_empty()
            }
            ControlClass::Toggle | ControlClass::Choice | ControlClass::Heading => false,
        }
    }

    /// Returns whether a control is called as before and by further words, and its id says that it is the same. Between the
    /// same controls of its row, it needs no id for words behind its name.
    fn is_said_more(&self, matching: &Matching<'_>, partner: usize) -> bool {
        let then = &self.then[self.at];
        let name = &self.now[partner].entry.name;
        let has_id = matching.has_same_id(self.at, partner);
        let is_between = matching.is_between_same(self.at, partner);
        let is_in_row = self.evidence.row.is_some() || self.query.target.row.is_some();
        (has_id || is_in_row && is_between) && goes_on(&then.name, name)
            || has_id && is_between && is_filled_in(&then.name, name)
    }

    /// A title may have any new name on a screen most of which is as recorded, but it is not that of another entry.
    fn check_heading(&self, matching: &Matching<'_>, partner: usize) -> Result<(), Against> {
        let figures =
            |name: &str| -> String { name.chars().filter(char::is_ascii_digit).collect() };
        let (then, now) = (&self.then[self.at], &self.now[partner].entry);
        let (found, all) = matching.found_beside(self.at);
        let is_placed = matching.neighbours(self.at, partner) > 0;
        let is_it = is_placed
            && all > 1
            && found * 2 >= all
            && !then.name.is_empty()
            && figures(&then.name) == figures(&now.name);
        is_it.then_some(()).ok_or(Against::OtherName)
    }

    /// Returns whether both are the only ones of their kind in a row of the same name.
    fn is_only_in_row(&self, partner: usize) -> bool {
        let then = &self.then[self.at];
        let is_like = |it: &&SketchEntry| it.class() == then.class() && it.row == then.row;
        let old = self.then.iter().filter(is_like).count();
        let now = self.now.iter().map(|it| &it.entry);
        let new = now.filter(is_like).count();
        let entry = &self.now[partner].entry;
        then.row.is_some() && old == 1 && new == 1 && entry.row == then.row && entry.name.is_empty()
    }

    /// Returns the entry of today that comes nearest: what has the id, else a part of the name.
    fn nearest(&self, matching: &Matching<'_>) -> Option<usize> {
        let then = &self.then[self.at];
        let points = |at: usize| {
            let entry = &self.now[at].entry;
            let has_id = !then.id.is_empty() && entry.id == then.id;
            let is_like = matching.relation(self.at, at) != Relation::Other;
            2 * i32::from(is_like) + i32::from(has_id)
        };
        let all = (0..self.now.len()).filter(|at| points(*at) > 0);
        all.max_by_key(|at| (points(*at), std::cmp::Reverse(*at)))
    }

    /// Returns that what comes nearest is not it. Where several could be meant, that is said.
    fn refused(&self, first: Search, nearest: Option<usize>, against: Against) -> Search {
        let screen: &Screen = self.query.screen;
        match (first, nearest) {
            (first @ Search::Ambiguous(_), _) => first,
            (first @ Search::Missing(_), None) => first,
            (Search::Found(found), None) => Search::Missing(Missing::NotTheSame {
                text: found.text,
                against,
            }),
            (Search::Found(_) | Search::Missing(_), Some(nearest)) => {
                let index = self.now[nearest].index;
                let name = &self.now[nearest].entry.name;
                let text = match name.is_empty() {
                    true => screen.elements[index].caption().to_owned(),
                    false => name.clone(),
                };
                match (against, &self.evidence.row) {
                    (Against::OtherRow, Some(row)) => Search::Missing(Missing::OtherRow {
                        wanted: row.clone(),
                    }),
                    (Against::OtherDetails, _) => Search::Missing(Missing::OtherDetails {
                        text,
                        details: self.evidence.details.clone(),
                    }),
                    (_, _) => Search::Missing(Missing::NotTheSame { text, against }),
                }
            }
        }
    }
}
