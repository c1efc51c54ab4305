//! What tells a row or card from its siblings besides its name. What changes from day to day (figures, dates) does not.

use std::collections::BTreeSet;

use crate::phrase::Phrase;
use crate::program::Target;
use crate::screen::{Role, Screen, is_structural};
use crate::seen::plain;
use crate::select::evidence::{Evidence, naming_text};
use crate::select::row::is_all_figures;

use super::new_name::without_count;

/// The most details that are kept of a row.
const MOST_DETAILS: usize = 6;

/// How far above an element its card may be.
const HIGHEST_CARD: usize = 4;

/// The most elements of a card that are compared.
const LARGEST_CARD: usize = 40;

/// Returns the row that holds the element, or, where nothing is marked as a row, its card: what has a sibling of the
/// same make.
pub(in crate::select) fn entry_of(screen: &Screen, index: usize) -> Option<usize> {
    screen.row_of(index).or_else(|| card_of(screen, index))
}

fn card_of(screen: &Screen, index: usize) -> Option<usize> {
    let element = &screen.elements[index];
    // A label and its field stand side by side in every form.
    if element.is_editable || element.role == Role::Heading {
        return None;
    }
    screen.ancestors(index).take(HIGHEST_CARD).find(|holder| {
        let shape = shape(screen, *holder);
        let texts = screen.inside(*holder).filter(|it| has_words(screen, *it));
        (2..LARGEST_CARD).contains(&shape.len())
            && texts.count() > 1
            && siblings(screen, *holder).any(|other| self::shape(screen, other) == shape)
    })
}

/// Returns the kinds of all that is in a holder, in order.
fn shape(screen: &Screen, holder: usize) -> Vec<Role> {
    let inside = screen.inside(holder).take(LARGEST_CARD);
    inside.map(|index| screen.elements[index].role).collect()
}

/// Returns what stands beside a row or card and is of its kind.
fn siblings(screen: &Screen, entry: usize) -> impl Iterator<Item = usize> {
    let own = &screen.elements[entry];
    let all = screen.elements.iter().enumerate();
    let like = all.filter(move |(index, it)| {
        *index != entry && it.parent == own.parent && it.role == own.role
    });
    let seen = like.filter(|(_, it)| screen.is_in_view(it));
    seen.map(|(index, _)| index)
}

fn has_words(screen: &Screen, index: usize) -> bool {
    !screen.elements[index].caption().is_empty()
}

/// Returns the row or card that an element is in or is.
fn own_entry(screen: &Screen, index: usize) -> Option<usize> {
    match screen.elements[index].role {
        Role::Row => Some(index),
        _ => entry_of(screen, index),
    }
}

/// Returns the texts that tell the row of an element from its siblings, its name aside.
pub(in crate::select) fn details(screen: &Screen, index: usize) -> Vec<String> {
    let Some(entry) = own_entry(screen, index) else {
        return Vec::new();
    };
    let own = texts(screen, entry, index);
    let others: Vec<&str> = siblings(screen, entry)
        .flat_map(|other| texts(screen, other, other))
        .collect();
    let telling = own.into_iter().filter(|text| !others.contains(text));
    telling.take(MOST_DETAILS).map(str::to_owned).collect()
}

/// Returns all that is said in the row of an element.
pub(super) fn said_in_row(screen: &Screen, index: usize) -> Vec<&str> {
    let inside = own_entry(screen, index).into_iter();
    let inside = inside.flat_map(|entry| screen.inside(entry));
    inside.map(|it| screen.elements[it].caption()).collect()
}

/// Returns whether a sibling of the row of an element has its name.
pub(in crate::select) fn is_row_shared(screen: &Screen, index: usize) -> bool {
    let Some(entry) = own_entry(screen, index) else {
        return false;
    };
    let key = |entry: usize| naming_text(screen, entry).map(|text| screen.elements[text].caption());
    let own = key(entry);
    own.is_some() && siblings(screen, entry).any(|other| key(other) == own)
}

/// Returns the texts of a row that may identify it: those of no control in it, neither its name nor that of `index`, and
/// none that change from day to day.
fn texts(screen: &Screen, entry: usize, index: usize) -> Vec<&str> {
    texts_beside(screen, entry, index, naming_text(screen, entry))
}

