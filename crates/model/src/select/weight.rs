//! What a change of a recorded element means: whether a person has to look at it.

use super::evidence::Evidence;
use super::identity::{ControlClass, is_like};

crate::words! {
    /// How much a change of an element means.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Weight {
        /// It is called what it was called, or something of the same meaning.
        Cosmetic = "cosmetic",
        /// It is called something else, or is something else.
        Meaning = "another meaning",
        /// What it does cannot be taken back.
        Irreversible = "cannot be taken back",
    }
}

/// Returns what it means that an element which had the marks of `then` has those of `now`.
pub fn weigh(then: &Evidence, now: &Evidence) -> Weight {
    if then.is_irreversible() || now.is_irreversible() {
        return Weight::Irreversible;
    }
    let is_same_name = match (then.name(), now.name()) {
        ("", "") => true,
        (then, now) => is_like(then, now),
    };
    let is_same_row = match (&then.row, &now.row) {
        (Some(then), Some(now)) => is_like(then, now),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let is_same_class = ControlClass::of(then.role) == ControlClass::of(now.role);
    match is_same_name && is_same_row && is_same_class && then.checked == now.checked {
        true => Weight::Cosmetic,
        false => Weight::Meaning,
    }
}

/// Returns how the marks of an element differ, in words.
pub fn differences(then: &Evidence, now: &Evidence) -> Vec<String> {
    let none = || "none".to_owned();
    let row = |it: &Evidence| it.row.clone().unwrap_or_else(none);
    let text = |text: &String| match text.is_empty() {
        true => none(),
        false => text.clone(),
    };
    let marks = [
        ("name", text(&then.text), text(&now.text)),
        (
            "description",
            text(&then.description),
            text(&now.description),
        ),
        ("id", text(&then.id), text(&now.id)),
        (
            "kind",
            then.role.as_str().to_owned(),
            now.role.as_str().to_owned(),
        ),
        ("row", row(then), row(now)),
        (
            "ancestry",
            then.ancestry.join(" < "),
            now.ancestry.join(" < "),
        ),
    ];
    let other = marks.into_iter().filter(|(_, then, now)| then != now);
    other
        .map(|(mark, then, now)| format!("{mark} `{then}` -> `{now}`"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Role;
    use crate::screen::sample::{element, screen};

    fn marks(role: Role, name: &str) -> Evidence {
        Evidence::of(&screen(vec![element(role, name, 10.0)]), 0)
    }

    #[test]
    fn the_same_name_or_meaning_is_cosmetic_and_nothing_else_is() {
        let save = marks(Role::Button, "Save");
        for (now, expected) in [
            (marks(Role::Button, "SAVE"), Weight::Cosmetic),
            (marks(Role::Link, "Save changes"), Weight::Cosmetic),
            (marks(Role::Button, "保存"), Weight::Cosmetic),
            (marks(Role::Button, "Archive"), Weight::Meaning),
            (marks(Role::Switch, "Save"), Weight::Meaning),
            (marks(Role::Button, "Delete"), Weight::Irreversible),
        ] {
            assert_eq!(weigh(&save, &now), expected, "{}", now.text);
        }
    }

    #[test]
    fn what_cannot_be_taken_back_is_never_cosmetic() {
        let then = marks(Role::Button, "Pay now");
        let now = Evidence {
            id: "b2".to_owned(),
            ..then.clone()
        };
        assert_eq!(weigh(&then, &now), Weight::Irreversible);
        assert_eq!(differences(&then, &now), ["id `none` -> `b2`"]);
    }
}
