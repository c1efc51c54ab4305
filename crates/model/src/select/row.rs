//! Which row an author means by its name, and whether that is certain: figures around a name make no other name.

use std::collections::BTreeSet;

use crate::program::Matching;
use crate::screen::{Role, Screen};

use super::label::{Label, Part};

/// How a row goes by a name, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RowName {
    /// A text in it is the name.
    Whole,
    /// A text in it is the name, with figures or signs around it: `Milk 6.50`.
    WithFigures,
    /// A text in it has the name among other words: `Oat Milk 7.00`.
    AmongWords,
}

/// The elements in the row of a name.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum InRow {
    /// These, and the row is certain.
    Sure(Vec<usize>),
    /// Some are in rows that may be meant; the texts that make them so.
    Unclear(Vec<String>),
    /// None.
    Nothing,
}

/// Returns which of these elements are in the row of this name.
///
/// A row whose text is more than the name is only meant if no other has the name in it, and if what is more
/// are figures: where milk is sold out, oat milk is not what was asked for, and nor is another milk.
pub(super) fn in_row(screen: &Screen, row: &str, all: impl Iterator<Item = usize>) -> InRow {
    let row = &Label::new(row, Matching::Usual);
    let named: Vec<(usize, RowName, usize)> = all
        .filter_map(|index| {
            let (name, text) = name_of_row(screen, index, row)?;
            Some((index, name, text))
        })
        .collect();
    let called = |wanted: RowName| -> Vec<usize> {
        let fits = named.iter().filter(|(_, name, _)| *name == wanted);
        fits.map(|(index, _, _)| *index).collect()
    };
    let whole = called(RowName::Whole);
    if !whole.is_empty() {
        return InRow::Sure(whole);
    }
    if has_row_called(screen, row) {
        return InRow::Nothing;
    }
    let mut texts: Vec<usize> = named.iter().map(|(_, _, text)| *text).collect();
    texts.extend(others_called(screen, row, &texts));
    texts.sort_unstable();
    texts.dedup();
    match named.as_slice() {
        [] => InRow::Nothing,
        [(_, RowName::WithFigures, _), ..] if texts.len() == 1 => {
            InRow::Sure(called(RowName::WithFigures))
        }
        [..] => {
            let caption = |text: &usize| screen.elements[*text].caption().to_owned();
            InRow::Unclear(texts.iter().map(caption).collect())
        }
    }
}

/// Returns how the row of an element goes by the name, and the text that says so.
fn name_of_row(screen: &Screen, index: usize, row: &Label) -> Option<(RowName, usize)> {
    screen
        .row_of(index)
        .into_iter()
        .chain(row_members(screen, index))
        .filter_map(|member| Some((name_in(screen, member, row)?, member)))
        .min()
}

fn name_in(screen: &Screen, index: usize, row: &Label) -> Option<RowName> {
    let element = &screen.elements[index];
    match row.names(element, index)?.part {
        Part::Whole => Some(RowName::Whole),
        Part::Words if is_with_figures(element.caption(), row.text()) => Some(RowName::WithFigures),
        Part::Words => Some(RowName::AmongWords),
        Part::Letters | Part::Reverse => None,
    }
}

/// Returns whether there is a row that has this name and no other; a title above the rows is none.
fn has_row_called(screen: &Screen, row: &Label) -> bool {
    let is_named = |index: usize| name_in(screen, index, row) == Some(RowName::Whole);
    in_rows(screen).any(is_named)
}

/// Returns the texts of further rows that go by this name with figures around it, whatever is in them.
fn others_called(screen: &Screen, row: &Label, known: &[usize]) -> Vec<usize> {
    let Some(first) = known.first() else {
        return Vec::new();
    };
    let holds = |holder: usize, inner: usize| screen.is_inside(inner, holder);
    let mut others: Vec<usize> = in_rows(screen)
        .filter(|index| name_in(screen, *index, row) == Some(RowName::WithFigures))
        .filter(|index| !row_members(screen, *first).contains(index))
        .filter(|index| {
            !known
                .iter()
                .any(|it| holds(*index, *it) || holds(*it, *index))
        })
        .collect();
    let all = others.clone();
    others.retain(|index| !all.iter().any(|inner| holds(*index, *inner)));
    others
}

/// Returns the visible elements that are rows or in one; on platforms without rows, all.
fn in_rows(screen: &Screen) -> impl Iterator<Item = usize> {
    let is_row = |index: usize| screen.elements[index].role == Role::Row;
    let has_rows = screen.visible().any(|(index, _)| is_row(index));
    let is_in_one = move |index: usize| screen.lineage(index).any(is_row);
    let visible = screen.visible().map(|(index, _)| index);
    visible.filter(move |index| !has_rows || is_in_one(*index))
}

/// Returns whether the name stands anywhere where it could be that of a row.
pub(super) fn is_named_somewhere(screen: &Screen, row: &str) -> bool {
    let row = Label::new(row, Matching::Usual);
    let mut visible = screen.visible();
    visible.any(|(index, _)| name_in(screen, index, &row).is_some())
}

