//! The rows that an act brought in a lesson: as many must come again, and what was typed must show in them.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::StepId;
use crate::screen::{Role, Screen};

use super::kept_text::says_typed;

/// The rows that an act brought on the screen it was sent to, or changed there, or led to on another page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowGain {
    /// How many more; none where it changed some, or led to another page.
    pub more: usize,
    /// The steps whose typed text showed in them.
    pub shows: BTreeSet<StepId>,
}

/// Why the rows that an act brought are not those of the lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowFault {
    /// One came in the lesson, and now there are several that say the same.
    Doubled(String),
    /// What this step typed is in none of them.
    Without(StepId),
    /// None came.
    Missing,
}

impl RowGain {
    /// Returns the rows that an act brought, or that show what was typed since; nothing where there are none of either.
    pub fn of(before: &Screen, after: &Screen, typed: &[(StepId, String)]) -> Option<Self> {
        let is_same_page = before.document == after.document;
        let new = match is_same_page {
            true => new_rows(before, after),
            false => rows(after).into_iter().map(|row| (row, 1)).collect(),
        };
        let more = match is_same_page {
            true => rows(after).len().saturating_sub(rows(before).len()),
            false => 0,
        };
        let is_in = |text: &str| new.keys().any(|row| says_typed(row, text));
        let shows = typed.iter().filter(|(_, text)| is_in(text));
        let shows: BTreeSet<StepId> = shows.map(|(step, _)| *step).collect();
        (more > 0 || !shows.is_empty()).then_some(Self { more, shows })
    }

    /// Returns what both lessons agree on.
    pub fn agree(self, other: &Self) -> Option<Self> {
        let shows = &self.shows & &other.shows;
        (self.more == other.more).then_some(Self { shows, ..self })
    }

    /// Returns what contradicts the lesson on the screen after the act. A list of another make has no rows to compare, and
    /// of one that goes on below nobody knows what is there.
    pub fn fault(
        &self,
        before: &Screen,
        now: &Screen,
        typed: &[(StepId, String)],
    ) -> Option<RowFault> {
        if rows(now).is_empty() {
            return None;
        }
        if self.more == 0 {
            return self.unshown(now, typed);
        }
        if before.document != now.document {
            return None;
        }
        let new = new_rows(before, now);
        let typed = || typed.iter().filter(|(step, _)| self.shows.contains(step));
        let is_of_act = |row: &str| {
            let mut typed = typed();
            self.shows.is_empty() || typed.any(|(_, text)| says_typed(row, text))
        };
        let mut twins = new.iter().filter(|(_, count)| **count > 1);
        if self.more == 1
            && let Some((row, _)) = twins.find(|(row, _)| is_of_act(row))
        {
            return Some(RowFault::Doubled(row.clone()));
        }
        if now.may_go_on() || has_pages(now) {
            return None;
        }
        let is_lost = |text: &str| !new.keys().any(|row| says_typed(row, text));
        let mut lost = typed().filter(|(_, text)| is_lost(text));
        if let Some((step, _)) = lost.next() {
            return Some(RowFault::Without(*step));
        }
        let is_longer = rows(now).len() > rows(before).len();
        (new.is_empty() && !is_longer).then_some(RowFault::Missing)
    }
}

impl RowGain {
    /// Returns the typed text that a row showed in the lesson, and none does now. A row that showed it before need not change.
    fn unshown(&self, now: &Screen, typed: &[(StepId, String)]) -> Option<RowFault> {
        if now.may_go_on() || has_pages(now) {
            return None;
        }
        let rows = rows(now);
        let is_shown = |text: &str| rows.iter().any(|row| says_typed(row, text));
        let mut lost = typed
            .iter()
            .filter(|(step, text)| self.shows.contains(step) && !is_shown(text));
        lost.next().map(|(step, _)| RowFault::Without(*step))
    }
}

/// Returns whether controls with the numbers of two pages stand on a screen: what is new may be on another page.
fn has_pages(screen: &Screen) -> bool {
    let is_control = |role: Role| matches!(role, Role::Link | Role::Button);
    let mut seen = screen.visible().map(|(_, element)| element);
    seen.any(|it| is_control(it.role) && it.caption() == "2")
        && screen.visible().any(|(_, it)| it.caption() == "1")
}

/// Returns the rows that `now` has and `before` has not, each by what it says, with how many there are.
fn new_rows(before: &Screen, now: &Screen) -> BTreeMap<String, usize> {
    let mut new: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows(now) {
        *new.entry(row).or_default() += 1;
    }
    for row in rows(before) {
        if let Some(count) = new.get_mut(&row) {
            *count = count.saturating_sub(1);
        }
    }
    new.retain(|_, count| *count > 0);
    new
}

