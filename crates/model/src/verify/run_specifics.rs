//! Texts and choices that belong to one lesson alone and need not come again.

use std::collections::BTreeSet;

use crate::screen::{PartKey, Role, Screen, ScreenSource, part_keys};
use crate::select::{ancestry, effective_id};

/// How far up a choice is looked for: a name in a cell in a row in a list.
const HIGHEST_ITEM: usize = 4;

/// Texts and choices that belong to one run only.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunSpecifics {
    /// Texts of this run: typed, captured, or the values of variables. Whatever contains one is of this
    /// run as well.
    pub texts: Vec<String>,
    /// The items that inputs chose among.
    pub choices: Vec<Choice>,
    /// Ids by which alone the author names something: what it says is not what it is known by.
    pub ids: Vec<String>,
    /// Texts of what was there by chance, each as it was.
    pub passing: Vec<String>,
    /// Words the author has for something in every run. What has them is not specific to this one.
    pub fixed: Vec<String>,
    /// Parts of the screen that change by themselves: what they say at some moment is by chance.
    pub restless: BTreeSet<PartKey>,
}

/// The kind of thing an input chooses one of. The next run chooses among others.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    role: Role,
    ancestry: Vec<String>,
    /// Whether it reacts to touches: what tells of things beside them is none of them.
    is_clickable: bool,
}

impl Choice {
    /// Returns what the element is one of: itself, or the nearest thing around it that has others of its
    /// kind beside it. `None` where it stands alone, and where no tree says what is beside what.
    pub fn of(screen: &Screen, index: usize) -> Option<Self> {
        let mut near = screen.lineage(index).take(1 + HIGHEST_ITEM);
        let item = near.find(|item| has_peer(screen, *item))?;
        Some(Self::like(screen, item))
    }

    /// Returns the row the element is in as one of several rows.
    pub fn of_row(screen: &Screen, index: usize) -> Option<Self> {
        Some(Self::like(screen, screen.row_of(index)?))
    }

    fn like(screen: &Screen, item: usize) -> Self {
        Self {
            role: screen.elements[item].role,
            ancestry: ancestry(screen, item),
            is_clickable: screen.elements[item].is_clickable,
        }
    }

    /// Returns whether the element is one of this kind, or part of one.
    fn includes(&self, screen: &Screen, index: usize) -> bool {
        let mut near = screen.lineage(index).take(1 + HIGHEST_ITEM);
        near.any(|item| {
            let element = &screen.elements[item];
            let reacts_alike = element.is_clickable == self.is_clickable;
            element.role == self.role
                && (reacts_alike || self.role == Role::Row)
                && ancestry(screen, item) == self.ancestry
        })
    }
}

/// Returns whether the element has another of its kind beside it.
fn has_peer(screen: &Screen, index: usize) -> bool {
    let element = &screen.elements[index];
    let is_peer = |(other, peer): (usize, &crate::screen::Element)| {
        let is_like = peer.role == element.role
            && (peer.is_clickable == element.is_clickable || peer.role == Role::Row);
        other != index && peer.parent == element.parent && is_like
    };
    screen.source == ScreenSource::Tree
        && element.parent.is_some()
        && screen.elements.iter().enumerate().any(is_peer)
}

impl RunSpecifics {
    /// Returns those that are nothing but texts.
    pub fn of_texts(texts: Vec<String>) -> Self {
        Self {
            texts,
            ..Self::default()
        }
    }

    /// Returns whether a text has in it what was typed, captured or given in this run only.
    pub fn are_in(&self, text: &str) -> bool {
        self.texts.iter().any(|own| is_part(text, own))
    }

    /// Returns whether the text of the element is only what it said in this run.
    pub(super) fn include(&self, screen: &Screen, index: usize) -> bool {
        let text = screen.elements[index].caption();
        if self.are_in(text) || self.passing.iter().any(|it| it == text) {
            return true;
        }
        if self.fixed.iter().any(|words| words == text) {
            return false;
        }
        self.is_known_by_id(effective_id(screen, index))
            || self
                .choices
                .iter()
                .any(|choice| choice.includes(screen, index))
    }

