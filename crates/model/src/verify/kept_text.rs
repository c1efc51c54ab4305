//! Whether a screen shows a text that was typed, in its own fields or in what the app makes of it.

use crate::screen::{Element, Screen};
use crate::seen::plain;

/// How many letters and figures a text has that can be told among others.
const TELLING: usize = 3;

/// Where a typed text shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownIn {
    /// Anywhere, also in the field that it was typed into.
    Anything,
    /// In what the app says, outside of fields.
    Text,
}

/// Returns whether a text shows somewhere, however it is set: `1234.5` shows in `EUR 1,234.50`, and `150` not in `1500`. What
/// a password field holds does not show.
pub fn shows_typed(screen: &Screen, text: &str, place: ShownIn) -> bool {
    let is_place = |element: &&Element| place == ShownIn::Anything || !element.is_editable;
    let mut elements = screen.elements.iter().filter(|it| !it.is_password);
    let typed = TypedText::of(text);
    elements.any(|element| {
        let shown = [&element.text, &element.description];
        let mut shown = shown.into_iter().chain(&element.state.value);
        is_place(&element) && shown.any(|it| typed.is_in(it))
    })
}

/// Returns whether what a screen says has a typed text in it, however it is set.
pub(super) fn says_typed(shown: &str, text: &str) -> bool {
    TypedText::of(text).is_in(shown)
}

/// A typed text in the form in which it is looked for.
struct TypedText {
    letters: String,
    amount: Option<u64>,
}

impl TypedText {
    fn of(text: &str) -> Self {
        Self {
            letters: letters(text),
            amount: amounts(text).pop().filter(|_| is_amount(text)),
        }
    }

    fn is_in(&self, shown: &str) -> bool {
        let is_it = |amount| amounts(shown).contains(&amount);
        !self.letters.is_empty()
            && (self.amount.is_some_and(is_it) || is_within(&self.letters, &letters(shown)))
    }
}

/// Returns whether the letters and figures of a text are all of another's, or stand in it with no figure going on.
fn is_within(wanted: &str, shown: &str) -> bool {
    let has_figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_whole = |(start, found): (usize, &str)| {
        let (before, after) = (&shown[..start], &shown[start + found.len()..]);
        let goes_on = has_figure(found.chars().next_back()) && has_figure(after.chars().next());
        let is_end = has_figure(found.chars().next()) && has_figure(before.chars().next_back());
        !goes_on && !is_end
    };
    let is_telling = wanted.chars().count() >= TELLING;
    shown == wanted || (is_telling && shown.match_indices(wanted).any(is_whole))
}

fn is_amount(text: &str) -> bool {
    let mut letters = text.trim().chars();
    letters.all(|c| c.is_ascii_digit() || ".,' ".contains(c))
}

/// Returns the amounts in a text, in thousandths, each read in the ways in which it may be meant.
fn amounts(text: &str) -> Vec<u64> {
    let is_part = |c: char| c.is_ascii_digit() || ".,'\u{a0}\u{202f}".contains(c);
    let words = text.split(|c: char| !is_part(c));
    let mut found = Vec::new();
    for word in words.map(|it| it.trim_matches(|c: char| !c.is_ascii_digit())) {
        let figures =
            |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
        // What begins with a zero is no amount, unless it is a part of one.
        let is_number = word.starts_with('0') && figures(word) == *word && word.len() > 1;
        if is_number {
            continue;
        }
        let whole = figures(word).parse::<u64>().ok();
        found.extend(whole.and_then(|it| it.checked_mul(1000)));
        if let Some((whole, part)) = word.rsplit_once(['.', ',']) {
            let part = format!("{:0<3}", figures(part));
            let is_part = part.len() == 3;
            let all = format!("{}{part}", figures(whole));
            found.extend(all.parse::<u64>().ok().filter(|_| is_part));
        }
    }
    found
}

fn letters(text: &str) -> String {
    plain(text)
        .chars()
        .filter(|it| it.is_alphanumeric())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};
    use crate::screen::{Role, State};

    #[test]
    fn a_text_shows_in_fields_and_however_it_is_set() {
        let field = Element {
            state: State {
                value: Some("(415) 555-0123".to_owned()),
                ..State::default()
            },
            is_editable: true,
            ..element(Role::TextField, "Phone", 0.0)
        };
        let total = element(Role::Text, "EUR 1,234.50 of 20", 40.0);
        let screen = screen(vec![field, total]);
        for (text, shows) in [
            ("4155550123", true),
            ("1234.5", true),
            ("Phone", true),
            ("5550199", false),
            ("20", true),
            ("2", false),
            ("123", false),
            ("234.5", false),
            ("12345", false),
            (" ", false),
        ] {
            let found = shows_typed(&screen, text, ShownIn::Anything);
            assert_eq!(found, shows, "{text}");
        }
        assert!(!shows_typed(&screen, "4155550123", ShownIn::Text));
        assert!(shows_typed(&screen, "1,234.50", ShownIn::Text));
    }
}
