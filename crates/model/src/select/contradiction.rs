//! Names of one thing that contradict each other: what it shows to those who see it, and what it is called for those who
//! do not. A page may say `Cancel` to one and `Delete all` to the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::screen::Element;
use crate::seen::is_blank;

use super::evidence::Evidence;
use super::joint::{joints, joints_with_drawn};
use super::query::{Query, Recorded};
use super::said::{Said, denied_danger, opposite_answer, unasked_danger};
use super::search::{Candidate, Missing, Search};

/// Everything that what is touched goes by.
struct Names {
    /// What it shows: its own words first, then those on it.
    shown: Vec<String>,
    /// Words that are drawn on it and are no text of the screen.
    drawn: Vec<String>,
    /// What it is called, and what else is said about it.
    called: Vec<String>,
    /// Tooltips of what shows words: they tell more about it and are no name, unless it is asked for by them.
    tips: Vec<String>,
    /// The short texts on it, one by one.
    pieces: Vec<String>,
}

/// What each of the names of something says.
type SaidBy<'a> = BTreeMap<&'a str, Said>;

/// Refuses a winner one name of which promises to destroy, pay or send where the author's words and the recording do not,
/// or where another name of it promises that nothing happens or is the opposite answer. Who gives its id has said which
/// one is meant, as long as it goes by the names it was recorded with.
pub(super) fn contradicts_itself(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let expected = expected(query);
    if expected.is_empty() || is_meant_by_id(query, winner) {
        return None;
    }
    let names = Names::of(query, winner);
    // Most things have one name, which is told in several ways.
    let distinct: BTreeSet<&str> = names.all().collect();
    if distinct.len() < 2 {
        return None;
    }
    let expected: Vec<Said> = expected.into_iter().map(Said::of).collect();
    let said: SaidBy<'_> = distinct.iter().map(|it| (*it, Said::of(it))).collect();
    let unasked = || names.unasked(&expected, &said);
    let (says, word) = unasked().or_else(|| names.opposed(&said))?;
    let other = names.all().find(|other| *other != says)?;
    Some(Search::Missing(Missing::Contradicting {
        says: says.to_owned(),
        other: other.to_owned(),
        word,
    }))
}

fn is_meant_by_id(query: &Query<'_>, winner: &Candidate) -> bool {
    let names = query.screen.elements[winner.index].names();
    let is_as_recorded = |recorded: &Recorded<'_>| {
        let Evidence {
            text, description, ..
        } = recorded.evidence;
        names == [text, description]
    };
    let recorded = query.recorded.as_ref();
    query.target.id.is_some() && recorded.is_none_or(is_as_recorded)
}

/// Returns all that was written or recorded.
fn expected<'a>(query: &'a Query<'_>) -> Vec<&'a str> {
    let recorded = query.recorded.as_ref().map(|it| it.evidence);
    let recorded = recorded.map(|it| [it.text.as_str(), it.description.as_str()]);
    let all = recorded.into_iter().flatten().chain([query.label.text()]);
    all.filter(|it| !is_blank(it)).collect()
}

impl Names {
    fn of(query: &Query<'_>, winner: &Candidate) -> Self {
        let screen = query.screen;
        let control = screen.touched_for(winner.index).unwrap_or(winner.index);
        let mut touched = vec![&screen.elements[control]];
        if control != winner.index {
            touched.push(&screen.elements[winner.index]);
        }
        let mut shown: Vec<String> = touched.iter().map(|it| shown_by(it).to_owned()).collect();
        let inside = shown_inside(query, control);
        shown.push(inside.join(" "));
        shown.extend(joints(&inside));
        shown.retain(|it| says_something(it));
        let mut drawn: Vec<String> = touched.iter().flat_map(|it| it.drawn.clone()).collect();
        let with_drawn = shown.iter().flat_map(|it| joints_with_drawn(it, &drawn));
        drawn.extend(with_drawn.collect::<Vec<_>>());
        drawn.retain(|it| says_something(it));
        let remarks = touched.iter().flat_map(|it| it.remarks.clone());
        let is_tip = |it: &&&Element| it.is_described_by_tip && !shown.is_empty();
        let (tips, named): (Vec<&Element>, Vec<&Element>) = touched.iter().partition(is_tip);
        Self {
            shown,
            drawn,
            called: descriptions(&named, remarks),
            tips: descriptions(&tips, []),
            pieces: inside.into_iter().filter(|it| is_short(it)).collect(),
        }
    }

