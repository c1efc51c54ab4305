//! What changed between two readings, part by part: a part is known by where it stands in the tree, whatever it says.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Element, Role, Screen, is_near, is_ticking};

/// Where an element stands in the tree of a screen: the kinds of what holds it, and its number among its like there. Only
/// readings of one process can be compared by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey(u64);

/// How a part is not what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartChangeKind {
    /// It says something else.
    Said,
    /// It is set to something else.
    State,
    /// It stands elsewhere.
    Moved,
    /// Something in it is new or gone.
    Held,
}

/// One part that is not what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartChange {
    /// The part; for what came or went, what holds it.
    pub part: PartKey,
    /// How it changed.
    pub kind: PartChangeKind,
    /// The element in the later reading: the one that changed or came; `None` for one that is gone.
    pub now: Option<usize>,
    /// The element in the earlier reading: the one that changed or went; `None` for one that came.
    pub before: Option<usize>,
}

/// Returns where each element of a screen stands.
pub fn part_keys(screen: &Screen) -> Vec<PartKey> {
    let mut keys: Vec<PartKey> = Vec::with_capacity(screen.elements.len());
    let mut counts: HashMap<(Option<usize>, Role), u32> = HashMap::new();
    for (index, element) in screen.elements.iter().enumerate() {
        let parent = element.parent.filter(|parent| *parent < index);
        let number = counts.entry((parent, element.role)).or_default();
        let mut hasher = DefaultHasher::new();
        parent.map(|parent| keys[parent]).hash(&mut hasher);
        (element.role, *number).hash(&mut hasher);
        *number += 1;
        keys.push(PartKey(hasher.finish()));
    }
    keys
}

/// Returns the parts a person sees that are not what they were. Clocks and the focus are left out.
pub fn changed_parts(before: &Screen, now: &Screen) -> Vec<PartChange> {
    let (old_keys, new_keys) = (part_keys(before), part_keys(now));
    let visible = |screen: &Screen, keys: &[PartKey]| -> BTreeMap<PartKey, usize> {
        screen
            .visible()
            .map(|(index, _)| (keys[index], index))
            .collect()
    };
    let (old, new) = (visible(before, &old_keys), visible(now, &new_keys));
    let mut changes = Vec::new();
    for (part, index) in &new {
        let change = match old.get(part) {
            Some(was) => {
                change_of((before, *was), (now, *index)).map(|kind| (*part, kind, Some(*was)))
            }
            None => Some((holder(now, *index, &new_keys), PartChangeKind::Held, None)),
        };
        changes.extend(change.map(|(part, kind, before)| PartChange {
            part,
            kind,
            now: Some(*index),
            before,
        }));
    }
    let gone = old.iter().filter(|(part, _)| !new.contains_key(part));
    changes.extend(gone.map(|(_, index)| PartChange {
        part: holder(before, *index, &old_keys),
        kind: PartChangeKind::Held,
        now: None,
        before: Some(*index),
    }));
    changes
}

/// Returns the part that holds an element; one that nothing holds stands for itself.
fn holder(screen: &Screen, index: usize, keys: &[PartKey]) -> PartKey {
    keys[screen.ancestors(index).next().unwrap_or(index)]
}

fn change_of(
    (before, was): (&Screen, usize),
    (now, is): (&Screen, usize),
) -> Option<PartChangeKind> {
    let (was, is) = (&before.elements[was], &now.elements[is]);
    if said(before, was) != said(now, is) {
        return Some(PartChangeKind::Said);
    }
    if setting(was) != setting(is) {
        return Some(PartChangeKind::State);
    }
    (!is_near(was.bounds, is.bounds)).then_some(PartChangeKind::Moved)
}

/// Returns what an element says, but for what ticks.
fn said<'a>(screen: &Screen, element: &'a Element) -> (&'a str, &'a str) {
    let text = element.text.trim();
    let ticks = is_ticking(text) || screen.is_status(element);
    (if ticks { "" } else { text }, element.description.trim())
}

/// Returns what an element is set to; how far something got changes by itself.
fn setting(element: &Element) -> impl PartialEq + '_ {
    let state = &element.state;
    let value = state
        .value
        .as_deref()
        .filter(|_| element.role != Role::Progress);
    (
        state.checked,
        state.selected,
        state.expanded,
        state.enabled,
        value,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};

    fn listed(texts: &[&str]) -> Screen {
        let mut elements = vec![element(Role::List, "", 0.0)];
        for (row, text) in texts.iter().enumerate() {
            let mut row = element(Role::Row, text, row as f64 * 40.0);
            row.parent = Some(0);
            elements.push(row);
        }
        elements.push(element(Role::Heading, "News", 700.0));
        screen(elements)
    }

    fn kinds(before: &Screen, now: &Screen) -> Vec<(PartChangeKind, PartKey)> {
        let changes = changed_parts(before, now);
        changes.iter().map(|it| (it.kind, it.part)).collect()
    }

    #[test]
    fn each_part_tells_how_it_changed() {
        let (before, list) = (listed(&["a", "b"]), part_keys(&listed(&[]))[0]);
        assert_eq!(kinds(&before, &before.clone()), []);
        let second = part_keys(&before)[2];
        assert_eq!(
            kinds(&before, &listed(&["a", "c"])),
            [(PartChangeKind::Said, second)]
        );
        assert_eq!(
            kinds(&before, &listed(&["a", "b", "c"])),
            [(PartChangeKind::Held, list)]
        );
        assert_eq!(
            kinds(&before, &listed(&["a"])),
            [(PartChangeKind::Held, list)]
        );
        let mut now = before.clone();
        now.elements[2].state.checked = Some(true);
        assert_eq!(kinds(&before, &now), [(PartChangeKind::State, second)]);
        now = before.clone();
        now.elements[2].bounds.y += 90.0;
        assert_eq!(kinds(&before, &now), [(PartChangeKind::Moved, second)]);
    }

    #[test]
    fn a_clock_and_the_focus_change_nothing() {
        let before = listed(&["9:41:07", "b"]);
        let mut now = listed(&["9:41:08", "b"]);
        now.elements[2].state.focused = true;
        assert_eq!(kinds(&before, &now), []);
    }
}
