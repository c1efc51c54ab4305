//! Identifiers of things: by what marks a file keeps them, and what it means that others are there.

use std::collections::BTreeSet;

use super::write::{LONGEST_NAME, identifier_hash};

/// The words with figures that may identify a thing, and what stands beside it. They stay in the process.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identifiers {
    /// Those of the thing.
    pub own: BTreeSet<String>,
    /// Those of the things beside it.
    pub beside: BTreeSet<String>,
}

impl Identifiers {
    /// Returns whether an identifier is that of another thing.
    pub fn is_beside(&self, id: &str) -> bool {
        self.beside.contains(id) && !self.own.contains(id)
    }

    /// Returns what stands for those of the thing, and for those beside it.
    pub fn marks(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let marks = |ids: &BTreeSet<String>| ids.iter().map(|id| entity_mark(id)).collect();
        (marks(&self.own), marks(&self.beside))
    }
}

/// The kind of long words.
const LONG: &str = "long";

/// Returns what stands for the thing of an identifier in a file, so that it can be known again and not be read: what kind of
/// word it is, and a hash.
pub fn entity_mark(id: &str) -> String {
    let kind = match id.bytes().all(|byte| byte.is_ascii_digit()) {
        true => "number",
        false if id.len() > LONGEST_NAME => LONG,
        false => "word",
    };
    format!("{kind} {}", identifier_hash("entity", id))
}

/// Returns whether something is about another thing than what has the pinned marks: of one kind of word there are some, and
/// none is the same.
pub fn are_other_things(pinned: &BTreeSet<String>, found: &BTreeSet<String>) -> bool {
    other_kinds(pinned, found).next().is_some()
}

/// Returns whether others are there because all of a list have others, as where a database was filled anew: nothing of its
/// kind that was there, beside the thing or of its own, is there any more.
pub fn are_renumbered(
    pinned: &BTreeSet<String>,
    pinned_beside: &BTreeSet<String>,
    found: &Identifiers,
) -> bool {
    let (own, beside) = found.marks();
    let (then, now) = (pinned | pinned_beside, &own | &beside);
    other_kinds(pinned, &own).all(|kind| {
        let least = if kind == LONG { 1 } else { LEAST_BESIDE };
        let [then, now] = [&then, &now].map(|marks| of_kind(marks, kind));
        of_kind(pinned_beside, kind).len() >= least
            && !of_kind(&beside, kind).is_empty()
            && then.is_disjoint(&now)
    })
}

/// How many numbers stood beside one, at the least, where it can be told that all are others. Long words are never the same by chance.
const LEAST_BESIDE: usize = 2;

/// Returns the kinds of words of which both have some and none in common.
fn other_kinds<'a>(
    pinned: &'a BTreeSet<String>,
    found: &'a BTreeSet<String>,
) -> impl Iterator<Item = &'a str> {
    let kinds: BTreeSet<&str> = pinned.iter().map(|mark| kind_of(mark)).collect();
    kinds.into_iter().filter(move |kind| {
        let [pinned, found] = [pinned, found].map(|marks| of_kind(marks, kind));
        !found.is_empty() && pinned.is_disjoint(&found)
    })
}

fn of_kind<'a>(marks: &'a BTreeSet<String>, kind: &str) -> BTreeSet<&'a str> {
    let own = marks.iter().filter(|mark| kind_of(mark) == kind);
    own.map(String::as_str).collect()
}

fn kind_of(mark: &str) -> &str {
    mark.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_others_where_a_kind_of_word_has_none_in_common() {
        let marks =
            |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|id| entity_mark(id)).collect() };
        for (pinned, found, is_other) in [
            (&["42"][..], &["42", "7"][..], false),
            (&["42"], &["91"], true),
            (&["42", "v2"], &["91", "v2"], true),
            (&["42"], &["h8f3a2"], false),
            (&["42"], &[], false),
            (&[], &["42"], false),
        ] {
            assert_eq!(
                are_other_things(&marks(pinned), &marks(found)),
                is_other,
                "{pinned:?} {found:?}"
            );
        }
    }

    #[test]
    fn a_list_that_was_filled_anew_has_none_of_its_identifiers() {
        let set =
            |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|&id| id.to_owned()).collect() };
        let marks =
            |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|id| entity_mark(id)).collect() };
        let [a, b, c, d] = [
            "3f2b8c1e-9d4a-4a61",
            "77aa8c1e-9d4a-4a61",
            "10cc8c1e-9d4a-4a61",
            "20dd8c1e-9d4a-4a61",
        ];
        for (own, beside, found, is_renumbered) in [
            (
                &["42"][..],
                &["41", "43"][..],
                (&["92"][..], &["91", "93"][..]),
                true,
            ),
            (&["42"], &["41", "43"], (&["92"], &["91", "43"]), false),
            (&["42"], &["41", "43"], (&["92"], &["42"]), false),
            (&["42"], &["41", "43"], (&["92"], &[]), false),
            (&["42"], &["41"], (&["92"], &["91"]), false),
            (&[a], &[b], (&[c], &[d]), true),
            (&[a], &[b], (&[c], &[b]), false),
        ] {
            let found = Identifiers {
                own: set(found.0),
                beside: set(found.1),
            };
            let is = are_renumbered(&marks(own), &marks(beside), &found);
            assert_eq!(is, is_renumbered, "{own:?} {beside:?} {found:?}");
        }
    }
}
