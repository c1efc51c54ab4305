//! Finding what a few words may mean and saying how sure that is, for programs that want a guess.
//!
//! Nothing acts on it: an act goes through [`locate`](super::locate), which does not guess.

use crate::geometry::Rect;
use crate::screen::{Element, Role, Screen};

/// What is added for something that takes input.
const TAKES_INPUT: f64 = 0.05;

/// What is added when the words lead to what holds them.
const PROMOTED: f64 = 0.02;

/// How many elements after a label are searched for the control it names.
const NEAREST: usize = 7;

/// How far above and below a label its control may be.
const GAP: std::ops::RangeInclusive<f64> = -32.0..=640.0;

/// How the words must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuessBy {
    /// The whole text or description.
    Whole,
    /// Also parts of texts, identifiers and classes.
    Part,
}

/// The best guess.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The element whose words matched.
    pub matched: usize,
    /// The element to touch for it.
    pub index: usize,
    /// How sure it is, up to a little over 1.
    pub score: f64,
    /// Where the track is, when it is something to be dragged along.
    pub track: Option<Rect>,
}

/// Returns the element the words mean most likely; the first of several that are equally likely.
pub fn guess_element(screen: &Screen, words: &str, by: GuessBy) -> Option<Guess> {
    let words = words.trim().to_lowercase();
    let mut best: Option<(usize, f64)> = None;
    for (index, element) in screen.visible() {
        let Some(score) = score(element, &words, by) else {
            continue;
        };
        if best.is_none_or(|(_, known)| score > known) {
            best = Some((index, score));
        }
    }
    let (matched, score) = best?;
    let holder = std::iter::once(matched)
        .chain(screen.ancestors(matched))
        .find(|index| reacts(&screen.elements[*index]));
    if let Some(index) = holder {
        let more = if index == matched { 0.0 } else { PROMOTED };
        return Some(Guess {
            matched,
            index,
            score: score + more,
            track: track_of(&screen.elements[index]),
        });
    }
    let near = nearest_control(screen, matched);
    Some(Guess {
        matched,
        index: near.unwrap_or(matched),
        score,
        track: near.and_then(|near| track_of(&screen.elements[near])),
    })
}

fn score(element: &Element, words: &str, by: GuessBy) -> Option<f64> {
    if words.is_empty() || element.bounds.is_empty() {
        return None;
    }
    let text = element.text.trim().to_lowercase();
    let description = element.description.trim().to_lowercase();
    let part = |text: &str| by == GuessBy::Part && text.to_lowercase().contains(words);
    let score = if text == words {
        1.0
    } else if description == words {
        0.95
    } else if part(&text) {
        0.6
    } else if part(&description) {
        0.55
    } else if part(&element.id) {
        0.7
    } else if part(&element.class) {
        0.3
    } else {
        return None;
    };
    let takes_input = reacts(element) || element.state.enabled;
    Some(score + if takes_input { TAKES_INPUT } else { 0.0 })
}

fn reacts(element: &Element) -> bool {
    element.is_clickable || element.is_editable || element.role == Role::Slider
}

/// Returns the control a label most likely names: the nearest of those that follow it, a track before
/// a button that has a name of its own.
fn nearest_control(screen: &Screen, label: usize) -> Option<usize> {
    let own = screen.elements[label].bounds;
    let overlaps = |other: Rect| other.x.max(own.x) - other.right().min(own.right()) <= 32.0;
    let last = (label + 1 + NEAREST).min(screen.elements.len());
    let mut best: Option<(usize, f64)> = None;
    for index in label + 1..last {
        let element = &screen.elements[index];
        let gap = element.bounds.y - own.bottom();
        let is_near = GAP.contains(&gap) && overlaps(element.bounds);
        if !reacts(element) || !is_near || !screen.is_in_view(element) {
            continue;
        }
        let is_track = track_of(element).is_some();
        let is_named = !element.caption().is_empty();
        let weight = gap + if is_named { 20.0 } else { -18.0 } - if is_track { 30.0 } else { 0.0 };
        if best.is_none_or(|(_, known)| weight < known) {
            best = Some((index, weight));
        }
    }
    best.map(|(index, _)| index)
}

/// Returns the place of something to be dragged along.
fn track_of(element: &Element) -> Option<Rect> {
    let class = element.class.to_lowercase();
    let is_track = element.role == Role::Slider
        || ["slider", "seek", "range"]
            .iter()
            .any(|it| class.contains(it));
    is_track.then_some(element.bounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::screen::State;

    fn element(text: &str, id: &str, y: f64, is_clickable: bool) -> Element {
        Element {
            text: text.to_owned(),
            id: id.to_owned(),
            bounds: Rect::new(0.0, y, 200.0, 30.0),
            is_clickable,
            state: State {
                enabled: is_clickable,
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

    #[test]
    fn whole_words_beat_identifiers_and_parts() {
        let shown = screen(vec![
            element("Login with Email", "", 0.0, true),
            element("", "btn_login", 40.0, false),
            element("LOGIN", "", 80.0, true),
        ]);
        let exact = guess_element(&shown, "login", GuessBy::Whole).unwrap();
        assert_eq!((exact.index, exact.score), (2, 1.05));
        let part = guess_element(&shown, "email", GuessBy::Part).unwrap();
        assert_eq!((part.index, (part.score * 100.0).round()), (0, 65.0));
        let id = guess_element(&shown, "btn_", GuessBy::Part).unwrap();
        assert_eq!((id.matched, id.score), (1, 0.7));
        assert_eq!(guess_element(&shown, "btn_", GuessBy::Whole), None);
    }

    #[test]
    fn a_label_leads_to_what_holds_it_or_to_the_track_below() {
        let mut child = element("Save", "", 0.0, false);
        child.parent = Some(0);
        let held = screen(vec![element("", "", 0.0, true), child]);
        let found = guess_element(&held, "save", GuessBy::Whole).unwrap();
        assert_eq!((found.matched, found.index), (1, 0));
        let mut track = element("", "", 80.0, false);
        track.role = Role::Slider;
        let below = screen(vec![
            element("Duration", "", 0.0, false),
            element("Reset", "", 40.0, true),
            track,
        ]);
        let found = guess_element(&below, "duration", GuessBy::Whole).unwrap();
        assert_eq!((found.index, found.track.is_some()), (2, true));
    }
}
