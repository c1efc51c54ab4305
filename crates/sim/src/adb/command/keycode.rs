//! Android's key codes and what they do here.

use retap_model::device::{Action, Key};

/// The keys that do something, without letters and digits: Android's name and code, and our key, if it is one.
const KEYS: [(&str, u32, &str); 41] = [
    ("HOME", 3, ""),
    ("BACK", 4, ""),
    ("STAR", 17, "*"),
    ("POUND", 18, "#"),
    ("DPAD_UP", 19, "up"),
    ("DPAD_DOWN", 20, "down"),
    ("DPAD_LEFT", 21, "left"),
    ("DPAD_RIGHT", 22, "right"),
    ("VOLUME_UP", 24, "volume_up"),
    ("VOLUME_DOWN", 25, "volume_down"),
    ("POWER", POWER, ""),
    ("CLEAR", 28, ""),
    ("COMMA", 55, ","),
    ("PERIOD", 56, "."),
    ("TAB", 61, "tab"),
    ("SPACE", 62, "space"),
    ("ENTER", 66, "return"),
    ("DEL", DEL, "delete"),
    ("GRAVE", 68, "`"),
    ("MINUS", 69, "-"),
    ("EQUALS", 70, "="),
    ("LEFT_BRACKET", 71, "["),
    ("RIGHT_BRACKET", 72, "]"),
    ("BACKSLASH", 73, "\\"),
    ("SEMICOLON", 74, ";"),
    ("APOSTROPHE", 75, "'"),
    ("SLASH", 76, "/"),
    ("AT", 77, "@"),
    ("PLUS", 81, "+"),
    ("MENU", 82, "menu"),
    ("SEARCH", 84, "search"),
    ("PAGE_UP", 92, "page_up"),
    ("PAGE_DOWN", 93, "page_down"),
    ("ESCAPE", 111, "escape"),
    ("CTRL_LEFT", CTRL_LEFT, ""),
    ("CTRL_RIGHT", CTRL_RIGHT, ""),
    ("MOVE_END", 123, "end"),
    ("NUMPAD_ENTER", 160, "return"),
    ("APP_SWITCH", 187, "app_switch"),
    ("SLEEP", SLEEP, ""),
    ("WAKEUP", WAKEUP, ""),
];

/// The key that turns the screen on if it is off and off if it is on.
pub(super) const POWER: u32 = 26;
/// The key that turns the screen off.
pub(super) const SLEEP: u32 = 223;
/// The key that turns the screen on.
pub(super) const WAKEUP: u32 = 224;
/// The key of `Ctrl`.
pub(super) const CTRL_LEFT: u32 = 113;
/// The other key of `Ctrl`.
pub(super) const CTRL_RIGHT: u32 = 114;
/// The key of the letter A.
pub(super) const KEY_A: u32 = 29;
/// The key that takes a character back.
pub(super) const DEL: u32 = 67;

/// Returns the code of a name, with or without `KEYCODE_`, or of a number; 0 for what does nothing.
pub(super) fn from_word(word: &str) -> u32 {
    if let Ok(code) = word.parse() {
        return code;
    }
    let name = word.strip_prefix("KEYCODE_").unwrap_or(word);
    if let [byte] = name.as_bytes() {
        return match byte {
            b'0'..=b'9' => u32::from(byte - b'0') + 7,
            b'A'..=b'Z' => u32::from(byte - b'A') + KEY_A,
            _ => 0,
        };
    }
    let found = KEYS.iter().find(|(known, ..)| *known == name);
    found.map_or(0, |(_, code, _)| *code)
}

/// Returns the act of a key; `None` for one that does nothing to the app in front.
pub(super) fn action(code: u32) -> Option<Action> {
    let character = |offset: u32, first: u8| {
        let offset = u8::try_from(offset).unwrap_or_default();
        char::from(first + offset).to_string()
    };
    let key = match code {
        3 => return Some(Action::Home),
        4 => return Some(Action::Back),
        28 => return Some(Action::ClearText),
        7..=16 => character(code - 7, b'0'),
        144..=153 => character(code - 144, b'0'),
        KEY_A..=54 => character(code - KEY_A, b'a'),
        other => {
            let found = KEYS.iter().find(|(_, known, _)| *known == other);
            found.map_or("", |(_, _, key)| *key).to_owned()
        }
    };
    Key::from_word(&key).map(|key| Action::PressKey(key, Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_and_numbers() {
        for (word, code) in [
            ("4", 4),
            ("KEYCODE_BACK", 4),
            ("BACK", 4),
            ("KEYCODE_A", 29),
            ("Z", 54),
            ("KEYCODE_9", 16),
            ("9", 9),
            ("KEYCODE_DEL", 67),
            ("NONSENSE", 0),
        ] {
            assert_eq!(from_word(word), code, "{word}");
        }
        assert_eq!(action(0), None);
        assert_eq!(action(4), Some(Action::Back));
        let at = Key::from_word("@").unwrap();
        assert_eq!(action(77), Some(Action::PressKey(at, Vec::new())));
    }
}