    /// Returns a name with a dangerous word that nobody asked for. A longer text that has the rest of it is a
    /// description and no other name, but what a control itself shows is its name. Where several names are expected, all
    /// of it is known.
    fn unasked(&self, expected: &[Said], said: &SaidBy<'_>) -> Option<(&str, &'static str)> {
        let is_whole = |name: &&String| {
            let has = |other: &Said| said[name.as_str()].has_words_of(other);
            let mut shown = self.shown.iter().filter(|shown| shown != name);
            matches!(expected, [only] if has(only)) || shown.any(|shown| has(&said[shown.as_str()]))
        };
        let has_other = [&self.called, &self.tips, &self.drawn]
            .iter()
            .any(|it| !it.is_empty());
        let own = self.shown.first().filter(|_| has_other);
        let others = self.shown.iter().skip(1).chain(&self.called);
        let others = others.filter(|name| !is_whole(name));
        let mut all = own.into_iter().chain(&self.drawn).chain(others);
        all.find_map(|name| {
            let word = unasked_danger(expected, &said[name.as_str()])?;
            Some((name.as_str(), word))
        })
    }

    /// Returns a name of something that another name of it contradicts; a tooltip is none.
    fn opposed<'a>(&self, said: &SaidBy<'a>) -> Option<(&'a str, &'static str)> {
        let is_tip_alone = |name: &&str| {
            let mut names = self.all_but_tips();
            !names.any(|it| it == *name)
        };
        let all: Vec<(&&str, &Said)> = said.iter().filter(|(it, _)| !is_tip_alone(it)).collect();
        let opposes = |name: &Said, other: &Said| {
            denied_danger(name, other).or_else(|| opposite_answer(name, other))
        };
        all.iter().find_map(|(name, says)| {
            let word = all.iter().find_map(|(_, other)| opposes(says, other))?;
            Some((**name, word))
        })
    }

    fn all_but_tips(&self) -> impl Iterator<Item = &str> {
        let named = self.shown.iter().chain(&self.drawn).chain(&self.called);
        named.chain(&self.pieces).map(String::as_str)
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        self.all_but_tips()
            .chain(self.tips.iter().map(String::as_str))
    }
}

fn descriptions(elements: &[&Element], more: impl IntoIterator<Item = String>) -> Vec<String> {
    let all = elements.iter().map(|it| it.description.trim().to_owned());
    all.chain(more).filter(|it| says_something(it)).collect()
}

fn says_something(name: &str) -> bool {
    name.contains(char::is_alphabetic)
}

/// The most words of a text on a control that is a name of it and not about something.
const LONGEST_PIECE: usize = 3;

fn is_short(text: &str) -> bool {
    text.split_whitespace().count() <= LONGEST_PIECE && says_something(text)
}

/// Returns what an element shows as its name; what a control holds is none.
fn shown_by(element: &Element) -> &str {
    let [text, _] = element.names();
    if element.holds_its_text() { "" } else { text }
}

