//! The conditions that must hold after a step, and whether they do.

use std::fmt;

use crate::screen::{Element, Role, Screen};
use crate::seen::plain;

crate::words! {
    /// A property of an element that an act can change.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Property {
        /// Is on.
        #[default]
        Checked = "checked",
        /// Is the chosen one.
        Selected = "selected",
        /// Shows what it holds.
        Expanded = "expanded",
        /// Takes input.
        Enabled = "enabled",
        /// Has the keyboard focus.
        Focused = "focused",
    }
}

impl Property {
    /// Returns what the element says of it; `None` where the platform does not say.
    pub fn of(self, element: &Element) -> Option<bool> {
        match self {
            Self::Checked => element.state.checked,
            Self::Selected => element.state.selected,
            Self::Expanded => element.state.expanded,
            Self::Enabled => Some(element.state.enabled),
            Self::Focused => Some(element.state.focused),
        }
    }

    /// Returns the same where it tells what an act did: whatever is touched takes the focus, and only for a field that
    /// is an answer.
    pub(super) fn of_effect(self, element: &Element) -> Option<bool> {
        let tells = self != Self::Focused || element.is_editable;
        self.of(element).filter(|_| tells)
    }
}

/// An element whose state is expected, by what survives a change of state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Its id; empty when none.
    pub id: String,
    /// The name a person would call it by; empty when none.
    pub label: String,
}

impl Subject {
    /// Returns the visible elements this may mean. Where nothing of that label has the id any more, as when a page makes
    /// up another one for every visit, the label decides; where nothing has the label, as on a page in another language,
    /// the id does.
    fn candidates<'a>(&'a self, screen: &'a Screen) -> impl Iterator<Item = &'a Element> {
        let visible = || screen.visible().map(|(_, element)| element);
        let has_label = |element: &Element| {
            let caption = element.caption();
            caption == self.label || is_same_but_for_signs(caption, &self.label)
        };
        let has_id = |element: &Element| !self.id.is_empty() && element.id == self.id;
        let is_named = !self.label.is_empty() && visible().any(has_label);
        let has_both = visible().any(|element| has_id(element) && has_label(element));
        visible().filter(move |element| match is_named {
            true => has_label(element) && (!has_both || has_id(element)),
            false => has_id(element),
        })
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.label.is_empty() {
            &self.id
        } else {
            &self.label
        };
        write!(out, "`{name}`")
    }
}

/// The state an element must be in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedState {
    /// Which element.
    pub subject: Subject,
    /// Which property.
    pub property: Property,
    /// The value it must have.
    pub is: bool,
}

impl ExpectedState {
    fn holds(&self, now: &Screen) -> bool {
        let candidates = self.subject.candidates(now);
        let mut values = candidates.filter_map(|element| self.property.of_effect(element));
        values.next() == Some(self.is) && values.all(|value| value == self.is)
    }
}

/// A condition that must hold after a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// This app is in front.
    App(String),
    /// This text shows, which it did not before.
    Shows(String),
    /// Something to touch goes by this name, which it did not before.
    Offers(String),
    /// This text no longer shows.
    Hides(String),
    /// An element is in a state it was not in before.
    State(ExpectedState),
    /// A window or tab opens.
    OpensWindow,
    /// A window or tab closes.
    ClosesWindow,
    /// There are more rows than before.
    MoreRows,
    /// There are fewer rows than before.
    FewerRows,
    /// The screen looks different; all that could be told.
    Changed,
}

impl fmt::Display for Expectation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::App(app) => write!(out, "`{app}` is in front"),
            Self::Shows(text) => write!(out, "`{text}` shows"),
            Self::Offers(text) => write!(out, "`{text}` can be touched"),
            Self::Hides(text) => write!(out, "`{text}` is gone"),
            Self::State(state) => {
                let not = if state.is { "" } else { "not " };
                write!(out, "{} is {not}{}", state.subject, state.property.as_str())
            }
            Self::OpensWindow => out.write_str("a window opens"),
            Self::ClosesWindow => out.write_str("a window closes"),
            Self::MoreRows => out.write_str("there is a row more"),
            Self::FewerRows => out.write_str("there is a row less"),
            Self::Changed => out.write_str("the screen changes"),
        }
    }
}