/// Does the same for a row that goes by this text.
fn texts_beside(screen: &Screen, entry: usize, index: usize, name: Option<usize>) -> Vec<&str> {
    // A row may be one link from end to end, and have others in it.
    let owner = screen.touched_for(entry);
    let owner = owner.or_else(|| screen.touched_for(name?));
    let holds_several = |control: usize| {
        let inside = screen.inside(control).filter(|it| has_words(screen, *it));
        inside
            .filter(|it| screen.touched_for(*it) == Some(control))
            .count()
            > 1
    };
    let mut texts: Vec<&str> = Vec::new();
    for inner in screen.inside(entry) {
        let element = &screen.elements[inner];
        let text = element.caption();
        let touched = screen.touched_for(inner);
        let is_of_control = touched.is_some()
            && touched != owner
            && touched != Some(entry)
            && !touched.is_some_and(holds_several);
        let is_own = inner == index
            || Some(inner) == name
            || screen.is_inside(inner, index) && index != entry;
        let is_detail = screen.is_in_view(element) && !text.is_empty() && !is_of_control && !is_own;
        if is_detail {
            let parts = text.split(PARTING).map(str::trim).map(without_count);
            let parts =
                parts.filter(|it| !it.is_empty() && is_structural(it) && !is_of_the_day(it));
            texts.extend(parts);
        }
    }
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Signs between several details in one text.
const PARTING: [char; 4] = ['·', '•', '|', '\n'];

/// Words that stand beside figures that change from day to day.
#[rustfmt::skip]
const OF_THE_DAY: [&str; 64] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "january", "february", "march", "april", "june", "july",
    "august", "september", "october", "november", "december", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "am", "pm", "ago", "today", "yesterday",
    "tomorrow", "now", "just", "in", "left", "of", "item", "items", "piece", "pieces", "unread", "new", "min", "mins", "h", "hours", "hour", "day", "days",
    "week", "weeks", "month", "months", "seit", "vor", "il", "y", "hace",
];

/// Returns whether a text is a figure, a price, a date or a count.
pub(super) fn is_of_the_day(text: &str) -> bool {
    let lower = text.to_lowercase();
    if is_code(text) {
        return false;
    }
    let has_figure = lower.contains(char::is_numeric);
    let mut words = lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty());
    let is_plain = words.all(|word| OF_THE_DAY.contains(&word));
    is_plain || has_figure && is_all_figures(&lower) || is_count(text)
}

/// Returns whether a text is a number of things: `12 comments`, but not `12 Elm Street`.
fn is_count(text: &str) -> bool {
    let Some((number, noun)) = text.trim().split_once(' ') else {
        return false;
    };
    let is_figure = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let is_number =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(is_figure);
    is_number && !noun.is_empty() && noun.chars().all(char::is_lowercase)
}

/// Returns whether a text is made to identify something: an address, or letters and figures in one word.
fn is_code(text: &str) -> bool {
    let is_one = |word: &str| {
        let has = |is: fn(char) -> bool| word.contains(is);
        let is_mixed = word.len() > 3
            && has(char::is_alphabetic)
            && has(|c| c.is_ascii_digit())
            && !is_all_figures(&word.to_lowercase());
        is_mixed
            || is_number(word)
            || (word.starts_with('#') && word.len() > 1)
            || (word.contains('@') && word.len() > 2)
    };
    text.split_whitespace().any(is_one)
}

/// Returns whether a word is a number by which something goes: long, and neither an amount nor a year.
fn is_number(word: &str) -> bool {
    const LEAST: usize = 4;
    let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    word.len() >= LEAST && word.bytes().all(|byte| byte.is_ascii_digit()) && !is_year
}

/// The fewest words of a text that describes something, and is not what it is set to.
const DESCRIPTION: usize = 3;

fn is_description(text: &str) -> bool {
    text.split_whitespace().count() >= DESCRIPTION
}

/// How many entries a list has at the least whose texts can be said to differ by more than chance.
const FEWEST_ENTRIES: usize = 3;

/// Returns whether each entry of a list says one thing besides its name, and no two the same: then that tells them apart, and
/// is not what they are set to.
fn are_told_by_one_text(screen: &Screen, index: usize) -> bool {
    let entry = own_entry(screen, index).into_iter();
    let entries = entry.flat_map(|entry| std::iter::once(entry).chain(siblings(screen, entry)));
    let all: Vec<Vec<&str>> = entries.map(|entry| texts(screen, entry, entry)).collect();
    let said: BTreeSet<&str> = all.iter().flatten().copied().collect();
    all.len() >= FEWEST_ENTRIES && all.iter().all(|it| it.len() == 1) && said.len() == all.len()
}

/// The details of a row as recorded, beside those it has now.
pub(in crate::select) struct ComparedDetails {
    pub(in crate::select) kept: usize,
    /// What is there instead.
    pub(in crate::select) now: Vec<String>,
}

