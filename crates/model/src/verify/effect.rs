//! How two readings differ, whether a screen answers an act, and whether an act is expected to reach more than the screen.

use crate::screen::{Element, Role, Screen, Signature, is_near, sha256_hex};
use crate::select::promises_effect;

/// Returns whether anything that matters differs, the focus of a field included.
pub fn changed(before: &Screen, after: &Screen) -> bool {
    !Signature::of(before).looks_like(&Signature::of(after)) || focus_moved(before, after)
}

/// Returns whether a field got the focus or lost it.
pub fn focus_moved(before: &Screen, after: &Screen) -> bool {
    match (focused(before), focused(after)) {
        (Some(old), Some(new)) => {
            old.id != new.id
                || old.description != new.description
                || !is_near(old.bounds, new.bounds)
        }
        (None, None) => false,
        (Some(_), None) | (None, Some(_)) => true,
    }
}

/// Returns whether anything changed that can be an answer to an act. A message that goes away by itself is
/// none, nor is a field that loses the focus: whatever is touched takes it away, a dead button too.
pub fn shows_effect(before: &Screen, now: &Screen) -> bool {
    let is_focused = focused(now).is_some();
    let is_still_there = |element: &Element| {
        element.role != Role::Toast
            || now
                .visible()
                .any(|(_, other)| other.role == Role::Toast && other.text == element.text)
    };
    let is_answered = |before: &Screen| {
        let looks_the_same = Signature::of(before).looks_like(&Signature::of(now));
        !looks_the_same || (is_focused && focus_moved(before, now))
    };
    if before.elements.iter().all(is_still_there) {
        return is_answered(before);
    }
    let mut rest = before.clone();
    for element in rest
        .elements
        .iter_mut()
        .filter(|element| !is_still_there(element))
    {
        element.is_covered = true;
    }
    is_answered(&rest)
}

/// Browsers give the focus to whatever is clicked, so only that of a field says anything.
fn focused(screen: &Screen) -> Option<&Element> {
    let is_focused = |element: &Element| element.state.focused && element.is_editable;
    let mut fields = screen.visible().map(|(_, element)| element);
    fields.find(|element| is_focused(element))
}

crate::words! {
    /// What an act is expected to touch; part of the contract of whoever sends it, never inferred from
    /// what happened.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ActionType {
        /// Only what the screen shows.
        LocalState = "local_state",
        /// A server, another app or stored data.
        SideEffect = "side_effect",
    }
}

impl ActionType {
    /// Returns the type of touching what goes by this name: one that promises to submit, save, buy and
    /// the like has side effects.
    pub fn of_touching(name: &str) -> Self {
        if promises_effect(name) {
            Self::SideEffect
        } else {
            Self::LocalState
        }
    }
}

crate::words! {
    /// A kind of difference between two readings.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DeltaKind {
        /// Anything that matters.
        Hierarchy = "hierarchy_diff",
        /// Its text.
        Text = "text_change",
        /// The settings of controls.
        State = "state_change",
    }
}

/// The marks of one reading by which differences are told. Focus, clocks and jitter are in none of them.
#[derive(Debug, Clone)]
pub struct ScreenMarks {
    hierarchy: Signature,
    text: String,
    state: String,
}

impl ScreenMarks {
    /// Returns the marks of `screen`.
    pub fn of(screen: &Screen) -> Self {
        let mut text = format!("{:?}|{:?}", screen.app, screen.name);
        let mut state = text.clone();
        for (_, element) in screen.visible() {
            if !screen.is_status(element) && !crate::screen::is_ticking(element.text.trim()) {
                text.push_str(&format!(
                    "\n{}|{}|{}",
                    element.text.trim(),
                    element.description.trim(),
                    element.id
                ));
            }
            let now = &element.state;
            state.push_str(&format!(
                "\n{:?}|{:?}|{:?}|{:?}|{}",
                now.checked, now.selected, now.expanded, now.value, now.enabled
            ));
        }
        Self {
            hierarchy: Signature::of(screen),
            text: sha256_hex(text.as_bytes()),
            state: sha256_hex(state.as_bytes()),
        }
    }

    /// Returns whether nothing differs in any kind.
    pub fn looks_like(&self, later: &Self) -> bool {
        self.difference(later, None).is_none()
    }

    /// Returns how the later reading differs: in the kind that is wanted, else in the first there is.
    pub fn difference(&self, later: &Self, wanted: Option<DeltaKind>) -> Option<DeltaKind> {
        DeltaKind::ALL
            .into_iter()
            .filter(|kind| wanted.is_none_or(|wanted| wanted == *kind))
            .find(|kind| match kind {
                DeltaKind::Hierarchy => !self.hierarchy.looks_like(&later.hierarchy),
                DeltaKind::Text => self.text != later.text,
                DeltaKind::State => self.state != later.state,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::screen_of as screen;

    #[test]
    fn what_a_button_promises_tells_its_type() {
        for name in ["Save", "Place Order", "Sign-In", "ログインする"] {
            let promised = ActionType::of_touching(name);
            assert_eq!(promised, ActionType::SideEffect, "{name}");
        }
        for name in ["General", "Orders", "Wi-Fi", "Bookmarks", ""] {
            let promised = ActionType::of_touching(name);
            assert_eq!(promised, ActionType::LocalState, "{name}");
        }
    }

    #[test]
    fn a_change_is_told_by_its_kind() {
        let (before, mut after) = (screen(&["Loading"]), screen(&["Loaded"]));
        let marks = ScreenMarks::of(&before);
        let differs = |after: &Screen, wanted| marks.difference(&ScreenMarks::of(after), wanted);
        assert_eq!(
            differs(&after, Some(DeltaKind::Text)),
            Some(DeltaKind::Text)
        );
        assert_eq!(differs(&after, Some(DeltaKind::State)), None);
        after = before.clone();
        after.elements[0].state.focused = true;
        assert_eq!(differs(&after, None), None);
        after.elements[0].state.checked = Some(true);
        assert_eq!(differs(&after, None), Some(DeltaKind::Hierarchy));
    }
}
