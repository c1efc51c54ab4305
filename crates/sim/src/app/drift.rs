//! How a later version of an app differs: named sets of changes to its screens and lists.

use std::sync::Arc;

use super::{App, Button, Item, ItemKind, Template, Values};

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
    /// A change to the entries a list starts with, instead of a screen's elements.
    Entries {
        list: String,
        change: EntryChange,
    },
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

/// The effect on the entries of a list. Entries are named by values they have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EntryChange {
    /// They come the other way round.
    Reverse,
    /// A new one comes first.
    Insert(Values),
    /// Those with these values are gone.
    Remove(Values),
    /// Those with these values have other ones.
    Rename { entry: Values, to: Values },
}

/// Returns `app` with all changes of `set` made.
pub(crate) fn apply(app: &App, set: &DriftSet) -> App {
    let mut drifted = app.clone();
    for change in &set.changes {
        make(&mut drifted, change);
    }
    drifted
}

/// Puts the later version called `name` in the place of each app that has one; returns whether any has.
pub(crate) fn drift_all(apps: &mut [Arc<App>], name: &str) -> bool {
    let mut is_known = false;
    for app in apps {
        if let Some(drifted) = app.drifted(name) {
            *app = Arc::new(drifted);
            is_known = true;
        }
    }
    is_known
}

/// Returns whether an element called `at` exists in `app`.
pub(crate) fn has_element(app: &App, at: &At) -> bool {
    edit(&mut app.clone(), at, |_| {})
}

/// Returns whether an entry has all of these values.
pub(super) fn has_values(entry: &Values, values: &Values) -> bool {
    let mut values = values.iter();
    values.all(|(name, value)| entry.get(name) == Some(value))
}

fn make(app: &mut App, change: &Change) {
    match change {
        Change::Rename { at, to } => {
            edit(app, at, |part| {
                let label = part.label.into_iter();
                label.for_each(|label| label.clone_from(to));
            });
        }
        Change::ReId { at, to } => {
            edit(app, at, |part| part.id.clone_from(to));
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
        Change::Entries { list, change } => {
            let entries = app.lists.get_mut(list).into_iter();
            entries.for_each(|entries| change_entries(entries, change));
        }
        Change::Wrap { at } => in_scenes(app, &at.screen, |items| wrap(items, &at.id)),
        Change::Remove { at } => in_scenes(app, &at.screen, |items| {
            take(items, &at.id);
        }),
    }
}

fn change_entries(entries: &mut Vec<Values>, change: &EntryChange) {
    match change {
        EntryChange::Reverse => entries.reverse(),
        EntryChange::Insert(values) => entries.insert(0, values.clone()),
        EntryChange::Remove(gone) => entries.retain(|entry| !has_values(entry, gone)),
        EntryChange::Rename { entry, to } => {
            for found in entries.iter_mut().filter(|found| has_values(found, entry)) {
                found.extend(to.clone());
            }
        }
    }
}

/// A part of an app that has an id and, mostly, a label. Fields and sliders keep the name of the value they hold.
struct Part<'a> {
    id: &'a mut String,
    label: Option<&'a mut Template>,
}

impl<'a> Part<'a> {
    fn of_button(button: &'a mut Arc<Button>) -> Self {
        let button = Arc::make_mut(button);
        Self {
            id: &mut button.id,
            label: Some(&mut button.label),
        }
    }
}

/// Calls `change` with every part called `at`; returns whether there was one.
fn edit(app: &mut App, at: &At, mut change: impl FnMut(Part<'_>)) -> bool {
    let mut found = false;
    in_scenes(app, &at.screen, |items| {
        found |= edit_in(items, &at.id, &mut change);
    });
    for popup in app.popups.iter_mut().filter(|popup| popup.id == at.screen) {
        for button in popup.buttons.iter_mut().filter(|button| button.id == at.id) {
            change(Part::of_button(button));
            found = true;
        }
    }
    found
}

fn edit_in(items: &mut [Item], id: &str, change: &mut dyn FnMut(Part<'_>)) -> bool {
    let mut found = false;
    for item in items {
        if item.id == id {
            let label = item.kind.label_mut();
            let id = &mut item.id;
            change(Part { id, label });
            return true;
        }
        if let ItemKind::Group(inner) = &mut item.kind {
            found |= edit_in(inner, id, change);
        }
        if let ItemKind::List(list) = &mut item.kind
            && list.row_id == id
        {
            let list = Arc::make_mut(list);
            let label = Some(&mut Arc::make_mut(&mut list.row).label);
            let id = &mut list.row_id;
            change(Part { id, label });
            found = true;
        } else if let Some(Some(button)) = item.kind.row_button_mut()
            && button.id == id
        {
            change(Part::of_button(button));
            found = true;
        }
    }
    found
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
        if let Some(button) = item.kind.row_button_mut() {
            button.take_if(|button| button.id == id);
        } else if let ItemKind::Group(inner) = &mut item.kind
            && let Some(found) = take(inner, id)
        {
            return Some(found);
        }
    }
    None
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

/// Reverses each run of rows, tabs, fields or buttons, so that headings stay over their sections.
fn reverse_runs(items: &mut [Item]) {
    use ItemKind::{Button, Field, Row, Tab};
    let is_run = |one: &Item, next: &Item| {
        let kinds = (&one.kind, &next.kind);
        matches!(
            kinds,
            (Row(_), Row(_)) | (Tab(_), Tab(_)) | (Field(_), Field(_)) | (Button(_), Button(_))
        )
    };
    items.chunk_by_mut(is_run).for_each(<[Item]>::reverse);
}