impl Expectation {
    /// Returns the text that must show, as a word of the screen or as the name of something to touch.
    pub fn shown_text(&self) -> Option<&str> {
        match self {
            Self::Shows(text) | Self::Offers(text) => Some(text),
            Self::App(_)
            | Self::Hides(_)
            | Self::State(_)
            | Self::OpensWindow
            | Self::ClosesWindow
            | Self::MoreRows
            | Self::FewerRows
            | Self::Changed => None,
        }
    }

    /// Returns whether it holds on `now`, the screen having been `before` when the act was sent.
    pub fn holds(&self, before: &Screen, now: &Screen) -> bool {
        match self {
            Self::App(app) => now.app.as_deref() == Some(app),
            Self::Shows(text) | Self::Offers(text) => shows(now, text),
            Self::Hides(text) => !shows(now, text),
            Self::State(state) => state.holds(now),
            Self::OpensWindow => windows(before, now).is_some_and(|(old, new)| new > old),
            Self::ClosesWindow => windows(before, now).is_some_and(|(old, new)| new < old),
            // More shows on all of a page than on a part of it, whatever was done.
            Self::MoreRows | Self::FewerRows | Self::Changed if now.view_at.is_some() => false,
            Self::MoreRows => rows(now) > rows(before),
            Self::FewerRows => rows(now) < rows(before),
            Self::Changed => super::shows_effect(before, now),
        }
    }

    /// Returns whether it says what must be there and did not hold anywhere on the page before, so that it may be looked
    /// for on all of the page.
    pub fn is_new_on_page(&self, page: &Screen) -> bool {
        match self {
            Self::App(_)
            | Self::Shows(_)
            | Self::Offers(_)
            | Self::State(_)
            | Self::OpensWindow
            | Self::ClosesWindow => !self.holds(page, page),
            Self::Hides(_) | Self::MoreRows | Self::FewerRows | Self::Changed => false,
        }
    }
}

fn windows(before: &Screen, now: &Screen) -> Option<(usize, usize)> {
    before.windows.zip(now.windows)
}

fn rows(screen: &Screen) -> usize {
    let is_row = |(_, element): &(usize, &Element)| element.role == Role::Row;
    screen.visible().filter(is_row).count()
}

fn shows(screen: &Screen, text: &str) -> bool {
    let mut captions = screen.visible().map(|(_, element)| element.caption());
    captions.any(|caption| caption == text || is_same_but_for_signs(caption, text))
}

/// How many bytes of signs a text may have more than another that says the same.
const MOST_SIGNS: usize = 8;

/// Returns whether two texts say the same in other letters or with other signs around them: `Email` and `E-mail *` do
/// not, `EMAIL *` does. Figures are compared as they are.
fn is_same_but_for_signs(one: &str, other: &str) -> bool {
    let is_near = one.len().abs_diff(other.len()) <= MOST_SIGNS;
    let has_figures = |text: &str| text.contains(|c: char| c.is_numeric());
    if !is_near || has_figures(one) || has_figures(other) {
        return false;
    }
    let bare = |text: &str| {
        let text = plain(text);
        let letters = text.trim_matches(|c: char| !c.is_alphanumeric());
        letters.to_owned()
    };
    let (one, other) = (bare(one), bare(other));
    !one.is_empty() && one == other
}

/// How a set of expectations stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Checked {
    /// Those that hold.
    pub held: Vec<Expectation>,
    /// Those that do not.
    pub missing: Vec<Expectation>,
}

impl Checked {
    /// Returns whether the act is proven: what was learned holds, but for a third of the texts that may be other words.
    pub fn is_proven(&self, words: ChangedWords) -> bool {
        let may_differ = |check: &&Expectation| match check {
            Expectation::Offers(_) => true,
            Expectation::Shows(_) => words == ChangedWords::OfAll,
            Expectation::App(_)
            | Expectation::Hides(_)
            | Expectation::State(_)
            | Expectation::OpensWindow
            | Expectation::ClosesWindow
            | Expectation::MoreRows
            | Expectation::FewerRows
            | Expectation::Changed => false,
        };
        let missing = self.missing.iter().filter(may_differ).count();
        let all = self.held.len() + self.missing.len();
        missing == self.missing.len() && missing * LEAST_SHARE <= all
    }
}

