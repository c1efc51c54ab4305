//! The conditions that must hold after a step, and whether they do.

use std::fmt;

use crate::screen::{Element, Screen};

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
    /// up another one for every visit, the label decides.
    fn candidates<'a>(&'a self, screen: &'a Screen) -> impl Iterator<Item = &'a Element> {
        let visible = || screen.visible().map(|(_, element)| element);
        let has_both = |element: &Element| {
            element.id == self.id && (self.label.is_empty() || element.caption() == self.label)
        };
        let goes_by_id = !self.id.is_empty() && (visible().any(has_both) || self.label.is_empty());
        visible().filter(move |element| {
            if goes_by_id {
                has_both(element)
            } else {
                element.caption() == self.label
            }
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
            Self::Changed => out.write_str("the screen changes"),
        }
    }
}

impl Expectation {
    /// Returns whether it holds on `now`, the screen having been `before` when the act was sent.
    pub fn holds(&self, before: &Screen, now: &Screen) -> bool {
        match self {
            Self::App(app) => now.app.as_deref() == Some(app),
            Self::Shows(text) | Self::Offers(text) => shows(now, text),
            Self::Hides(text) => !shows(now, text),
            Self::State(state) => state.holds(now),
            Self::OpensWindow => windows(before, now).is_some_and(|(old, new)| new > old),
            Self::ClosesWindow => windows(before, now).is_some_and(|(old, new)| new < old),
            Self::Changed => super::shows_effect(before, now),
        }
    }
}

fn windows(before: &Screen, now: &Screen) -> Option<(usize, usize)> {
    before.windows.zip(now.windows)
}

fn shows(screen: &Screen, text: &str) -> bool {
    screen
        .visible()
        .any(|(_, element)| element.caption() == text)
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
    /// Returns whether the act is proven: what was learned holds. Of the names of controls one may be
    /// missing, because buttons are renamed without a screen becoming another, as long as at least
    /// two other things prove the act.
    pub fn is_proven(&self) -> bool {
        let is_control = |check: &Expectation| matches!(check, Expectation::Offers(_));
        match self.missing.as_slice() {
            [] => true,
            [only] => is_control(only) && self.held.len() >= 2,
            _ => false,
        }
    }
}

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
    use super::*;
    use crate::screen::Role;
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
