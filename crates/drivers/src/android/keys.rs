//! Keys and what Android calls them.

use retap_model::device::{Key, Modifier};

/// The codes that the driver itself presses.
pub(super) const HOME: u16 = 3;
pub(super) const BACK: u16 = 4;
pub(super) const TAB: u16 = 61;
pub(super) const ENTER: u16 = 66;
pub(super) const DELETE: u16 = 67;
pub(super) const FORWARD_DELETE: u16 = 112;
pub(super) const CONTROL: u16 = 113;
pub(super) const LETTER_A: u16 = 29;

/// The names of [`Key::NAMES`], in their order, with Android's codes.
const NAMED: [(&str, u16); Key::NAMES.len()] = [
    ("return", ENTER),
    ("escape", 111),
    ("tab", TAB),
    ("delete", DELETE),
    ("space", 62),
    ("up", 19),
    ("down", 20),
    ("left", 21),
    ("right", 22),
    // The key at the start of a line, not the one that leaves the app.
    ("home", 122),
    ("end", 123),
    ("page_up", 92),
    ("page_down", 93),
    ("menu", 82),
    ("back", BACK),
    ("search", 84),
    ("volume_up", 24),
    ("volume_down", 25),
    ("power", 26),
    ("app_switch", 187),
];

/// The characters that have a key of their own, letters and digits aside.
const PUNCTUATION: [(char, u16); 13] = [
    ('*', 17),
    ('#', 18),
    (',', 55),
    ('.', 56),
    ('`', 68),
    ('-', 69),
    ('=', 70),
    ('[', 71),
    (']', 72),
    ('\\', 73),
    (';', 74),
    ('\'', 75),
    ('/', 76),
];

/// Returns Android's code of a key, if it has one of its own.
pub(super) fn code_of(key: &Key) -> Option<u16> {
    let name = key.as_str();
    let named = NAMED.iter().find(|(known, _)| *known == name);
    if let Some((_, code)) = named {
        return Some(*code);
    }
    let mut characters = name.chars();
    match (characters.next()?, characters.next()) {
        (letter @ 'a'..='z', None) => Some(LETTER_A + (letter as u16 - 'a' as u16)),
        (digit @ '0'..='9', None) => Some(7 + (digit as u16 - '0' as u16)),
        (other, None) => {
            let known = PUNCTUATION.iter().find(|(known, _)| *known == other);
            known.map(|(_, code)| *code)
        }
        (_, Some(_)) => None,
    }
}

/// Returns the codes of modifiers, each once. Android's main modifier is Ctrl.
pub(super) fn codes_of(modifiers: &[Modifier]) -> Vec<u16> {
    let mut codes: Vec<u16> = Vec::new();
    for modifier in modifiers {
        let code = match modifier {
            Modifier::Command | Modifier::Control => CONTROL,
            Modifier::Shift => 59,
            Modifier::Option => 57,
        };
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_key_has_a_code() {
        for (name, (known, code)) in Key::NAMES.into_iter().zip(NAMED) {
            assert_eq!(name, known);
            assert_eq!(code_of(&Key::from_word(name).unwrap()), Some(code));
        }
    }

    #[test]
    fn characters_have_the_codes_of_their_keys() {
        let code = |word| code_of(&Key::from_word(word).unwrap());
        assert_eq!(code("a"), Some(29));
        assert_eq!(code("Z"), Some(54));
        assert_eq!(code("0"), Some(7));
        assert_eq!(code("/"), Some(76));
        assert_eq!(code("é"), None);
    }

    #[test]
    fn both_names_of_control_hold_it_once() {
        let held = codes_of(&[Modifier::Command, Modifier::Control, Modifier::Shift]);
        assert_eq!(held, [113, 59]);
    }
}
