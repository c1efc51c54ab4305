//! Android's key codes and what they do here.

use retap_model::device::{Action, Key};

/// Names and codes, without `KEYCODE_`; letters and digits are worked out.
const CODES: [(&str, u32); 74] = [
    ("SOFT_LEFT", 1),
    ("SOFT_RIGHT", 2),
    ("HOME", 3),
    ("BACK", 4),
    ("CALL", 5),
    ("ENDCALL", 6),
    ("STAR", 17),
    ("POUND", 18),
    ("DPAD_UP", 19),
    ("DPAD_DOWN", 20),
    ("DPAD_LEFT", 21),
    ("DPAD_RIGHT", 22),
    ("DPAD_CENTER", 23),
    ("VOLUME_UP", 24),
    ("VOLUME_DOWN", 25),
    ("POWER", 26),
    ("CAMERA", 27),
    ("CLEAR", 28),
    ("COMMA", 55),
    ("PERIOD", 56),
    ("ALT_LEFT", 57),
    ("ALT_RIGHT", 58),
    ("SHIFT_LEFT", 59),
    ("SHIFT_RIGHT", 60),
    ("TAB", 61),
    ("SPACE", 62),
    ("SYM", 63),
    ("EXPLORER", 64),
    ("ENVELOPE", 65),
    ("ENTER", 66),
    ("DEL", 67),
    ("GRAVE", 68),
    ("MINUS", 69),
    ("EQUALS", 70),
    ("LEFT_BRACKET", 71),
    ("RIGHT_BRACKET", 72),
    ("BACKSLASH", 73),
    ("SEMICOLON", 74),
    ("APOSTROPHE", 75),
    ("SLASH", 76),
    ("AT", 77),
    ("NUM", 78),
    ("HEADSETHOOK", 79),
    ("FOCUS", 80),
    ("PLUS", 81),
    ("MENU", 82),
    ("NOTIFICATION", 83),
    ("SEARCH", 84),
    ("MEDIA_PLAY_PAUSE", 85),
    ("MEDIA_STOP", 86),
    ("MEDIA_NEXT", 87),
    ("MEDIA_PREVIOUS", 88),
    ("MUTE", 91),
    ("PAGE_UP", 92),
    ("PAGE_DOWN", 93),
    ("ESCAPE", 111),
    ("FORWARD_DEL", 112),
    ("CTRL_LEFT", 113),
    ("CTRL_RIGHT", 114),
    ("MOVE_HOME", 122),
    ("MOVE_END", 123),
    ("INSERT", 124),
    ("MEDIA_PLAY", 126),
    ("MEDIA_PAUSE", 127),
    ("NUMPAD_ENTER", 160),
    ("VOLUME_MUTE", 164),
    ("APP_SWITCH", 187),
    ("ASSIST", 219),
    ("BRIGHTNESS_DOWN", 220),
    ("BRIGHTNESS_UP", 221),
    ("SLEEP", 223),
    ("WAKEUP", 224),
    ("COPY", 278),
    ("PASTE", 279),
];

/// The effect of a key.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum KeyEffect {
    Act(Action),
    /// Turns the screen on if it is off and off if it is on.
    TogglePower,
    Sleep,
    Wake,
    /// Nothing that can be seen on this phone.
    Nothing,
}

/// The key of `Ctrl`.
pub(super) const CTRL_LEFT: u32 = 113;
/// The other key of `Ctrl`.
pub(super) const CTRL_RIGHT: u32 = 114;
/// The key of the letter A.
pub(super) const KEY_A: u32 = 29;
/// The key that takes a character back.
pub(super) const DEL: u32 = 67;

/// Returns the code of a name, with or without `KEYCODE_`, or of a number; 0 for what is neither.
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
    let found = CODES.iter().find(|(known, _)| *known == name);
    found.map_or(0, |(_, code)| *code)
}

/// Returns what a key does.
pub(super) fn effect(code: u32) -> KeyEffect {
    match code {
        3 => return KeyEffect::Act(Action::Home),
        4 => return KeyEffect::Act(Action::Back),
        26 => return KeyEffect::TogglePower,
        223 => return KeyEffect::Sleep,
        224 => return KeyEffect::Wake,
        28 => return KeyEffect::Act(Action::ClearText),
        _ => {}
    }
    let key = match code {
        7..=16 => digit(code - 7, b'0'),
        144..=153 => digit(code - 144, b'0'),
        29..=54 => digit(code - KEY_A, b'a'),
        160 => Key::from_word("return"),
        DEL => Key::from_word("delete"),
        other => character(other).and_then(Key::from_word),
    };
    let key = key.or_else(|| Key::from_android_code(code));
    key.map_or(KeyEffect::Nothing, |key| {
        KeyEffect::Act(Action::PressKey(key, Vec::new()))
    })
}

fn digit(offset: u32, first: u8) -> Option<Key> {
    let offset = u8::try_from(offset).ok()?;
    Key::from_word(&char::from(first + offset).to_string())
}

fn character(code: u32) -> Option<&'static str> {
    Some(match code {
        17 => "*",
        18 => "#",
        55 => ",",
        56 => ".",
        68 => "`",
        69 => "-",
        70 => "=",
        71 => "[",
        72 => "]",
        73 => "\\",
        74 => ";",
        75 => "'",
        76 => "/",
        77 => "@",
        81 => "+",
        _ => return None,
    })
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
        assert_eq!(effect(0), KeyEffect::Nothing);
        assert_eq!(effect(4), KeyEffect::Act(Action::Back));
        let at = Key::from_word("@").unwrap();
        assert_eq!(effect(77), KeyEffect::Act(Action::PressKey(at, Vec::new())));
    }
}
