//! How a later version of an app differs: named sets of changes to its screens and lists.

use std::sync::Arc;

use super::entry_drift::EntryDrift;
use super::item::{Button, Field, Image, ItemKind, ListOf, Row, Slider, Tab};
use super::{App, Item, Template};

/// Changes that come together under one name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DriftSet {
    pub(crate) name: String,
    pub(crate) changes: Vec<Change>,
}

/// One change. Elements are named by screen (or popup) and id; `*` stands for every screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Change {
    Rename {
        at: At,
        to: Template,
    },
    ReId {
        at: At,
        to: String,
    },
    Move {
        at: At,
        to: Spot,
    },
    Reorder {
        screen: String,
    },
    Insert {
        spot: Spot,
        screen: String,
        items: Vec<Item>,
    },
    /// A change to a list's entries instead of a screen's elements.
    Entries(EntryDrift),
    Wrap {
        at: At,
    },
    Remove {
        at: At,
    },
}

/// Which element a change is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct At {
    pub(crate) screen: String,
    pub(crate) id: String,
}

/// Where on a screen something goes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Spot {
    Start,
    End,
    Before(String),
    After(String),
}

/// Returns `app` with all changes of `set` made.
pub(crate) fn apply(app: &App, set: &DriftSet) -> App {
    let mut drifted = app.clone();
    for change in &set.changes {
        make(&mut drifted, change);
    }
    drifted
}

/// Returns whether an element called `at` exists in `app`.
pub(crate) fn has_element(app: &App, at: &At) -> bool {
    let mut probe = app.clone();
    edit_label(&mut probe, at, &Template::literal(""))
}

fn make(app: &mut App, change: &Change) {
    match change {
        Change::Rename { at, to } => {
            edit_label(app, at, to);
        }
        Change::ReId { at, to } => {
            edit(app, at, &mut |part| part.set_id(to));
        }
        Change::Move { at, to } => in_scenes(app, &at.screen, |items| {
            if let Some(item) = take(items, &at.id) {
                put(items, to, vec![item]);
            }
        }),
        Change::Reorder { screen } => in_scenes(app, screen, |items| reverse_runs(items)),
        Change::Insert {
            spot,
            screen,
            items: new,
        } => in_scenes(app, screen, |items| put(items, spot, new.clone())),
        Change::Entries(drift) => drift.apply(&mut app.lists),
        Change::Wrap { at } => in_scenes(app, &at.screen, |items| wrap(items, &at.id)),
        Change::Remove { at } => in_scenes(app, &at.screen, |items| {
            take(items, &at.id);
        }),
    }
}

fn edit_label(app: &mut App, at: &At, to: &Template) -> bool {
    edit(app, at, &mut |part| part.set_label(to))
}

