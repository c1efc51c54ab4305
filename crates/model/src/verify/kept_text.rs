//! Whether a screen shows a text that was typed, in its own fields or in what the app makes of it.

use crate::screen::Screen;
use crate::seen::plain;

/// How many letters and figures a text has that can be told among others.
const TELLING: usize = 3;

/// Returns whether a text shows somewhere, however it is set: `1234.5` shows in `EUR 1,234.50`. What a password field
/// holds does not show.
pub fn shows_typed(screen: &Screen, text: &str) -> bool {
    let wanted = letters(text);
    let is_it = |shown: &str| {
        let shown = letters(shown);
        shown == wanted || (wanted.chars().count() >= TELLING && shown.contains(&wanted))
    };
    let mut elements = screen.elements.iter().filter(|it| !it.is_password);
    !wanted.is_empty()
        && elements.any(|element| {
            let shown = [&element.text, &element.description];
            shown
                .into_iter()
                .chain(&element.state.value)
                .any(|it| is_it(it))
        })
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
    use crate::screen::{Element, Role, State};

    #[test]
    fn a_text_shows_in_fields_and_however_it_is_set() {
        let field = Element {
            state: State {
                value: Some("(415) 555-0123".to_owned()),
                ..State::default()
            },
            ..element(Role::TextField, "Phone", 0.0)
        };
        let total = element(Role::Text, "EUR 1,234.50 of 20", 40.0);
        let screen = screen(vec![field, total]);
        for (text, shows) in [
            ("4155550123", true),
            ("1234.5", true),
            ("Phone", true),
            ("5550199", false),
            ("20", false),
            (" ", false),
        ] {
            assert_eq!(shows_typed(&screen, text), shows, "{text}");
        }
    }
}
