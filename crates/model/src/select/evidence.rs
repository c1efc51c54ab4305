//! The marks of an element that a recording keeps, so that it can be recognised again.

use crate::geometry::Rect;
use crate::program::{Matching, Target};
use crate::screen::{Element, Role, Screen};

use super::identity::{self, SketchPlace};
use super::label::Label;
use super::said::{Said, unasked_danger};

/// How far away a neighbour may be, as a share of the screen's height.
const NEIGHBOUR_REACH: f64 = 0.15;

/// How many ancestors are kept.
const ANCESTORS: usize = 4;

/// The sides of an element, as files and reports name them.
pub const SIDES: [&str; 4] = ["above", "below", "left", "right"];

/// The nearest text on each of the [`SIDES`] of an element.
pub type Neighbours = [Option<String>; 4];

/// The marks of an element that a recording keeps. The value of a field is never part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Its text; empty when none, and for fields, whose text is what a user typed.
    pub text: String,
    /// Its description; empty when none.
    pub description: String,
    /// Its id; empty when none.
    pub id: String,
    /// Whether no other element had that id.
    pub is_id_unique: bool,
    /// Its kind.
    pub role: Role,
    /// Kinds and ids of what held it, nearest first.
    pub ancestry: Vec<String>,
    /// The text that names its row, when the element itself is not that text.
    pub row: Option<String>,
    /// The texts next to it.
    pub neighbours: Neighbours,
    /// Where it was.
    pub bounds: Rect,
    /// Whether other elements had its id with another number in it.
    pub is_id_counted: bool,
    /// The texts that told its row or card from others like it, besides the name of the row.
    pub details: Vec<String>,
    /// Whether another row like it had the same name.
    pub is_row_shared: bool,
    /// Whether it was on, for what is switched by touching it.
    pub checked: Option<bool>,
    /// Whether its author says that what it does cannot be taken back.
    pub is_said_irreversible: bool,
    /// The screen it was on; `None` where a file does not say.
    pub place: Option<SketchPlace>,
}

impl Evidence {
    /// Returns whether it cannot be of what the author names: neither the element nor anything around it went
    /// by those words, so that a file which says so was not made from them.
    pub fn contradicts(&self, target: &Target) -> bool {
        let words = target.label.reveal();
        let is_named = !self.text.is_empty() || !self.description.is_empty();
        if !is_named || words.trim().is_empty() || !target.label.is_fixed() {
            return false;
        }
        let labels = [Matching::Usual, target.matching].map(|by| Label::new(&words, by));
        // A text beside a control stands for it only where it has no name; what a field or a switch says may be none.
        let is_by_kind = target.role.only() == Some(self.role)
            && !matches!(self.role, Role::TextField | Role::Switch);
        let has_own_name = matches!(self.role, Role::Button | Role::Link | Role::Tab);
        let around = self.neighbours.iter().flatten().chain(&self.row);
        let around = around.filter(|_| !is_by_kind && !has_own_name);
        let is_said = |seen: &str| labels.iter().any(|it| it.is_said_by(seen).is_some());
        let names = [&self.text, &self.description];
        let asked = [Said::of(&words)];
        let is_danger =
            |name: &&String| !is_said(name) && unasked_danger(&asked, &Said::of(name)).is_some();
        let mut seen = names.into_iter().chain(around);
        !seen.any(|seen| is_said(seen)) || has_own_name && names.iter().any(is_danger)
    }

