//! Telling whether a screen changed in a way that matters.

use super::fingerprint::sha256_hex;
use super::{Element, Role, Screen, is_ticking};

/// Moves of fewer units than this are jitter, not change.
const JITTER: f64 = 4.0;

/// Everything of a screen that matters to whether it changed, as one hash.
///
/// Focus, clocks and jitter are left out, so that a blinking cursor or a passing minute is no change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature(String);

impl Signature {
    /// Returns the signature of `screen`.
    pub fn of(screen: &Screen) -> Self {
        let mut plain = format!("{:?}|{:?}|{:?}", screen.size, screen.app, screen.name);
        for (_, element) in screen.visible() {
            plain.push('\n');
            plain.push_str(&line(screen, element));
        }
        Self(sha256_hex(plain.as_bytes()))
    }
}

fn line(screen: &Screen, element: &Element) -> String {
    let text = element.text.trim();
    let text = if is_ticking(text) || screen.is_status(element) {
        ""
    } else {
        text
    };
    // How far something got changes by itself.
    let value = element
        .state
        .value
        .as_ref()
        .filter(|_| element.role != Role::Progress);
    let rounded = |value: f64| (value / JITTER).round() as i64;
    format!(
        "{text}|{}|{}|{}|{:?}|{:?}|{:?}|{:?}|{}|{},{},{},{}",
        element.description.trim(),
        element.id,
        element.role.as_str(),
        element.state.checked,
        element.state.selected,
        element.state.expanded,
        value,
        element.state.enabled,
        rounded(element.bounds.x),
        rounded(element.bounds.y),
        rounded(element.bounds.width),
        rounded(element.bounds.height),
    )
}

/// Numbers the readings of one device so that the number grows only with meaningful change.
#[derive(Debug, Clone, Default)]
pub struct RevisionCounter {
    last: Option<Signature>,
    revision: u64,
}

impl RevisionCounter {
    /// Stamps `screen` with its revision: the last one again, or one more after a change.
    pub fn stamp(&mut self, screen: &mut Screen) {
        let signature = Signature::of(screen);
        if self.last.as_ref() != Some(&signature) {
            self.revision += 1;
            self.last = Some(signature);
        }
        screen.revision = self.revision;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Rect, Size};

    fn screen(text: &str, y: f64) -> Screen {
        let bounds = Rect::new(10.0, y, 100.0, 20.0);
        let element = Element {
            text: text.to_owned(),
            bounds,
            ..Element::default()
        };
        Screen {
            size: Size::new(410.0, 898.0),
            elements: vec![element],
            ..Screen::default()
        }
    }

    #[test]
    fn only_meaningful_change_grows_the_revision() {
        let mut counter = RevisionCounter::default();
        let mut number = |mut screen: Screen| {
            counter.stamp(&mut screen);
            screen.revision
        };
        assert_eq!(number(screen("General", 100.0)), 1);
        assert_eq!(number(screen("General", 101.0)), 1);
        let mut focused = screen("General", 100.0);
        focused.elements[0].state.focused = true;
        assert_eq!(number(focused), 1);
        assert_eq!(number(screen("About", 100.0)), 2);
        assert_eq!(number(screen("About", 160.0)), 3);
    }
}
