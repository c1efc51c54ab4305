//! The heading that a row stands under: the same row under the heading of another recorded section is another one.

use crate::screen::{Role, Screen};
use crate::select::evidence::Evidence;
use crate::select::label::is_same_text;

use super::details::{entry_of, is_of_the_day};
use super::sketch::{SketchEntry, SketchPlace};

/// Returns whether an element stands under a heading that was that of other rows when it was recorded. A heading that is
/// new was renamed or put in; one whose words are still there and head nothing any more was drawn in another way; and what
/// was of today may be of yesterday.
pub(in crate::select) fn is_in_other_section(
    screen: &Screen,
    index: usize,
    evidence: &Evidence,
) -> bool {
    let was_in_row =
        evidence.row.is_some() || evidence.ancestry.iter().any(|it| it.starts_with("row"));
    let Some(place) = evidence.place.as_ref().filter(|_| was_in_row) else {
        return false;
    };
    let (Some(then), Some(now)) = (recorded_section(place), section_of(screen, index)) else {
        return false;
    };
    let is_moved = !is_same_text(then, now) && is_section(place, now);
    let is_dated = is_of_the_day(then) && is_of_the_day(now);
    is_moved && !is_dated && (!shows(screen, then) || heads_rows(screen, then))
}

/// Returns the heading that the recorded element stood under, other than that of its own row.
fn recorded_section(place: &SketchPlace) -> Option<&str> {
    let before = place.sketch.entries[..place.at].iter().rev();
    let mut headings = before.filter(|it| is_heading(place, it));
    headings.next().map(|it| it.name.as_str())
}

fn is_heading(place: &SketchPlace, entry: &SketchEntry) -> bool {
    let names_row = |it: &SketchEntry| it.row.as_ref() == Some(&entry.name);
    let mut all = place.sketch.entries.iter();
    entry.role == Role::Heading && !entry.name.is_empty() && !all.any(names_row)
}

/// Returns whether rows stood under a heading of this name.
fn is_section(place: &SketchPlace, name: &str) -> bool {
    let entries = &place.sketch.entries;
    let is_it = |it: &SketchEntry| is_heading(place, it) && is_same_text(&it.name, name);
    let mut from = entries.iter().skip_while(|it| !is_it(it)).skip(1);
    let own = from.by_ref().take_while(|it| !is_heading(place, it));
    let mut own = own.filter(|it| it.row.is_some() || it.role == Role::Row);
    own.next().is_some()
}

/// Returns the heading that an element of today stands under: none that is in its own row, or in one beside it.
fn section_of(screen: &Screen, index: usize) -> Option<&str> {
    let entry = entry_of(screen, index)?;
    let rows = screen.elements[entry].parent;
    let is_in_row = |heading: usize| {
        let mut holders = screen.ancestors(heading);
        holders.any(|it| it == entry || screen.elements[it].parent == rows && rows.is_some())
            || screen.row_of(heading).is_some()
    };
    let before = screen.elements[..entry].iter().enumerate().rev();
    let mut headings = before.filter(|(at, element)| {
        let is_named = element.role == Role::Heading && !element.caption().is_empty();
        is_named && screen.visible_bounds(element).is_some() && !is_in_row(*at)
    });
    headings.next().map(|(_, element)| element.caption())
}

fn shows(screen: &Screen, name: &str) -> bool {
    let mut captions = screen.visible().map(|(_, element)| element.caption());
    captions.any(|caption| is_same_text(caption, name))
}

/// Returns whether a heading of this name is there.
fn heads_rows(screen: &Screen, name: &str) -> bool {
    let mut visible = screen.visible().map(|(_, element)| element);
    visible.any(|it| it.role == Role::Heading && is_same_text(it.caption(), name))
}