    /// Returns what two recordings of an element have in common; nothing if no strong sign is the same, or
    /// they were of different kinds.
    pub fn common(mut self, other: &Self) -> Option<Self> {
        for (near, other) in self.neighbours.iter_mut().zip(&other.neighbours) {
            near.take_if(|near| Some(&*near) != other.as_ref());
        }
        self.row.take_if(|row| Some(&*row) != other.row.as_ref());
        let signs = [
            (&mut self.text, &other.text),
            (&mut self.description, &other.description),
            (&mut self.id, &other.id),
        ];
        let mut is_known = false;
        for (sign, other) in signs {
            if sign != other {
                sign.clear();
            }
            is_known |= !sign.is_empty();
        }
        if self.ancestry != other.ancestry {
            self.ancestry.clear();
        }
        self.is_id_unique &= other.is_id_unique;
        self.is_id_counted |= other.is_id_counted;
        self.is_row_shared |= other.is_row_shared;
        self.details.retain(|text| other.details.contains(text));
        self.checked.take_if(|it| Some(*it) != other.checked);
        self.place = match (&self.place, &other.place) {
            (Some(own), Some(other)) => Some(own.common(other)),
            (_, _) => None,
        };
        (is_known && self.role == other.role).then_some(self)
    }

    /// Returns what a recording keeps of the element with this number: its own marks, and the screen it is on.
    pub fn recorded(screen: &Screen, index: usize) -> Self {
        Self {
            checked: switched_state(&screen.elements[index]),
            place: Some(SketchPlace::of(screen, index)),
            ..Self::of(screen, index)
        }
    }

    /// Returns the marks of the element with this number.
    pub fn of(screen: &Screen, index: usize) -> Self {
        let element = &screen.elements[index];
        let [text, description] = element.names();
        let id = effective_id(screen, index);
        Self {
            text: text.to_owned(),
            description: description.to_owned(),
            id: id.to_owned(),
            is_id_unique: !id.is_empty() && is_id_unique(screen, id),
            role: element.role,
            ancestry: ancestry(screen, index),
            row: row_key(screen, index),
            neighbours: neighbours(screen, index),
            bounds: element.bounds,
            is_id_counted: identity::is_counted(screen, id),
            details: identity::details(screen, index),
            is_row_shared: identity::is_row_shared(screen, index),
            checked: None,
            is_said_irreversible: false,
            place: None,
        }
    }

    /// Forgets the texts around the element that must not be kept.
    pub fn forget_around(&mut self, is_forgotten: &dyn Fn(&str) -> bool) {
        self.details.retain(|text| !is_forgotten(text));
        if let Some(place) = &mut self.place {
            place.forget(is_forgotten);
        }
    }

    /// Returns what it was called; empty when it had no name.
    pub(super) fn name(&self) -> &str {
        match self.text.is_empty() {
            true => &self.description,
            false => &self.text,
        }
    }

    /// Returns whether what it does cannot be taken back, so that only the very name identifies it. A box only says what is to be
    /// done: `Send a reminder` sends nothing.
    pub fn is_irreversible(&self) -> bool {
        let names = [&self.text, &self.description];
        let is_named_so = || names.iter().any(|it| identity::is_irreversible(it));
        self.is_said_irreversible || self.role != Role::Checkbox && is_named_so()
    }

    /// Returns whether other controls of the recorded screen had its name.
    pub(super) fn is_repeated(&self) -> bool {
        let Some(place) = &self.place else {
            return false;
        };
        let name = self.name();
        let others = place.sketch.entries.iter().enumerate();
        let mut others = others.filter(|(at, _)| *at != place.at);
        !name.is_empty() && others.any(|(_, it)| it.role == self.role && it.name == name)
    }

    /// Returns what a person would call the element.
    pub fn label(&self) -> &str {
        [
            self.text.as_str(),
            self.description.as_str(),
            self.id.as_str(),
        ]
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or("an element without a name")
    }
}

/// Returns whether something is on, if touching it switches it; one of several choices stays chosen when it is touched.
pub fn switched_state(element: &Element) -> Option<bool> {
    element
        .state
        .checked
        .filter(|_| element.role != Role::Radio)
}

/// Returns the id that stands for the element: its own, or, for the text that names a row or
/// button, that of the row or button. Platforms put the id on what is touched and the words on a
/// text inside it; only together do they identify anything.
pub(crate) fn effective_id(screen: &Screen, index: usize) -> &str {
    id_holder(screen, index).map_or("", |holder| &screen.elements[holder].id)
}

