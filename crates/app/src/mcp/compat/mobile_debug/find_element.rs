//! `find_element`: what a few words may mean, and how sure that is, for programs that want a guess.
//!
//! Nothing acts on it: an act goes through `locate`, which does not guess.

use retap_model::geometry::Rect;
use retap_model::screen::{Element, Role, Screen};
use serde_json::{Value, json};

use super::element::{Identity, ShownPoint, middle, sides, words};
use super::selector::{FieldMatch, smallest_around};
use crate::mcp::answer::answer;
use crate::mcp::tools::wait::seen;
use crate::mcp::{Answer, DeviceSession, Reply, ToolCall};

answer! {
    /// The guess, and how sure it is.
    #[derive(Default)]
    pub(super) struct FoundElement { found: bool, element?: GuessedElement, score?: f64, confidence?: f64,
        error?: Value }
    /// The element that is meant most likely.
    pub(super) struct GuessedElement { elementId: String, text: Option<String>, resourceId: Option<String>,
        contentDesc: Option<String>, class: Option<String>, bounds: Sides, clickable: bool, enabled: bool,
        tapCoordinates: ShownPoint, telemetry: Telemetry, interactionHint?: InteractionHint, ..identity: Identity }
    /// The edges of an area in whole units.
    pub(super) struct Sides { left: i64, top: i64, right: i64, bottom: i64 }
    /// How the guess came about.
    pub(super) struct Telemetry { matchedIndex: usize, matchedInteractable: bool, sliderLike: bool }
    /// How something that is dragged along a track is used.
    pub(super) struct InteractionHint { kind: &'static str, axis: Axis, trackBounds: Sides }
    /// The way a track goes.
    pub(super) enum Axis { Horizontal = "horizontal", Vertical = "vertical" }
}

fn edges(area: Rect) -> Sides {
    let [left, top, right, bottom] = sides(area);
    Sides {
        left,
        top,
        right,
        bottom,
    }
}

/// Guesses what a query means; the first reading with a guess ends it.
pub(super) fn find_element(call: &mut ToolCall<'_>) -> Answer {
    let query = call.args.need_text("query")?;
    if query.trim().is_empty() {
        return Ok(nothing("Empty query"));
    }
    let by = match call.args.is("exact") {
        Some(true) => FieldMatch::Whole,
        Some(false) | None => FieldMatch::Part,
    };
    let watched = call.watch(call.args.millis("timeoutMs", 3_000), |screen| {
        guess_element(screen, query, by)
    });
    let Ok((guess, screen)) = seen(watched)? else {
        return Ok(nothing("Element not found"));
    };
    let score = (guess.score.min(1.0) * 1000.0).round() / 1000.0;
    Ok(Reply::json(FoundElement {
        found: true,
        element: Some(guessed(call, &screen, &guess)),
        score: Some(score),
        confidence: Some(score),
        error: None,
    }))
}

fn nothing(why: &str) -> Reply {
    Reply::json(FoundElement {
        error: Some(json!(why)),
        ..FoundElement::default()
    })
    .failed()
}

fn guessed(session: &mut DeviceSession, screen: &Screen, guess: &Guess) -> GuessedElement {
    let element = &screen.elements[guess.index];
    GuessedElement {
        elementId: session.compat.element_ids.tell(screen, guess.index),
        text: words(&element.text),
        resourceId: words(&element.id),
        contentDesc: words(&element.description),
        class: words(&element.class),
        bounds: edges(element.bounds),
        clickable: element.is_clickable,
        enabled: element.state.enabled,
        tapCoordinates: middle(element),
        telemetry: Telemetry {
            matchedIndex: guess.matched,
            matchedInteractable: guess.matched == guess.index,
            sliderLike: guess.track.is_some(),
        },
        interactionHint: guess.track.map(|track| InteractionHint {
            kind: "slider",
            axis: match track.height > track.width {
                true => Axis::Vertical,
                false => Axis::Horizontal,
            },
            trackBounds: edges(track),
        }),
        identity: Identity::of(element),
    }
}

/// Added to the score of something that takes input.
const TAKES_INPUT: f64 = 0.05;

/// Added to the score when the words lead to the element that holds them.
const PROMOTED: f64 = 0.02;

/// How many elements after a label are searched for the control it names.
const NEAREST: usize = 7;

/// How far above and below a label its control may be.
const GAP: std::ops::RangeInclusive<f64> = -32.0..=640.0;

/// How far a control may stand beside the edge of its label.
const OVERLAP: f64 = 32.0;

/// How much longer than its label a track is.
const LABEL_RATIO: f64 = 1.5;

/// How many ancestors are climbed for one that takes input.
const HIGHEST_CLIMB: usize = 20;

/// The best guess.
#[derive(Debug, Clone, PartialEq)]
struct Guess {
    /// The element whose words matched.
    matched: usize,
    /// The element to touch for it.
    index: usize,
    /// How sure it is, up to a little over 1.
    score: f64,
    /// Where the track is, when it is something to be dragged along.
    track: Option<Rect>,
}

/// Returns the element the words mean most likely; the first of several that are equally likely.
fn guess_element(screen: &Screen, words: &str, by: FieldMatch) -> Option<Guess> {
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
    if let Some(index) = holder_of(screen, matched) {
        let more = if index == matched { 0.0 } else { PROMOTED };
        return Some(Guess {
            matched,
            index,
            score: score + more,
            track: is_slider(&screen.elements[index]).then_some(screen.elements[index].bounds),
        });
    }
    let near = nearest_control(screen, matched);
    Some(Guess {
        matched,
        index: near.map_or(matched, |near| near.index),
        score,
        track: near
            .filter(|near| near.is_track)
            .map(|near| screen.elements[near.index].bounds),
    })
}

/// Returns what takes the input for an element: itself, what holds it, else the smallest thing around it.
fn holder_of(screen: &Screen, index: usize) -> Option<usize> {
    let mut chain = std::iter::once(index).chain(screen.ancestors(index).take(HIGHEST_CLIMB));
    chain
        .find(|index| reacts(&screen.elements[*index]))
        .or_else(|| smallest_around(screen, index, reacts))
}

fn score(element: &Element, words: &str, by: FieldMatch) -> Option<f64> {
    if words.is_empty() || element.bounds.is_empty() {
        return None;
    }
    let text = element.text.trim().to_lowercase();
    let description = element.description.trim().to_lowercase();
    let part = |text: &str| by == FieldMatch::Part && text.to_lowercase().contains(words);
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
    element.reacts_to_touches() || element.role == Role::Slider
}

/// A control near a label.
#[derive(Clone, Copy)]
struct Near {
    index: usize,
    is_track: bool,
}

/// Returns the control a label most likely names: the nearest of those that follow it, a track before
/// a button that has a name of its own.
fn nearest_control(screen: &Screen, label: usize) -> Option<Near> {
    let own = screen.elements[label].bounds;
    let overlaps = |other: Rect| other.x.max(own.x) - other.right().min(own.right()) <= OVERLAP;
    let last = (label + 1 + NEAREST).min(screen.elements.len());
    let mut best: Option<(Near, f64)> = None;
    for index in label + 1..last {
        let element = &screen.elements[index];
        let gap = element.bounds.y - own.bottom();
        let is_near = GAP.contains(&gap) && overlaps(element.bounds);
        let is_named = !element.caption().is_empty();
        let is_track = is_slider(element) || is_long_and_thin(screen, element, own);
        let is_control = reacts(element) || is_track && !is_named;
        if !is_control || !is_near || !screen.is_in_view(element) {
            continue;
        }
        let class = element.class.to_lowercase();
        let is_plain = ["view", "layout", "group", "frame"]
            .iter()
            .any(|it| class.contains(it));
        let is_wider = element.bounds.width > own.width * LABEL_RATIO;
        let weight = gap + if is_named { 20.0 } else { -18.0 }
            - if is_track { 30.0 } else { 0.0 }
            - if is_plain { 10.0 } else { 0.0 }
            - if is_wider { 8.0 } else { 0.0 };
        if best.is_none_or(|(_, known)| weight < known) {
            best = Some((Near { index, is_track }, weight));
        }
    }
    best.map(|(near, _)| near)
}

/// Returns whether it is something to be dragged along, by what it is.
fn is_slider(element: &Element) -> bool {
    let class = element.class.to_lowercase();
    element.role == Role::Slider
        || ["slider", "seek", "range"]
            .iter()
            .any(|it| class.contains(it))
}

/// Returns whether it has the shape of something to be dragged along, lying or standing.
fn is_long_and_thin(screen: &Screen, element: &Element, label: Rect) -> bool {
    let extent = screen.size.width.max(screen.size.height);
    let shortest = (extent * 0.18).max(220.0);
    let thickest = (extent * 0.08).max(180.0);
    let fits = |length: f64, thickness: f64, of_label: f64| {
        length >= shortest.max(of_label * LABEL_RATIO) && thickness <= thickest
    };
    let Rect { width, height, .. } = element.bounds;
    fits(width, height, label.width) || fits(height, width, label.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::compat::sketch::{button_at, screen, text_at};

    #[test]
    fn whole_words_beat_identifiers_and_parts() {
        let shown = screen(vec![
            button_at("Login with Email", 0.0),
            Element {
                id: "btn_login".to_owned(),
                ..text_at("", 40.0)
            },
            button_at("LOGIN", 80.0),
        ]);
        let exact = guess_element(&shown, "login", FieldMatch::Whole).unwrap();
        assert_eq!((exact.index, exact.score), (2, 1.05));
        let part = guess_element(&shown, "email", FieldMatch::Part).unwrap();
        assert_eq!((part.index, (part.score * 100.0).round()), (0, 65.0));
        let id = guess_element(&shown, "btn_", FieldMatch::Part).unwrap();
        assert_eq!((id.matched, id.score), (1, 0.7));
        assert_eq!(guess_element(&shown, "btn_", FieldMatch::Whole), None);
    }

    #[test]
    fn a_label_leads_to_what_holds_it_or_to_the_track_below() {
        let mut child = text_at("Save", 0.0);
        child.parent = Some(0);
        let held = screen(vec![button_at("", 0.0), child]);
        let found = guess_element(&held, "save", FieldMatch::Whole).unwrap();
        assert_eq!((found.matched, found.index), (1, 0));
        let mut track = text_at("", 80.0);
        track.role = Role::Slider;
        let below = screen(vec![
            text_at("Duration", 0.0),
            button_at("Reset", 40.0),
            track,
        ]);
        let found = guess_element(&below, "duration", FieldMatch::Whole).unwrap();
        assert_eq!((found.index, found.track.is_some()), (2, true));
    }

    #[test]
    fn a_label_leads_to_the_wide_view_below_it_and_not_to_a_button_with_a_name() {
        let named_by = text_at("Duration: 5 min", 0.0);
        let mut view = button_at("", 90.0);
        view.class = "android.view.View".to_owned();
        view.bounds = Rect::new(0.0, 90.0, 400.0, 40.0);
        let named = screen(vec![
            named_by.clone(),
            button_at("Reset", 40.0),
            view.clone(),
        ]);
        let found = guess_element(&named, "duration", FieldMatch::Part).unwrap();
        assert_eq!((found.matched, found.index), (0, 2));
        assert_eq!(found.track, Some(view.bounds));
        view.bounds = Rect::new(20.0, 40.0, 40.0, 400.0);
        view.is_clickable = false;
        let standing = screen(vec![named_by, view.clone()]);
        let found = guess_element(&standing, "duration", FieldMatch::Part).unwrap();
        assert_eq!(found.track, Some(view.bounds));
    }

    #[test]
    fn what_stands_around_a_label_takes_its_touches() {
        let mut wide = button_at("", 0.0);
        wide.bounds = Rect::new(0.0, 0.0, 400.0, 200.0);
        let mut small = button_at("", 0.0);
        small.bounds = Rect::new(0.0, 0.0, 300.0, 60.0);
        let around = screen(vec![text_at("Save", 10.0), wide, small]);
        let found = guess_element(&around, "save", FieldMatch::Whole).unwrap();
        assert_eq!((found.matched, found.index), (0, 2));
        assert!((found.score - 1.02).abs() < 1e-9, "{}", found.score);
    }
}
