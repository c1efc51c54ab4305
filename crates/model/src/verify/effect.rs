//! Whether a screen answers an act, and whether an act is expected to reach more than the screen.

use crate::screen::{Element, Role, Screen, Signature, is_near};
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