/// Returns the element whose id stands for this one.
pub(super) fn id_holder(screen: &Screen, index: usize) -> Option<usize> {
    if !screen.elements[index].id.is_empty() {
        return Some(index);
    }
    let mut holders = screen.ancestors(index).take(ANCESTORS);
    let holder = holders.find(|ancestor| screen.elements[*ancestor].is_clickable)?;
    (naming_text(screen, holder) == Some(index)).then_some(holder)
}

/// Returns the text that names what an element does when touched: the first one inside it, by
/// place, that is no clock, date or number and belongs to no control of its own.
pub(super) fn naming_text(screen: &Screen, holder: usize) -> Option<usize> {
    screen
        .inside(holder)
        .filter(|index| is_naming(screen, *index, holder))
        .min_by(|left, right| {
            let place = |index: usize| {
                let bounds = screen.elements[index].bounds;
                (bounds.y, bounds.x)
            };
            place(*left)
                .partial_cmp(&place(*right))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
}

fn is_naming(screen: &Screen, index: usize, holder: usize) -> bool {
    let label = screen.elements[index].caption();
    let owner = screen.touched_for(index);
    owner.is_none_or(|owner| owner <= holder)
        && !label.is_empty()
        && crate::screen::is_structural(label)
}

pub(super) fn is_id_unique(screen: &Screen, id: &str) -> bool {
    let mut same = screen.visible().filter(|(_, element)| element.id == id);
    same.next().is_some() && same.next().is_none()
}

/// Returns kind and id of the nearest ancestors. An id that the element's siblings share says
/// nothing more than its kind, so only the kind of rows is kept.
pub(crate) fn ancestry(screen: &Screen, index: usize) -> Vec<String> {
    screen
        .ancestors(index)
        .take(ANCESTORS)
        .map(|ancestor| {
            let element = &screen.elements[ancestor];
            if element.id.is_empty() || element.role == Role::Row {
                element.role.as_str().to_owned()
            } else {
                format!("{}#{}", element.role.as_str(), element.id)
            }
        })
        .collect()
}

/// Returns the text that names the row an element is in. An element that is that text itself has
/// no row key.
pub(super) fn row_key(screen: &Screen, index: usize) -> Option<String> {
    let naming = naming_text(screen, identity::entry_of(screen, index)?)?;
    (naming != index).then(|| screen.elements[naming].caption().to_owned())
}

pub(super) fn neighbours(screen: &Screen, index: usize) -> Neighbours {
    let own = screen.elements[index].bounds;
    let reach = screen.size.height * NEIGHBOUR_REACH;
    let mut nearest: [Option<(f64, &str)>; 4] = [None; 4];
    for (other, element) in screen.visible() {
        let label = element.caption();
        if screen.lineage(index).any(|holder| holder == other)
            || label.is_empty()
            || element.is_editable
            || !crate::screen::is_structural(label)
        {
            continue;
        }
        let Some((side, distance)) = side_of(own, element.bounds) else {
            continue;
        };
        if distance <= reach && nearest[side].is_none_or(|(best, _)| distance < best) {
            nearest[side] = Some((distance, label));
        }
    }
    nearest.map(|found| found.map(|(_, text)| text.to_owned()))
}

/// Returns on which of the [`SIDES`] the other lies, and how far.
fn side_of(own: Rect, other: Rect) -> Option<(usize, f64)> {
    let overlaps_x = other.x < own.right() && other.right() > own.x;
    let overlaps_y = other.y < own.bottom() && other.bottom() > own.y;
    if overlaps_x && other.bottom() <= own.y {
        Some((0, own.y - other.bottom()))
    } else if overlaps_x && other.y >= own.bottom() {
        Some((1, other.y - own.bottom()))
    } else if overlaps_y && other.right() <= own.x {
        Some((2, own.x - other.right()))
    } else if overlaps_y && other.x >= own.right() {
        Some((3, other.x - own.right()))
    } else {
        None
    }
}