/// Which of the texts that came with an act may have become other words since, without the screen being another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangedWords {
    /// Names of controls: what an act reports, such as `Payment accepted`, must be said again.
    OfControls,
    /// All: the act only leads somewhere and has nothing to report.
    OfAll,
}

/// One of so many may be missing.
const LEAST_SHARE: usize = 3;

/// Returns how the expectations stand on `now`.
pub fn check(expectations: &[Expectation], before: &Screen, now: &Screen) -> Checked {
    let mut checked = Checked::default();
    for expectation in expectations {
        let list = if expectation.holds(before, now) {
            &mut checked.held
        } else {
            &mut checked.missing
        };
        list.push(expectation.clone());
    }
    checked
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::screen::sample::{element, screen};

    fn buttons(buttons: &[(&str, &str, bool)]) -> Screen {
        let button = |(id, text, is_open): &(&str, &str, bool)| {
            let mut button = element(Role::Button, text, 0.0);
            button.id = (*id).to_owned();
            button.state.expanded = Some(*is_open);
            button
        };
        screen(buttons.iter().map(button).collect())
    }

    #[test]
    fn one_of_three_may_be_other_words() {
        let proven = |missing: &[Expectation], held: &[Expectation]| {
            let (missing, held) = (missing.to_vec(), held.to_vec());
            let checked = Checked { held, missing };
            [ChangedWords::OfControls, ChangedWords::OfAll].map(|words| checked.is_proven(words))
        };
        let [a, b, c] = ["a", "b", "c"].map(|text| Expectation::Shows(text.to_owned()));
        let button = Expectation::Offers("d".to_owned());
        assert_eq!(proven(from_ref(&a), &[b.clone(), c.clone()]), [false, true]);
        assert_eq!(proven(&[button], &[b.clone(), c.clone()]), [true, true]);
        assert_eq!(proven(from_ref(&a), from_ref(&b)), [false, false]);
        assert_eq!(proven(&[Expectation::MoreRows], &[a, b, c]), [false, false]);
    }

    #[test]
    fn a_text_shows_with_other_signs_around_it() {
        let shown = screen(vec![element(Role::Text, "EMAIL *", 0.0)]);
        for (text, is) in [
            ("Email", true),
            ("Email:", true),
            ("E", false),
            ("Email 2", false),
        ] {
            let check = Expectation::Shows(text.to_owned());
            assert_eq!(check.holds(&shown, &shown), is, "{text}");
        }
        let figure = screen(vec![element(Role::Text, "-5", 0.0)]);
        assert!(!Expectation::Shows("5".to_owned()).holds(&figure, &figure));
    }

    #[test]
    fn the_focus_of_what_is_no_field_is_no_effect() {
        let expected = ExpectedState {
            subject: Subject {
                id: String::new(),
                label: "It".to_owned(),
            },
            property: Property::Focused,
            is: true,
        };
        for is_editable in [true, false] {
            let mut it = element(Role::Button, "It", 0.0);
            it.is_editable = is_editable;
            it.state.focused = true;
            assert_eq!(expected.holds(&screen(vec![it])), is_editable);
        }
    }

    #[test]
    fn a_state_is_that_of_the_id_and_of_the_label_where_the_id_is_gone() {
        let opens = ExpectedState {
            subject: Subject {
                id: "menu-1".to_owned(),
                label: "Menu".to_owned(),
            },
            property: Property::Expanded,
            is: true,
        };
        let holds = |shown: &[(&str, &str, bool)]| opens.holds(&buttons(shown));
        let menu = |id, is_open| (id, "Menu", is_open);
        assert!(holds(&[menu("menu-1", true), menu("menu-2", false)]));
        assert!(!holds(&[menu("menu-1", false), menu("menu-2", true)]));
        assert!(holds(&[menu("menu-7", true)]));
        assert!(!holds(&[menu("menu-7", true), menu("menu-8", false)]));
        assert!(!holds(&[("menu-7", "Other", true)]));
        assert!(holds(&[("menu-1", "Other", false), menu("menu-2", true)]));
    }
}
