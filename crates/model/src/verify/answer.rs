//! Whether what changed on a screen answers an act, or only happened meanwhile.

use crate::geometry::Rect;
use crate::screen::{PartChange, PartChangeKind, PartKey, Role, Screen, changed_parts};

use super::{SelfChanges, focus_moved, shows_effect};

/// So many changed parts are another screen.
const ANOTHER_SCREEN: usize = 6;

/// How far up what holds the touched element is still about it.
const NEAR: usize = 3;

/// What fills more of the screen than this holds everything, and says nothing of what belongs together.
const LARGEST_GROUP: f64 = 0.4;

/// How sure it is that a screen answers an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing changed but what changes by itself.
    Nothing,
    /// Only these parts changed, which have nothing to do with what was touched or are known to change by themselves:
    /// they answer it if they then rest.
    Elsewhere(Vec<PartKey>),
    /// It does.
    Sure,
}

/// Returns how `now` answers an act on this element of `before`. An act that touches nothing, such as a key, is answered
/// by whatever does not change by itself.
pub fn answer(before: &Screen, now: &Screen, touched: Option<usize>, own: &SelfChanges) -> Answer {
    if !shows_effect(before, now) {
        return Answer::Nothing;
    }
    let is_elsewhere = before.app != now.app
        || before.name != now.name
        || before.windows != now.windows
        || before.size != now.size;
    if is_elsewhere || focus_moved(before, now) {
        return Answer::Sure;
    }
    let changes = without_passing(before, changed_parts(before, now));
    let others = own.without_restless(changes.clone());
    let is_sure = |change: &PartChange| {
        is_telling(before, now, change)
            || touched.is_some_and(|it| is_about(before, now, change, it))
    };
    let is_untargeted = touched.is_none() && !others.is_empty();
    if is_untargeted || others.len() >= ANOTHER_SCREEN || others.iter().any(is_sure) {
        return Answer::Sure;
    }
    let mut parts: Vec<PartKey> = changes.iter().map(|change| change.part).collect();
    parts.sort_unstable();
    parts.dedup();
    match parts.is_empty() {
        // Told by something that no part shows.
        true => Answer::Sure,
        false => Answer::Elsewhere(parts),
    }
}

/// Returns the changes but for messages that went away by themselves.
fn without_passing(before: &Screen, mut changes: Vec<PartChange>) -> Vec<PartChange> {
    let is_message = |index: usize| {
        let mut near = before.lineage(index);
        near.any(|it| before.elements[it].role == Role::Toast)
    };
    changes.retain(|change| change.now.is_some() || !change.before.is_some_and(is_message));
    changes
}

/// Returns whether a change answers an act wherever it is: something is set, a title is another one, or a dialog, a
/// message or a control comes or goes.
fn is_telling(before: &Screen, now: &Screen, change: &PartChange) -> bool {
    let elements = [
        change.before.map(|index| &before.elements[index]),
        change.now.map(|index| &now.elements[index]),
    ];
    let mut elements = elements.into_iter().flatten();
    match change.kind {
        PartChangeKind::State => true,
        PartChangeKind::Said => elements.any(|it| it.role == Role::Heading),
        PartChangeKind::Held => elements.any(|it| {
            let is_layer = matches!(it.role, Role::Dialog | Role::Toast | Role::Heading);
            is_layer || it.reacts_to_touches()
        }),
        PartChangeKind::Moved => false,
    }
}

/// Returns whether a change is of the touched element, of what is grouped with it, or lies over it.
fn is_about(before: &Screen, now: &Screen, change: &PartChange, touched: usize) -> bool {
    let own = before.elements[touched].bounds;
    let groups: Vec<Rect> = before
        .lineage(touched)
        .take(1 + NEAR)
        .map(|holder| before.elements[holder].bounds)
        .take_while(|bounds| *bounds == own || is_group(before, *bounds))
        .collect();
    let was = change.before.map(|index| before.elements[index].bounds);
    let is = change.now.map(|index| now.elements[index].bounds);
    let is_in_group = |bounds: Rect| groups.iter().any(|group| group.contains(bounds.center()));
    let is_over = |bounds: Rect| bounds.intersection(own).is_some();
    [was, is]
        .into_iter()
        .flatten()
        .any(|bounds| is_in_group(bounds) || is_over(bounds))
}

fn is_group(screen: &Screen, bounds: Rect) -> bool {
    let all = screen.size.width * screen.size.height;
    bounds.width * bounds.height <= all * LARGEST_GROUP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Moment;
    use crate::screen::sample::{element, screen};
    use std::time::Duration;

    fn shop(news: &str, count: &str, more: &[&str]) -> Screen {
        let mut elements = vec![
            element(Role::Text, news, 700.0),
            element(Role::Button, "Add", 0.0),
            element(Role::Text, count, 400.0),
        ];
        for (row, text) in more.iter().enumerate() {
            elements.push(element(Role::Text, text, 440.0 + row as f64 * 40.0));
        }
        screen(elements)
    }

    fn restless() -> SelfChanges {
        let mut own = SelfChanges::default();
        for (number, pair) in ["a", "b", "c", "d", "e"].windows(2).enumerate() {
            let at = Moment(Duration::from_millis(100 * number as u64));
            own.note(&shop(pair[0], "0", &[]), &shop(pair[1], "0", &[]), at);
        }
        own
    }

    #[test]
    fn a_text_elsewhere_answers_only_if_it_rests() {
        let before = shop("a", "0 items", &[]);
        let own = SelfChanges::default();
        let to = |now: &Screen, own: &SelfChanges| answer(&before, now, Some(1), own);
        assert_eq!(to(&before.clone(), &own), Answer::Nothing);
        assert!(
            matches!(to(&shop("b", "0 items", &[]), &own), Answer::Elsewhere(parts) if parts.len() == 1)
        );
        let both = to(&shop("b", "1 item", &[]), &restless());
        assert!(matches!(both, Answer::Elsewhere(parts) if parts.len() == 2));
    }

    #[test]
    fn what_was_touched_and_what_is_set_answers_at_once() {
        let before = shop("a", "0 items", &[]);
        let to = |now: &Screen| answer(&before, now, Some(1), &restless());
        let mut now = before.clone();
        now.elements[1].text = "Added".to_owned();
        assert_eq!(to(&now), Answer::Sure);
        let mut now = before.clone();
        now.elements[2].state.checked = Some(true);
        assert_eq!(to(&now), Answer::Sure);
        let many = ["a", "b", "c", "d", "e", "f"];
        assert_eq!(to(&shop("a", "0 items", &many)), Answer::Sure);
    }
}