/// Returns the visible elements in the same row: under the same list entry, or on platforms
/// without entries, those whose vertical middle lies within the element's height.
pub(crate) fn row_members(screen: &Screen, index: usize) -> Vec<usize> {
    let Some(entry) = screen.row_of(index) else {
        let bounds = screen.elements[index].bounds;
        let is_beside = |middle: f64| middle >= bounds.y && middle <= bounds.bottom();
        return screen
            .visible()
            .filter(|(_, element)| is_beside(element.bounds.center().y))
            .map(|(member, _)| member)
            .collect();
    };
    screen
        .inside(entry)
        .filter(|member| screen.is_in_view(&screen.elements[*member]))
        .collect()
}

/// Units, which stand behind a figure and are no words.
const UNITS: [&str; 34] = [
    "cl", "cm", "dl", "ft", "g", "gb", "kb", "kg", "km", "kr", "kč", "l", "lb", "lei", "mb", "mg",
    "ml", "mm", "oz", "pc", "pcs", "st", "stk", "tb", "x", "zł", "грн", "кг", "л", "руб", "元",
    "円", "個", "원",
];

/// Currencies, which stand behind or before a figure and are no words.
const CURRENCIES: [&str; 20] = [
    "aud", "brl", "cad", "chf", "cny", "czk", "dkk", "eur", "gbp", "huf", "ils", "inr", "jpy",
    "krw", "nok", "pln", "ron", "rub", "sek", "usd",
];

/// Units that stand in the names of fields, as words.
#[rustfmt::skip]
const SPELLED_UNITS: [&str; 71] = [
    "cent", "cents", "euro", "euros", "dollar", "dollars", "pound", "pounds", "pence", "yen", "yuan", "franc", "francs",
    "second", "seconds", "minute", "minutes", "min", "mins", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years",
    "percent", "metre", "metres", "meter", "meters", "inch", "inches", "foot", "feet", "mile", "miles", "litre", "litres", "liter", "liters",
    "gram", "grams", "kilogram", "kilograms", "ms", "sekunden", "minuten", "stunden", "tage", "wochen", "monate", "jahre", "prozent",
    "secondes", "heures", "jours", "semaines", "mois", "segundos", "minutos", "horas", "días", "semanas", "meses", "秒", "分", "時間",
];

/// Returns the units that a name has, as words and signs. Those of a figure are no part of it, as in `5 minutes ago`.
pub(super) fn units_in(name: &str) -> BTreeSet<String> {
    let lower = name.to_lowercase();
    let is_apart = |c: char| !(c.is_alphanumeric() || is_money(c) || c == '%');
    let words: Vec<&str> = lower.split(is_apart).filter(|it| !it.is_empty()).collect();
    let has_figure = |at: Option<usize>| {
        let word = at.and_then(|at| words.get(at));
        word.is_some_and(|word| word.contains(char::is_numeric))
    };
    let is_unit = |word: &str| {
        let tables = [&UNITS[..], &CURRENCIES[..], &SPELLED_UNITS[..]];
        let is_sign = word.chars().all(|c| is_money(c) || c == '%');
        // One letter is more often the name of something.
        is_sign || (word.chars().count() > 1 && tables.iter().any(|table| table.contains(&word)))
    };
    let all = words.iter().enumerate().filter(|(at, word)| {
        let is_amount = has_figure(at.checked_sub(1)) || has_figure(Some(at + 1));
        is_unit(word) && !is_amount
    });
    all.map(|(_, word)| (*word).to_owned()).collect()
}

/// Returns whether nothing but figures with their units, and signs, stands around the name.
///
/// A figure of the name itself does not go on: `Milk 2` is neither `Milk 2.5` nor `Milk 2 000`.
pub(super) fn is_with_figures(text: &str, name: &str) -> bool {
    let (text, name) = (text.to_lowercase(), name.trim().to_lowercase());
    let Some(start) = text.find(&name) else {
        return false;
    };
    let (before, behind) = (&text[..start], &text[start + name.len()..]);
    let starts_apart = !name.starts_with(char::is_numeric)
        || (before.is_empty() || before.ends_with(char::is_whitespace))
            && !before.contains(char::is_numeric);
    let ends_apart = !name.ends_with(char::is_numeric) || is_apart_from_figure(behind);
    is_all_figures(before) && is_all_figures(behind) && starts_apart && ends_apart
}

/// Returns whether what stands behind a figure does not go on with it: it has none, or a price.
fn is_apart_from_figure(behind: &str) -> bool {
    let to_figure = behind.split(char::is_numeric).next().unwrap_or_default();
    let is_price = to_figure.ends_with(is_money);
    behind.is_empty()
        || (behind.starts_with(char::is_whitespace) && (to_figure == behind || is_price))
}

fn is_money(sign: char) -> bool {
    matches!(sign, '$' | '£' | '¥' | '\u{20A0}'..='\u{20CF}')
}

/// Returns whether every word in a text belongs to a figure.
pub(super) fn is_all_figures(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphabetic();
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        let (before, word) = rest.split_at(start);
        let end = word.find(|letter| !is_letter(letter)).unwrap_or(word.len());
        let (word, behind) = word.split_at(end);
        let is_behind_one = before.trim_end().ends_with(char::is_numeric);
        let is_before_one = behind.trim_start().starts_with(char::is_numeric);
        let is_unit = UNITS.contains(&word) && is_behind_one;
        if !is_unit && !(CURRENCIES.contains(&word) && (is_behind_one || is_before_one)) {
            return false;
        }
        rest = behind;
    }
    true
}