/// Returns how the details compare; `None` where none were recorded.
pub(in crate::select) fn compare_details(
    screen: &Screen,
    index: usize,
    evidence: &Evidence,
) -> Option<ComparedDetails> {
    if evidence.details.is_empty() {
        return None;
    }
    let now: Vec<&str> = own_entry(screen, index)
        .map(|entry| {
            // Where the row is built in another way, its name may no longer be the first of its texts.
            let is_name =
                |it: &usize| Some(screen.elements[*it].caption()) == evidence.row.as_deref();
            let name = screen.inside(entry).find(is_name);
            texts_beside(
                screen,
                entry,
                index,
                name.or_else(|| naming_text(screen, entry)),
            )
        })
        .unwrap_or_default();
    let is_kept = |text: &&String| now.contains(&text.as_str());
    let everywhere = said_everywhere(screen, index);
    let tells = |text: &&str| {
        let is_recorded = evidence.details.iter().any(|it| it == text);
        is_recorded || !everywhere.contains(text)
    };
    Some(ComparedDetails {
        kept: evidence.details.iter().filter(is_kept).count(),
        now: now
            .iter()
            .copied()
            .filter(tells)
            .map(str::to_owned)
            .collect(),
    })
}

/// How many rows must say the same for it to tell none of them from the others.
const LEAST_SIBLINGS: usize = 2;

/// Returns what all rows beside that of an element say, as a new column of a list does: no row is another one for that.
fn said_everywhere(screen: &Screen, index: usize) -> BTreeSet<&str> {
    let rows = own_entry(screen, index).into_iter();
    let rows = rows.flat_map(|entry| siblings(screen, entry));
    let mut said = rows.map(|row| BTreeSet::from_iter(texts(screen, row, row)));
    let (Some(first), rest) = (said.next(), said.collect::<Vec<_>>()) else {
        return BTreeSet::new();
    };
    match rest.len() + 1 >= LEAST_SIBLINGS {
        true => rest.iter().fold(first, |all, row| &all & row),
        false => BTreeSet::new(),
    }
}

/// Returns whether what told the row of an element from others is different now, so that it is another one of the same
/// name: all of it, or the code by which it goes, or most of it where another row has the name. One text beside a name that is
/// unique may be what it is set to, unless all of the list are told apart by such.
pub(in crate::select) fn is_in_other_details(
    screen: &Screen,
    index: usize,
    evidence: &Evidence,
    target: &Target,
) -> bool {
    let Some(compared) = compare_details(screen, index, evidence) else {
        return false;
    };
    // That the row has the words by which the author names it says nothing more.
    let is_asked = |text: &&String| target.row.as_ref().is_some_and(|row| names(row, text));
    let then: Vec<&String> = evidence.details.iter().filter(|it| !is_asked(it)).collect();
    let asked = evidence.details.iter().filter(is_asked);
    let kept = compared.kept - asked.filter(|it| compared.now.contains(it)).count();
    let codes: Vec<&String> = then.iter().copied().filter(|text| is_code(text)).collect();
    let has_code = codes.iter().any(|code| compared.now.contains(code));
    let has_other_code =
        !codes.is_empty() && !has_code && compared.now.iter().any(|text| is_code(text));
    if target.row.is_some() && is_in_row_of_other_code(screen, index, evidence) {
        return true;
    }
    let is_shared = || evidence.is_row_shared || is_row_shared(screen, index);
    if has_other_code || (kept * 2 <= then.len() && !then.is_empty() && is_shared()) {
        return true;
    }
    // An author who names what stands alone has said which one, as far as one text goes.
    let is_one_enough = target.row.is_none();
    let is_identified = then.len() > 1
        || !codes.is_empty()
        || is_one_enough && then.iter().any(|text| is_description(text))
        || is_one_enough && !then.is_empty() && are_told_by_one_text(screen, index)
        || !then.is_empty() && evidence.is_repeated();
    kept == 0 && is_identified && !compared.now.is_empty()
}

/// Returns whether the row went by a code, and goes by another one now: an author who names a row by something else in it
/// has not said which of several orders of one customer is meant.
fn is_in_row_of_other_code(screen: &Screen, index: usize, evidence: &Evidence) -> bool {
    let Some(then) = evidence.row.as_deref().filter(|row| is_code(row)) else {
        return false;
    };
    let name = own_entry(screen, index).and_then(|entry| naming_text(screen, entry));
    let now = name.map(|name| screen.elements[name].caption());
    now.is_some_and(|now| is_code(now) && now != then)
}

/// Returns whether a text is what the author calls the row.
fn names(row: &Phrase, text: &str) -> bool {
    plain(&row.reveal()) == plain(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_from_day_to_day_identifies_nothing() {
        for text in [
            "12",
            "€ 12.50",
            "$3",
            "Mar 3",
            "2 h ago",
            "3 items",
            "12:30",
            "yesterday",
            "5 kg",
            "1,204 followers",
            "3 guests",
        ] {
            assert!(is_of_the_day(text), "{text}");
        }
        for text in [
            "INV-1043",
            "#1043",
            "a@b.org",
            "Berlin",
            "Sales",
            "Room 12",
            "104233",
            "12 Elm Street",
            "7 Brides",
        ] {
            assert!(!is_of_the_day(text), "{text}");
        }
        assert!(is_code("INV-1043") && is_code("Order #77") && !is_code("Room 12"));
    }
}
