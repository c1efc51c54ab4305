//! The kinds of differences between two readings.

use crate::screen::{Screen, Signature, sha256_hex};

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
