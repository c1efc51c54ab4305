//! Whether an act is expected to reach more than the screen.

use crate::select::promises_effect;

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
            assert_eq!(
                ActionType::of_touching(name),
                ActionType::SideEffect,
                "{name}"
            );
        }
        for name in ["General", "Orders", "Wi-Fi", "Bookmarks", ""] {
            assert_eq!(
                ActionType::of_touching(name),
                ActionType::LocalState,
                "{name}"
            );
        }
    }
}
