//! Putting the readings of frames together into the elements of one screen.

use std::collections::HashMap;

use retap_model::geometry::Rect;
use retap_model::screen::{Element, Role, State};

use super::super::affine::Affine;
use super::super::frames::Frames;
use super::wire::{ElementWire, HoleWire, ReadingWire, flag};

/// How deep frames may stand in each other.
const DEEPEST: usize = 16;

/// Puts readings together, each frame's elements right behind the element that stands for it.
pub(super) struct Stitch<'a> {
    readings: &'a HashMap<String, ReadingWire>,
    frames: &'a Frames,
    /// The elements so far.
    pub elements: Vec<Element>,
    /// Where each frame is on the page.
    pub areas: Vec<FrameArea>,
}

/// Where a frame that is read by itself is on the page.
#[derive(Debug, Clone)]
pub(in crate::web) struct FrameArea {
    /// The frame.
    pub frame: String,
    /// How its coordinates lie in those of the page.
    pub affine: Affine,
    /// Its visible area; `None` for the page itself.
    pub clip: Option<Rect>,
}

/// Where a frame is.
struct Place {
    affine: Affine,
    clip: Option<Rect>,
    parent: Option<usize>,
    is_covered: bool,
    /// The parts of it that something lies over.
    covers: Vec<Rect>,
    depth: usize,
}

impl<'a> Stitch<'a> {
    /// Returns an empty one; `readings` are by frame.
    pub(super) fn new(readings: &'a HashMap<String, ReadingWire>, frames: &'a Frames) -> Self {
        Self {
            readings,
            frames,
            elements: Vec::new(),
            areas: Vec::new(),
        }
    }

    /// Adds the main frame and all that is in it.
    pub(super) fn add(&mut self, reading: &ReadingWire, frame: &str) {
        let place = Place {
            affine: Affine::default(),
            clip: None,
            parent: None,
            is_covered: false,
            covers: Vec::new(),
            depth: 0,
        };
        self.add_frame(reading, frame, &place);
    }

    fn add_frame(&mut self, reading: &ReadingWire, frame: &str, place: &Place) {
        self.areas.push(FrameArea {
            frame: frame.to_owned(),
            affine: place.affine,
            clip: place.clip,
        });
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
    fn fill(&mut self, hole: &HoleWire, frame: &str, place: &Place) {
        let holder = self.elements.len() - 1;
        let Some((id, reading)) = self.frame_at(frame, &hole.path) else {
            return;
        };
        if place.depth >= DEEPEST {
            return;
        }
        let clip = hole.clip(place.affine);
        let mut covers = place.covers.clone();
        covers.extend(hole.covers(place.affine));
        let inner = Place {
            affine: place.affine.after(hole.place()),
            clip: Some(
                place
                    .clip
                    .map_or(clip, |outer| outer.intersection(clip).unwrap_or_default()),
            ),
            parent: Some(holder),
            is_covered: self.elements[holder].is_covered,
            covers,
            depth: place.depth + 1,
        };
        self.add_frame(reading, &id, &inner);
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

fn element(wire: &ElementWire, parent: Option<usize>, place: &Place) -> Element {
    let has = |bit: u32| wire.flags & bit != 0;
    let [x, y, width, height] = wire.bounds;
    let bounds = place.affine.rect(Rect::new(x, y, width, height));
    let center = bounds.center();
    let is_under = place.covers.iter().any(|cover| cover.contains(center));
    let seen = place
        .clip
        .map_or(Some(bounds), |clip| bounds.intersection(clip));
    Element {
        text: wire.text.clone(),
        description: wire.description.clone(),
        id: wire.id.clone(),
        has_platform_id: false,
        role: Role::from_word(&wire.role).unwrap_or_default(),
        class: wire.class.clone(),
        is_landmark: false,
        bounds: seen.unwrap_or(bounds),
        state: State {
            enabled: !has(flag::DISABLED),
            focused: has(flag::FOCUSED),
            checked: wire.checked,
            selected: wire.selected,
            expanded: wire.expanded,
            value: wire.value.clone(),
            raw_value: None,
        },
        is_clickable: has(flag::CLICKABLE),
        is_editable: has(flag::EDITABLE),
        is_scrollable: has(flag::SCROLLABLE),
        is_password: has(flag::PASSWORD),
        is_covered: has(flag::COVERED) || place.is_covered || is_under || seen.is_none(),
        parent,
        confidence: None,
    }
}
