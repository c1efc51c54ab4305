//! Names of one thing that contradict each other: what it shows to those who see it, and what it is called for those who
//! do not. A page may say `Cancel` to one and `Delete all` to the other.

use crate::screen::Element;

use super::query::Query;
use super::risk_words::{backs_out, danger_in, has_words, unasked_danger};
use super::search::{Candidate, Missing, Search};

/// Everything that what is touched goes by.
struct Names {
    /// What it shows.
    shown: Vec<String>,
    /// What it is called, and what else is said about it.
    called: Vec<String>,
}

/// Refuses a winner one name of which promises to destroy, pay or send where the author's words and the recording do not,
/// or where another name of it promises that nothing happens. Who gives an id alone goes by no name.
pub(super) fn contradicts_itself(query: &Query<'_>, winner: &Candidate) -> Option<Search> {
    let expected = expected(query);
    if expected.trim().is_empty() {
        return None;
    }
    let names = Names::of(query, winner);
    let (says, word) = names.unasked(&expected).or_else(|| names.opposed())?;
    let other = names.other_than(&says)?;
    Some(Search::Missing(Missing::Contradicting {
        says,
        other,
        word,
    }))
}

/// Returns all that was written or recorded.
fn expected(query: &Query<'_>) -> String {
    let recorded = query.recorded.as_ref().map(|it| it.evidence);
    let recorded = recorded.map(|it| format!("{} {}", it.text, it.description));
    format!("{} {}", query.label.text(), recorded.unwrap_or_default())
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
        shown.push(shown_inside(query, control));
        let remarks = touched.iter().flat_map(|it| it.remarks.clone());
        let called = touched.iter().map(|it| it.description.trim().to_owned());
        let says_something = |name: &String| name.contains(char::is_alphabetic);
        Self {
            shown: shown.into_iter().filter(says_something).collect(),
            called: called.chain(remarks).filter(says_something).collect(),
        }
    }

    /// Returns a name with a dangerous word that nobody asked for. A longer text that has the rest of it is a
    /// description and no other name, but what a control itself shows is its name.
    fn unasked(&self, expected: &str) -> Option<(String, &'static str)> {
        let is_whole = |name: &String| {
            let mut shown = self.shown.iter();
            has_words(name, expected) || shown.any(|shown| shown != name && has_words(name, shown))
        };
        let own = self.shown.first().filter(|_| !self.called.is_empty());
        let others = self.shown.iter().skip(1).chain(&self.called);
        let others = others.filter(|name| !is_whole(name));
        own.into_iter().chain(others).find_map(|name| {
            let word = unasked_danger(expected, name)?;
            Some((name.clone(), word))
        })
    }

    /// Returns a dangerous name of something that another name of it says to be none.
    fn opposed(&self) -> Option<(String, &'static str)> {
        let all = || self.shown.iter().chain(&self.called);
        let is_safe = |name: &&String| backs_out(name) && danger_in(name).is_none();
        all().find_map(|name| {
            let word = danger_in(name)?;
            let mut safe = all().filter(is_safe);
            let is_opposed = safe.any(|safe| !has_words(name, safe));
            is_opposed.then(|| (name.clone(), word))
        })
    }

    fn other_than(&self, name: &str) -> Option<String> {
        let mut all = self.shown.iter().chain(&self.called);
        all.find(|other| *other != name).cloned()
    }
}

/// Returns what an element shows as its name; what a control holds is none.
fn shown_by(element: &Element) -> &str {
    let [text, _] = element.names();
    let is_held = element.state.value.as_deref() == Some(element.text.as_str());
    if is_held { "" } else { text }
}

/// Returns the words on a control that has none of its own, those of other controls in it left out.
fn shown_inside(query: &Query<'_>, control: usize) -> String {
    let screen = query.screen;
    if !screen.elements[control].text.trim().is_empty() {
        return String::new();
    }
    let is_its = |index: &usize| screen.touched_for(*index) == Some(control);
    let inside = screen.inside(control).filter(is_its);
    let words = inside.map(|index| screen.elements[index].text.trim());
    words.collect::<Vec<_>>().join(" ")
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
    fn words_on_a_control_count_and_what_it_holds_does_not() {
        let text = |words: &str| Element {
            role: Role::Text,
            is_clickable: false,
            parent: Some(0),
            ..button(words, "", &[])
        };
        let inside = vec![button("", "Cancel", &[]), text("Delete"), text("all files")];
        assert_eq!(refused("Cancel", inside).unwrap(), "Delete all files");
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
