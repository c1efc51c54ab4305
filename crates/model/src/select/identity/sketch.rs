//! What is kept of a recorded screen so that it is recognised as a whole: its controls and headings, in order.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::screen::{Element, Role, Screen, is_structural};
use crate::select::evidence::{Evidence, effective_id, naming_text, row_key};
use crate::select::label::is_same_text;

use super::details::said_in_row;

/// The most controls and headings that are kept of a screen.
const MOST_ENTRIES: usize = 60;

/// The most of today's that are looked at; a longer list is compared as far as that.
const MOST_TODAY: usize = 400;

/// The controls and headings of a recorded screen, in the order of its tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketch {
    /// The entries.
    pub entries: Vec<SketchEntry>,
}

/// One control or heading of a screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SketchEntry {
    /// What it is called; empty when it has no name, or one of the day.
    pub name: String,
    /// Its kind.
    pub role: Role,
    /// Whether it is a field for a password.
    pub is_password: bool,
    /// The id that stands for it; empty when none.
    pub id: String,
    /// The text that names the row it is in.
    pub row: Option<String>,
}

/// A recorded screen, and which entry of it an element is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SketchPlace {
    /// The screen; pins of one screen share it.
    pub sketch: Arc<Sketch>,
    /// The number of the entry.
    pub at: usize,
}

/// What can be done with a control, so that one of another class is never the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::select) enum ControlClass {
    Field,
    Password,
    Toggle,
    Choice,
    Slider,
    Heading,
    Press,
}

impl SketchEntry {
    pub(super) const fn class(&self) -> ControlClass {
        match self.role {
            Role::TextField if self.is_password => ControlClass::Password,
            role => ControlClass::of(role),
        }
    }
}

impl ControlClass {
    pub(in crate::select) const fn of(role: Role) -> Self {
        match role {
            Role::TextField => Self::Field,
            Role::Switch | Role::Checkbox => Self::Toggle,
            Role::Radio => Self::Choice,
            Role::Slider => Self::Slider,
            Role::Heading => Self::Heading,
            Role::Button
            | Role::Container
            | Role::Dialog
            | Role::Image
            | Role::Link
            | Role::List
            | Role::Progress
            | Role::Row
            | Role::Tab
            | Role::Text
            | Role::Toast
            | Role::Unknown => Self::Press,
        }
    }
}

impl SketchPlace {
    /// Returns the screen with the element of this number in it.
    pub(in crate::select) fn of(screen: &Screen, index: usize) -> Self {
        let control = screen.touched_for(index).unwrap_or(index);
        let mut all: Vec<Drawn> = sketched(screen).collect();
        if !all.iter().any(|it| it.index == control) {
            all.push(Drawn::of(screen, control));
            all.sort_by_key(|it| it.index);
        }
        let all = nearest(all, control);
        let at = all.iter().position(|it| it.index == control);
        let entries = all.into_iter().map(|it| it.entry).collect();
        Self {
            sketch: Arc::new(Sketch { entries }),
            at: at.expect("the element was put among the entries"),
        }
    }

    /// Returns the entry of the element.
    pub(super) fn entry(&self) -> &SketchEntry {
        &self.sketch.entries[self.at]
    }

    /// Returns what is in both of two recorded screens, with the ids that stayed.
    pub(in crate::select) fn common(&self, other: &Self) -> Self {
        let mut left: Vec<&SketchEntry> = other.sketch.entries.iter().collect();
        let own = other.entry();
        left.retain(|it| !std::ptr::eq(*it, own));
        let mut entries = Vec::new();
        let mut at = 0;
        for (number, entry) in self.sketch.entries.iter().enumerate() {
            let is_like = |it: &&SketchEntry| it.name == entry.name && it.role == entry.role;
            let twin = match number == self.at {
                true => Some(own),
                false => left.iter().position(is_like).map(|at| left.remove(at)),
            };
            let Some(twin) = twin else { continue };
            if number == self.at {
                at = entries.len();
            }
            entries.push(entry.common(twin));
        }
        Self {
            sketch: Arc::new(Sketch { entries }),
            at,
        }
    }

    /// Forgets the texts that must not be kept.
    pub(in crate::select) fn forget(&mut self, is_forgotten: &dyn Fn(&str) -> bool) {
        let is_any = |entry: &SketchEntry| {
            is_forgotten(&entry.name)
                || is_forgotten(&entry.id)
                || entry.row.as_deref().is_some_and(is_forgotten)
        };
        if !self.sketch.entries.iter().any(is_any) {
            return;
        }
        for entry in &mut Arc::make_mut(&mut self.sketch).entries {
            entry.row.take_if(|row| is_forgotten(row));
            for text in [&mut entry.name, &mut entry.id] {
                if is_forgotten(text) {
                    text.clear();
                }
            }
        }
    }
}

impl SketchEntry {
    fn common(&self, other: &Self) -> Self {
        let same = |one: &String, two: &String| match one == two {
            true => one.clone(),
            false => String::new(),
        };
        Self {
            name: same(&self.name, &other.name),
            id: same(&self.id, &other.id),
            row: self
                .row
                .clone()
                .filter(|row| Some(row) == other.row.as_ref()),
            ..*self
        }
    }
}

/// An entry and the element it is of.
pub(super) struct Drawn {
    pub(super) index: usize,
    pub(super) entry: SketchEntry,
}