/// Returns what the rows of a screen say.
fn rows(screen: &Screen) -> Vec<String> {
    let rows = screen
        .visible()
        .filter(|(_, element)| element.role == Role::Row);
    rows.map(|(row, element)| {
        let inside = screen.inside(row).map(|it| &screen.elements[it]);
        let texts = std::iter::once(element)
            .chain(inside)
            .map(|it| it.caption());
        let mut said: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        said.dedup();
        said.join(" ")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};

    fn list(texts: &[&str]) -> Screen {
        let rows = texts.iter().enumerate();
        screen(
            rows.map(|(place, text)| element(Role::Row, text, place as f64 * 40.0))
                .collect(),
        )
    }

    #[test]
    fn one_row_more_is_not_two_that_say_the_same() {
        let typed = [(StepId(1), "Tea".to_owned())];
        let gain = RowGain::of(&list(&["Milk"]), &list(&["Milk", "Tea"]), &typed).unwrap();
        assert_eq!((gain.more, gain.shows.len()), (1, 1));
        let fault = |before: &[&str], now: &[&str]| gain.fault(&list(before), &list(now), &typed);
        assert_eq!(fault(&["Milk"], &["Tea", "Milk"]), None);
        assert_eq!(fault(&["Tea"], &["Tea", "Tea"]), None);
        assert_eq!(fault(&["Tea"], &["Tea", "Tea", "Rice"]), None);
        let twice = Some(RowFault::Doubled("Tea".to_owned()));
        assert_eq!(fault(&["Milk"], &["Milk", "Tea", "Tea"]), twice);
        assert_eq!(fault(&["Tea"], &["Tea", "Tea", "Tea"]), twice);
    }

    #[test]
    fn what_was_typed_shows_in_a_row_that_came() {
        let typed = [(StepId(1), "Tea".to_owned())];
        let gain = RowGain::of(&list(&["Milk"]), &list(&["Milk", "Tea"]), &typed).unwrap();
        let fault = |before: &[&str], now: &[&str]| gain.fault(&list(before), &list(now), &typed);
        let without = Some(RowFault::Without(StepId(1)));
        assert_eq!(fault(&["Milk"], &["Milk", "Untitled"]), without);
        assert_eq!(fault(&["Milk", "Tea"], &["Milk", "Tea"]), without);
        assert_eq!(fault(&["Milk"], &[]), None);
    }

    #[test]
    fn a_row_that_came_in_the_lesson_comes_again() {
        let gain = RowGain::of(&list(&["Milk"]), &list(&["Milk", "Tea"]), &[]).unwrap();
        let fault = |before: &[&str], now: &[&str]| gain.fault(&list(before), &list(now), &[]);
        assert_eq!(fault(&["Milk"], &["Milk"]), Some(RowFault::Missing));
        assert_eq!(fault(&["Milk", "Tea"], &["Milk", "Tea", "Tea"]), None);
        // A list that shows the newest entries only.
        assert_eq!(fault(&["Milk", "Rice"], &["Tea", "Milk"]), None);
        let pages = |names: &[&str]| {
            let mut list = list(names);
            let pages = ["1", "2"].map(|page| element(Role::Link, page, 700.0));
            list.elements.extend(pages);
            list
        };
        assert_eq!(gain.fault(&pages(&["Milk"]), &pages(&["Milk"]), &[]), None);
    }

    #[test]
    fn what_was_typed_shows_in_a_row_that_was_changed_or_that_the_act_led_to() {
        let typed = [(StepId(1), "Tea".to_owned())];
        let elsewhere = |texts: &[&str]| Screen {
            document: Some(7),
            ..list(texts)
        };
        for after in [list(&["Milk", "Tea"]), elsewhere(&["Tea", "Milk", "Rice"])] {
            let gain = RowGain::of(&list(&["Milk", "Rice"]), &after, &typed).unwrap();
            assert_eq!((gain.more, gain.shows.len()), (0, 1));
            let without = Some(RowFault::Without(StepId(1)));
            let fault = |now: &[&str]| gain.fault(&list(&["Milk", "Tea"]), &list(now), &typed);
            assert_eq!(fault(&["Milk", "Tea"]), None);
            assert_eq!(fault(&["Milk", "Green tea", "Rice", "Bread"]), None);
            assert_eq!(fault(&["Milk", "Rice"]), without);
            assert_eq!(fault(&[]), None);
            assert_eq!(
                gain.fault(&list(&[]), &elsewhere(&["Rice"]), &typed),
                without
            );
        }
    }

    #[test]
    fn no_row_more_is_no_gain() {
        assert_eq!(RowGain::of(&list(&["Milk"]), &list(&["Tea"]), &[]), None);
    }
}
