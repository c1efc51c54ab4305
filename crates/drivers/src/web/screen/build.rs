//! Putting the readings of frames together into the elements of one screen.

use std::collections::HashMap;

use retap_model::geometry::{Point, Rect};
use retap_model::screen::{Element, Role, State};

use super::super::frames::Frames;
use super::wire::{ElementWire, HoleWire, ReadingWire, flag};

/// How deep frames may stand in each other.
const DEEPEST: usize = 16;

/// Puts readings together, each frame's elements right behind the element that stands for it.
pub(super) struct Stitch<'a> {
    readings: &'a HashMap<String, ReadingWire>,
    frames: &'a Frames,
    /// The elements so far.
    pub(super) elements: Vec<Element>,
    /// Where each frame's coordinates begin.
    pub(super) offsets: HashMap<String, Point>,
}

/// Where a frame is.
#[derive(Clone, Copy)]
struct Place {
    offset: Point,
    clip: Option<Rect>,
    parent: Option<usize>,
    is_covered: bool,
    depth: usize,
}

impl<'a> Stitch<'a> {
    /// Returns an empty one; `readings` are by frame.
    pub(super) fn new(readings: &'a HashMap<String, ReadingWire>, frames: &'a Frames) -> Self {
        Self {
            readings,
            frames,
            elements: Vec::new(),
            offsets: HashMap::new(),
        }
    }

    /// Adds the main frame and all that is in it.
    pub(super) fn add(&mut self, reading: &ReadingWire, frame: &str) {
        let place = Place {
            offset: Point::default(),
            clip: None,
            parent: None,
            is_covered: false,
            depth: 0,
        };
        self.add_frame(reading, frame, place);
    }

    fn add_frame(&mut self, reading: &ReadingWire, frame: &str, place: Place) {
        self.offsets.insert(frame.to_owned(), place.offset);
        let mut numbers: Vec<usize> = Vec::with_capacity(reading.elements.len());
        for (index, wire) in reading.elements.iter().enumerate() {
            let own = usize::try_from(wire.parent).ok();
            let parent = own
                .and_then(|own| numbers.get(own).copied())
                .or(place.parent);
            numbers.push(self.elements.len());
            self.elements.push(element(wire, parent, place));
            let holes = reading.holes.iter().filter(|hole| hole.parent == index);
            for hole in holes {
                self.fill(hole, frame, place);
            }
        }
    }

    /// Adds the frame that belongs into a hole, if it could be read.
    fn fill(&mut self, hole: &HoleWire, frame: &str, place: Place) {
        let holder = self.elements.len() - 1;
        let Some((id, reading)) = self.frame_at(frame, &hole.path) else {
            return;
        };
        if place.depth >= DEEPEST {
            return;
        }
        let [left, top, right, bottom] = hole.clip;
        let clip = Rect::new(
            left + place.offset.x,
            top + place.offset.y,
            right - left,
            bottom - top,
        );
        let inner = Place {
            offset: Point::new(place.offset.x + hole.x, place.offset.y + hole.y),
            clip: Some(
                place
                    .clip
                    .map_or(clip, |outer| outer.intersection(clip).unwrap_or_default()),
            ),
            parent: Some(holder),
            is_covered: self.elements[holder].is_covered,
            depth: place.depth + 1,
        };
        self.add_frame(reading, &id, inner);
    }

    /// Returns the frame a path leads to.
    fn frame_at(&self, top: &str, path: &[i64]) -> Option<(String, &'a ReadingWire)> {
        let mut at = top.to_owned();
        let mut last = None;
        for number in path {
            let found = self.readings.iter().find(|(frame, reading)| {
                self.frames.parent(frame) == Some(at.as_str()) && reading.number == *number
            });
            let (frame, reading) = found?;
            at.clone_from(frame);
            last = Some(reading);
        }
        last.filter(|reading| !reading.is_inner)
            .map(|reading| (at, reading))
    }
}

fn element(wire: &ElementWire, parent: Option<usize>, place: Place) -> Element {
    let has = |bit: u32| wire.flags & bit != 0;
    let [x, y, width, height] = wire.bounds;
    let bounds = Rect::new(x + place.offset.x, y + place.offset.y, width, height);
    let seen = place
        .clip
        .map_or(Some(bounds), |clip| bounds.intersection(clip));
    Element {
        text: wire.text.clone(),
        description: wire.description.clone(),
        id: wire.id.clone(),
        role: Role::from_word(&wire.role).unwrap_or_default(),
        class: wire.class.clone(),
        bounds: seen.unwrap_or(bounds),
        state: State {
            enabled: !has(flag::DISABLED),
            focused: has(flag::FOCUSED),
            checked: wire.checked,
            selected: wire.selected,
            expanded: wire.expanded,
            value: wire.value.clone(),
            stand: None,
        },
        is_clickable: has(flag::CLICKABLE),
        is_editable: has(flag::EDITABLE),
        is_scrollable: has(flag::SCROLLABLE),
        is_password: has(flag::PASSWORD),
        is_covered: has(flag::COVERED) || place.is_covered || seen.is_none(),
        parent,
        confidence: None,
    }
}