/// A part of an app that has an id and, mostly, a label.
enum PartMut<'a> {
    Item(&'a mut Item),
    Row(&'a mut Row),
    Button(&'a mut Button),
}

impl PartMut<'_> {
    fn set_label(self, to: &Template) {
        let to = to.clone();
        match self {
            Self::Row(row) => row.label = to,
            Self::Button(button) => button.label = to,
            Self::Item(item) => match &mut item.kind {
                ItemKind::Row(row) => Arc::make_mut(row).label = to,
                ItemKind::Text(text) | ItemKind::Heading(text) => *text = to,
                ItemKind::Tab(tab) => {
                    let tab: &mut Tab = Arc::make_mut(tab);
                    tab.label = to;
                }
                ItemKind::Button(button) => Arc::make_mut(button).label = to,
                ItemKind::Field(field) => {
                    let field: &mut Field = Arc::make_mut(field);
                    field.placeholder = to;
                }
                ItemKind::Slider(slider) => {
                    let slider: &mut Slider = Arc::make_mut(slider);
                    slider.label = to;
                }
                ItemKind::Image(image) => {
                    let image: &mut Image = Arc::make_mut(image);
                    image.description = to;
                }
                ItemKind::Placeholder { .. }
                | ItemKind::List(_)
                | ItemKind::Progress(_)
                | ItemKind::Group(_) => {}
            },
        }
    }

    /// Gives the part another id. Fields and sliders keep the name of the value they hold.
    fn set_id(self, to: &str) {
        match self {
            Self::Row(row) => row.id = to.to_owned(),
            Self::Button(button) => button.id = to.to_owned(),
            Self::Item(item) => item.set_id(to),
        }
    }
}

/// Calls `change` with every part called `at`; returns whether there was one.
fn edit(app: &mut App, at: &At, change: &mut dyn FnMut(PartMut<'_>)) -> bool {
    let mut found = false;
    for scene in &mut app.scenes {
        if at.screen == "*" || scene.id == at.screen {
            found |= edit_in(&mut scene.items, &at.id, change);
        }
    }
    for popup in app.popups.iter_mut().filter(|popup| popup.id == at.screen) {
        for button in popup.buttons.iter_mut().filter(|button| button.id == at.id) {
            change(PartMut::Button(Arc::make_mut(button)));
            found = true;
        }
    }
    found
}

fn edit_in(items: &mut [Item], id: &str, change: &mut dyn FnMut(PartMut<'_>)) -> bool {
    let mut found = false;
    for item in items {
        if item.id == id {
            change(PartMut::Item(item));
            return true;
        }
        found |= match &mut item.kind {
            ItemKind::Row(row) => edit_button(Arc::make_mut(row), id, change),
            ItemKind::List(list) => edit_template(Arc::make_mut(list), id, change),
            ItemKind::Group(inner) => edit_in(inner, id, change),
            ItemKind::Text(_)
            | ItemKind::Heading(_)
            | ItemKind::Tab(_)
            | ItemKind::Button(_)
            | ItemKind::Field(_)
            | ItemKind::Slider(_)
            | ItemKind::Placeholder { .. }
            | ItemKind::Image(_)
            | ItemKind::Progress(_) => false,
        };
    }
    found
}

fn edit_template(list: &mut ListOf, id: &str, change: &mut dyn FnMut(PartMut<'_>)) -> bool {
    let row = Arc::make_mut(&mut list.row);
    if row.id == id {
        change(PartMut::Row(row));
        return true;
    }
    edit_button(row, id, change)
}

fn edit_button(row: &mut Row, id: &str, change: &mut dyn FnMut(PartMut<'_>)) -> bool {
    match &mut row.button {
        Some(button) if button.id == id => {
            change(PartMut::Button(Arc::make_mut(button)));
            true
        }
        Some(_) | None => false,
    }
}

fn in_scenes(app: &mut App, screen: &str, mut change: impl FnMut(&mut Vec<Item>)) {
    for scene in &mut app.scenes {
        if screen == "*" || scene.id == screen {
            change(&mut scene.items);
        }
    }
}

/// Takes the item out; a button that belongs to a row leaves the row without one.
fn take(items: &mut Vec<Item>, id: &str) -> Option<Item> {
    if let Some(index) = items.iter().position(|item| item.id == id) {
        return Some(items.remove(index));
    }
    for item in items {
        match &mut item.kind {
            ItemKind::Group(inner) => {
                if let Some(found) = take(inner, id) {
                    return Some(found);
                }
            }
            ItemKind::Row(row) if has_button(row, id) => Arc::make_mut(row).button = None,
            ItemKind::List(list) if has_button(&list.row, id) => {
                Arc::make_mut(&mut Arc::make_mut(list).row).button = None;
            }
            ItemKind::Row(_)
            | ItemKind::List(_)
            | ItemKind::Text(_)
            | ItemKind::Heading(_)
            | ItemKind::Tab(_)
            | ItemKind::Button(_)
            | ItemKind::Field(_)
            | ItemKind::Slider(_)
            | ItemKind::Placeholder { .. }
            | ItemKind::Image(_)
            | ItemKind::Progress(_) => {}
        }
    }
    None
}

fn has_button(row: &Row, id: &str) -> bool {
    row.button.as_ref().is_some_and(|button| button.id == id)
}

/// Puts items at a spot; when the spot is gone they come last.
fn put(items: &mut Vec<Item>, spot: &Spot, new: Vec<Item>) {
    let place = |id: &str| items.iter().position(|item| item.id == id);
    let index = match spot {
        Spot::Start => 0,
        Spot::End => items.len(),
        Spot::Before(id) => place(id).unwrap_or(items.len()),
        Spot::After(id) => place(id).map_or(items.len(), |index| index + 1),
    };
    items.splice(index..index, new);
}

fn wrap(items: &mut [Item], id: &str) {
    let Some(item) = items.iter_mut().find(|item| item.id == id) else {
        return;
    };
    let wrapper = Item {
        id: format!("{id}_frame"),
        class: None,
        when: item.when.clone(),
        kind: ItemKind::Group(Vec::new()),
    };
    let inner = std::mem::replace(item, wrapper);
    item.kind = ItemKind::Group(vec![inner]);
}

/// Reverses each run of rows, tabs or fields, so that headings stay over their sections.
fn reverse_runs(items: &mut [Item]) {
    items
        .chunk_by_mut(|one, next| moves(one) && moves(next) && is_alike(one, next))
        .for_each(<[Item]>::reverse);
}

fn is_alike(one: &Item, next: &Item) -> bool {
    std::mem::discriminant(&one.kind) == std::mem::discriminant(&next.kind)
}

fn moves(item: &Item) -> bool {
    match item.kind {
        ItemKind::Row(_) | ItemKind::Tab(_) | ItemKind::Field(_) | ItemKind::Button(_) => true,
        ItemKind::Text(_)
        | ItemKind::Heading(_)
        | ItemKind::Slider(_)
        | ItemKind::Placeholder { .. }
        | ItemKind::Image(_)
        | ItemKind::List(_)
        | ItemKind::Progress(_)
        | ItemKind::Group(_) => false,
    }
}
