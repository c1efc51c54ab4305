//! Selectors by fields: trimmed, whatever the case, all fields at once.

use retap_model::screen::{Element, Screen};

/// How words must match what an element says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum FieldMatch {
    /// The whole of it.
    #[default]
    Whole,
    /// A part of it.
    Part,
}

/// Which elements are meant. Every field that is given must match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Selector {
    /// The text, or the value where there is no text.
    pub(super) text: Option<String>,
    /// The platform's identifier.
    pub(super) id: Option<String>,
    /// The accessible description.
    pub(super) description: Option<String>,
    /// How fields must match.
    pub(super) by: FieldMatch,
    /// Which of several, from 0; the first when not said.
    pub(super) index: Option<usize>,
}

retap_model::words! {
    /// The condition that a selected element must meet.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(super) enum Condition {
        /// It is in the tree.
        #[default]
        Exists = "exists",
        /// It is not.
        NotExists = "not_exists",
        /// A person can see it.
        Visible = "visible",
        /// It takes touches.
        Clickable = "clickable",
    }
}

/// How a selector and a condition stand on one screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Selected {
    /// How many elements match.
    pub(super) matched: usize,
    /// The number of the one that counts; for `clickable`, of what is touched for it.
    pub(super) chosen: Option<usize>,
    /// Whether the condition holds.
    pub(super) holds: bool,
}

impl Selector {
    /// Returns whether it says anything at all.
    pub(super) fn is_blank(&self) -> bool {
        let says = |field: &Option<String>| field.as_ref().is_some_and(|it| !it.trim().is_empty());
        !says(&self.text) && !says(&self.id) && !says(&self.description)
    }

    /// Returns the elements that match, in the order of the tree.
    pub(super) fn matches(&self, screen: &Screen) -> Vec<usize> {
        let all = screen.elements.iter().enumerate();
        all.filter(|(_, element)| self.fits(element))
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns how it stands on `screen`.
    pub(super) fn select(&self, screen: &Screen, condition: Condition) -> Selected {
        let found = self.matches(screen);
        let first = found.get(self.index.unwrap_or(0)).copied();
        let chosen = match condition {
            Condition::Clickable => first.map(|index| {
                let around = || smallest_around(screen, index, Element::reacts_to_touches);
                screen.touched_for(index).or_else(around).unwrap_or(index)
            }),
            Condition::Exists | Condition::NotExists | Condition::Visible => first,
        };
        let is_seen = |index: usize| {
            let element = &screen.elements[index];
            !element.bounds.is_empty() && screen.is_in_view(element)
        };
        let holds = match (condition, chosen) {
            (Condition::NotExists, chosen) => chosen.is_none(),
            (Condition::Exists, chosen) => chosen.is_some(),
            (Condition::Visible, Some(index)) => is_seen(index),
            (Condition::Clickable, Some(index)) => {
                let element = &screen.elements[index];
                is_seen(index) && element.state.enabled && element.reacts_to_touches()
            }
            (Condition::Visible | Condition::Clickable, None) => false,
        };
        Selected {
            matched: found.len(),
            chosen,
            holds,
        }
    }

    fn fits(&self, element: &Element) -> bool {
        let held = element.state.value.as_deref().unwrap_or_default();
        let shown = if element.text.trim().is_empty() && !element.is_password {
            held
        } else {
            &element.text
        };
        let pairs = [
            (&self.text, shown),
            (&self.id, element.id.as_str()),
            (&self.description, element.description.as_str()),
        ];
        let mut asked = pairs
            .iter()
            .filter_map(|(wanted, seen)| wanted.as_ref().map(|wanted| (wanted, *seen)))
            .filter(|(wanted, _)| !wanted.trim().is_empty())
            .peekable();
        asked.peek().is_some() && asked.all(|(wanted, seen)| self.agrees(wanted, seen))
    }

    fn agrees(&self, wanted: &str, seen: &str) -> bool {
        let (wanted, seen) = (wanted.trim().to_lowercase(), seen.trim().to_lowercase());
        match self.by {
            FieldMatch::Whole => wanted == seen,
            FieldMatch::Part => seen.contains(&wanted),
        }
    }
}

/// Returns the smallest thing around an element that reacts.
pub(super) fn smallest_around(
    screen: &Screen,
    index: usize,
    reacts: impl Fn(&Element) -> bool,
) -> Option<usize> {
    let own = screen.elements[index].bounds;
    let holds = |other: &Element| own.intersection(other.bounds) == Some(own);
    let area = |element: &Element| element.bounds.width * element.bounds.height;
    let around = screen.visible().filter(|(_, it)| reacts(it) && holds(it));
    around
        .min_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)))
        .map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::compat::sketch::{button_at, screen, text_at};
    use retap_model::geometry::Rect;

    fn text(text: &str) -> Selector {
        Selector {
            text: Some(text.to_owned()),
            ..Selector::default()
        }
    }

    #[test]
    fn every_field_counts_trimmed_and_whatever_the_case() {
        let shown = screen(vec![button_at(" Sign In ", 0.0), button_at("Sign", 40.0)]);
        assert_eq!(text("sign in").matches(&shown), [0]);
        let mut selector = text("SIGN");
        selector.by = FieldMatch::Part;
        assert_eq!(selector.matches(&shown), [0, 1]);
        selector.id = Some("x".to_owned());
        assert!(selector.matches(&shown).is_empty());
        assert!(text(" ").is_blank());
    }

    #[test]
    fn a_number_beyond_the_last_match_is_no_match() {
        let shown = screen(vec![button_at("Row", 0.0)]);
        let mut second = text("row");
        second.index = Some(1);
        assert!(!second.select(&shown, Condition::Exists).holds);
        let absent = second.select(&shown, Condition::NotExists);
        assert_eq!(
            (absent.holds, absent.matched, absent.chosen),
            (true, 1, None)
        );
    }

    #[test]
    fn a_label_is_clickable_through_what_holds_or_surrounds_it() {
        let mut label = text_at("Save", 0.0);
        label.parent = Some(0);
        let held = screen(vec![button_at("", 0.0), label.clone()]);
        let clickable = text("save").select(&held, Condition::Clickable);
        assert_eq!((clickable.holds, clickable.chosen), (true, Some(0)));
        label.parent = None;
        let mut wide = button_at("", 0.0);
        wide.bounds = Rect::new(0.0, 0.0, 400.0, 400.0);
        let around = screen(vec![wide, label, button_at("", 0.0)]);
        assert_eq!(
            text("save").select(&around, Condition::Clickable).chosen,
            Some(2)
        );
    }

    #[test]
    fn what_lies_off_the_screen_exists_and_is_not_visible() {
        let shown = screen(vec![button_at("Far", 2000.0)]);
        assert!(text("far").select(&shown, Condition::Exists).holds);
        assert!(!text("far").select(&shown, Condition::Visible).holds);
    }
}
