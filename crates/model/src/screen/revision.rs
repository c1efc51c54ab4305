//! Telling whether a screen changed in a way that matters.

use super::fingerprint::sha256_hex;
use super::{Element, Role, Screen, is_ticking};
use crate::geometry::Rect;

/// Moves of fewer units than this are jitter, not change.
const JITTER: f64 = 4.0;

/// Everything of a screen that matters to whether it changed: what it says and is set to, as one hash,
/// and where things are.
///
/// Focus, clocks and jitter are left out, so that a blinking cursor or a passing minute is no change.
#[derive(Debug, Clone)]
pub struct Signature {
    said: String,
    places: Vec<Rect>,
}

impl Signature {
    /// Returns the signature of `screen`.
    pub fn of(screen: &Screen) -> Self {
        let mut plain = format!("{:?}|{:?}|{:?}", screen.size, screen.app, screen.name);
        let mut places = Vec::new();
        for (_, element) in screen.visible() {
            plain.push('\n');
            plain.push_str(&line(screen, element));
            places.push(element.bounds);
        }
        Self {
            said: sha256_hex(plain.as_bytes()),
            places,
        }
    }

    /// Returns whether nothing that matters differs.
    ///
    /// Places are compared with each other and never rounded: rounded ones differ by a whole step where a
    /// thing trembles around the edge of one. Small moves therefore add up, so this is no equality.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.same_content(other) && self.same_layout(other)
    }

    fn same_content(&self, other: &Self) -> bool {
        self.said == other.said
    }

    fn same_layout(&self, other: &Self) -> bool {
        let mut pairs = self.places.iter().zip(&other.places);
        self.places.len() == other.places.len()
            && pairs.all(|(one, another)| is_near(*one, *another))
    }
}

/// Returns whether a place is another one but for jitter.
pub(crate) fn is_near(one: Rect, other: Rect) -> bool {
    let moves = [
        one.x - other.x,
        one.y - other.y,
        one.right() - other.right(),
        one.bottom() - other.bottom(),
    ];
    moves.iter().all(|by| by.abs() < JITTER)
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
    format!(
        "{text}|{}|{}|{}|{:?}|{:?}|{:?}|{:?}|{}",
        element.description.trim(),
        element.id,
        element.role.as_str(),
        element.state.checked,
        element.state.selected,
        element.state.expanded,
        value,
        element.state.enabled,
    )
}

/// Numbers the readings of one device so that the number grows only with meaningful change.
///
/// Things that only move are on their way: they count once they stand still elsewhere.
#[derive(Debug, Clone, Default)]
pub struct RevisionCounter {
    last: Option<Signature>,
    /// The reading before, where only places were others.
    moving: Option<Signature>,
    revision: u64,
}

impl RevisionCounter {
    /// Stamps `screen` with its revision: the last one again, or one more after a change.
    pub fn stamp(&mut self, screen: &mut Screen) {
        let now = Signature::of(screen);
        let last = self.last.as_ref();
        if last.is_some_and(|last| last.looks_like(&now)) {
            self.moving = None;
        } else if last.is_some_and(|last| last.same_content(&now)) && !self.has_come_to_rest(&now) {
            self.moving = Some(now);
        } else {
            self.revision += 1;
            (self.last, self.moving) = (Some(now), None);
        }
        screen.revision = self.revision;
    }

    fn has_come_to_rest(&self, now: &Signature) -> bool {
        self.moving
            .as_ref()
            .is_some_and(|before| before.looks_like(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample;

    fn screen(text: &str, y: f64) -> Screen {
        sample::screen(vec![sample::element(Role::Text, text, y)])
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
    }

    /// Every place is near the edge of some step, whichever way places would be rounded.
    #[test]
    fn trembling_is_no_change_wherever_a_thing_stands() {
        for y in 0..40 {
            let signature = |y: f64| Signature::of(&screen("General", y));
            let y = f64::from(y) / 2.0;
            assert!(signature(y).looks_like(&signature(y + 1.0)), "{y}");
            assert!(!signature(y).looks_like(&signature(y + JITTER)), "{y}");
        }
    }

    #[test]
    fn what_only_moves_counts_when_it_has_come_to_rest_elsewhere() {
        let mut counter = RevisionCounter::default();
        let mut number = |y: f64| {
            let mut screen = screen("General", y);
            counter.stamp(&mut screen);
            screen.revision
        };
        let swinging = [100.0, 130.0, 160.0, 130.0, 100.0];
        assert_eq!(swinging.map(&mut number), [1; 5]);
        assert_eq!([160.0, 161.0, 160.0].map(&mut number), [1, 2, 2]);
        // Steps too small to be seen add up.
        assert_eq!([162.0, 165.5, 165.5].map(&mut number), [2, 2, 3]);
    }
}
