//! A copy of a screen with one change made to it, and where its target is now.

use crate::geometry::Size;
use crate::screen::{Element, Role, Screen};

use super::evidence::{id_holder, naming_text, neighbours};
use super::identity::entry_of;
use super::robustness::Change;

/// A word that means nothing, in front of a letter that tells one from the next.
const MADE_UP: &str = "Quolm";

/// An id that nothing has.
const OTHER_ID: &str = "quolm";

/// The room left below everything for what is moved there.
const GAP: f64 = 40.0;

/// A copy of a screen, and where its target is on it.
#[derive(Debug, Clone)]
pub(super) struct ChangedScreen {
    pub(super) screen: Screen,
    /// The number of the target.
    at: usize,
    is_gone: bool,
}

impl ChangedScreen {
    /// Returns a copy without any change.
    pub(super) fn new(screen: &Screen, at: usize) -> Self {
        Self {
            screen: screen.clone(),
            at,
            is_gone: false,
        }
    }

    /// Returns whether an element is the target, or what takes the touches for it.
    pub(super) fn is_target(&self, index: usize) -> bool {
        let touched = |index: usize| self.screen.touched_for(index).unwrap_or(index);
        !self.is_gone && (index == self.at || touched(index) == touched(self.at))
    }

    /// Makes a change; nothing where there is nothing to change.
    pub(super) fn with(mut self, change: Change) -> Option<Self> {
        let is_made = match change {
            Change::Renamed => self.rename(),
            Change::OtherId => self.set_id(OTHER_ID),
            Change::NoId => self.set_id(""),
            Change::Moved => self.move_away(),
            Change::OtherRole => self.change_role(),
            Change::OtherRow => self.rename_all(&self.others_in_row()),
            Change::OtherNeighbours => self.rename_all(&self.beside()),
            Change::OtherHeading => self.rename_all(&self.heading_above()),
            Change::Twin => self.add_twin(),
            Change::Gone => self.remove(),
        };
        is_made.then_some(self)
    }

    /// Returns what takes the touches for the target.
    fn control(&self) -> usize {
        self.screen.touched_for(self.at).unwrap_or(self.at)
    }

    /// Returns the target with all that belongs to it.
    fn own(&self) -> Vec<usize> {
        let control = self.control();
        std::iter::once(control)
            .chain(self.screen.inside(control))
            .collect()
    }

    fn rename(&mut self) -> bool {
        let control = self.control();
        let named = [
            Some(self.at),
            Some(control),
            naming_text(&self.screen, control),
        ];
        let named = named.into_iter().flatten();
        let names: Vec<String> = named
            .flat_map(|index| self.screen.elements[index].names())
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        let mut is_made = false;
        for index in self.own() {
            let element = &mut self.screen.elements[index];
            for text in [&mut element.text, &mut element.description] {
                if names.iter().any(|name| name == text.trim()) {
                    *text = MADE_UP.to_owned();
                    is_made = true;
                }
            }
        }
        is_made
    }

    fn set_id(&mut self, id: &str) -> bool {
        let Some(holder) = id_holder(&self.screen, self.at) else {
            return false;
        };
        id.clone_into(&mut self.screen.elements[holder].id);
        true
    }

    /// Makes a link of a button and the like; what is a field has no other kind.
    fn change_role(&mut self) -> bool {
        let mut is_made = false;
        for index in [self.at, self.control()] {
            let element = &mut self.screen.elements[index];
            let role = match element.role {
                Role::Button => Role::Link,
                Role::Link | Role::Row | Role::Tab | Role::Image => Role::Button,
                _ => continue,
            };
            element.role = role;
            is_made = true;
        }
        is_made
    }

    fn others_in_row(&self) -> Vec<usize> {
        let Some(row) = entry_of(&self.screen, self.at) else {
            return Vec::new();
        };
        let own = self.own();
        let is_other = |index: &usize| *index != self.at && (row == own[0] || !own.contains(index));
        let naming = naming_text(&self.screen, row).filter(|it| *it == self.at);
        let inside = self.screen.inside(row).filter(is_other);
        inside
            .filter(|index| self.is_named(*index) && Some(*index) != naming)
            .collect()
    }

