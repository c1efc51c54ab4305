//! Telling a name from the figures around it: prices, amounts and counts.

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
fn is_all_figures(text: &str) -> bool {
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