impl Drawn {
    fn of(screen: &Screen, index: usize) -> Self {
        let element = &screen.elements[index];
        Self {
            index,
            entry: SketchEntry {
                name: name_of(screen, index),
                role: element.role,
                is_password: element.is_password,
                id: effective_id(screen, index).to_owned(),
                row: row_key(screen, index).filter(|row| is_structural(row)),
            },
        }
    }
}

/// Returns the entries of today's screen, and what else has the recorded name or id.
pub(super) fn sketch_today(screen: &Screen, evidence: &Evidence) -> Vec<Drawn> {
    let mut all: Vec<Drawn> = sketched(screen).take(MOST_TODAY).collect();
    let is_known = |index: usize, all: &[Drawn]| {
        let control = screen.touched_for(index).unwrap_or(index);
        all.iter()
            .any(|it| it.index == control || it.index == index)
    };
    for (index, element) in screen.visible() {
        let is_named = !evidence.text.is_empty() && is_same_text(element.caption(), &evidence.text);
        let has_id = !evidence.id.is_empty() && element.id == evidence.id;
        if (is_named || has_id) && !is_known(index, &all) {
            all.push(Drawn::of(screen, index));
        }
    }
    all.sort_by_key(|it| it.index);
    name_rows_as_recorded(screen, evidence, &mut all);
    all
}

/// Gives the rows of a list that was built anew the names they were recorded with: where no row goes by one of those any
/// more, a row that says one of them somewhere, and no other, is the row of that name.
fn name_rows_as_recorded(screen: &Screen, evidence: &Evidence, all: &mut [Drawn]) {
    let entries = evidence.place.iter().flat_map(|it| &it.sketch.entries);
    let rows = entries
        .filter_map(|it| it.row.as_ref())
        .chain(&evidence.row);
    let recorded: BTreeSet<&str> = rows.map(String::as_str).collect();
    let has_recorded_row = |it: &Drawn| {
        let row = it.entry.row.as_deref();
        row.is_some_and(|row| recorded.contains(row))
    };
    if recorded.is_empty() || all.iter().any(has_recorded_row) {
        return;
    }
    for drawn in all.iter_mut().filter(|it| it.entry.row.is_some()) {
        let said: BTreeSet<&str> = said_in_row(screen, drawn.index).into_iter().collect();
        let mut names = said.intersection(&recorded);
        if let (Some(name), None) = (names.next(), names.next()) {
            drawn.entry.row = Some((*name).to_owned());
        }
    }
}

/// Returns the controls and headings of a screen.
fn sketched(screen: &Screen) -> impl Iterator<Item = Drawn> {
    let visible = screen
        .visible()
        .filter(|(_, element)| !screen.is_status(element));
    let kept = visible.filter(|(_, it)| it.reacts_to_touches() || is_control(it));
    let all = kept.map(|(index, _)| Drawn::of(screen, index));
    all.filter(|it| !is_mere_holder(screen, it))
}

fn is_control(element: &Element) -> bool {
    matches!(
        element.role,
        Role::Button
            | Role::Checkbox
            | Role::Heading
            | Role::Link
            | Role::Radio
            | Role::Slider
            | Role::Switch
            | Role::Tab
            | Role::TextField
    )
}

/// Returns whether it has neither name nor id and only holds other controls.
fn is_mere_holder(screen: &Screen, drawn: &Drawn) -> bool {
    let is_nameless = drawn.entry.name.is_empty() && drawn.entry.id.is_empty();
    let reacts = |index: usize| screen.elements[index].reacts_to_touches();
    is_nameless && screen.inside(drawn.index).any(reacts)
}

/// Returns what a control is called: its own name, else that of the text on it.
fn name_of(screen: &Screen, index: usize) -> String {
    let own = screen.elements[index].listed_as();
    let named = match own.is_empty() {
        true => naming_text(screen, index).map_or("", |text| screen.elements[text].caption()),
        false => own,
    };
    let is_number = !named.is_empty() && named.chars().all(|c| c.is_ascii_digit());
    let is_name = is_structural(named) || (is_number && is_control(&screen.elements[index]));
    match is_name {
        true => named.split_whitespace().collect::<Vec<_>>().join(" "),
        false => String::new(),
    }
}

/// Returns as many as are kept: those outside of rows and in the row of `control` first, and of these the nearest.
fn nearest(mut all: Vec<Drawn>, control: usize) -> Vec<Drawn> {
    if all.len() <= MOST_ENTRIES {
        return all;
    }
    let at = all.iter().position(|it| it.index == control).unwrap_or(0);
    let row = all[at].entry.row.clone();
    let mut ranked: Vec<(bool, usize, Drawn)> = all
        .drain(..)
        .enumerate()
        .map(|(number, it)| {
            let is_in_other_row = it.entry.row.is_some() && it.entry.row != row;
            (is_in_other_row, number.abs_diff(at), it)
        })
        .collect();
    ranked.sort_by_key(|(is_other, distance, it)| (*distance > 0, *is_other, *distance, it.index));
    ranked.truncate(MOST_ENTRIES);
    let mut all: Vec<Drawn> = ranked.into_iter().map(|(_, _, it)| it).collect();
    all.sort_by_key(|it| it.index);
    all
}