    fn beside(&self) -> Vec<usize> {
        let texts: Vec<String> = neighbours(&self.screen, self.at)
            .into_iter()
            .flatten()
            .collect();
        let own = self.own();
        let visible = self.screen.visible();
        let beside = visible.filter(|(index, element)| {
            !own.contains(index) && texts.iter().any(|text| element.caption() == text)
        });
        beside.map(|(index, _)| index).collect()
    }

    fn heading_above(&self) -> Vec<usize> {
        let is_heading = |index: &usize| self.screen.elements[*index].role == Role::Heading;
        let above = (0..self.control()).rev();
        let above = above.filter(|index| self.is_named(*index));
        above.filter(is_heading).take(1).collect()
    }

    fn is_named(&self, index: usize) -> bool {
        !self.screen.elements[index].caption().is_empty()
    }

    fn rename_all(&mut self, indexes: &[usize]) -> bool {
        for (number, index) in indexes.iter().enumerate() {
            let letter = char::from(b'a' + (number % 26) as u8);
            let element = &mut self.screen.elements[*index];
            for text in [&mut element.text, &mut element.description] {
                if !text.is_empty() {
                    *text = format!("{MADE_UP}{letter}");
                }
            }
        }
        !indexes.is_empty()
    }

    /// Puts the target behind everything else that its holder has, below all of the screen.
    fn move_away(&mut self) -> bool {
        let own = self.own();
        let (first, end) = (own[0], own[0] + own.len());
        let behind = self.end_of_holder();
        let offset = self.screen.elements.get(first).map(|it| it.bounds.y);
        let by = self.grow() - offset.unwrap_or_default();
        for index in own {
            self.screen.elements[index].bounds.y += by;
        }
        if behind > end {
            let count = end - first;
            self.screen.elements[first..behind].rotate_left(count);
            let place = |index: usize| match index {
                index if (first..end).contains(&index) => index + (behind - end),
                index if (end..behind).contains(&index) => index - count,
                index => index,
            };
            self.renumber(&place);
        }
        true
    }

    /// Adds something of the same make and name behind everything else that the holder has. Its ids are others.
    fn add_twin(&mut self) -> bool {
        let own = self.own();
        let behind = self.end_of_holder();
        let (first, count) = (own[0], own.len());
        let by = self.grow() - self.screen.elements[first].bounds.y;
        let mut twins: Vec<Element> = own
            .iter()
            .map(|index| self.screen.elements[*index].clone())
            .collect();
        let place = |index: usize| match index >= behind {
            true => index + count,
            false => index,
        };
        for twin in &mut twins {
            twin.bounds.y += by;
            if !twin.id.is_empty() {
                twin.id = format!("{OTHER_ID}-{}", twin.id);
            }
            // What is in the twin is numbered behind it, and what holds both stays.
            twin.parent = twin.parent.map(|parent| match parent >= first {
                true => parent - first + behind,
                false => parent,
            });
        }
        self.renumber(&place);
        self.screen.elements.splice(behind..behind, twins);
        true
    }

    /// Takes the target out; what is around it stays where it is.
    fn remove(&mut self) -> bool {
        for index in self.own() {
            let element = &mut self.screen.elements[index];
            *element = Element {
                parent: element.parent,
                is_covered: true,
                ..Element::default()
            };
        }
        self.is_gone = true;
        true
    }

    /// Returns the number behind the last element of what holds the target.
    fn end_of_holder(&self) -> usize {
        match self.screen.elements[self.control()].parent {
            Some(holder) => self
                .screen
                .inside(holder)
                .last()
                .map_or(holder + 1, |it| it + 1),
            None => self.screen.elements.len(),
        }
    }

    /// Makes room for the target below everything, and returns where that begins.
    fn grow(&mut self) -> f64 {
        let Size { width, height } = self.screen.size;
        let bottoms = self.screen.elements.iter().map(|it| it.bounds.bottom());
        let top = bottoms.fold(height, f64::max) + GAP;
        let own = self.screen.elements[self.control()].bounds.height;
        self.screen.size = Size::new(width, top + own + GAP);
        top
    }

    /// Follows elements that were moved; parents go by number.
    fn renumber(&mut self, place: &dyn Fn(usize) -> usize) {
        for element in &mut self.screen.elements {
            element.parent = element.parent.map(place);
        }
        self.at = place(self.at);
    }
}
