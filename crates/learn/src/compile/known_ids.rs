//! Which identifiers were there before a run changed anything, and which it made itself: those are others in the next run.
//!
//! A new loan may have the number that a member on the same page has, so that numbers are compared with those of their kind.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::{PlacedId, Request, TextMark, Write};
use retap_model::select::Evidence;

use super::observation::Observation;

/// The identifiers that a lesson knew.
pub(super) struct KnownIds {
    /// Those that were there before anything was made, each with the kinds that its places say.
    before: BTreeMap<String, BTreeSet<Option<String>>>,
    made: Vec<Made>,
}

/// What a write of the run made.
struct Made {
    /// The place of the write among all of the run.
    at: usize,
    kind: String,
    /// The identifiers that its answer says; none where it says none.
    ids: BTreeSet<String>,
    /// What it carried itself.
    sent: BTreeSet<PlacedId>,
    /// The identifiers that later rows have of a text that it carried and nothing showed before.
    shown: BTreeSet<String>,
}

impl KnownIds {
    /// Returns what a lesson knew; identifiers that `is_hidden` says are left out.
    pub(super) fn of(observations: &[Observation], is_hidden: impl Fn(&str) -> bool) -> Self {
        let mut before: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
        for PlacedId { id, kind } in ids_before(observations) {
            before.entry(id).or_default().insert(kind);
        }
        before.retain(|id, _| !is_hidden(id));
        let made = writes(observations).enumerate();
        let made = made.filter_map(|(at, (seen, request))| {
            let made = Made::by(at, request)?;
            let shown = shown_of(request, observations, seen);
            Some(Made { shown, ..made })
        });
        Self {
            before,
            made: made.collect(),
        }
    }

    /// Returns whether an identifier that a write carries, in a place that says these kinds, was there before the run. `at` is the
    /// place of the write among all of the run.
    pub(super) fn has(&self, id: &str, kinds: &BTreeSet<String>, at: usize) -> bool {
        let Some(known) = self.before.get(id) else {
            return false;
        };
        let mut earlier = self.made.iter().filter(|made| made.at < at);
        !earlier.any(|made| kinds.contains(&made.kind) && made.is_of(id, known))
    }
}

impl Made {
    fn by(at: usize, request: &Request) -> Option<Self> {
        let write = request.write.as_ref()?;
        let kind = write.made_kind()?;
        let is_done = request.is_own_site && request.went_well() && !write.is_denied;
        let is_it = |it: &&PlacedId| it.kind.as_ref().is_none_or(|told| *told == kind);
        let ids = write.made.iter().filter(is_it).map(|it| it.id.clone());
        let ids = ids.collect();
        (is_done && request.method == "POST" && request.may_create()).then(|| Self {
            at,
            ids,
            kind,
            sent: write.placed_ids(),
            shown: BTreeSet::new(),
        })
    }

    /// Returns whether an identifier is that of what was made: its answer says so, or where that says none, the row of what it carried,
    /// or all other places of the identifier are those of other kinds of things.
    fn is_of(&self, id: &str, known: &BTreeSet<Option<String>>) -> bool {
        let is_other = |kind: &Option<String>| kind.as_ref().is_some_and(|it| *it != self.kind);
        let mut sent = self.sent.iter().filter(|it| it.id == id);
        let is_new = sent.all(|it| is_other(&it.kind));
        let is_told = self.ids.contains(id);
        let is_shown = self.shown.contains(id) && !known.contains(&Some(self.kind.clone()));
        is_new && (is_told || self.ids.is_empty() && (is_shown || known.iter().all(is_other)))
    }
}

/// Returns all writes of a run in their order, each with the number of the observation that has it.
fn writes(observations: &[Observation]) -> impl Iterator<Item = (usize, &Request)> {
    let all = observations.iter().enumerate();
    let all = all.flat_map(|(at, seen)| seen.writes.iter().map(move |write| (at, write)));
    all.map(|(at, write)| (at, &write.request))
}

/// Returns the identifiers of what was acted on after a write in rows of a text that it carried, which no screen showed up to then.
fn shown_of(request: &Request, observations: &[Observation], by: usize) -> BTreeSet<String> {
    let fields = request.write.iter().flat_map(|write| write.fields.values());
    let carried: BTreeSet<&TextMark> = fields.flatten().collect();
    let (before, later) = observations.split_at(by + 1);
    let earlier = before.iter().filter_map(|seen| seen.before.as_ref());
    let mut known = BTreeSet::new();
    for screen in earlier {
        let texts = screen.elements.iter().filter(|it| !it.is_editable);
        known.extend(texts.map(|it| TextMark::of(it.caption())));
    }
    let is_new = |text: &String| {
        let mark = TextMark::of(text);
        carried.contains(&mark) && !known.contains(&mark)
    };
    let is_of_it = |seen: &&Observation| {
        let evidence = seen
            .found
            .last()
            .map(|it| Evidence::of(&it.screen, it.found.index));
        evidence.is_some_and(|it| it.row.iter().chain(&it.details).any(is_new))
    };
    let own = later
        .iter()
        .filter(is_of_it)
        .flat_map(|seen| &seen.at_target.own);
    own.cloned().collect()
}

/// Returns the place of a write among all of a run.
pub(super) fn place_of(observations: &[Observation], request: &Request) -> usize {
    let place = writes(observations).position(|(_, it)| std::ptr::eq(it, request));
    place.unwrap_or_default()
}

/// Returns the identifiers that were there before a run may have made something. What an element has and the tree has not is in no
/// place that says a kind.
fn ids_before(observations: &[Observation]) -> BTreeSet<PlacedId> {
    let mut all = given_ids(observations);
    for seen in before_anything_was_made(observations) {
        let is_placed = |id: &&String| seen.ids.iter().any(|placed| placed.id == **id);
        let unplaced = seen.at_target.own.iter().filter(|id| !is_placed(id));
        let unplaced = unplaced.map(|id| PlacedId {
            id: id.clone(),
            kind: None,
        });
        all.extend(unplaced.chain(seen.ids.iter().cloned()));
    }
    all
}

/// How many figures a number has that was counted by somebody; longer ones are times, or random.
const MOST_FIGURES: usize = 9;

/// How long a word with figures is that stands for something.
const LONGEST_CODE: usize = 8;

/// Returns the identifiers of the writes up to the first that may have made something: no run has made these, unless a page
/// makes them up, as it does long ones.
fn given_ids(observations: &[Observation]) -> BTreeSet<PlacedId> {
    let mut given = BTreeSet::new();
    for (_, request) in writes(observations) {
        let is_short = |it: &PlacedId| match it.id.bytes().all(|byte| byte.is_ascii_digit()) {
            true => it.id.len() <= MOST_FIGURES,
            false => it.id.len() <= LONGEST_CODE,
        };
        let placed = request.write.as_deref().map(Write::placed_ids);
        given.extend(placed.into_iter().flatten().filter(is_short));
        if request.may_create() {
            break;
        }
    }
    given
}

/// Returns what was observed until the run may have made something.
pub(super) fn before_anything_was_made(observations: &[Observation]) -> &[Observation] {
    let creates = |seen: &Observation| {
        let mut writes = seen.writes.iter();
        writes.any(|write| write.request.may_create())
    };
    let first = observations.iter().position(creates);
    first.map_or(observations, |place| &observations[..=place])
}