    /// Returns, for each element of a screen, whether it is in a part that changes by itself.
    pub(super) fn restless_elements(&self, screen: &Screen) -> Vec<bool> {
        if self.restless.is_empty() {
            return vec![false; screen.elements.len()];
        }
        let keys = part_keys(screen);
        let is_restless = |index: usize| self.restless.contains(&keys[index]);
        let elements = 0..keys.len();
        elements
            .map(|index| screen.lineage(index).any(is_restless))
            .collect()
    }

    /// Returns whether the author names what has this id by it alone.
    pub(super) fn is_known_by_id(&self, id: &str) -> bool {
        self.ids.iter().any(|known| known == id)
    }
}

/// Short texts are in many others by chance, so they only count as whole words.
fn is_part(text: &str, own: &str) -> bool {
    if own.is_empty() {
        return false;
    }
    let is_short = own.chars().count() < 3;
    let is_edge = |edge: Option<char>| !edge.is_some_and(char::is_alphanumeric);
    text.match_indices(own).any(|(start, _)| {
        let (before, behind) = (&text[..start], &text[start + own.len()..]);
        !is_short || (is_edge(before.chars().next_back()) && is_edge(behind.chars().next()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Element, sample};
    use crate::verify::{Expectation, mine};

    /// A list of rows with a name each, and a button below it.
    fn list(names: &[&str]) -> Screen {
        let element = |role: Role, text: &str, parent: Option<usize>| Element {
            parent,
            is_clickable: role == Role::Button,
            ..sample::element(role, text, 10.0)
        };
        let mut elements = vec![element(Role::List, "", None)];
        for name in names {
            let row = elements.len();
            elements.push(element(Role::Row, "", Some(0)));
            elements.push(element(Role::Text, name, Some(row)));
            elements.push(element(Role::Button, "Open", Some(row)));
        }
        elements.push(element(Role::Button, "Next", None));
        sample::screen(elements)
    }

    fn mined(own: &RunSpecifics) -> Vec<String> {
        let shown = list(&["Milk", "Bread"]);
        let before = Screen {
            elements: vec![shown.elements[0].clone()],
            ..shown.clone()
        };
        let checks = mine(&before, &shown, own);
        checks.iter().map(Expectation::to_string).collect()
    }

    #[test]
    fn what_an_input_chose_among_is_not_expected_again() {
        let chosen = Choice::of(&list(&["Milk", "Bread"]), 2).unwrap();
        let own = RunSpecifics {
            choices: vec![chosen],
            ..RunSpecifics::default()
        };
        assert_eq!(mined(&own), ["`Next` can be touched"]);
        let named = RunSpecifics {
            fixed: vec!["Open".to_owned()],
            ..own
        };
        assert_eq!(
            mined(&named),
            ["`Open` can be touched", "`Next` can be touched"]
        );
        let all = mined(&RunSpecifics::default());
        assert_eq!(all, ["`Open` can be touched", "`Next` can be touched"]);
    }

    #[test]
    fn what_stands_alone_is_no_choice() {
        assert_eq!(Choice::of(&list(&["Milk"]), 2), None);
        assert!(Choice::of_row(&list(&["Milk"]), 3).is_some());
    }

    #[test]
    fn what_is_known_by_its_id_may_say_something_else() {
        let mut before = list(&["Milk"]);
        before.elements[2].id = "section".to_owned();
        before.elements[2].state.expanded = Some(false);
        let mut after = before.clone();
        after.elements[2].state.expanded = Some(true);
        let own = RunSpecifics {
            ids: vec!["section".to_owned()],
            ..RunSpecifics::default()
        };
        let words = |own: &RunSpecifics| mine(&before, &after, own)[0].to_string();
        assert_eq!(words(&own), "`section` is expanded");
        assert_eq!(words(&RunSpecifics::default()), "`Milk` is expanded");
    }
}
