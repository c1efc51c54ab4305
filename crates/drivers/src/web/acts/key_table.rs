//! Keys as the protocol names them.

use retap_model::device::Modifier;

/// A key: our name, its value, its place, its number, the text it makes.
type Row = (&'static str, &'static str, &'static str, u32, &'static str);

/// The keys a browser has. The others of a phone it has not.
const NAMED: [Row; 15] = [
    ("return", "Enter", "Enter", 13, "\r"),
    ("escape", "Escape", "Escape", 27, ""),
    ("tab", "Tab", "Tab", 9, ""),
    ("delete", "Backspace", "Backspace", 8, ""),
    ("space", " ", "Space", 32, " "),
    ("up", "ArrowUp", "ArrowUp", 38, ""),
    ("down", "ArrowDown", "ArrowDown", 40, ""),
    ("left", "ArrowLeft", "ArrowLeft", 37, ""),
    ("right", "ArrowRight", "ArrowRight", 39, ""),
    ("home", "Home", "Home", 36, ""),
    ("end", "End", "End", 35, ""),
    ("page_up", "PageUp", "PageUp", 33, ""),
    ("page_down", "PageDown", "PageDown", 34, ""),
    ("menu", "ContextMenu", "ContextMenu", 93, ""),
    ("search", "BrowserSearch", "BrowserSearch", 170, ""),
];

/// The fields the protocol has for a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyEvent {
    /// Its value.
    pub(super) key: String,
    /// Its place on the keyboard.
    pub(super) code: String,
    /// Its number.
    pub(super) number: u32,
    /// The text it makes; empty for none.
    pub(super) text: String,
}

/// Returns the event of a key; `None` for one that browsers do not have.
pub(super) fn key_event(name: &str, modifiers: &[Modifier]) -> Option<KeyEvent> {
    if let Some((_, key, code, number, text)) = NAMED.iter().find(|row| row.0 == name) {
        return Some(KeyEvent {
            key: (*key).to_owned(),
            code: (*code).to_owned(),
            number: *number,
            text: (*text).to_owned(),
        });
    }
    let mut characters = name.chars();
    let character = characters.next().filter(|_| characters.next().is_none())?;
    let text: String = if modifiers.contains(&Modifier::Shift) {
        character.to_uppercase().collect()
    } else {
        character.to_string()
    };
    let upper = character.to_ascii_uppercase();
    let (code, number) = match upper {
        'A'..='Z' => (format!("Key{upper}"), u32::from(upper)),
        '0'..='9' => (format!("Digit{upper}"), u32::from(upper)),
        _ => (String::new(), 0),
    };
    Some(KeyEvent {
        key: text.clone(),
        code,
        number,
        text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_places_and_phones_keys_have_none() {
        assert_eq!(key_event("a", &[Modifier::Shift]).unwrap().text, "A");
        assert_eq!(key_event("a", &[]).unwrap().code, "KeyA");
        assert_eq!(key_event("é", &[]).unwrap().text, "é");
        assert_eq!(key_event("volume_up", &[]), None);
    }
}
