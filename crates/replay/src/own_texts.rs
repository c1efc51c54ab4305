//! What fields hold that was typed as no secret: whoever typed it knows it, so that it is shown as it is. A mask
//! there would tell that a secret was guessed.

use retap_model::screen::{Element, Screen};

use crate::field_place::{Place, PlacedField, contains, is_same, letters};
use crate::step::field::value;

/// How many fields are remembered.
const MOST_FIELDS: usize = 50;

/// What is typed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Keystrokes {
    /// A text.
    Text(String),
    /// One key, with its letter where it has one.
    Key(Option<char>),
}

/// Fields that hold nothing but what was typed as no secret, and what was there before it and could be seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct OwnTexts(Vec<PlacedField>);

impl OwnTexts {
    /// Returns whether a field holds what was typed into it.
    pub(crate) fn holds(&self, field: &Element, place: &Place) -> bool {
        let is_it = |own: &PlacedField| own.is(field, place) && value(&own.field) == value(field);
        !field.is_password && self.0.iter().any(is_it)
    }

    /// Notes what came of typing in the field that has the focus. What was there before is `None` where it could not be
    /// seen.
    pub(crate) fn note(
        &mut self,
        screen: &Screen,
        typed: &Keystrokes,
        before: impl Fn(&Element) -> Option<String>,
    ) {
        let place = Place::of(screen);
        let mut fields = screen.elements.iter().filter(|it| it.is_editable);
        let Some(field) = fields.find(|it| it.state.focused && !it.is_password) else {
            return;
        };
        if !is_typed(value(field), typed, before(field).as_deref()) {
            return;
        }
        self.0.retain(|own| !own.is(field, &place));
        let field = field.clone();
        self.0.push(PlacedField { field, place });
        let surplus = self.0.len().saturating_sub(MOST_FIELDS);
        self.0.drain(..surplus);
    }

    /// Adds what another one knows.
    pub(crate) fn join(&mut self, other: Self) {
        self.0.retain(|own| {
            let mut others = other.0.iter();
            !others.any(|other| is_same(&own.field, &other.field))
        });
        self.0.extend(other.0);
    }
}

/// Returns whether a field holds now what was there before with something typed into it.
fn is_typed(now: &str, typed: &Keystrokes, before: Option<&str>) -> bool {
    let now = letters(now);
    let text = match typed {
        Keystrokes::Text(text) => letters(text),
        Keystrokes::Key(letter) => letter.map_or_else(Vec::new, |c| letters(&c.to_string())),
    };
    let is_all = matches!(typed, Keystrokes::Text(_)) && now == text;
    let Some(before) = before.map(letters) else {
        return is_all;
    };
    let is_cut = contains(&text, &now);
    is_all || is_cut || is_edited(&before, &now, &text) || is_edited(&before, &now, &[])
}

/// Returns whether one text is another one with a part of it replaced by this.
fn is_edited(before: &[char], now: &[char], text: &[char]) -> bool {
    let Some(kept) = now.len().checked_sub(text.len()) else {
        return false;
    };
    let is_at = |start: usize| {
        let (front, rest) = now.split_at(start);
        rest.strip_prefix(text)
            .is_some_and(|back| before.starts_with(front) && before.ends_with(back))
    };
    kept <= before.len() && (0..=kept).any(is_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_told_from_what_a_page_puts_in() {
        let text = |text: &str| Keystrokes::Text(text.to_owned());
        let key = |key: char| Keystrokes::Key(Some(key));
        for (before, typed, now) in [
            (Some(""), text("4711"), "4711"),
            (Some(""), text("4711 0815"), "4711-08"),
            (Some("47"), text("11"), "4711"),
            (None, text("4711"), "4711"),
            (Some("471"), key('1'), "4711"),
            (Some("4x711"), Keystrokes::Key(None), "4711"),
            (Some("4711"), key('x'), "x"),
        ] {
            assert!(is_typed(now, &typed, before), "{before:?} {now}");
        }
        for (before, typed, now) in [
            (Some(""), text("a"), "4711"),
            (None, text("a"), "4711a"),
            (None, text("abcd"), "a"),
            (Some("471"), key('x'), "4711"),
            (None, key('x'), "x"),
            (Some("x"), Keystrokes::Key(None), "4711"),
        ] {
            assert!(!is_typed(now, &typed, before), "{before:?} {now}");
        }
    }
}