/// Returns the texts on a control that has none of its own, those of other controls in it left out.
fn shown_inside(query: &Query<'_>, control: usize) -> Vec<String> {
    let screen = query.screen;
    if !is_blank(&screen.elements[control].text) {
        return Vec::new();
    }
    let is_its = |index: &usize| screen.touched_for(*index) == Some(control);
    let inside = screen.inside(control).filter(is_its);
    let words = inside.map(|index| screen.elements[index].text.trim().to_owned());
    words.filter(|words| !words.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use crate::geometry::{Rect, Size};
    use crate::program::Target;
    use crate::screen::{Role, Screen, State};
    use crate::select::{Evidence, locate};

    use super::*;

    fn button(text: &str, description: &str, remarks: &[&str]) -> Element {
        Element {
            role: Role::Button,
            text: text.to_owned(),
            description: description.to_owned(),
            remarks: remarks.iter().map(|&it| it.to_owned()).collect(),
            bounds: Rect::new(10.0, 10.0, 100.0, 40.0),
            is_clickable: true,
            state: State {
                enabled: true,
                ..State::default()
            },
            ..Element::default()
        }
    }

    fn screen(elements: Vec<Element>) -> Screen {
        Screen {
            size: Size::new(400.0, 800.0),
            elements,
            ..Screen::default()
        }
    }

    /// Returns the dangerous name because of which the words touch nothing.
    fn refused(words: &str, elements: Vec<Element>) -> Option<String> {
        match locate(&screen(elements), &Target::labelled(words), None) {
            Search::Found(_) => None,
            Search::Missing(Missing::Contradicting { says, .. }) => Some(says),
            other => panic!("{words}: {other:?}"),
        }
    }

    #[test]
    fn names_that_contradict_each_other_in_a_dangerous_way_are_a_stop() {
        for (words, text, description, remarks) in [
            ("Cancel", "Delete all", "Cancel", &[] as &[&str]),
            ("Delete all", "Delete all", "Cancel", &[]),
            ("Cancel", "Cancel", "Delete all", &[]),
            ("Delete all", "Cancel", "Delete all", &[]),
            ("Cancel", "Cancel", "", &["Delete all"]),
            ("Cancel", "", "Cancel", &["Delete all"]),
            ("Continue", "Continue", "Pay now", &[]),
            ("Archive", "Archive All", "Archive", &[]),
            ("Send", "Send", "Delete all", &[]),
            ("キャンセル", "すべて削除", "キャンセル", &[]),
            ("Do not delete", "Delete", "Do not delete", &[]),
            ("Delete", "Do not delete", "Delete", &[]),
            ("削除しない", "削除する", "削除しない", &[]),
            ("Cancel", "Del\u{200b}ete", "Cancel", &[]),
            ("Cancel", "D e l e t e", "Cancel", &[]),
            ("Yes", "No", "Yes", &[]),
            ("Allow", "Allow", "Deny", &[]),
        ] {
            let refusal = refused(words, vec![button(text, description, remarks)]);
            assert!(
                refusal.is_some(),
                "{words}: {text}, {description}, {remarks:?}"
            );
        }
    }

    #[test]
    fn a_name_that_says_more_is_no_contradiction() {
        for (words, text, description, remarks) in [
            ("Delete", "Delete", "Delete Milk", &[] as &[&str]),
            ("Delete Milk", "Delete", "Delete Milk", &[]),
            ("Delete", "×", "Delete", &["Remove this"]),
            ("Back", "Back", "Back to all messages", &[]),
            ("Save", "Save", "", &["Save changes and submit the form"]),
            ("Photos", "Photos", "All photos", &[]),
            ("Submit search", "Go", "Submit search", &[]),
            ("Send", "Send", "", &["Send message"]),
            ("Delete", "Delete", "Remove Milk", &[]),
        ] {
            let refusal = refused(words, vec![button(text, description, remarks)]);
            assert_eq!(refusal, None, "{words}: {text}, {description}, {remarks:?}");
        }
    }

    #[test]
    fn words_that_are_drawn_on_a_control_are_names_of_it() {
        let drawn = |text: &str, description: &str, drawn: &str| Element {
            drawn: vec![drawn.to_owned()],
            ..button(text, description, &[])
        };
        for (words, control) in [
            ("Cancel", drawn("", "Cancel", "Delete all")),
            ("Cancel", drawn("Cancel", "", "Delete all")),
            ("Delete all", drawn("", "Delete all", "Cancel")),
        ] {
            assert!(
                refused(words, vec![control.clone()]).is_some(),
                "{words}: {control:?}"
            );
        }
        assert_eq!(
            refused("Delete", vec![drawn("", "Delete", "Remove Milk")]),
            None
        );
        assert_eq!(refused("Save", vec![drawn("Save", "", "Ctrl+S")]), None);
    }

    #[test]
    fn a_tooltip_is_no_other_name_of_what_shows_words() {
        let tipped = |text: &str, tip: &str| Element {
            is_described_by_tip: true,
            ..button(text, tip, &[])
        };
        for (text, tip) in [
            ("Q3", "Quarterly report"),
            ("Cancel", "Discard changes"),
            ("Save", "You can delete this later"),
            ("Gallery", "See all 12 pictures"),
        ] {
            assert_eq!(
                refused(text, vec![tipped(text, tip)]),
                None,
                "{text}: {tip}"
            );
        }
        let asked_by_tip = refused("Cancel", vec![tipped("Delete all", "Cancel")]);
        assert_eq!(asked_by_tip.as_deref(), Some("Delete all"));
    }

    #[test]
    fn words_on_a_control_count_and_what_it_holds_does_not() {
        let text = |words: &str| Element {
            role: Role::Text,
            is_clickable: false,
            parent: Some(0),
            ..button(words, "", &[])
        };
        let inside = vec![button("", "Cancel", &[]), text("Delete"), text("all files")];
        assert_eq!(refused("Cancel", inside).unwrap(), "Delete all files");
        let split = vec![button("", "Cancel", &[]), text("Del"), text("ete it")];
        assert_eq!(refused("Cancel", split).unwrap(), "Delete");
        let both = vec![button("", "", &[]), text("Cancel"), text("Delete all")];
        assert_eq!(refused("Cancel", both).unwrap(), "Delete all");
        let about = vec![
            button("", "Storage", &[]),
            text("Storage"),
            text("Delete old files"),
        ];
        assert_eq!(refused("Storage", about), None);
        let mut list = button("Delete selected", "Action", &[]);
        list.state.value = Some("Delete selected".to_owned());
        assert_eq!(refused("Action", vec![list]), None);
    }

    #[test]
    fn a_recorded_name_that_has_got_a_dangerous_one_beside_it_is_a_stop() {
        let evidence = Evidence::of(&screen(vec![button("Next", "", &[])]), 0);
        let now = screen(vec![button("Next", "Erase", &[])]);
        let search = locate(&now, &Target::labelled("Next"), Some(&evidence));
        assert!(matches!(
            search,
            Search::Missing(Missing::Contradicting { .. })
        ));
        let evidence = Evidence::of(&now, 0);
        let search = locate(&now, &Target::labelled("Next"), Some(&evidence));
        assert!(matches!(search, Search::Found(_)), "it was recorded so");
    }
}
